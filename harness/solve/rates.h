/* The rates of this machine: what a unit of each kernel's work costs here. `mexbench tune` measures
 * them and keeps them in $XDG_CACHE_HOME/mexbench (~/.cache/mexbench). Without that file, the
 * committed rates of the problems are used (problem->rates). */
#ifndef MX_RATES_H
#define MX_RATES_H

#include <jansson.h>
#include <limits.h>

#include "problem.h"

#define MX_MOST_RATES 128
#define MX_RATE_NAME 64
#define MX_RATES_KEY 320

struct mx_machine_rate {
    char variant[MX_RATE_NAME];
    double ns[MX_RATE_TERMS];
};

struct mx_rates {
    double stage_ns;     /* a stage costs this for each thread beyond the first */
    double gain;         /* the part of a core that each further thread adds */
    size_t second_level; /* bytes of the cache beyond which tables slow steps down */
    uint32_t count;      /* 0 = only committed rates */
    struct mx_machine_rate rate[MX_MOST_RATES];
    char measured[40];   /* when; "" = only committed rates */
    char path[PATH_MAX]; /* of the file, whether it exists or not; "" = there is no place for it */
    char warning[400];   /* why the file is ignored, or what could not be measured; "" = nothing */
};

/* Rates without a file: those of the problems, and those of threads that most machines reach. */
void mx_rates_default(struct mx_rates *rates);

/* Reads the file of this machine. Anything wrong with it leaves the default and a warning. */
void mx_rates_load(struct mx_rates *rates);

/* The rates of this process, loaded when first asked for. */
const struct mx_rates *mx_rates(void);

/* Writes them to rates->path and makes its folders. The file appears whole or not at all. On false,
 * why[room] says why. */
bool mx_rates_save(const struct mx_rates *rates, char why[], size_t room);

/* Whether the file could be written now, with the same reasons. Makes its folders. */
bool mx_rates_can_save(const struct mx_rates *rates, char why[], size_t room);

/* The rates as JSON, as in the file but for its key; the caller frees it. NULL when memory is
 * short.
 */
json_t *mx_rates_json(const struct mx_rates *rates);

/* ns[MX_RATE_TERMS] of a variant; NULL = none are known. */
const double *mx_rate_of(const struct mx_rates *rates, const struct mx_problem *problem,
                         const struct mx_variant *variant);

/* The things that rates depend on: processor, instruction sets, caches, version, compiler and its
 * flags. */
void mx_rates_key(char key[MX_RATES_KEY]);

/* The same without the flags. */
void mx_machine_and_version(char key[MX_RATES_KEY]);

/* The path of a file about this machine, NAME-HASH.json with the hash of the key. Returns false,
 * with path "", when there is no place for it. */
bool mx_machine_file(const char *name, const char *key, char path[PATH_MAX]);

#endif
