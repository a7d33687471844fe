/* kernel.h: the contract between kernels and everything that runs them.
 *
 * A *problem* is a game. An *instance* is one board, a flat block of bytes without pointers. A
 * *variant* is one kernel that solves instances of one problem; all variants of a problem must
 * agree. A *state* is a position that a kernel gives a value to (a subrectangle, a set of filled
 * cells), written as one uint64_t in the problem's own encoding. An *option* is the result of one
 * move from a state. *Work* is counted in options evaluated.
 *
 * To add a variant: one file that defines `const struct mx_variant NAME`, one line VARIANT(NAME)
 * in kernels/<problem>/variants.def. It then is listed, checked, timed and reported.
 *
 * What a variant never does: allocate, print, read a clock, a file or the environment, keep
 * anything between calls outside its workspace, write to an instance, or fail. What could go
 * wrong is said before, by `unsupported`. Any number of solves may run at once on different
 * workspaces.
 */
#ifndef MX_KERNEL_H
#define MX_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "support/cpu.h"

struct mx_arena;
struct mx_judging;
struct mx_reader;
struct mx_rng;

/* ---- Running a variant ------------------------------------------------------------------- */

/* `count` >= 1 instances of one shape (problem->same_shape), number i at
 * (const char *)instances + i * stride. Read-only; owned by the harness. */
struct mx_batch {
    const void *instances;
    size_t stride; /* bytes, at least problem->bytes of each instance, a multiple of 8 */
    uint32_t count;
};

static inline const void *mx_instance(const struct mx_batch *batch, uint32_t i) {
    return (const char *)batch->instances + (size_t)i * batch->stride;
}

/* How a long solve reports; check takes one that is silent for ten seconds for a hang. A kernel
 * calls stage between stages (a size, a layer), from the
 * thread that called solve, with `done` rising to `total` in any unit of its own. On false it
 * returns MX_STOPPED at once. Progress, interrupts and checkpoints live behind this call. */
struct mx_monitor {
    bool (*stage)(void *context, uint64_t done, uint64_t total);
    void *context;
};

/* One call of solve. The harness owns every pointer. */
struct mx_run {
    struct mx_batch batch;
    void *workspace;   /* workspace_bytes() bytes, 64-byte aligned, content undefined: what a
                          kernel needs initialised, it initialises in solve, every time */
    int threads;       /* >= 1; 1 unless the variant is threaded */
    uint64_t *answers; /* [batch.count], written by solve */
    uint64_t *work;    /* [batch.count], options evaluated, written by solve; NULL = not wanted
                          (always so while timed) */
    const struct mx_monitor *monitor; /* NULL = nobody watches */
    uint64_t *digests; /* [batch.count], table digests (support/digest.h) over every state, written
                          by solve of a variant that says so; NULL = not wanted (always so while
                          timed) */
    bool resume;       /* the workspace is one that an earlier solve of the same batch, threads and
                          digests wish had when it called stage (a checkpoint): go on from there */
};

static inline bool mx_stage(const struct mx_run *run, uint64_t done, uint64_t total) {
    return run->monitor == NULL || run->monitor->stage(run->monitor->context, done, total);
}

enum mx_outcome {
    MX_SOLVED,  /* answers (and work) are written */
    MX_STOPPED, /* the monitor said stop; answers are undefined */
    MX_GAVE_UP  /* this kernel's range or budget ended, which it noticed: another must try */
};

/* Which states probe can answer for after MX_SOLVED. */
enum mx_keeps {
    MX_KEEPS_ANSWER,  /* none */
    MX_KEEPS_VISITED, /* those the kernel happened to visit */
    MX_KEEPS_ALL      /* every state of the problem */
};

#define MX_NOT_COMPUTED UINT32_MAX

/* One kernel. A constant; its functions are static in the variant's file. */
struct mx_variant {
    const char *name;  /* <problem>_<technique>[_<isa>], the same as the symbol */
    const char *idea;  /* one sentence without a full stop, for list and RESULTS.md */
    mx_isa isa;        /* what the processor must have */
    bool threaded;     /* uses run->threads; otherwise it is 1 */
    bool every_option; /* work is exactly problem->options; otherwise it may be less */
    bool digests;      /* writes run->digests: for tables that are not kept */
    bool resumes;      /* heeds run->resume; otherwise it is false */
    enum mx_keeps keeps;
    uint32_t max_batch; /* solve is given at most so many instances; 1 = one board at a time */

    /* What no run of it does without, to be set against the machine's limits
     * (docs/methodology.md); 0 = not known. */
    uint32_t lanes;      /* options that one operation on a vector of `isa` can decide at most */
    uint32_t state_bits; /* written to the table for each state, at least */

