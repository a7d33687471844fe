/* Right before fast: no variant is its own witness. A timed variant must agree with another
 * technique on the same boards that are timed. */
#ifndef MX_CHECKING_H
#define MX_CHECKING_H

#include "measure/agreement.h"
#include "measure/load.h"

/* A load and the knowledge of its values. */
struct mx_checked_load {
    struct mx_load *load;
    struct mx_witness witness;
    bool confirmed;   /* two techniques found the same */
    size_t candidate; /* the next variant of the registry that may confirm it */
};

enum mx_check {
    MX_UNCHECKED,
    MX_COMPARED,     /* agrees with another technique */
    MX_NOT_COMPARED, /* no other technique solves it in time; text: the substitute */
    MX_SKIPPED,      /* it cannot be timed; text: why */
    MX_FAILED        /* it is wrong; text: the difference */
};

struct mx_checked {
    enum mx_check what;
    char text[512];
    double work; /* options that the variant evaluated, by its own count; 0 = unknown */
};

/* Compares a variant, which can solve the load, with the reference or, where that cannot solve it
 * within `limit` seconds, with another technique. If none can, it compares digests of smaller
 * boards from the same generator. Sets what, text and work. */
void mx_check_on_load(struct mx_checked *checked, struct mx_checked_load *load,
                      const struct mx_variant *variant, int threads, mx_isa isa, double limit);

#endif
