/* Top-down: only sensible moves, and nimbers of the components of a position.
 *
 * Idea: when a placement misses two cells, filling one of them lets the opponent complete it: both
 * cells are *taboo*. Between players who respect this no placement ever misses only one cell, and a
 * player without another cell loses, on a full board or not. So this is normal play on the free
 * cells, and the theory of sums holds: cells joined by a placement with at most one taboo cell form
 * a component, a cell in no such placement counts 1, and a position is lost when the nimbers XOR to
 * 0. The search asks "is the nimber of this component n?". That needs no nimber of the largest
 * component of an option, and a single option of nimber n answers it with no. Moves on cells with
 * the highest stake come first. Complexity: O(placements) for each option. The patterns decide how
 * many options there are, from a handful to exponentially many, so a budget limits them. Invariant:
 * the table of components (component_table.h) holds only proven facts. Time: playing moves.
 *
 * Misere play is simpler. The cell that a placement misses alone is taboo, and a player without
 * another cell must fill one of those and loses: normal play again. A placement with a taboo cell
 * is never completed. So with a limit of 2, in misere play 1: a placement that misses as many cells
 * as the limit makes them taboo, and one with as many taboo cells no longer matters.
 */
#include "boardgame/boardgame_likely.h"
#include "boardgame/component_table.h"
#include "problem.h"

#define MOST_PLACEMENTS UINT64_C(4096)
#define OPTIONS_A_STAGE 256 /* options between two calls of the monitor */
#define NIMBER_BUDGETS 16   /* for a nimber that is asked for, in budgets of a solve */

struct search {
    const struct mx_run *run;
    const struct boardgame *board;
    struct boardgame_component_table *table;
    uint64_t *top;                       /* first free place of the stack of placements */
    uint64_t near[BOARDGAME_MOST_CELLS]; /* [cell]: the cells of all placements through it */
    bool misere;
    uint64_t options, budget;
    enum mx_outcome outcome;
};

/* A position: its free cells and, for each placement that still matters, its empty cells. In normal
 * play at most one of those is taboo, that is, not free; in misere play none is. */
struct position {
    uint64_t empty, free;
    const uint64_t *missing;
    uint64_t count;
};

static uint32_t table_bits(const struct boardgame *board) {
    const uint32_t cells = boardgame_cells(board);
    return cells < 26 ? 8 : cells - 18 < 20 ? cells - 18 : 20;
}

/* The options after which the kernel gives up: about a seventh of the time of a sweep. Beyond 32
 * cells an option costs more, because the table leaves the caches. Below 20 cells, where a sweep
 * takes microseconds, the budget is enough for most boards. */
static uint64_t budget_of(const struct boardgame *board) {
    const uint32_t cells = boardgame_cells(board);
    return UINT64_C(1) << (cells < 20 ? 12 : cells <= 32 ? cells - 15 : cells - 14);
}

static bool at_most_one(uint64_t cells) {
    return (cells & (cells - 1)) == 0;
}

/* Drops cells up to one less than the limit. What is left is none exactly when they are fewer than
 * the limit, and at most one exactly when they are no more than it. */
static inline uint64_t beyond(bool misere, uint64_t cells) {
    return misere ? cells : cells & (cells - 1);
}

static inline bool as_many_as_the_limit(bool misere, uint64_t cells) {
    const uint64_t last = beyond(misere, cells);
    return last != 0 && at_most_one(last);
}

/* Pushes the position after filling `filled` of the empty cells: taboo cells are no longer free,
 * and placements with the limit of them no longer matter. */
static inline struct position play_move_by(bool misere, struct search *search,
                                           const struct position *from, uint64_t filled) {
    struct position to = {from->empty & ~filled, from->free & ~filled, search->top, 0};
    for (uint64_t i = 0; i < from->count; i++)
        if (as_many_as_the_limit(misere, from->missing[i] & ~filled))
            to.free &= ~from->missing[i];
    for (uint64_t i = 0; i < from->count; i++) {
        const uint64_t missing = from->missing[i] & ~filled;
        if (beyond(misere, missing & ~to.free) == 0)
            search->top[to.count++] = missing;
    }
    search->top += to.count;
    return to;
}

