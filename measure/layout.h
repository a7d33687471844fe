/* How much the layout of a program moves its times: the same objects, linked in another order and
 * with other paddings, run at other speeds (Mytkowicz et al. 2009). `scripts/links --floor`
 * measures that for each variant of this tree and keeps it next to the rates of this machine
 * (harness/solve/rates.h). A comparison of single builds cannot show it.
 */
#ifndef MX_LAYOUT_H
#define MX_LAYOUT_H

#include <limits.h>

#include "harness/solve/rates.h"
#include "variant.h"

/* Assumed without a measurement. */
#define MX_LAYOUT_DEFAULT 0.04

struct mx_layout {
    double floor;           /* the largest log ratio of two links of the same code */
    char measured[40];      /* when; "" = not on this machine: the default */
    char path[PATH_MAX];    /* of the file, whether it exists or not; "" = there is no place */
    char key[MX_RATES_KEY]; /* of this machine, version and compiler; the file has the same */
};

/* The layout's effect on these variants: the largest of theirs, or of all variants where one was
 * not measured. `count` 0 means all variants. A file of another form or key is ignored. */
void mx_layout_read(const struct mx_variant *const *variants, unsigned count,
                    struct mx_layout *layout);

#endif
