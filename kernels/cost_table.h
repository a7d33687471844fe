/* Defines `costs`, the table of a problem: include it once, in the file that has its choose, with
 * MX_COSTS_DEF set to its costs.def. */
#include "costs.h"

#define TECHNIQUE(name) #name,
#define COST(level, most_threads, key0, key1, key2, key3, ...)
static const char *const cost_techniques[] = {
#include MX_COSTS_DEF
    NULL};
#undef TECHNIQUE
#undef COST

#define TECHNIQUE(name)
#define COST(level, most_threads, key0, key1, key2, key3, ...)                                     \
    {MX_ISA_##level, most_threads, {key0, key1, key2, key3}, {__VA_ARGS__}},
static const struct mx_cost cost_points[] = {
#include MX_COSTS_DEF
};
#undef TECHNIQUE
#undef COST

static const struct mx_cost_table costs = {cost_techniques, cost_points,
                                           sizeof cost_points / sizeof *cost_points};
