/* One variant over many boards of a plan, in children of this process.
 *
 * A child runs duels and reports each. When it crashes or hangs, the reports tell which variant did
 * so, and on which board. If the variant was a rival, the rival is barred and another child
 * continues. A silent child gets a second chance: another child begins again at the same unit.
 */
#ifndef MX_SWEEP_H
#define MX_SWEEP_H

#include "harness/check/agree.h"
#include "harness/check/plan.h"
#include "harness/check/session.h"

enum mx_sweep_outcome {
    MX_SWEEP_ENDED,       /* no failure; but see boards and reason */
    MX_SWEEP_FAILED,      /* text: how; board */
    MX_SWEEP_UNRESOLVED,  /* text: it had too little processor time twice; board */
    MX_SWEEP_INTERRUPTED, /* mx_interrupted() */
    MX_SWEEP_ERROR        /* text: why no child could be started */
};

/* The batches that are filled up by repetition. */
enum mx_fill { MX_FILL_AS_PLANNED, MX_FILL_NONE, MX_FILL_ALL };

struct mx_sweep {
    /* Set by the caller. */
    const struct mx_check_session *session;
    const struct mx_plan *plan;
    const struct mx_variant *variant; /* this processor has its isa */
    uint64_t first_unit, end_unit; /* units first_unit .. end_unit-1; first_unit rises when another
                                      child continues */
    enum mx_fill fill;
    bool one_chance; /* a child that was silent fails at once */
    double deadline; /* on mx_seconds()'s clock; INFINITY = none */
    bool *barred;    /* by index in problem->variants: no rivals; the sweep adds to it */
    void (*progress)(void *context,
                     uint64_t boards); /* called often, in this process; may be NULL */
    void *context;

    /* Set by mx_sweep_run. */
    enum mx_sweep_outcome outcome;
    uint64_t boards; /* compared without a difference; for the reference: run without a fault */
    unsigned depths; /* enum mx_depth */
    uint64_t board;  /* the one that failed */
    char text[320];
    char reason[320]; /* why the first skipped board was not compared; "" = all were */
};

void mx_sweep_run(struct mx_sweep *sweep);

#endif
