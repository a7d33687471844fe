#include "choose.h"

#include <math.h>
#include <string.h>

bool mx_variant_able(const struct mx_variant *variant, mx_isa isa, const void *instance) {
    char why[256];
    return variant->isa <= isa && (variant->unsupported == NULL ||
                                   variant->unsupported(instance, why, sizeof why) == NULL);
}

static const struct mx_variant *named(const struct mx_variant *const *variants, const char *name) {
    for (; *variants != NULL; variants++)
        if (strcmp((*variants)->name, name) == 0)
            return *variants;
    return NULL;
}

const struct mx_variant *mx_choose_first_able(const struct mx_variant *const *variants,
                                              const char *const *names,
                                              const struct mx_batch *batch, mx_isa isa,
                                              int attempt) {
    for (; *names != NULL; names++) {
        const struct mx_variant *variant = named(variants, *names);
        if (variant != NULL && mx_variant_able(variant, isa, batch->instances) && attempt-- == 0)
            return variant;
    }
    return NULL;
}

enum { UNKNOWN = 1000 }; /* greater than every measured cost */

/* Square of a distance that counts as near, in sixteenths of a binary logarithm. */
#define NEAR 144.0f

static void to_logarithms(const uint64_t *key, float *logarithms) {
    for (int i = 0; i < MX_COST_KEY; i++)
        logarithms[i] = 16 * log2f(1 + (float)key[i]);
}

/* The points of the group that applies, their number in *count. Groups are in ascending order. */
static const struct mx_cost *points_for(const struct mx_cost_table *table, mx_isa isa, int threads,
                                        uint32_t *count) {
    const struct mx_cost *points = table->points, *found = points;
    *count = table->groups[0].count;
    for (const struct mx_cost_group *group = table->groups; group->count > 0; group++) {
        if (group->isa <= isa && group->threads <= threads) {
            found = points;
            *count = group->count;
        }
        points += group->count;
    }
    return found;
}

static float weight(const struct mx_cost *point, const float *key) {
    float product = 1;
    for (int i = 0; i < MX_COST_KEY; i++) {
        float apart = key[i] - (float)point->key[i];
        product *= NEAR + apart * apart;
    }
    return 1 / (product * product);
}

/* Interpolated logarithms of the techniques' times. */
static void costs_at(const struct mx_cost *points, uint32_t count, const float *key, float *cost) {
    float weights[MX_COST_TECHNIQUES] = {0}, sums[MX_COST_TECHNIQUES] = {0};
    for (uint32_t i = 0; i < count; i++) {
        const float w = weight(&points[i], key);
        for (int t = 0; t < MX_COST_TECHNIQUES; t++) {
            const float known = points[i].cost[t] == MX_COST_NOT_ABLE ? 0 : w;
            weights[t] += known;
            sums[t] += known * (float)points[i].cost[t];
        }
    }
    for (int t = 0; t < MX_COST_TECHNIQUES; t++)
        cost[t] = weights[t] > 0 ? sums[t] / weights[t] : UNKNOWN;
}

/* Whether the variant's name is the technique's, with an instruction set or nothing after it. */
static bool is_of(const struct mx_variant *variant, const char *technique) {
    const size_t length = strlen(technique);
    const char *rest = variant->name + length;
    return strncmp(variant->name, technique, length) == 0 &&
           (*rest == '\0' || (*rest == '_' && strcmp(rest + 1, mx_isa_name(variant->isa)) == 0));
}

/* The widest able variant of a technique that is narrower than `below`; NULL = there is none. */
static const struct mx_variant *widest(const struct mx_variant *const *variants,
                                       const char *technique, const struct mx_batch *batch,
                                       mx_isa isa, int below) {
    const struct mx_variant *found = NULL;
    for (; *variants != NULL; variants++)
        if (is_of(*variants, technique) && (int)(*variants)->isa < below &&
            mx_variant_able(*variants, isa, batch->instances) &&
            (found == NULL || (*variants)->isa > found->isa))
            found = *variants;
    return found;
}

/* Removes the cheapest technique that is left and returns it; -1 = none is left. */
static int remove_cheapest(const struct mx_cost_table *table, float *cost) {
    int best = -1;
    for (int t = 0; table->techniques[t] != NULL; t++)
        if (cost[t] >= 0 && (best < 0 || cost[t] < cost[best]))
            best = t;
    if (best >= 0)
        cost[best] = -1;
    return best;
}

const struct mx_variant *mx_choose_cheapest(const struct mx_cost_table *table,
                                            const struct mx_variant *const *variants,
                                            const uint64_t key[MX_COST_KEY],
                                            const struct mx_batch *batch, mx_isa isa, int threads,
                                            int attempt) {
    float logarithms[MX_COST_KEY], cost[MX_COST_TECHNIQUES];
    uint32_t count;
    const struct mx_cost *points = points_for(table, isa, threads, &count);
    to_logarithms(key, logarithms);
    costs_at(points, count, logarithms, cost);
    for (int t; (t = remove_cheapest(table, cost)) >= 0;) {
        int below = INT32_MAX;
        const struct mx_variant *variant;
        while ((variant = widest(variants, table->techniques[t], batch, isa, below)) != NULL) {
            if (attempt-- == 0)
                return variant;
            below = (int)variant->isa;
        }
    }
    return NULL;
}
