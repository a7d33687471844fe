/* The boards that a check looks at: an endless sequence, in units of MX_PLAN_UNIT, that depends on
 * the problem and a seed only; or those of a workload.
 *
 * Board number K belongs to unit K / MX_PLAN_UNIT, and a unit can be made without those before
 * it. Even units walk the problem's generator `every` until it is exhausted; the others are of
 * its generator `mix`, a unit sharing one shape, with sizes that cycle over a quarter to twice the
 * standard one; a size is halved for a unit that would be more work than MX_PLAN_WORK for a board.
 */
#ifndef MX_PLAN_H
#define MX_PLAN_H

#include "harness/input/workload.h"
#include "problem.h"

#define MX_PLAN_UNIT 8u

/* Most options (problem->options) of a board made from the seed: small steps, many boards. */
#define MX_PLAN_WORK UINT64_C(1000000)

struct mx_plan {
    const struct mx_problem *problem;
    uint64_t seed;
    struct mx_spec every, mix; /* generator NULL: the problem has none */
    uint64_t every_count;
    const void *const *boards; /* [board_count], the caller's; NULL: made from the seed */
    uint64_t board_count;
};

/* False when the problem has neither generator. */
bool mx_plan_from_seed(struct mx_plan *plan, const struct mx_problem *problem, uint64_t seed);

struct mx_plan mx_plan_from_boards(const struct mx_problem *problem, const void *const *boards,
                                   uint64_t count);

/* Makes the boards of a unit, in the arena; their number is returned, 0 after the last unit. */
uint32_t mx_plan_unit(const struct mx_plan *plan, uint64_t unit, struct mx_arena *arena,
                      const void *boards[MX_PLAN_UNIT]);

/* Board number `board`; NULL when there is none. */
const void *mx_plan_board(const struct mx_plan *plan, uint64_t board, struct mx_arena *arena);

/* Whether batches of a unit are to be filled up to what the variant takes, by repeating boards:
 * full batches and partial ones are different code. A workload may have one unit only, which is
 * filled up then. */
bool mx_plan_fills_up(const struct mx_plan *plan, uint64_t unit);

#endif
