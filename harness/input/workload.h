/* Workloads: one notation for what every verb works on.
 *
 *     game.txt                                          a file in the judge's format
 *     -                                                 the same on standard input
 *     random:n=15,m=15,density=0.02,cases=100,seed=7    a generator of the problem
 *
 * A word is a spec when what stands before the first ':' (or all of it) names a generator of the
 * problem; write ./random for a file of such a name.
 */
#ifndef MX_WORKLOAD_H
#define MX_WORKLOAD_H

#include "kernel.h"
#include "support/reader.h"

struct mx_spec {
    const struct mx_generator *generator;
    uint64_t values[MX_MOST_PARAMETERS];
    uint64_t cases; /* boards to make */
    uint64_t seed;
};

/* The value of parameter `key`; for code that varies a spec. NULL when it has none. */
uint64_t *mx_spec_value(struct mx_spec *spec, const char *key);

/* Whether the text is a spec rather than a path. */
bool mx_is_spec(const struct mx_problem *problem, const char *text);

/* Parses a spec; seed= in the text wins over `seed`. False: why[room] says what is wrong. */
bool mx_spec_parse(struct mx_spec *spec, const struct mx_problem *problem, const char *text,
                   uint64_t seed, char *why, size_t room);

/* The spec with nothing given: standard values. The generator must exist. */
struct mx_spec mx_spec_standard(const struct mx_problem *problem, const char *generator);

struct mx_workload {
    const struct mx_problem *problem;
    int dialect;
    bool generated;
    struct mx_spec spec;     /* when generated */
    struct mx_reader reader; /* otherwise */
    uint64_t cases;          /* announced; MX_UNTIL_END when only the end will tell */
    uint64_t next;           /* boards handed out */
    char error[320];
};

/* False: workload->error says why. `text` must outlive the workload. */
bool mx_workload_open(struct mx_workload *workload, const struct mx_problem *problem, int dialect,
                      const char *text, uint64_t seed);

enum mx_next { MX_NEXT_BOARD, MX_NEXT_END, MX_NEXT_ERROR };

/* The next board, in the arena. On MX_NEXT_ERROR workload->error says why; boards handed out
 * before remain good. */
enum mx_next mx_workload_next(struct mx_workload *workload, struct mx_arena *arena,
                              const void **instance);

void mx_workload_close(struct mx_workload *workload);

#endif
