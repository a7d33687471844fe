/* Calls the functions of a problem that has just been loaded. */
#include <stdarg.h>
#include <string.h>

#include "harness/input/optional.h"
#include "harness/input/plugin_checks.h"
#include "harness/input/spec.h"
#include "support/arena.h"
#include "support/say.h"

struct rehearsal {
    const struct mx_problem *problem;
    void (*tell)(void *context, const char *step);
    void *context;
    char *why;
    size_t room;
};

__attribute__((format(printf, 2, 3))) static void tell(const struct rehearsal *r,
                                                       const char *format, ...) {
    char step[160];
    va_list list;
    va_start(list, format);
    vsnprintf(step, sizeof step, format, list);
    va_end(list);
    r->tell(r->context, step);
}

/* A copy is in other memory: an instance must not point into itself. */
static bool instance_is_good(const struct rehearsal *r, const char *generator, const void *instance,
                             size_t room, struct mx_arena *arena) {
    const struct mx_problem *p = r->problem;
    const size_t bytes = p->bytes(instance);
    if (bytes < 8 || bytes % 8 != 0)
        return mx_say(r->why, r->room,
                      "bytes says %zu for an instance of generator %s, expected a "
                      "multiple of 8, at least 8",
                      bytes, generator);
    if (bytes > room)
        return mx_say(r->why, r->room,
                      "bytes says %zu for an instance of generator %s, which took %zu from the "
                      "arena",
                      bytes, generator, room);
    void *copy = mx_arena_take(arena, bytes);
    if (copy == NULL)
        return mx_say(r->why, r->room, "out of memory");
    memcpy(copy, instance, bytes);
    const size_t again = p->bytes(instance), of_copy = p->bytes(copy);
    if (again != bytes || of_copy != bytes)
        return mx_say(r->why, r->room,
                      "bytes says %zu, then %zu, for the same instance of "
                      "generator %s",
                      bytes, again != bytes ? again : of_copy, generator);
    if (!p->same_shape(instance, instance) || !p->same_shape(instance, copy))
        return mx_say(r->why, r->room,
                      "same_shape says that an instance of generator %s and its copy differ",
                      generator);
    if (p->answer_bytes == NULL)
        return true;
    const size_t answer = p->answer_bytes(instance);
    const size_t unit = p->answer_kind == MX_ANSWER_FLOATS    ? sizeof(float)
                        : p->answer_kind == MX_ANSWER_DOUBLES ? sizeof(double)
                                                              : 1;
    if (answer == 0 || answer % unit != 0 || p->answer_bytes(copy) != answer)
        return mx_say(r->why, r->room,
                      "answer_bytes says %zu, then %zu, for an instance of generator %s, expected "
                      "a multiple of %zu that does not change",
                      answer, p->answer_bytes(copy), generator, unit);
    return true;
}

/* The same arguments must give the same bytes. */
static bool generator_repeats(const struct rehearsal *r, const struct mx_spec *spec,
                              const void *instance, struct mx_arena *arena) {
    const void *again = spec->generator->make(spec->values, 1, 0, arena);
    const size_t bytes = r->problem->bytes(instance);
    if (again != NULL && r->problem->bytes(again) == bytes && memcmp(again, instance, bytes) == 0)
        return true;
    return mx_say(r->why, r->room, "its generator %s makes another instance from the same seed",
                  spec->generator->name);
}

static bool try_generator(const struct rehearsal *r, const struct mx_generator *g,
                          struct mx_arena *arena) {
    char text[64];
    tell(r, "making an instance with its generator %s", g->name);
    const struct mx_spec spec = mx_spec_default(r->problem, g->name);
    if (g->count != NULL && spec.cases == 0)
        return mx_say(r->why, r->room, "its generator %s has no instances", g->name);
    const size_t before = arena->used;
    const void *instance = g->make(spec.values, 1, 0, arena);
    if (instance == NULL)
        return mx_say(r->why, r->room, "its generator %s makes no instance of default size",
                      g->name);
    if (!instance_is_good(r, g->name, instance, arena->used - before, arena) ||
        !generator_repeats(r, &spec, instance, arena))
        return false;
    tell(r, "describing an instance of its generator %s", g->name);
    mx_describe(r->problem, instance, text, sizeof text);
    return true;
}

static bool loads_are_good(const struct rehearsal *r) {
    char why[256];
    struct mx_spec spec;
    const struct mx_bench_load *load = r->problem->bench_loads;
    for (; load != NULL && load->label != NULL; load++)
        if (load->spec == NULL || !mx_spec_parse(&spec, r->problem, load->spec, 0, why, sizeof why))
            return mx_say(r->why, r->room, "its load %s: %s", load->label,
                          load->spec == NULL ? "no spec (a null pointer)" : why);
    return true;
}

bool mx_problem_rehearse(const struct mx_problem *problem,
                         void (*tell_step)(void *context, const char *step), void *context,
                         char *why, size_t room) {
    const struct rehearsal r = {problem, tell_step, context, why, room};
    struct mx_arena arena = {0};
    bool good = loads_are_good(&r);
    for (const struct mx_generator *g = problem->generators; good && g->name != NULL; g++)
        good = try_generator(&r, g, &arena);
    mx_arena_free(&arena);
    return good;
}
