#include "harness/input/answers.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "support/digest.h"

size_t mx_answer_stride(const struct mx_problem *problem, const void *instance) {
    return problem->answer_bytes == NULL ? 0 : (problem->answer_bytes(instance) + 7) / 8 * 8;
}

bool mx_answers_are_rounded(const struct mx_problem *problem) {
    return problem->answer_kind == MX_ANSWER_FLOATS || problem->answer_kind == MX_ANSWER_DOUBLES;
}

uint64_t mx_answer_hash(const struct mx_problem *problem, const void *instance,
                        const void *answer) {
    return mx_hash(MX_HASH_START, answer, problem->answer_bytes(instance));
}

void mx_write_answer(const struct mx_problem *problem, FILE *file, uint64_t number,
                     const void *instance, uint64_t answer, const void *long_answer) {
    if (problem->answer_bytes == NULL) {
        problem->write_answer(file, number, answer);
        return;
    }
    if (problem->write_long_answer != NULL) {
        problem->write_long_answer(file, number, instance, long_answer);
        return;
    }
    fprintf(file, "Case #%" PRIu64 ":", number);
    for (size_t i = 0; i < mx_answer_values(problem, instance); i++)
        fprintf(file, problem->answer_kind == MX_ANSWER_FLOATS ? " %.9g" : " %.17g",
                mx_answer_value(problem, long_answer, i));
    fputc('\n', file);
}

/* ---- Values with a tolerance ------------------------------------------------------------- */

static size_t unit_of(const struct mx_problem *problem) {
    return problem->answer_kind == MX_ANSWER_FLOATS    ? sizeof(float)
           : problem->answer_kind == MX_ANSWER_DOUBLES ? sizeof(double)
                                                       : 1;
}

size_t mx_answer_values(const struct mx_problem *problem, const void *instance) {
    return problem->answer_bytes(instance) / unit_of(problem);
}

double mx_answer_value(const struct mx_problem *problem, const void *answer, size_t i) {
    float single;
    double value;
    if (problem->answer_kind == MX_ANSWER_FLOATS) {
        memcpy(&single, (const char *)answer + i * sizeof single, sizeof single);
        return (double)single;
    }
    memcpy(&value, (const char *)answer + i * sizeof value, sizeof value);
    return value;
}

/* The distance from the magnitude to the next number of the answer's type. */
static double ulp_of(const struct mx_problem *problem, double magnitude) {
    if (problem->answer_kind == MX_ANSWER_FLOATS) {
        const float single = (float)magnitude;
        return (double)nextafterf(single, INFINITY) - (double)single;
    }
    return nextafter(magnitude, INFINITY) - magnitude;
}

static bool values_agree(const struct mx_problem *problem, double one, double other) {
    if (one == other || (isnan(one) && isnan(other)))
        return true;
    if (!isfinite(one) || !isfinite(other))
        return false;
    const struct mx_tolerance *t = &problem->tolerance;
    const double apart = fabs(one - other), larger = fmax(fabs(one), fabs(other));
    return apart <= t->absolute || apart <= t->relative * larger ||
           (t->ulps > 0 && apart <= t->ulps * ulp_of(problem, larger));
}

/* ---- Comparison -------------------------------------------------------------------------- */

/* The first place where two answers differ; their number of values when they agree. */
static size_t first_difference(const struct mx_problem *problem, size_t count, const void *answer,
                               const void *other) {
    const unsigned char *ours = answer, *theirs = other;
    size_t i = 0;
    if (mx_answers_are_rounded(problem))
        while (i < count && values_agree(problem, mx_answer_value(problem, answer, i),
                                         mx_answer_value(problem, other, i)))
            i++;
    else
        while (i < count && ours[i] == theirs[i])
            i++;
    return i;
}

bool mx_answers_agree(const struct mx_problem *problem, const void *instance, const void *answer,
                      const void *other) {
    const size_t count = mx_answer_values(problem, instance);
    return first_difference(problem, count, answer, other) == count;
}

const char *mx_answers_difference(const struct mx_problem *problem, const void *instance,
                                  const void *answer, const void *other, char *text, size_t room) {
    const size_t count = mx_answer_values(problem, instance);
    const size_t at = first_difference(problem, count, answer, other);
    if (problem->describe_difference != NULL) {
        text[0] = '\0';
        problem->describe_difference(instance, answer, other, text, room);
    } else if (mx_answers_are_rounded(problem)) {
        const double ours = mx_answer_value(problem, answer, at),
                     theirs = mx_answer_value(problem, other, at);
        const double ulp = ulp_of(problem, fmax(fabs(ours), fabs(theirs)));
        snprintf(text, room, "value %zu of %zu is %.17g, not %.17g: %.3g apart, %.3g ulps", at + 1,
                 count, ours, theirs, fabs(ours - theirs), fabs(ours - theirs) / ulp);
    } else {
        snprintf(text, room, "byte %zu of %zu is 0x%02x, not 0x%02x", at + 1, count,
                 ((const unsigned char *)answer)[at], ((const unsigned char *)other)[at]);
    }
    return text;
}