    /* NULL when the kernel can solve the instance, else why not, in words: a constant, or
     * written to why[room]. A null pointer here means that it can solve all. Memory is not its
     * concern: the harness compares workspace_bytes with what there is. */
    const char *(*unsupported)(const void *instance, char *why, size_t room);

    /* Bytes that solve needs for this batch; SIZE_MAX when that does not fit a size_t.
     * Depends on the shape, batch->count and threads, not on the cells. */
    size_t (*workspace_bytes)(const struct mx_batch *batch, int threads);

    enum mx_outcome (*solve)(const struct mx_run *run);

    /* After solve returned MX_SOLVED on the same run: the value of `state` of instance number
     * `which`, or MX_NOT_COMPUTED. May use the workspace. NULL when keeps is MX_KEEPS_ANSWER. */
    uint32_t (*probe)(const struct mx_run *run, uint32_t which, uint64_t state);
};

/* ---- Generated inputs -------------------------------------------------------------------- */

/* One key=value of a workload such as random:n=15,m=15,density=0.02,cases=100,seed=7. */
struct mx_parameter {
    const char *key, *help;
    bool fraction;        /* given as a decimal fraction, held in billionths (MX_BILLION) */
    uint64_t least, most; /* what is accepted */
    uint64_t standard;    /* when it is not given */
};

#define MX_MOST_PARAMETERS 6

struct mx_generator {
    const char *name, *summary;
    struct mx_parameter parameters[MX_MOST_PARAMETERS + 1]; /* ended by a NULL key */

    /* How many different boards there are when the generator enumerates them; a null pointer
     * when it makes as many as one likes. values[i] belongs to parameters[i]. */
    uint64_t (*count)(const uint64_t *values);

    /* Board number `index`, a function of the arguments alone, the same on every machine. In
     * the arena; NULL when memory is short. */
    const void *(*make)(const uint64_t *values, uint64_t seed, uint64_t index,
                        struct mx_arena *arena);

    /* Why there is no board for these values together, a constant; NULL when there is one. A null
     * pointer when every combination has boards. */
    const char *(*refuse)(const uint64_t *values);
};

/* An input that the benchmark suite times. Entries in a row with the same label and a side are one
 * family: the same kind of board in several sizes, to which a cost curve is fitted. */
struct mx_bench_load {
    const char *label; /* in the benchmark's name */
    const char *spec;  /* a workload with its seed */
    bool quick;        /* part of the quick suite as well as of the full one */
    uint32_t side;     /* what grows in a family, 0 = not one of a family */
};

/* ---- Moves ------------------------------------------------------------------------------- */

#define MX_MOST_PARTS 5
#define MX_WHOLE_LINE UINT32_MAX

/* A move of the first player. What it leaves is a sum of states, its parts, those without a cell
 * left out: the move wins exactly when the values of the parts XOR to 0. */
struct mx_opening {
    char move[48];     /* "row 1, column 2" */
    uint32_t row, col; /* its cell, from 0; MX_WHOLE_LINE: any in that row or column */
    uint32_t moves;    /* that many moves of the game are this one, cell by cell */
    uint32_t parts;
    uint64_t part[MX_MOST_PARTS];
};

/* ---- Drawing ---------------------------------------------------------------------------- */

/* The board as one draws it: a grid of cells, numbered from 0, of problem->sides. */
struct mx_drawing {
    /* The letter that the text has for the cell. */
    char (*letter)(const void *instance, uint32_t row, uint32_t col, int dialect);
    /* Whether a player may still move in the cell, as far as the state says; in a position, which
     * is a sum of states, a cell is free in one of them at most. */
    bool (*is_free)(const void *instance, uint64_t state, uint32_t row, uint32_t col);
    /* What the letters do not show, in lines of text; a null pointer when they show all. */
    void (*write_rest)(FILE *file, const void *instance);
};

/* ---- A problem --------------------------------------------------------------------------- */

#define MX_UNTIL_END UINT64_MAX

struct mx_problem {
    const char *name;            /* also the folder below kernels/ */
    const char *title;           /* "Bacterial Tactics" */
    const char *summary;         /* one line */
    const char *state_noun;      /* what a state is called: "rectangle" */
    const char *value_noun;      /* what its value is called: "nimber" */
    const char *const *dialects; /* names of the text's dialects, the default first, then NULL;
                                    a null pointer when there is one format only */

    /* -- Text. `dialect` is an index into dialects. -- */

