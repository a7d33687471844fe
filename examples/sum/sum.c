/* The sum of an array of floats: variants add in different orders, so their last bits differ. */
#include "problem.h"
#include "support/arena.h"
#include "support/rng.h"
struct array {
    uint64_t count; /* a multiple of 16 */
    float value[];
};
static size_t bytes(const void *instance) {
    return sizeof(struct array) + ((const struct array *)instance)->count * sizeof(float);
}
static bool same_shape(const void *a, const void *b) {
    return bytes(a) == bytes(b);
}
static const void *make(const uint64_t *values, uint64_t seed, uint64_t i, struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, i);
    struct array *array = mx_arena_take(arena, sizeof *array + 16 * values[0] * sizeof(float));
    for (; array != NULL && array->count < 16 * values[0]; array->count++)
        array->value[array->count] = (float)mx_rng_below(&rng, 1 << 24) / (1 << 24);
    return array;
}
static inline float add_up(const struct array *array, uint64_t lanes) {
    float part[16] = {0}, sum = 0;
    for (uint64_t i = 0; i < array->count; i += lanes)
        for (uint64_t lane = 0; lane < lanes; lane++)
            part[lane] += array->value[i + lane];
    for (uint64_t lane = 0; lane < lanes; lane++)
        sum += part[lane];
    return sum;
}
static float kahan(const struct array *array) {
    float sum = 0, lost = 0;
    for (uint64_t i = 0; i < array->count; i++) {
        const float add = array->value[i] - lost, before = sum;
        lost = (sum += add) - before - add;
    }
    return sum;
}
#define VARIANT(NAME, IDEA, SUM)                                                                   \
    static enum mx_outcome NAME##_solve(const struct mx_run *run) {                                \
        for (uint32_t i = 0; i < run->batch.count; i++)                                            \
            *(float *)mx_answer(run, i) = SUM;                                                     \
        return MX_SOLVED;                                                                          \
    }                                                                                              \
    static const struct mx_variant NAME = {#NAME, IDEA, .max_batch = 64, .solve = NAME##_solve}
VARIANT(sum_naive, "adds in order", add_up(mx_instance(&run->batch, i), 1));
VARIANT(sum_kahan, "compensated summation", kahan(mx_instance(&run->batch, i)));
VARIANT(sum_simd, "sixteen partial sums", add_up(mx_instance(&run->batch, i), 16));
static const struct mx_generator generators[] = {
    {"random",
     "values from 0 to 1",
     {{"n", "values / 16", false, 1, 65536, 256, NULL}},
     .make = make},
    {.name = NULL}};
static const struct mx_variant *const variants[] = {&sum_naive, &sum_kahan, &sum_simd, NULL};
static const struct mx_problem sum = {"sum",
                                      bytes,
                                      same_shape,
                                      generators,
                                      variants,
                                      .answer_kind = MX_ANSWER_FLOATS,
                                      .tolerance = {.relative = 1e-4}};
MX_PROBLEM_PLUGIN(sum);
