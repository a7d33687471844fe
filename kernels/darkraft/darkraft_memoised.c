/* Top-down from the whole grids: only the rectangles that play reaches.
 *
 * Idea: depth-first search that computes each rectangle once. Where a part of an option is unknown,
 * the search postpones the option and descends into the part. Complexity: at worst that of the
 * iterative kernel plus one postponed option for each rectangle; two bytes a rectangle, visited or
 * not. Invariant: the rectangle of each frame is a part of the one below it and has fewer rows plus
 * columns, so the stack needs at most rows + columns frames. Time: table look-ups, which are less
 * local than those of the iterative kernel. At 20x20 it evaluates two thirds of all options on
 * random letters, a quarter on X alone.
 */
#include "darkraft/darkraft_likely.h"
#include "darkraft/rotated_table.h"

#define UNKNOWN UINT16_MAX
#define RECTANGLES_A_STAGE 4096

/* A rectangle in work. `seen` holds its options before (u, v), row by row. */
struct frame {
    struct darkraft_rectangle r;
    uint32_t u, v;
    struct mx_nimbers seen;
};

struct search {
    struct darkraft_table table;
    struct frame *stack;
    uint32_t depth;
    uint64_t valued, options; /* so far, in both classes */
};

static uint32_t most_frames(const struct darkraft *board) {
    return (uint32_t)board->rows + board->cols;
}

/* Marks all values UNKNOWN, except those of empty rectangles. */
static void mark_unknown(const struct darkraft_table *t) {
    size_t row_intervals = (size_t)mx_intervals(t->rows);
    memset(t->value, 0xff, row_intervals * t->column_intervals * sizeof t->value[0]);
    for (size_t row = 0; row <= t->rows; row++)
        memset(t->value + mx_interval(row, row) * t->column_intervals, 0,
               t->column_intervals * sizeof t->value[0]);
    for (size_t rows = 0; rows < row_intervals; rows++)
        for (size_t col = 0; col <= t->cols; col++)
            t->value[rows * t->column_intervals + mx_interval(col, col)] = 0;
}

static void push_rectangle(struct search *s, struct darkraft_rectangle r) {
    struct frame *frame = &s->stack[s->depth++];
    frame->r = r;
    frame->u = r.top;
    frame->v = r.left;
    mx_nimbers_start(&frame->seen, darkraft_table_most_options(&s->table, r));
}

static uint16_t *value_of(const struct darkraft_table *t, struct darkraft_rectangle r) {
    return darkraft_table_entry(t, r.top, r.left, r.bottom, r.right);
}

/* Part number `subset` of the option at (u, v); `subset` is a subset of the letter's bits. Bit 0
 * selects the part below row u rather than above it, bit 1 the part right of column v rather than
 * left of it. */
static struct darkraft_rectangle part_of(struct darkraft_rectangle r, unsigned letter,
                                         unsigned subset, uint32_t u, uint32_t v) {
    if (letter & DARKRAFT_L & subset)
        r.top = u + 1;
    else if (letter & DARKRAFT_L)
        r.bottom = u;
    if (letter & DARKRAFT_R & subset)
        r.left = v + 1;
    else if (letter & DARKRAFT_R)
        r.right = v;
    return r;
}

/* Adds the option at (u, v) to the set of those seen. Returns false when one of its parts is
 * unknown, and writes that part to *part. */
static inline bool add_option(const struct darkraft_table *t, struct frame *frame, unsigned letter,
                              struct darkraft_rectangle *part) {
    uint32_t nimber = 0;
    unsigned subset = 0;
    do {
        *part = part_of(frame->r, letter, subset, frame->u, frame->v);
        uint32_t value = *value_of(t, *part);
        if (value == UNKNOWN)
            return false;
        nimber ^= value;
        subset = (subset - letter) & letter; /* the next subset */
    } while (subset != 0);
    mx_nimbers_add(&frame->seen, nimber);
    return true;
}

/* Continues with the topmost frame: descends into an unknown part, or stores the mex and pops it.
 */
static void advance_search(struct search *s) {
    struct frame *frame = &s->stack[s->depth - 1];
    for (; frame->u < frame->r.bottom; frame->u++, frame->v = frame->r.left)
        for (; frame->v < frame->r.right; frame->v++) {
            uint8_t letter = s->table.letter[(size_t)frame->u * s->table.cols + frame->v];
            struct darkraft_rectangle part;
            if (letter == 0)
                continue;
            if (!add_option(&s->table, frame, letter, &part)) {
                push_rectangle(s, part);
                return;
            }
            s->options++;
        }
    *value_of(&s->table, frame->r) = (uint16_t)mx_nimbers_mex(&frame->seen);
    s->valued++;
    s->depth--;
}

/* Starts at the whole grid of a class, if it has one. */
static void start_search(struct search *s, const struct darkraft_table *table) {
    s->table = *table;
    mark_unknown(table);
    if (table->rows > 0)
        push_rectangle(s,
                       (struct darkraft_rectangle){table->parity, 0, 0, table->rows, table->cols});
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct darkraft *board = mx_instance(&run->batch, 0);
    struct darkraft_table table[2];
    darkraft_tables_start(table, board, run->workspace);
    struct search search = {
        .stack = (struct frame *)(void *)((char *)run->workspace +
                                          darkraft_tables_workspace(&run->batch, 1))};
    const uint64_t total = darkraft_table_entries(board, 0) + darkraft_table_entries(board, 1);
    uint64_t next_stage = 0;
    for (uint32_t parity = 0; parity < 2; parity++) {
        start_search(&search, &table[parity]);
        for (; search.depth > 0; advance_search(&search)) {
            if (search.valued < next_stage)
                continue;
            if (!mx_stage(run, search.valued, total))
                return MX_STOPPED;
            next_stage = search.valued + RECTANGLES_A_STAGE;
        }
    }
    run->answers[0] = darkraft_tables_answer(table);
    if (run->work != NULL)
        run->work[0] = search.options;
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    uint32_t value = darkraft_tables_probe(run, which, state);
    return value == UNKNOWN ? MX_NOT_COMPUTED : value;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    size_t tables = darkraft_tables_workspace(batch, threads);
    size_t stack = most_frames(batch->instances) * sizeof(struct frame);
    return tables <= SIZE_MAX - stack ? tables + stack : SIZE_MAX;
}

/* A step is an option of a reached rectangle. */
static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    const struct likely_letters letters = likely_letters(batch);
    const double side = likely_side(batch), intervals = side * (side + 1) / 2;
    const double reached = likely_reached(batch, &letters);
    const double around = side * (side + 1) * (side + 2) / 6; /* intervals, by their lengths */
    return (struct mx_forecast){
        .more = reached * around * around,
        .results = reached * 2 * intervals * intervals,
        .bytes = (double)darkraft_tables_workspace(batch, threads),
        .spread = 2,
    };
}

const struct mx_variant darkraft_memoised = {
    .name = "darkraft_memoised",
    .idea = "top-down with memory, only the subrectangles that play reaches",
    .keeps = MX_KEEPS_VISITED,
    .max_batch = 1,
    .unsupported = darkraft_tables_unsupported,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .forecast = forecast,
};
