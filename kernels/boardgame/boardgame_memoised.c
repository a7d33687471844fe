/* Top-down with a hash table, along the few lines of play that matter.
 *
 * Idea: look at the cells that each placement still misses. One cell: the player to move fills it
 * and wins. Two cells: filling one of them lets the opponent fill the other, so both are taboo. In
 * misere play the missing cell of a placement is taboo. A player without another cell loses.
 * Only the remaining moves are played, until one of them leaves a lost state. Complexity:
 * O(placements + cells) time for each state visited; the patterns decide how many are visited, from
 * a handful to 2^cells. Invariant: the table holds only decided states, so its entries are final.
 * When the table is nearly full or the budget is used up, the kernel gives up; boardgame_bitpacked
 * decides all states in about the same time. Time: look-ups of known states, and the walk over the
 * placements.
 */
#include <string.h>

#include "boardgame/boardgame_likely.h"
#include "support/digest.h"
#include "variant.h"

#define MOST_SLOT_BITS 26
/* Placements visited between two calls of the monitor. */
#define PLACEMENTS_A_STAGE (UINT64_C(1) << 22)

/* A slot is 0 while empty, else state << 2 | value << 1 | 1. */
struct search {
    const struct mx_run *run;
    const struct boardgame *board;
    uint64_t *slot;
    uint64_t slots, stored, most_stored;
    uint64_t states_a_stage; /* states between two calls of the monitor */
    uint64_t moves;          /* played so far */
    enum mx_outcome outcome;
};

/* log2 of the slots. Below 16 cells: two for each state, so that the table never fills. Up to 28
 * cells: 2^17. Beyond: one for every 2048 states, up to a limit. */
static uint32_t slot_bits(const struct boardgame *board) {
    const uint32_t cells = boardgame_cells(board);
    if (cells <= 28)
        return cells < 16 ? cells + 1 : 17;
    return cells - 11 < MOST_SLOT_BITS ? cells - 11 : MOST_SLOT_BITS;
}

/* The states after which the kernel gives up: when the table is three quarters full, or when the
 * placements visited amount to a quarter of the board's states (2^30 below 32 cells). The latter is
 * enough for all states of 16 cells, on which at most 12,870 placements exist that do not contain
 * another. */
static uint64_t most_stored(const struct boardgame *board) {
    const uint32_t cells = boardgame_cells(board);
    const uint64_t looks = UINT64_C(1) << (cells < 32 ? 30 : cells - 2);
    const uint64_t by_time = looks / (board->placement_count + 1);
    const uint64_t by_room = (UINT64_C(3) << slot_bits(board)) / 4;
    return by_time < by_room ? by_time : by_room;
}

static struct search search_at(const struct mx_run *run, uint32_t which) {
    const struct boardgame *board = mx_instance(&run->batch, which);
    return (struct search){.run = run,
                           .board = board,
                           .slot = run->workspace,
                           .slots = UINT64_C(1) << slot_bits(board),
                           .most_stored = most_stored(board),
                           .states_a_stage =
                               PLACEMENTS_A_STAGE / (board->placement_count + 1024) + 1};
}

/* The slot of the state, or the empty slot where it belongs. */
static uint64_t *slot_of(const struct search *search, uint64_t state) {
    uint64_t at = mx_mix(state);
    for (;; at++) {
        uint64_t *slot = search->slot + (at & (search->slots - 1));
        if (*slot == 0 || *slot >> 2 == state)
            return slot;
    }
}

static bool store_value(struct search *search, uint64_t state, bool won) {
    *slot_of(search, state) = state << 2 | (uint64_t)won << 1 | 1;
    if (++search->stored >= search->most_stored)
        search->outcome = MX_GAVE_UP;
    else if (search->stored % search->states_a_stage == 0 &&
             !mx_stage(search->run, search->stored, search->most_stored))
        search->outcome = MX_STOPPED;
    return won;
}

/* The facts about a state that follow from the placements. */
struct outlook {
    bool terminal;  /* a placement is complete */
    bool one_move;  /* normal play: a placement misses one cell, which wins */
    uint64_t taboo; /* cells of placements that miss two; in misere play, that miss one */
};

static bool at_most_one(uint64_t cells) {
    return (cells & (cells - 1)) == 0;
}

static struct outlook survey_placements(const struct boardgame *board, uint64_t filled) {
    const uint64_t *placement = boardgame_placements(board);
    struct outlook seen = {false, false, 0};
    for (uint64_t i = 0; i < board->placement_count; i++) {
        uint64_t missing = placement[i] & ~filled;
        if (at_most_one(missing)) {
            seen.terminal |= missing == 0;
            seen.one_move |= !board->misere;
            seen.taboo |= missing;
        } else if (at_most_one(missing & (missing - 1)) && !board->misere) {
            seen.taboo |= missing;
        }
    }
    return seen;
}

/* Whether the player to move wins. The result means nothing unless search->outcome is MX_SOLVED. */
static bool wins(struct search *search, uint64_t filled) {
    uint64_t known = *slot_of(search, filled);
    if (known != 0)
        return known >> 1 & 1;
    const struct outlook seen = survey_placements(search->board, filled);
    if (seen.terminal || seen.one_move)
        return store_value(search, filled, seen.terminal == search->board->misere);
    uint64_t tries = boardgame_all_cells(search->board) & ~filled & ~seen.taboo;
    bool won = false;
    for (; tries != 0 && !won && search->outcome == MX_SOLVED; tries &= tries - 1) {
        search->moves++;
        won = !wins(search, filled | (tries & -tries));
    }
    return search->outcome == MX_SOLVED && store_value(search, filled, won);
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct search search = search_at(run, 0);
    memset(search.slot, 0, (size_t)search.slots * sizeof *search.slot);
    run->answers[0] = wins(&search, 0);
    if (run->work != NULL)
        run->work[0] = search.moves;
    return search.outcome;
}

static const char *unsupported(const void *instance, char *why, size_t room) {
    (void)why, (void)room;
    return boardgame_cells(instance) <= 62 ? NULL : "a slot holds sets of at most 62 cells";
}

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    return sizeof(uint64_t) << slot_bits(batch->instances);
}

static uint32_t probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    struct search search = search_at(run, which);
    uint64_t known = *slot_of(&search, state);
    return known != 0 ? known >> 1 & 1 : MX_NOT_COMPUTED;
}

/* A step is the look at a placement, a result an option: two for each position. */
static struct mx_forecast forecast(const struct mx_batch *batch, int threads) {
    const struct boardgame *board = batch->instances;
    const double options = 2 * likely_positions(board);
    return (struct mx_forecast){
        .more = options * (double)board->placement_count,
        .results = options,
        .bytes = (double)workspace_bytes(batch, threads),
        .spread = 4,
    };
}

const struct mx_variant boardgame_memoised = {
    .name = "boardgame_memoised",
    .idea = "top-down with a hash table, moves that let the opponent finish left out",
    .keeps = MX_KEEPS_VISITED,
    .max_batch = 1,
    .workspace_bytes = workspace_bytes,
    .unsupported = unsupported,
    .solve = solve,
    .probe = probe,
    .forecast = forecast,
};
