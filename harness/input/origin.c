#include "harness/input/origin.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "support/rng.h"

#define SEEDS 9 /* tried for each step: the instance's own, and 0 .. 7 */

const void *mx_origin_make(const struct mx_origin *origin, struct mx_arena *arena) {
    const struct mx_spec *spec = &origin->spec;
    return spec->generator->make(spec->values, spec->seed, origin->index, arena);
}

__attribute__((format(printf, 2, 3))) static void append(char *text, const char *format, ...) {
    const size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + used, MX_ORIGIN_ROOM - used, format, list);
    va_end(list);
}

const char *mx_origin_text(const struct mx_origin *origin, char text[MX_ORIGIN_ROOM]) {
    const struct mx_spec *spec = &origin->spec;
    const struct mx_parameter *p = spec->generator->parameters;
    text[0] = '\0';
    append(text, "%s:", spec->generator->name);
    for (size_t i = 0; p[i].key != NULL; i++) {
        if (p[i].words != NULL)
            append(text, "%s=%s,", p[i].key, p[i].words[spec->values[i]]);
        else if (p[i].fraction)
            append(text, "%s=%.9g,", p[i].key, (double)spec->values[i] / (double)MX_BILLION);
        else
            append(text, "%s=%" PRIu64 ",", p[i].key, spec->values[i]);
    }
    if (origin->index > 0)
        append(text, "cases=%" PRIu64 ",", origin->index + 1);
    append(text, "seed=%" PRIu64, spec->seed);
    return text;
}

/* ---- Other instances --------------------------------------------------------------------- */

static uint32_t count_parameters(const struct mx_generator *generator) {
    uint32_t count = 0;
    while (generator->parameters[count].key != NULL)
        count++;
    return count;
}

/* The number that step `which` lowers, and its least value; NULL = there are fewer. */
static uint64_t *lowered(struct mx_origin *origin, uint32_t which, uint64_t *least) {
    const struct mx_generator *generator = origin->spec.generator;
    const uint32_t count = count_parameters(generator);
    *least = which < count ? generator->parameters[which].least : 0;
    if (which < count)
        return &origin->spec.values[which];
    return which == count && generator->count != NULL ? &origin->index : NULL;
}

/* Whether the values go together and an enumeration has that many instances. */
static bool is_possible(const struct mx_origin *origin) {
    const struct mx_generator *g = origin->spec.generator;
    return (g->refuse == NULL || g->refuse(origin->spec.values) == NULL) &&
           (g->count == NULL || origin->index < g->count(origin->spec.values));
}

/* Step number `step`: to the least value, then by a half of the way, a quarter, ... False = there
 * are fewer. */
static bool lower(struct mx_origin *origin, uint64_t step) {
    for (unsigned halvings = 0; halvings < 64; halvings++) {
        uint64_t least, *value;
        bool any = false;
        for (uint32_t which = 0; (value = lowered(origin, which, &least)) != NULL; which++) {
            const uint64_t by = (*value - least) >> halvings;
            any |= by > 0;
            if (by > 0 && step-- == 0) {
                *value -= by;
                return true;
            }
        }
        if (!any)
            return false;
    }
    return false;
}

bool mx_origin_simpler(const struct mx_origin *origin, uint64_t attempt,
                       struct mx_origin *simpler) {
    const uint64_t seed = attempt % SEEDS;
    *simpler = *origin;
    if (!lower(simpler, attempt / SEEDS))
        return false;
    if (seed > 0 && origin->spec.generator->count == NULL) {
        simpler->spec.seed = seed - 1;
        simpler->index = 0;
    }
    if (!is_possible(simpler))
        *simpler = *origin; /* fails as before: the caller passes over it */
    return true;
}

struct mx_origin mx_origin_other(const struct mx_origin *origin, struct mx_rng *rng) {
    struct mx_origin other = *origin;
    const struct mx_generator *generator = origin->spec.generator;
    if (generator->count != NULL) {
        other.index = mx_rng_below(rng, generator->count(origin->spec.values));
        return other;
    }
    other.spec.seed = mx_rng_next(rng) >> 32;
    other.index = 0;
    return other;
}
