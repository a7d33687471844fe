/* The state of a sampling process (measure/serve.h): talking in serve.c, solving in serve_solve.c.
 */
#ifndef MX_SERVE_INTERNAL_H
#define MX_SERVE_INTERNAL_H

#include "measure/board_sets.h"
#include "measure/counters.h"
#include "measure/machine.h"
#include "measure/serve.h"

/* The boards of the sampled round, and one more set for the solve before a sample. */
struct mx_round {
    bool made;
    uint64_t number;
    uint32_t count;            /* number of timed sets */
    struct mx_board_set *sets; /* [count + 1] */
    struct mx_arena arena;
};

/* The context switches of the process so far. */
struct mx_switches {
    uint64_t involuntary, voluntary;
};

struct mx_server {
    const struct mx_serving *serving;
    FILE *input, *output;
    struct mx_load load;
    struct mx_board_set workload, checked; /* checked: the workload and its neighbours */
    struct mx_arena arena;                 /* of both */
    struct mx_round round;
    struct mx_solver solver; /* shared by all subjects: one workspace */
    struct mx_counters counters;
    struct mx_steal steal; /* at the start */
    struct mx_switches switches;
    double last_sign;  /* time of the last sign of life */
    unsigned at_work;  /* the subject that it named */
    bool varies, real; /* real: the real-time clock decides */
};

struct mx_sampled {
    double real, processor; /* seconds of all solves */
    uint64_t hash;          /* of the answers */
};

/* Answers "failed TEXT" in one line, whatever the text contains. Returns false. */
bool mx_serve_failed(struct mx_server *server, const char *text);

/* Reports that this subject is at work now. */
void mx_serve_sign(struct mx_server *server, unsigned subject);

/* A monitor that continues to send signs of life; context is the server. */
bool mx_serve_alive(void *context, uint64_t done, uint64_t total);

/* The rest: false when the request has been answered already. */

/* Makes the boards of a round unless they are there. */
bool mx_serve_round(struct mx_server *server, uint64_t number, uint32_t sets);

/* One solve of a set, with signs of life. */
bool mx_serve_solve(struct mx_server *server, unsigned subject, struct mx_board_set *set);

/* Extends the hash by the answers of a set, which are rounded as its witness's, from subject 0. */
bool mx_serve_hash(struct mx_server *server, struct mx_board_set *set, uint64_t *hash);

/* Times the given number of solves of the round's sets. */
bool mx_serve_sample(struct mx_server *server, unsigned subject, uint64_t count,
                     struct mx_sampled *sampled);

/* The request "calibrate". */
void mx_serve_calibrate(struct mx_server *server, const char *rest);

#endif
