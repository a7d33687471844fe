/* The race of 'auto' in a stream of boards. Predictions rank the kernels for a shape; the two
 * cheapest then solve the first boards of a long stream, a part each, and the faster one solves the
 * rest. Nothing is solved twice. */
#ifndef MX_CONTEST_H
#define MX_CONTEST_H

#include "harness/solve/choice.h"

#define MX_ENTRANTS 10

struct mx_entrant {
    struct mx_candidate candidate; /* its seconds are for the batch that was ranked last */
    uint64_t pieces, boards;       /* that it was asked to solve */
    uint64_t gave_up;              /* pieces that it left to others */
    double seconds;                /* in which they were solved */
    double foreseen, measured; /* without the first piece, which pays for page faults and such */
};

/* The kernels for batches of one shape and about one size, the cheapest prediction first. */
struct mx_contest {
    uint32_t rows, cols;
    uint32_t boards; /* of the batch that was ranked last */
    bool digests;    /* only kernels that can digest */
    uint64_t batches;
    uint32_t count;
    struct mx_entrant entrant[MX_ENTRANTS];
};

#define MX_CONTESTS 16
struct mx_contests {
    uint32_t count, newest;
    struct mx_contest contest[MX_CONTESTS]; /* the last ones, for solve --why too */
};

/* The contest of a batch, ranked for it; `serves` says which kernels may enter. */
struct mx_contest *mx_contest_for(struct mx_contests *contests, const struct mx_request *request,
                                  const struct mx_batch *batch, bool digests,
                                  bool (*serves)(const void *context, const struct mx_variant *),
                                  const void *context);

/* The entrant that should solve next, and how many of the next `boards` boards. At least one
 * entrant must exist. One that gives up more often than it solves is passed over. */
uint32_t mx_contest_pick(const struct mx_contest *contest, uint32_t boards, uint32_t *piece);

/* A search whose forecast is wide, and which may be far faster than the entrant that was picked: it
 * should have a short trial first. contest->count if there is none. */
uint32_t mx_contest_hope(const struct mx_contest *contest, uint32_t picked);

/* The seconds of the contest's batch after which `entrant` should leave it to others: few for a
 * hope, more for a search that was picked, infinite for a kernel that keeps to its forecast. */
double mx_contest_patience(const struct mx_contest *contest, uint32_t picked, uint32_t entrant);

/* Enters the seconds in which an entrant, with those that stepped in for it when it gave up, solved
 * some boards of the contest's batch. */
void mx_contest_enter(struct mx_contest *contest, uint32_t entrant, uint32_t boards, double seconds,
                      bool gave_up);

#endif
