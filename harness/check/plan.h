/* The boards of a check: an endless sequence, in units of MX_PLAN_UNIT, that depends only on the
 * problem and a seed; or the boards of a workload.
 *
 * Board number K belongs to unit K / MX_PLAN_UNIT. A unit can be made without the units before it.
 * Even units walk the problem's generator `every` until it is exhausted. The other units come from
 * its generator `mix`; the boards of such a unit share one shape, and its size cycles from a
 * quarter of the default size to twice that size; in half of these units, parameters with named
 * values and fractions take values at random. A unit whose boards would take more work than
 * MX_PLAN_WORK gets half the size.
 *
 * A problem with neither generator has units of all its generators in turn. The size of a unit, the
 * first whole-number parameter, is alternately one of the least sizes and one from a quarter of the
 * default to twice the default.
 */
#ifndef MX_PLAN_H
#define MX_PLAN_H

#include "harness/input/origin.h"
#include "harness/input/workload.h"
#include "problem.h"

#define MX_PLAN_UNIT 8u

/* The most options (problem->options) of a board made from the seed. A low limit gives many
 * boards. */
#define MX_PLAN_WORK UINT64_C(1000000)

struct mx_plan {
    const struct mx_problem *problem;
    uint64_t seed;
    struct mx_spec every, mix; /* generator NULL: the problem has none */
    struct mx_spec workload;   /* what made the boards of a workload; generator NULL: a file */
    uint64_t every_count;
    const void *const *boards; /* [board_count], the caller's; NULL: made from the seed */
    uint64_t board_count;
};

void mx_plan_from_seed(struct mx_plan *plan, const struct mx_problem *problem, uint64_t seed);

struct mx_plan mx_plan_from_boards(const struct mx_problem *problem, const void *const *boards,
                                   uint64_t count);

/* Makes the boards of a unit, in the arena. Returns their number, 0 after the last unit. */
uint32_t mx_plan_unit(const struct mx_plan *plan, uint64_t unit, struct mx_arena *arena,
                      const void *boards[MX_PLAN_UNIT]);

/* The origin of board number `board`, which exists; its generator is NULL if none made it. */
struct mx_origin mx_plan_origin(const struct mx_plan *plan, uint64_t board);

/* Board number `board`; NULL when it does not exist. */
const void *mx_plan_board(const struct mx_plan *plan, uint64_t board, struct mx_arena *arena);

/* Whether the batches of a unit are filled up to what the variant takes, by repeating boards: full
 * and partial batches run different code. A workload with only one unit has it filled up. */
bool mx_plan_fills_up(const struct mx_plan *plan, uint64_t unit);

#endif
