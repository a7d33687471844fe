/* Nothing is timed unless it agreed, on the very workload that is timed. */
#ifndef MX_AGREEMENT_H
#define MX_AGREEMENT_H

#include "harness/check/agree.h"
#include "measure/load.h"

/* What the first variant that solved a load found out: the others must find the same. */
struct mx_witness {
    const struct mx_variant *variant; /* NULL while nobody has solved it */
    struct mx_findings *findings;     /* [boards], in the order of the window's groups */
    struct mx_arena arena;
    unsigned depths; /* how deep the comparisons went, enum mx_depth */
    unsigned itself; /* how deep one with the same variant, of another build, goes */
    double work;     /* options that the variant checked last evaluated, over all boards */
};

/* Solves the load once under guard and compares with the witness, or makes this variant the
 * witness. False: text[room] names the first difference or fault. */
bool mx_agreement_check(struct mx_witness *witness, const struct mx_load *load,
                        const struct mx_variant *variant, int threads, char *text, size_t room);

void mx_witness_free(struct mx_witness *witness);

#endif
