/* Top-down: only the rectangles that play can reach.
 *
 * Idea: start from the whole board and visit only the rectangles that legal options leave.
 * Radioactive cells make these few. Each rectangle is met twice: first it pushes those of its parts
 * that are unknown, and later, when all of them are known, it gets its mex. Complexity:
 * O(rows + cols) for each rectangle reached, and two bytes to mark UNKNOWN for each rectangle of
 * the board. Invariant: a value in the table is final or UNKNOWN; a rectangle on the stack is the
 * whole board or a part of one further down. Time: finding the options of each rectangle twice;
 * where few rectangles are reached, marking the table.
 */
#include <string.h>

#include "bacteria/bacteria_likely.h"
#include "bacteria/table.h"

#define UNKNOWN UINT16_MAX /* not a nimber: nimbers are at most 2 * BACTERIA_MOST_SIDE */

/* Steps between two calls of the monitor. */
#define RECTANGLES_A_STAGE 4096

struct search {
    struct bacteria_table table;
    uint64_t *stack; /* states */
    size_t depth;
    uint64_t visited, options;
};

/* Entries that the stack needs. Every entry was pushed by a rectangle that waits for its mex. A
 * rectangle pushes once, at most the two parts of each of its height + width options. Each waiting
 * rectangle is a part of the one before, so its height + width is smaller. The bound is therefore
 * the sum of 2 * s for s = 1 .. rows + cols, plus the board itself. */
static size_t stack_room(const struct bacteria *board) {
    size_t sides = (size_t)board->rows + board->cols;
    return sides * (sides + 1) + 1;
}

static size_t stack_offset(const struct bacteria *board) {
    return (bacteria_table_bytes(board) + 7) & ~(size_t)7;
}

static struct search start_search(const struct bacteria *board, char *memory) {
    struct search search = {bacteria_table_at(board, memory),
                            (uint64_t *)(void *)(memory + stack_offset(board)), 0, 0, 0};
    const struct bacteria_table *table = &search.table;
    memset(table->value, 0xff, bacteria_table_entries(board) * sizeof table->value[0]);
    for (uint32_t row = 0; row <= table->rows; row++)
        memset(bacteria_table_entry(table, row, 0, row, 0), 0,
               table->column_intervals * sizeof table->value[0]);
    for (uint32_t bottom = 0; bottom <= table->rows; bottom++)
        for (uint32_t top = 0; top <= bottom; top++)
            for (uint32_t col = 0; col <= table->cols; col++)
                *bacteria_table_entry(table, top, col, bottom, col) = 0;
    bacteria_table_measure_runs(table, board);
    return search;
}

static bool is_known(const struct search *search, struct bacteria_rectangle r) {
    return *bacteria_table_entry(&search->table, r.top, r.left, r.bottom, r.right) != UNKNOWN;
}

static void push_rectangle(struct search *search, uint32_t top, uint32_t left, uint32_t bottom,
                           uint32_t right) {
    struct bacteria_rectangle r = {top, left, bottom, right};
    if (!is_known(search, r))
        search->stack[search->depth++] = bacteria_state(r);
}

/* Pushes the unknown parts of all options. */
static void push_parts(struct search *search, struct bacteria_rectangle r) {
    for (uint32_t row = r.top; row < r.bottom; row++)
        if (bacteria_row_open(&search->table, row, r.left, r.right)) {
            push_rectangle(search, r.top, r.left, row, r.right);
            push_rectangle(search, row + 1, r.left, r.bottom, r.right);
        }
    for (uint32_t col = r.left; col < r.right; col++)
        if (bacteria_column_open(&search->table, col, r.top, r.bottom)) {
            push_rectangle(search, r.top, r.left, r.bottom, col);
            push_rectangle(search, r.top, col + 1, r.bottom, r.right);
        }
}

/* Handles the rectangle on top of the stack: pops it if it is known, pushes its unknown parts, or
 * computes its mex and pops it. */
static void advance_search(struct search *search) {
    size_t depth = search->depth;
    struct bacteria_rectangle r = bacteria_rectangle_of(search->stack[depth - 1]);
    if (!is_known(search, r)) {
        push_parts(search, r);
        if (search->depth > depth)
            return;
        *bacteria_table_entry(&search->table, r.top, r.left, r.bottom, r.right) =
            bacteria_table_mex(&search->table, r, &search->options);
        search->visited++;
    }
    search->depth--;
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    uint64_t states = mx_nonempty_intervals(board->rows) * mx_nonempty_intervals(board->cols);
    struct search search = start_search(board, run->workspace);
    push_rectangle(&search, 0, 0, board->rows, board->cols);
    for (uint64_t steps = 0; search.depth > 0; steps++) {
        if (steps % RECTANGLES_A_STAGE == 0 && !mx_stage(run, search.visited, states))
            return MX_STOPPED;
        advance_search(&search);
    }
    run->answers[0] = bacteria_table_answer(&search.table);
    if (run->work != NULL)
        run->work[0] = search.options;
    return MX_SOLVED;
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    uint32_t value = bacteria_table_probe(run, which, state);
    return value == UNKNOWN ? MX_NOT_COMPUTED : value;
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    const struct bacteria *board = batch->instances;
    return stack_offset(board) + stack_room(board) * sizeof(uint64_t);
}

/* A step is the look at a row or column of a reached rectangle, which happens twice. */
static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    (void)threads;
    const struct likely_reached reached = likely_reached(batch, likely_open(batch));
    return (struct mx_forecast){
        .more = 2 * reached.lines,
        .results = reached.options,
        .bytes = (double)bacteria_table_bytes(batch->instances),
        .spread = 2,
    };
}

const struct mx_variant bacteria_memoised = {
    .name = "bacteria_memoised",
    .idea = "top-down from the whole board, only rectangles that play can reach",
    .keeps = MX_KEEPS_VISITED,
    .max_batch = 1,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .forecast = forecast,
};
