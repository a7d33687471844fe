/* variant.h: what the author of a kernel reads. A *problem* is what is solved; its header has its
 * rules. An *instance* is one input, a flat block of bytes without pointers. A *state* is a
 * subproblem with a value of its own, written as one uint64_t; *work* is counted in a unit. A
 * problem may have neither. A *variant* is one kernel; all variants must agree on answers and on
 * the value of every state.
 *
 * To add a variant, write kernels/<problem>/NAME.c, which defines `const struct mx_variant NAME`,
 * and add the line VARIANT(NAME) to variants.def there (one for each ISA: support/isa.h).
 *
 * A kernel does not allocate, print, read a clock, a file or the environment, write to an instance,
 * or keep anything between calls outside its workspace. It cannot fail: `unsupported` says
 * beforehand what it cannot do. Several solves may run at once, each on its own workspace. */
#ifndef MX_VARIANT_H
#define MX_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/cpu.h"
#include "support/forecast.h"
#include "support/storage.h"

/* `count` >= 1 instances of one shape. Read-only; owned by the harness. */
struct mx_batch {
    const void *instances;
    size_t stride; /* bytes from one instance to the next, a multiple of 8 */
    uint32_t count;
};
static inline const void *mx_instance(const struct mx_batch *batch, uint32_t i) {
    return (const char *)batch->instances + (size_t)i * batch->stride;
}

struct mx_monitor {
    bool (*stage)(void *context, uint64_t done, uint64_t total);
    void *context;
};

/* One call of solve. The harness owns every pointer and may pass NULL where stated. */
struct mx_run {
    struct mx_batch batch;
    void *workspace;   /* workspace_bytes() bytes, 64-byte aligned; every call finds junk */
    int threads;       /* >= 1; 1 unless the variant is `threaded` */
    uint64_t *answers; /* [batch.count], written by solve, unless answers are longer: below */
    uint64_t *work;    /* [batch.count], written by solve: work done. NULL = not wanted */
    uint64_t *digests; /* [batch.count], if the variant is `digests`: the sum over all states of
                          mx_digest_pair (support/digest.h). NULL = not wanted */
    const struct mx_monitor *monitor; /* called by mx_stage; NULL = no monitor */
    bool resume; /* if `resumes`: solve continues from a workspace as a call of mx_stage left it */
    void *long_answers;   /* for a problem with `answer_bytes`, whose answers are longer: solve */
    size_t answer_stride; /* writes number i to mx_answer(run, i), 8-byte aligned */
    const struct mx_storage *storage; /* to use if not NULL, as storage_plan has planned */
    void *reserved;                   /* NULL */
};
static inline void *mx_answer(const struct mx_run *run, uint32_t i) {
    return (char *)run->long_answers + (size_t)i * run->answer_stride;
}

/* A long solve calls this between stages from the thread that called solve, at least once a second;
 * `done` rises to `total` in any unit. On false, solve returns MX_STOPPED at once. */
static inline bool mx_stage(const struct mx_run *run, uint64_t done, uint64_t total) {
    return run->monitor == NULL || run->monitor->stage(run->monitor->context, done, total);
}

enum mx_outcome {
    MX_SOLVED,  /* everything wanted is written */
    MX_STOPPED, /* mx_stage returned false; answers are undefined */
    MX_GAVE_UP  /* the kernel noticed the end of its range or budget; another must try */
};

enum mx_keeps { MX_KEEPS_ANSWER, MX_KEEPS_VISITED, MX_KEEPS_ALL };
#define MX_NOT_COMPUTED UINT32_MAX

/* One kernel: a constant with static functions. Members after the first five may be 0 or NULL, and
 * workspace_bytes of a plug-in, which then has no workspace. */
struct mx_variant {
    const char *name;   /* <problem>_<technique>[_<isa>], the same as the symbol */
    const char *idea;   /* one sentence without a full stop, for `list` and reports */
    uint32_t max_batch; /* solve gets at most this many instances; 1 = one at a time */
    /* Bytes of workspace for the batch; SIZE_MAX if they exceed a size_t. Depends on the shape,
     * batch->count and threads, not on the content of the instances. */
    size_t (*workspace_bytes)(const struct mx_batch *batch, int threads);
    enum mx_outcome (*solve)(const struct mx_run *run);
    /* Returns NULL if the kernel can solve the instance, else the reason in words: a constant, or
     * text in why[room]. NULL = it can solve all. Memory is not its concern. */
    const char *(*unsupported)(const void *instance, char *why, size_t room);
    /* After MX_SOLVED on the same run: the value of `state` of instance number `which`, or
     * MX_NOT_COMPUTED. May use the workspace. Required unless `keeps` is MX_KEEPS_ANSWER. */
    uint32_t (*probe)(const struct mx_run *run, uint32_t which, uint64_t state);
    enum mx_keeps keeps; /* the states that probe has values for: none, some, all */

    mx_isa isa;        /* what the processor must have: MX_ISA_BASE (0), _AVX2, _AVX512, _NEON */
    bool threaded;     /* uses run->threads */
    bool every_option; /* work is the problem's exact count; otherwise less is allowed */
    bool digests;      /* writes run->digests: faster than probe, or probe lacks some states */
    bool resumes;      /* honours run->resume */
    /* For the machine's limits in reports; 0 = not known. */
    uint32_t lanes;                   /* units of work that one vector operation decides, at most */
    uint32_t state_bits;              /* bits written to memory for each state, at least */
    mx_storage_planner *storage_plan; /* NULL = never uses storage (support/storage.h) */
    const struct mx_positions *positions; /* nimbers and counts of a game: problem.h */
    const void *reserved[1];              /* NULL, checked at load */
    struct mx_forecast (*forecast)(const struct mx_batch *batch, int threads); /* for 'auto' */
};

/* A plug-in, for --plugin, is a shared object with one variant: the variant is static there, and
 * MX_PLUGIN(<problem>, <name of the variant>); is its last line. problem.h has the same for a whole
 * problem. The version rises with every change of a structure or of a problem's instance. */
#define MX_CONTRACT_VERSION 3u
struct mx_plugin {
    uint32_t contract, run_bytes, variant_bytes; /* version and sizes of the structures above */
    const char *problem;
    const struct mx_variant *variant;
};
#define MX_PLUGIN(problem_name, variant_name)                                                      \
    extern __attribute__((visibility("default"))) const struct mx_plugin mx_plugin;                \
    const struct mx_plugin mx_plugin = {MX_CONTRACT_VERSION, sizeof(struct mx_run),                \
                                        sizeof(struct mx_variant), #problem_name, &(variant_name)}

#endif
