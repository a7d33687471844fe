/* An instance that a generator made is shown as a spec, and has simpler ones: always fewer, so that
 * a search ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "harness/input/origin.h"
#include "support/arena.h"
#include "support/rng.h"

static const char *refuse(const uint64_t *values) {
    return values[0] % 2 == 1 ? "n must be even" : NULL;
}

static uint64_t count(const uint64_t *values) {
    return values[0];
}

static const void *make(const uint64_t *values, uint64_t seed, uint64_t index,
                        struct mx_arena *arena) {
    uint64_t *made = mx_arena_take(arena, 3 * sizeof *made);
    memcpy(made, (const uint64_t[]){values[0], seed, index}, 3 * sizeof *made);
    return made;
}

static const struct mx_generator plain = {
    .name = "plain",
    .parameters = {{"n", "n", false, 2, 100, 10, NULL},
                   {"share", "share", true, 0, MX_BILLION, 0, NULL}},
    .make = make};
static const struct mx_generator picky = {.name = "picky",
                                          .parameters = {{"n", "n", false, 2, 100, 10, NULL}},
                                          .make = make,
                                          .refuse = refuse};
static const struct mx_generator listed = {.name = "listed",
                                           .parameters = {{"n", "n", false, 1, 100, 10, NULL}},
                                           .make = make,
                                           .count = count};

static struct mx_origin origin_of(const struct mx_generator *generator, uint64_t n, uint64_t seed,
                                  uint64_t index) {
    return (struct mx_origin){{.generator = generator, .values = {n}, .seed = seed}, index};
}

static void the_text_is_a_spec(void **state) {
    (void)state;
    char text[MX_ORIGIN_ROOM];
    struct mx_origin origin = origin_of(&plain, 7, 5, 0);
    origin.spec.values[1] = MX_BILLION / 50;
    assert_string_equal(mx_origin_text(&origin, text), "plain:n=7,share=0.02,seed=5");
    origin.index = 3;
    assert_string_equal(mx_origin_text(&origin, text), "plain:n=7,share=0.02,cases=4,seed=5");
}

static void it_is_made_again(void **state) {
    (void)state;
    struct mx_arena arena = {0};
    const struct mx_origin origin = origin_of(&plain, 7, 5, 3);
    const uint64_t *made = mx_origin_make(&origin, &arena);
    assert_memory_equal(made, ((const uint64_t[]){7, 5, 3}), 3 * sizeof *made);
    mx_arena_free(&arena);
}

/* Calls `each` for all candidates; returns their number. */
static uint64_t each_simpler(const struct mx_origin *origin,
                             void (*each)(const struct mx_origin *, const struct mx_origin *)) {
    struct mx_origin simpler;
    uint64_t attempt = 0;
    while (mx_origin_simpler(origin, attempt, &simpler)) {
        each(origin, &simpler);
        assert_true(++attempt < 10000);
    }
    return attempt;
}

static void is_smaller(const struct mx_origin *origin, const struct mx_origin *simpler) {
    const uint64_t n = simpler->spec.values[0];
    assert_true(n >= origin->spec.generator->parameters[0].least);
    assert_true(n + simpler->index < origin->spec.values[0] + origin->index ||
                memcmp(simpler, origin, sizeof *origin) == 0); /* one that is not possible */
}

static void candidates_are_smaller_and_end(void **state) {
    (void)state;
    struct mx_origin simpler, large = origin_of(&plain, 100, 5, 3),
                              least = origin_of(&plain, 2, 5, 3);
    assert_true(each_simpler(&large, is_smaller) > 9);
    assert_int_equal(each_simpler(&least, is_smaller), 0);
    assert_true(mx_origin_simpler(&large, 0, &simpler)); /* the largest step, the same seed */
    assert_int_equal(simpler.spec.values[0], 2);
    assert_int_equal(simpler.spec.seed, 5);
    assert_int_equal(simpler.index, 3);
    assert_true(mx_origin_simpler(&large, 1, &simpler)); /* then another */
    assert_int_equal(simpler.spec.seed, 0);
    assert_int_equal(simpler.index, 0);
}

static void is_even(const struct mx_origin *origin, const struct mx_origin *simpler) {
    (void)origin;
    assert_int_equal(simpler->spec.values[0] % 2, 0);
}

static void refused_values_are_no_candidates(void **state) {
    (void)state;
    const struct mx_origin origin = origin_of(&picky, 12, 5, 0);
    assert_true(each_simpler(&origin, is_even) > 0);
}

static void is_listed(const struct mx_origin *origin, const struct mx_origin *simpler) {
    is_smaller(origin, simpler);
    assert_true(simpler->index < count(simpler->spec.values));
    assert_int_equal(simpler->spec.seed, origin->spec.seed);
}

static void an_enumeration_goes_to_lower_numbers(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(1, 2);
    const struct mx_origin origin = origin_of(&listed, 40, 5, 30);
    assert_true(each_simpler(&origin, is_listed) > 0);
    for (int i = 0; i < 100; i++)
        assert_true(mx_origin_other(&origin, &rng).index < 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_is_a_spec),
        cmocka_unit_test(it_is_made_again),
        cmocka_unit_test(candidates_are_smaller_and_end),
        cmocka_unit_test(refused_values_are_no_candidates),
        cmocka_unit_test(an_enumeration_goes_to_lower_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
