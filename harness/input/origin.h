/* Where an instance comes from, if a generator made it: the instance can be made again, shown as a
 * spec, and changed through the generator's parameters. */
#ifndef MX_ORIGIN_H
#define MX_ORIGIN_H

#include "harness/input/spec.h"

struct mx_origin {
    struct mx_spec spec; /* generator NULL = not from a generator, or not known */
    uint64_t index;
};

#define MX_ORIGIN_ROOM 256

/* Makes the instance; NULL when the generator does. */
const void *mx_origin_make(const struct mx_origin *origin, struct mx_arena *arena);

/* The spec that has the instance as its last: "random:n=3,seed=5", or "random:n=3,cases=4,seed=5"
 * for number 3. Returns text. */
const char *mx_origin_text(const struct mx_origin *origin, char text[MX_ORIGIN_ROOM]);

/* Candidate number `attempt` for a simpler instance: one parameter (of an enumeration also the
 * number) nearer to its least value, larger steps first, with the same seed and then with others.
 * False = no further candidate. */
bool mx_origin_simpler(const struct mx_origin *origin, uint64_t attempt, struct mx_origin *simpler);

/* The origin with another seed, or for an enumeration another number, chosen at random. */
struct mx_origin mx_origin_other(const struct mx_origin *origin, struct mx_rng *rng);

#endif
