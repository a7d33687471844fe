/* Decides the states of one block from the blocks with one high cell more.
 *
 * All blocks hold *lost* states, so an OR of blocks gives the states that a move out of the block
 * wins. Within the block, vectors are decided in order of their cells, most first. Vectors with
 * equally many cells do not lead to each other, so several are in flight at once. Within a vector
 * this equation is iterated to its fixed point:
 *
 *     lost = terminal | open & ~leading_to(lost)     (open: not terminal, no move out of it wins)
 *
 * A state depends only on states with more cells, so there is one solution. After k rounds it holds
 * for all states that lack fewer than k of the vector's cells, whatever the first guess. Two equal
 * rounds prove it sooner: after one to four of up to ten.
 *
 * That is normal play. In misere play terminal states are won, as if by a move out of the block,
 * and no state of the equation is terminal.
 */
#ifndef MX_BOARDGAME_BLOCK_SOLVER_H
#define MX_BOARDGAME_BLOCK_SOLVER_H

#include "boardgame/terminal_blocks.h"

/* Vectors in flight: three, with their terminal and open states, fill the registers. */
#define BOARDGAME_IN_FLIGHT 3u
#define BOARDGAME_INDEX_CELLS (BOARDGAME_BLOCK_CELLS - BOARDGAME_VECTOR_CELLS)
#define BOARDGAME_CACHE_LINE 64u /* bytes */
#define BOARDGAME_INLINE static inline __attribute__((always_inline))

/* The order in which the vectors of a block are decided; the same for all blocks. */
struct boardgame_plan {
    uint32_t end[BOARDGAME_INDEX_CELLS + 1]; /* [cells missing]: end of these vectors in order[] */
    uint16_t order[BOARDGAME_BLOCK_VECTORS]; /* fewest cells missing first */
    uint16_t next[BOARDGAME_BLOCK_VECTORS * BOARDGAME_INDEX_CELLS / 2]; /* where each leads */
};

static inline void boardgame_plan_start(struct boardgame_plan *plan) {
    uint32_t at = 0;
    uint16_t *next = plan->next;
    for (uint32_t missing = 0; missing <= BOARDGAME_INDEX_CELLS; missing++) {
        for (uint32_t i = BOARDGAME_BLOCK_VECTORS; i-- > 0;) {
            uint32_t rest = ~i & (BOARDGAME_BLOCK_VECTORS - 1);
            if (__builtin_popcount(rest) != (int)missing)
                continue;
            plan->order[at++] = (uint16_t)i;
            for (; rest != 0; rest &= rest - 1)
                *next++ = (uint16_t)(i | (rest & -rest));
        }
        plan->end[missing] = at;
    }
}

/* The blocks with one high cell more, nearest first; at least one. Those from `far` on are
 * prefetched. */
struct boardgame_neighbours {
    uint32_t count, far;
    const struct boardgame_block *block[BOARDGAME_MOST_HIGH + 4];
};

/* The inputs and the output of deciding one block. */
struct boardgame_block_job {
    const struct boardgame_plan *plan;
    const struct boardgame_neighbours *now, *soon; /* of this block and of the next one */
    const struct boardgame_block *terminal;
    struct boardgame_block *lost; /* the output */
    bool stream;                  /* no block reads it soon: it is written past the caches */
    bool misere;                  /* terminal states are won */
};

/* Repeats the last neighbour up to a multiple of four, which leaves the OR unchanged. */
static inline void boardgame_pad_neighbours(struct boardgame_neighbours *neighbours) {
    for (uint32_t i = neighbours->count; i % 4 != 0; i++)
        neighbours->block[i] = neighbours->block[neighbours->count - 1];
}

static inline void boardgame_or_blocks(struct boardgame_block *won,
                                       const struct boardgame_neighbours *neighbours) {
    const struct boardgame_block *const *b = neighbours->block;
    for (size_t i = 0; i < BOARDGAME_BLOCK_VECTORS; i++)
        won->states[i] = (b[0]->states[i] | b[1]->states[i]) | (b[2]->states[i] | b[3]->states[i]);
    for (b += 4; b < neighbours->block + neighbours->count; b += 4)
        for (size_t i = 0; i < BOARDGAME_BLOCK_VECTORS; i++)
            won->states[i] |=
                (b[0]->states[i] | b[1]->states[i]) | (b[2]->states[i] | b[3]->states[i]);
}

/* Prefetches the part of the next block's neighbours that corresponds to these `count` vectors of
 * the plan. */
BOARDGAME_INLINE void boardgame_prefetch(const struct boardgame_neighbours *soon, uint32_t at,
                                         uint32_t count) {
    const uint32_t end = (at + count) * MX_ISA_WIDTH;
    for (uint32_t i = soon->far; i < soon->count; i++)
        for (uint32_t byte = at * MX_ISA_WIDTH / BOARDGAME_CACHE_LINE * BOARDGAME_CACHE_LINE;
             byte < end; byte += BOARDGAME_CACHE_LINE)
            __builtin_prefetch((const char *)soon->block[i] + byte, 0, 2);
}