/* The loops over placements are compiled once for each rule. */
static struct position play_move(struct search *search, const struct position *from,
                                 uint64_t filled) {
    return search->misere ? play_move_by(true, search, from, filled)
                          : play_move_by(false, search, from, filled);
}

/* The component that holds the lowest of `cells`. */
static uint64_t component_around(const struct position *position, uint64_t cells) {
    uint64_t part = cells & -cells, before;
    do {
        before = part;
        for (uint64_t i = 0; i < position->count; i++)
            if (position->missing[i] & part)
                part |= position->missing[i] & position->free;
    } while (part != before);
    return part;
}

/* Pushes one component of the position. */
static struct position isolate_component(struct search *search, const struct position *from,
                                         uint64_t part) {
    struct position to = {from->empty, part, search->top, 0};
    for (uint64_t i = 0; i < from->count; i++)
        if (from->missing[i] & part)
            search->top[to.count++] = from->missing[i];
    search->top += to.count;
    return to;
}

static struct boardgame_key key_of(const struct search *search, const struct position *part) {
    uint64_t around = 0;
    for (uint64_t rest = part->free; rest != 0; rest &= rest - 1)
        around |= search->near[__builtin_ctzll(rest)];
    return boardgame_canonical(
        search->table, (struct boardgame_key){part->free, around & part->empty & ~part->free});
}

/* Sorts the free cells by their stake, highest first. A placement that misses k cells adds 2^-k to
 * the stake of each. Returns the number of cells. */
static uint32_t sort_moves(const struct position *part, uint8_t move[BOARDGAME_MOST_CELLS]) {
    const uint64_t most_stake = UINT64_C(1) << 50; /* 4,096 placements do not overflow */
    uint64_t stake[BOARDGAME_MOST_CELLS] = {0};
    for (uint64_t i = 0; i < part->count; i++)
        for (uint64_t rest = part->missing[i]; rest != 0; rest &= rest - 1)
            stake[__builtin_ctzll(rest)] += most_stake >> __builtin_popcountll(part->missing[i]);
    uint32_t count = 0;
    for (uint64_t rest = part->free; rest != 0; rest &= rest - 1) {
        const uint8_t cell = (uint8_t)__builtin_ctzll(rest);
        uint32_t at = count++;
        for (; at > 0 && stake[move[at - 1]] < stake[cell]; at--)
            move[at] = move[at - 1];
        move[at] = cell;
    }
    return count;
}

/* Counts an option. Returns false when the search must end. */
static bool count_option(struct search *search) {
    if (search->outcome == MX_SOLVED && search->options == search->budget)
        search->outcome = MX_GAVE_UP;
    else if (search->outcome == MX_SOLVED && ++search->options % OPTIONS_A_STAGE == 0 &&
             !mx_stage(search->run, search->options, search->budget))
        search->outcome = MX_STOPPED;
    return search->outcome == MX_SOLVED;
}

static bool sum_has_nimber(struct search *search, const struct position *position, uint64_t nimber);

/* Whether a move in the component leaves this nimber. */
static bool has_option_of_nimber(struct search *search, const struct position *part,
                                 uint64_t nimber) {
    uint8_t move[BOARDGAME_MOST_CELLS];
    const uint32_t count = sort_moves(part, move);
    uint64_t *top = search->top;
    bool found = false;
    for (uint32_t i = 0; i < count && !found && count_option(search); i++) {
        const struct position option = play_move(search, part, UINT64_C(1) << move[i]);
        found = sum_has_nimber(search, &option, nimber);
        search->top = top;
    }
    return found;
}

/* Whether the component has this nimber. Once search->outcome is not MX_SOLVED, the results of this
 * function and of those around it mean nothing. */