    /* Reads what stands before the first case; *cases is how many follow, or MX_UNTIL_END for
     * "at least one, until the input ends". False: the reader has the error. */
    bool (*read_header)(struct mx_reader *reader, uint64_t *cases);
    /* Reads one case into the arena. NULL: the reader has the error. */
    const void *(*read)(struct mx_reader *reader, struct mx_arena *arena, int dialect);
    void (*write_header)(FILE *file, uint64_t cases);
    void (*write)(FILE *file, const void *instance, int dialect);
    /* The judge's line for case number `number`, counted from 1. */
    void (*write_answer)(FILE *file, uint64_t number, uint64_t answer);

    /* -- Instances. -- */

    size_t (*bytes)(const void *instance); /* a multiple of 8 */
    /* Instances that may share a batch. Implies equal bytes. */
    bool (*same_shape)(const void *a, const void *b);
    void (*describe)(const void *instance, char *text, size_t room); /* "15x15" */
    void (*sides)(const void *instance, uint32_t *rows, uint32_t *cols);
    /* Candidate number `attempt` for a simpler instance than this one (a row less, a cell
     * emptied), larger steps first; NULL when there are no more candidates. */
    const void *(*shrink)(const void *instance, uint64_t attempt, struct mx_arena *arena);

    /* A random neighbour of the same size, for searches: a cell or two changed. NULL when memory is
     * short. */
    const void *(*mutate)(const void *instance, struct mx_rng *rng, struct mx_arena *arena);

    /* -- States. -- */

    uint64_t (*states)(const void *instance); /* how many; UINT64_MAX when more than fit */
    uint64_t (*state)(const void *instance, uint64_t index); /* number `index` < states */
    uint64_t (*options)(const void *instance); /* of all states together, counted exactly */
    void (*describe_state)(const void *instance, uint64_t state, char *text, size_t room);

    /* The states whose sum the start is; the first player wins exactly when their values do not
     * XOR to 0. Returns how many, at most MX_MOST_PARTS. */
    uint32_t (*start)(const void *instance, uint64_t parts[MX_MOST_PARTS]);
    /* Opening number `index`, in reading order; false when there are no so many. Moves that lose at
     * once by the rules are left out. */
    bool (*opening)(const void *instance, uint64_t index, struct mx_opening *opening);

    const struct mx_drawing *drawing; /* how a board looks */

    const struct mx_generator *generators; /* ended by a NULL name */

    const struct mx_bench_load *bench_loads; /* ended by a NULL label */
    const struct mx_judging *judging;        /* judging.h */

    /* -- Variants. -- */

    const struct mx_variant *const *variants; /* ended by NULL; [0] is the reference */

    /* The bottom-up kernel as one writes it, on one thread, which others are set against; and what
     * it costs: "n^5", n as in side. */
    const struct mx_variant *textbook;
    const char *textbook_cost;

    /* 'auto': the variant to use for a batch on this machine, with `attempt` counting those
     * that gave up before; NULL when none is left. Never one that needs more than `isa`. */
    const struct mx_variant *(*choose)(const struct mx_batch *batch, mx_isa isa, int threads,
                                       int attempt);
};

/* Every problem of this build, ended by NULL (kernels/problems.def). */
extern const struct mx_problem *const mx_built_in_problems[];

/* ---- Plug-ins ---------------------------------------------------------------------------- */

/* A shared object that the command loads with --plugin exports one descriptor under the name
 * mx_plugin (MX_PLUGIN_SYMBOL), which MX_PLUGIN defines. It is for one problem and brings one
 * variant, to which everything above applies, and which stands behind those of the build. */

/* Raised whenever a structure of this header or the layout of some problem's instance changes. */
#define MX_CONTRACT_VERSION 1u

struct mx_plugin {
    uint32_t contract;                /* MX_CONTRACT_VERSION; stays the first member for good */
    uint32_t run_bytes;               /* sizeof(struct mx_run) */
    uint32_t variant_bytes;           /* sizeof(struct mx_variant) */
    const char *problem;              /* the problem's name */
    const struct mx_variant *variant; /* its name begins with the problem's and _ */
};

#define MX_PLUGIN_SYMBOL "mx_plugin"

/* MX_PLUGIN(bacteria, bacteria_mine); at the end of the variant's file. */
#define MX_PLUGIN(problem_name, variant_name)                                                      \
    extern const struct mx_plugin mx_plugin;                                                       \
    __attribute__((visibility("default")))                                                         \
    const struct mx_plugin mx_plugin = {MX_CONTRACT_VERSION, sizeof(struct mx_run),                \
                                        sizeof(struct mx_variant), #problem_name, &(variant_name)}

#endif
