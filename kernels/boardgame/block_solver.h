/* Decides the states of one block from the blocks with one high cell more.
 *
 * All blocks hold *lost* states, so what the moves out of a block say is a plain OR. Within the
 * block vectors go by the number of their cells, most first: those with equally many do not lead
 * to each other, so a group of them is in flight at once. Within a vector the equation
 *     lost = ended | open & ~leading_to(lost)        (open: not ended, no move out of it wins)
 * is repeated until it holds. A state depends only on states with more cells, so there is one
 * solution; after k rounds it holds for all that lack less than k of the vector's cells, whatever
 * the first guess. Two rounds that agree prove it sooner: after one to four of up to ten.
 */
#ifndef MX_BOARDGAME_BLOCK_SOLVER_H
#define MX_BOARDGAME_BLOCK_SOLVER_H

#include "boardgame/ended_blocks.h"

/* Three vectors, what has ended and what is open of them fill the registers beside the masks. */
#define BOARDGAME_GROUP 3u
#define BOARDGAME_CHOOSING (BOARDGAME_BLOCK_CELLS - BOARDGAME_VECTOR_CELLS)
#define BOARDGAME_LINE 64u /* bytes */
#define BOARDGAME_INLINE static inline __attribute__((always_inline))

/* The order in which the vectors of a block are decided; the same for all blocks. */
struct boardgame_plan {
    uint32_t end[BOARDGAME_CHOOSING + 1];    /* [cells missing]: in order[] */
    uint16_t order[BOARDGAME_BLOCK_VECTORS]; /* fewest cells missing first */
    uint16_t next[BOARDGAME_BLOCK_VECTORS * BOARDGAME_CHOOSING / 2]; /* where each leads to */
};

static inline void boardgame_plan_start(struct boardgame_plan *plan) {
    uint32_t at = 0;
    uint16_t *next = plan->next;
    for (uint32_t missing = 0; missing <= BOARDGAME_CHOOSING; missing++) {
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

/* The blocks with one high cell more, nearest first; at least one. Those from `far` on are worth
 * a prefetch. */
struct boardgame_neighbours {
    uint32_t count, far;
    const struct boardgame_block *block[BOARDGAME_MOST_HIGH + 4];
};

/* All that goes into one block. */
struct boardgame_block_task {
    const struct boardgame_plan *plan;
    const struct boardgame_neighbours *now, *soon; /* of this block, of the one decided next */
    const struct boardgame_block *ended;
    struct boardgame_block *lost; /* the result */
};

/* Adds the last neighbour again until there is a multiple of four: an OR does not mind. */
static inline void boardgame_fill_up(struct boardgame_neighbours *neighbours) {
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

/* Asks for the part of the next block's neighbours that is as far into them as these `count`
 * vectors are into the plan. */
BOARDGAME_INLINE void boardgame_prefetch(const struct boardgame_neighbours *soon, uint32_t at,
                                         uint32_t count) {
    const uint32_t end = (at + count) * MX_ISA_WIDTH;
    for (uint32_t i = soon->far; i < soon->count; i++)
        for (uint32_t byte = at * MX_ISA_WIDTH / BOARDGAME_LINE * BOARDGAME_LINE; byte < end;
             byte += BOARDGAME_LINE)
            __builtin_prefetch((const char *)soon->block[i] + byte, 0, 2);
}

/* Decides the vectors order[0 .. count), each of which leads to `missing` others, next[]. */
BOARDGAME_INLINE void boardgame_decide_group(const struct boardgame_block_task *task,
                                             const struct boardgame_block *won,
                                             const uint16_t *order, const uint16_t *next,
                                             uint32_t missing, uint32_t count) {
    boardgame_vector lost[BOARDGAME_GROUP], ended[BOARDGAME_GROUP], open[BOARDGAME_GROUP];
    boardgame_vector any = {0};
    for (uint32_t g = 0; g < count; g++) {
        boardgame_vector wins = won->states[order[g]];
        for (uint32_t i = 0; i < missing; i++)
            wins |= task->lost->states[next[g * missing + i]];
        ended[g] = task->ended->states[order[g]];
        open[g] = ~(wins | ended[g]);
        lost[g] = ended[g] | open[g];
        any |= open[g];
    }
    while (boardgame_any(any)) {
        any = (boardgame_vector){0};
        for (uint32_t g = 0; g < count; g++) {
            const boardgame_vector better = ended[g] | (open[g] & ~boardgame_leading_to(lost[g]));
            any |= better ^ lost[g];
            lost[g] = better;
        }
    }
    for (uint32_t g = 0; g < count; g++)
        task->lost->states[order[g]] = lost[g];
}

/* All vectors that lead to `missing` others. */
BOARDGAME_INLINE const uint16_t *boardgame_decide_level(const struct boardgame_block_task *task,
                                                        const struct boardgame_block *won,
                                                        const uint16_t *next, uint32_t missing) {
    const uint16_t *order = task->plan->order;
    uint32_t at = missing == 0 ? 0 : task->plan->end[missing - 1];
    const uint32_t end = task->plan->end[missing];
    for (; at + BOARDGAME_GROUP <= end; at += BOARDGAME_GROUP, next += BOARDGAME_GROUP * missing) {
        boardgame_prefetch(task->soon, at, BOARDGAME_GROUP);
        boardgame_decide_group(task, won, order + at, next, missing, BOARDGAME_GROUP);
    }
    for (; at < end; at++, next += missing) {
        boardgame_prefetch(task->soon, at, 1);
        boardgame_decide_group(task, won, order + at, next, missing, 1);
    }
    return next;
}

/* Whether the whole block has ended. A state that lacks the lowest cell and did not end is won
 * where the state with it is lost: both are lost only when the emptier has ended. */
static inline bool boardgame_all_ended(const struct boardgame_block *lost) {
    return (lost->states[0][0] & 3) == 3;
}

static inline bool boardgame_leads_to_end(const struct boardgame_neighbours *neighbours) {
    for (uint32_t i = 0; i < neighbours->count; i++)
        if (boardgame_all_ended(neighbours->block[i]))
            return true;
    return false;
}

/* Decides the block; false when a neighbour ends all and nothing needed to be looked at. */
static inline bool boardgame_decide_block(const struct boardgame_block_task *task) {
    if (boardgame_leads_to_end(task->now)) {
        *task->lost = *task->ended;
        return false;
    }
    struct boardgame_block won;
    boardgame_or_blocks(&won, task->now);
    const uint16_t *next = task->plan->next;
#pragma GCC unroll 9
    for (uint32_t missing = 0; missing <= BOARDGAME_CHOOSING; missing++)
        next = boardgame_decide_level(task, &won, next, missing);
    return true;
}

#endif