/* Decides vectors order[0 .. count), each of which leads to `missing` others, listed in next[]. */
BOARDGAME_INLINE void boardgame_settle_vectors(const struct boardgame_block_job *job,
                                               const struct boardgame_block *won,
                                               const uint16_t *order, const uint16_t *next,
                                               uint32_t missing, uint32_t count) {
    boardgame_vector lost[BOARDGAME_IN_FLIGHT], terminal[BOARDGAME_IN_FLIGHT],
        open[BOARDGAME_IN_FLIGHT];
    boardgame_vector any = {0};
    for (uint32_t g = 0; g < count; g++) {
        boardgame_vector wins = won->states[order[g]];
        for (uint32_t i = 0; i < missing; i++)
            wins |= job->lost->states[next[g * missing + i]];
        terminal[g] = job->terminal->states[order[g]];
        open[g] = ~(wins | terminal[g]);
        lost[g] = terminal[g] | open[g];
        any |= open[g];
    }
    while (boardgame_any(any)) {
        any = (boardgame_vector){0};
        for (uint32_t g = 0; g < count; g++) {
            const boardgame_vector better =
                terminal[g] | (open[g] & ~boardgame_leading_to(lost[g]));
            any |= better ^ lost[g];
            lost[g] = better;
        }
    }
    for (uint32_t g = 0; g < count; g++)
        job->lost->states[order[g]] = lost[g];
}

/* Decides all vectors that lead to `missing` others; returns the rest of next[]. */
BOARDGAME_INLINE const uint16_t *boardgame_settle_level(const struct boardgame_block_job *job,
                                                        const struct boardgame_block *won,
                                                        const uint16_t *next, uint32_t missing) {
    const uint16_t *order = job->plan->order;
    uint32_t at = missing == 0 ? 0 : job->plan->end[missing - 1];
    const uint32_t end = job->plan->end[missing];
    for (; at + BOARDGAME_IN_FLIGHT <= end;
         at += BOARDGAME_IN_FLIGHT, next += BOARDGAME_IN_FLIGHT * missing) {
        boardgame_prefetch(job->soon, at, BOARDGAME_IN_FLIGHT);
        boardgame_settle_vectors(job, won, order + at, next, missing, BOARDGAME_IN_FLIGHT);
    }
    for (; at < end; at++, next += missing) {
        boardgame_prefetch(job->soon, at, 1);
        boardgame_settle_vectors(job, won, order + at, next, missing, 1);
    }
    return next;
}

/* Whether the whole block is terminal. A non-terminal state without the lowest cell is won if the
 * state with that cell is lost. So both can be lost only if the first is terminal. */
static inline bool boardgame_all_terminal(const struct boardgame_block *lost) {
    return (lost->states[0][0] & 3) == 3;
}

static inline bool boardgame_has_terminal_neighbour(const struct boardgame_neighbours *neighbours) {
    for (uint32_t i = 0; i < neighbours->count; i++)
        if (boardgame_all_terminal(neighbours->block[i]))
            return true;
    return false;
}

/* Decides the block. Returns false when that takes no look at its states. In normal play, a
 * neighbour is terminal as a whole: all states that are not terminal are won. In misere play, the
 * block itself is: its states are won. */
static inline bool boardgame_decide_block(const struct boardgame_block_job *job) {
    static const struct boardgame_block none;
    if (job->misere ? job->terminal->states[0][0] & 1
                    : boardgame_has_terminal_neighbour(job->now)) {
        *job->lost = job->misere ? none : *job->terminal;
        return false;
    }
    struct boardgame_block won, lost; /* `lost` only of a block that is streamed */
    const struct boardgame_block_job here = {.plan = job->plan,
                                             .now = job->now,
                                             .soon = job->soon,
                                             .terminal = job->misere ? &none : job->terminal,
                                             .lost = job->stream ? &lost : job->lost};
    boardgame_or_blocks(&won, job->now);
    for (size_t i = 0; job->misere && i < BOARDGAME_BLOCK_VECTORS; i++)
        won.states[i] |= job->terminal->states[i];
    const uint16_t *next = job->plan->next;
#pragma GCC unroll 9
    for (uint32_t missing = 0; missing <= BOARDGAME_INDEX_CELLS; missing++)
        next = boardgame_settle_level(&here, &won, next, missing);
    for (size_t i = 0; i < BOARDGAME_BLOCK_VECTORS && job->stream; i++)
        boardgame_stream(job->lost->states + i, lost.states[i]);
    return true;
}

#endif
