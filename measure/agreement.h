/* A variant is timed only after its answers agree on the same boards that are timed. */
#ifndef MX_AGREEMENT_H
#define MX_AGREEMENT_H

#include "harness/check/agree.h"
#include "measure/load.h"

/* The findings of the first variant that solved a set of boards. All other variants must find the
 * same. */
struct mx_witness {
    const struct mx_variant *variant; /* NULL until a variant has solved the boards */
    struct mx_findings *findings;     /* [boards], in the order of the groups */
    struct mx_arena arena;
    unsigned depths; /* depths of the comparisons with other variants, enum mx_depth */
    unsigned itself; /* depth of a comparison with the same variant of another build */
    double work;     /* options that the variant checked last evaluated, over all boards */
};

enum mx_agreement {
    MX_AGREES,
    MX_DIFFERS,   /* wrong: it has another value, or damages memory that is not its own */
    MX_NOT_SOLVED /* nothing was compared: memory, a budget, an unsupported board */
};

/* Solves the groups (`boards` in all) once under guard and compares with the witness, or makes this
 * variant the witness. text[room] names the first difference, or the reason why the boards are not
 * solved. The monitor, or NULL, is called between stages; it must not say stop. */
enum mx_agreement mx_agreement_check(struct mx_witness *witness, const struct mx_problem *problem,
                                     const struct mx_groups *groups, uint32_t boards,
                                     const struct mx_variant *variant, int threads,
                                     const struct mx_monitor *monitor, char *text, size_t room);

/* The evidence, in bits, of an agreement on the answers alone: the number of distinct boards times
 * the binary logarithm of one over the share of the commonest answer. A variant that always gives
 * that answer would be right by chance with a probability of 2^-bits. The witness must belong to
 * these groups. NAN when memory is short. */
double mx_agreement_bits(const struct mx_witness *witness, const struct mx_problem *problem,
                         const struct mx_groups *groups);

/* With fewer bits, agreement on answers alone is not enough for a verdict. */
#define MX_ENOUGH_BITS 32.0

void mx_witness_free(struct mx_witness *witness);

#endif
