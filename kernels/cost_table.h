/* Defines `costs`, the table of a problem: include it once, in the file that has its choose, with
 * MX_COSTS_DEF set to its costs.def. */
#include "choose.h"

#define TECHNIQUE(name) #name,
#define GROUP(level, threads, count)
#define COST(key0, key1, key2, key3, key4, ...)
static const char *const cost_techniques[] = {
#include MX_COSTS_DEF
    NULL};
#undef TECHNIQUE
#undef GROUP
#undef COST

#define TECHNIQUE(name)
#define GROUP(level, threads, count) {MX_ISA_##level, threads, count},
#define COST(key0, key1, key2, key3, key4, ...)
static const struct mx_cost_group cost_groups[] = {
#include MX_COSTS_DEF
    {MX_ISA_BASE, 0, 0}};
#undef GROUP
#undef COST

#define GROUP(level, threads, count)
#define COST(key0, key1, key2, key3, key4, ...) {{key0, key1, key2, key3, key4}, {__VA_ARGS__}},
static const struct mx_cost cost_points[] = {
#include MX_COSTS_DEF
};
#undef TECHNIQUE
#undef GROUP
#undef COST

static const struct mx_cost_table costs = {cost_techniques, cost_groups, cost_points};
