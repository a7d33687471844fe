/* What the two sides of a sweep share: the child (sweep_child.c) and its parent (sweep.c). */
#ifndef MX_SWEEP_INTERNAL_H
#define MX_SWEEP_INTERNAL_H

#include "harness/check/sweep.h"
#include "harness/process/child.h"

enum mx_report_kind {
    MX_REPORT_ALIVE,   /* a long solve has come further */
    MX_REPORT_RUNNING, /* variant number `running` starts on `board` */
    MX_REPORT_AGREED,  /* `boards` more boards are compared, to `depths` */
    MX_REPORT_SKIPPED, /* `text`: why some could not be */
    MX_REPORT_FAILED   /* `text`: how, on `board` */
};

/* What a child tells. */
struct mx_report {
    enum mx_report_kind kind;
    uint32_t running;
    uint64_t board;
    uint64_t boards;
    unsigned depths;
    char text[320];
};
_Static_assert(sizeof(struct mx_report) <= MX_CHILD_MOST_BYTES,
               "reports must be written atomically");

/* The variant's number in problem->variants; that of the NULL at its end when it is not there. */
uint32_t mx_variant_index(const struct mx_problem *problem, const struct mx_variant *variant);

/* In the child: all of the sweep, reports on the line. */
void mx_sweep_units(const struct mx_sweep *sweep, const struct mx_child_line *line);

#endif