static bool component_has_nimber(struct search *search, const struct position *part,
                                 uint64_t nimber) {
    if (nimber > (uint64_t)__builtin_popcountll(part->free))
        return false; /* each move takes at least one cell */
    if (nimber > BOARDGAME_MOST_NIMBER) {
        search->outcome = MX_GAVE_UP;
        return false;
    }
    const struct boardgame_key key = key_of(search, part);
    uint64_t fact = boardgame_known_fact(search->table, key);
    if (fact & BOARDGAME_KNOWN)
        return fact >> nimber & 1;
    if (fact >> nimber & 1)
        return false;
    const bool other = has_option_of_nimber(search, part, nimber);
    fact |= other ? UINT64_C(1) << nimber : 0;
    for (uint64_t less = 0; !other && less < nimber && !(fact & BOARDGAME_KNOWN); less++)
        if (!(fact >> less & 1)) {
            if (has_option_of_nimber(search, part, less))
                fact |= UINT64_C(1) << less;
            else
                fact = BOARDGAME_KNOWN | UINT64_C(1) << less;
        }
    if (!other && !(fact & BOARDGAME_KNOWN))
        fact = BOARDGAME_KNOWN | UINT64_C(1) << nimber;
    if (search->outcome == MX_SOLVED)
        boardgame_store_fact(search->table, key, fact);
    return (fact & BOARDGAME_KNOWN) && (fact >> nimber & 1);
}

static uint64_t nimber_of(struct search *search, const struct position *part) {
    uint64_t nimber = 0;
    while (search->outcome == MX_SOLVED && !component_has_nimber(search, part, nimber))
        nimber++;
    return nimber;
}

/* Whether the nimbers of all components XOR to this one. */
static bool sum_has_nimber(struct search *search, const struct position *position,
                           uint64_t nimber) {
    uint64_t *top = search->top, joined = 0, largest = 0;
    for (uint64_t i = 0; i < position->count; i++)
        joined |= position->missing[i] & position->free;
    nimber ^= (uint64_t)__builtin_popcountll(position->free & ~joined) & 1;
    for (uint64_t rest = joined; rest != 0 && search->outcome == MX_SOLVED;) {
        uint64_t part = component_around(position, rest);
        rest &= ~part;
        if (__builtin_popcountll(part) > __builtin_popcountll(largest)) {
            const uint64_t before = largest;
            largest = part;
            part = before;
        }
        if (part == 0)
            continue;
        const struct position small = isolate_component(search, position, part);
        nimber ^= nimber_of(search, &small);
        search->top = top;
    }
    if (largest == 0)
        return nimber == 0;
    const struct position part = isolate_component(search, position, largest);
    const bool is = component_has_nimber(search, &part, nimber);
    search->top = top;
    return is;
}

/* Pushes the position with these cells filled. If the game is over there, or the player to move
 * wins by completing a placement, returns false and pushes nothing; *value is then the nimber. */
static bool open_position(struct search *search, uint64_t filled, struct position *position,
                          uint32_t *value) {
    const struct boardgame *board = search->board;
    const uint64_t all = boardgame_all_cells(board);
    const struct position empty = {all, all, boardgame_placements(board), board->placement_count};
    *value = MX_NOT_COMPUTED;
    for (uint64_t i = 0; i < empty.count; i++) {
        const uint64_t missing = empty.missing[i] & ~filled;
        if (missing == 0) {
            *value = search->misere ? MX_LOONY : 0;
            return false;
        }
        if (at_most_one(missing) && !search->misere)
            *value = MX_LOONY;
    }
    if (*value != MX_NOT_COMPUTED)
        return false;
    *position = play_move(search, &empty, filled);
    return true;
}

/* Whether the player to move wins with these cells filled. */
static bool wins(struct search *search, uint64_t filled) {
    struct position position;
    uint32_t value;
    if (!open_position(search, filled, &position, &value))
        return value != 0;
    return !sum_has_nimber(search, &position, 0);
}

/* The workspace: the table's head, its buckets, the stack. */
static char *buckets_at(const struct mx_run *run) {
    const size_t head = (sizeof(struct boardgame_component_table) + 63) / 64 * 64;
    return (char *)run->workspace + head;
}

static struct search search_at(const struct mx_run *run, uint32_t which) {
    const struct boardgame *board = mx_instance(&run->batch, which);
    struct search search = {
        .run = run, .board = board, .table = run->workspace, .misere = board->misere};
    search.top = (uint64_t *)(buckets_at(run) + (BOARDGAME_BUCKET_BYTES << table_bits(board)));
    for (uint64_t i = 0; i < board->placement_count; i++)
        for (uint64_t rest = boardgame_placements(board)[i]; rest != 0; rest &= rest - 1)
            search.near[__builtin_ctzll(rest)] |= boardgame_placements(board)[i];
    return search;
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct search search = search_at(run, 0);
    if (search.board->placement_count > MOST_PLACEMENTS)
        return MX_GAVE_UP;
    boardgame_components_start(search.table, search.board, buckets_at(run),
                               UINT64_C(1) << table_bits(search.board));
    search.budget = budget_of(search.board);
    run->answers[0] = wins(&search, 0);
    if (run->work != NULL)
        run->work[0] = search.options;
    return search.outcome;
}

/* A move pushes at most two positions: the whole one and one component. */
static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    const struct boardgame *board = batch->instances;
    const uint64_t placements =
        board->placement_count < MOST_PLACEMENTS ? board->placement_count : MOST_PLACEMENTS;
    return (sizeof(struct boardgame_component_table) + 63) / 64 * 64 +
           (BOARDGAME_BUCKET_BYTES << table_bits(board)) +
           (size_t)placements * 2 * (boardgame_cells(board) + 1) * sizeof(uint64_t);
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct search search = search_at(run, which); /* budget 0: only what the table knows */
    const bool won = wins(&search, state);
    return search.outcome == MX_SOLVED ? won : MX_NOT_COMPUTED;
}

/* Searches with a budget of its own, and adds to what the table knows. */
static uint32_t nimber(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct search search = search_at(run, which);
    struct position position;
    uint32_t value;
    search.budget = NIMBER_BUDGETS * budget_of(search.board);
    if (!open_position(&search, state, &position, &value))
        return value;
    for (value = 0; search.outcome == MX_SOLVED; value++)
        if (sum_has_nimber(&search, &position, value) && search.outcome == MX_SOLVED)
            return value;
    return MX_NOT_COMPUTED;
}

static const struct mx_positions positions = {.nimber = nimber};

/* A step is the look at a placement, a result an option. Independent parts leave far fewer options
 * than a search over whole positions has. The chance that the kernel gives up rises with the
 * forecast: half of the boards at half the budget, 8 of 10 beyond it. Another kernel follows then,
 * so what is foreseen contains the budget times the odds. */
static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    const struct boardgame *board = batch->instances;
    const double options = 2 * pow(likely_positions(board), 0.6), budget = (double)budget_of(board);
    const double odds = options < 6 * budget ? options / budget : 6;
    const double likely = (options < budget ? options : budget) + odds * budget;
    const double images = board->rows == board->cols ? 7 : 3;
    return (struct mx_forecast){
        .more = likely * (double)board->placement_count,
        .results = likely,
        .bytes = (double)workspace_bytes(batch, threads) +
                 images * (256.0 * boardgame_cells(board) + 8 * (double)board->placement_count),
        .spread = 4,
    };
}

const struct mx_variant boardgame_topdown = {
    .name = "boardgame_topdown",
    .idea = "top-down over sensible moves, nimbers of independent parts, with a budget",
    .keeps = MX_KEEPS_VISITED,
    .max_batch = 1,
    .workspace_bytes = workspace_bytes,
    .solve = solve,
    .probe = probe,
    .positions = &positions,
    .forecast = forecast,
};
