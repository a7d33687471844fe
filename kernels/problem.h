/* problem.h: what the author of a problem reads. variant.h, which this includes, comes first.
 *
 * A problem of your own needs no place in the tree: MX_PROBLEM_PLUGIN at the end of this file makes
 * a plug-in of it. docs/problems.md tells how.
 *
 * To add a problem to the tree, make the folder kernels/<problem>/ and add the line
 * PROBLEM(<problem>) to problems.def. The folder holds <problem>.h (the rules, the instance's
 * layout, the encoding of states and what an answer is), variants.def, the files of the variants,
 * and the files that fill in `const struct mx_problem mx_problem_<problem>`. Only the first of
 * these is required:
 *
 *     <problem>.c              rules and states; the structure itself
 *     <problem>_text.c         reading, writing and drawing
 *     <problem>_inputs.c       generators, inputs for the benchmark suite, neighbours for searches
 *     <problem>_neighbours.c   the neighbours, if the file above would be too long
 *     <problem>_judging.c      inputs for judging contestants' programs, and known mistakes
 *
 * support/grid.h has functions for problems whose instance is a grid of cells.
 *
 * All functions are pure: the same arguments give the same result on every machine. They write only
 * to memory that they are handed, and may be called from several threads at once. The objects that
 * they make live in the arena that they are given. NULL for an object means that memory is short,
 * unless its comment says otherwise. Functions that write text to `char *text, size_t room` end it
 * with a zero byte and cut it off where the room ends. */
#ifndef MX_PROBLEM_H
#define MX_PROBLEM_H

#include <stdio.h>

#include "variant.h"

struct mx_arena;  /* support/arena.h */
struct mx_reader; /* support/reader.h */
struct mx_rng;    /* support/rng.h */

/* ---- Generators -------------------------------------------------------------------------- */

/* One key=value of a workload such as random:n=15,m=15,density=0.02,cases=100,seed=7. */
struct mx_parameter {
    const char *key, *help;
    bool fraction;          /* given as a decimal fraction, held in billionths (MX_BILLION) */
    uint64_t least, most;   /* the accepted range */
    uint64_t default_value; /* within that range */
    /* Names of the values from 0 on, ended by NULL; then they are given by name. NULL = numbers. */
    const char *const *words;
};

#define MX_MOST_PARAMETERS 8

struct mx_generator {
    const char *name, *summary;
    struct mx_parameter parameters[MX_MOST_PARAMETERS + 1]; /* ended by a NULL key */

    /* The number of different instances, for a generator that enumerates them. NULL = it makes as
     * many as are asked for. values[i] belongs to parameters[i]. */
    uint64_t (*count)(const uint64_t *values);

    /* Instance number `index`, from 0; below count() if that is there. */
    const void *(*make)(const uint64_t *values, uint64_t seed, uint64_t index,
                        struct mx_arena *arena);

    /* Returns NULL if the values go together, else the reason why not, a constant. A NULL pointer
     * means that all values within their ranges do. */
    const char *(*refuse)(const uint64_t *values);
};

/* An input that the benchmark suite times. Consecutive entries with the same label and a side are
 * a family: the same kind of instance in several sizes, to which a cost curve is fitted. */
struct mx_bench_load {
    const char *label; /* part of the benchmark's name */
    const char *spec;  /* a workload with its seed */
    bool quick;        /* part of the quick suite as well as of the full one */
    uint32_t side;     /* what grows along a family; 0 = not part of a family */
};

/* ---- Settings ---------------------------------------------------------------------------- */

/* An option of this problem alone, --NAME=VALUE, that changes every instance of a workload: another
 * rule, another start. */
struct mx_setting {
    const char *name;     /* letters a-z, digits and _; other than an option of mexbench */
    const char *argument; /* in --help: "normal|misere" */
    const char *help;     /* one sentence without a full stop: "Play by this rule" */
    /* The changed instance, in the arena. NULL = why[room] says why the value does not go with this
     * instance, or that memory is short. */
    const void *(*apply)(const void *instance, const char *value, struct mx_arena *arena, char *why,
                         size_t room);
};

/* ---- Moves of a game --------------------------------------------------------------------- */

#define MX_MOST_PARTS 5
#define MX_WHOLE_LINE UINT32_MAX

/* A move of the first player. It leaves a sum of states, its parts; a part without a cell is left
 * out. The move wins exactly when the values of the parts XOR to 0. */
struct mx_opening {
    char move[48];     /* "row 1, column 2" */
    uint32_t row, col; /* its cell, from 0; MX_WHOLE_LINE = any cell of that row or column */
    uint32_t moves;    /* the number of single moves that this one stands for */
    uint32_t parts;
    uint64_t part[MX_MOST_PARTS];
};

/* What a variant may say about the positions of a game, through its member `positions`, after
 * MX_SOLVED on the same run. A member that is NULL says nothing. */
#define MX_LOONY (UINT32_MAX - 1)
struct mx_positions {
    /* The nimber of a state, where probe tells only won from lost: 0 exactly for lost states,
     * MX_LOONY where the player to move wins in any sum, so that there is no nimber, and
     * MX_NOT_COMPUTED where the search for it gave up. May run long and use the workspace. */
    uint32_t (*nimber)(const struct mx_run *run, uint32_t which, uint64_t state);

    /* Counts the positions of layer `layer`, from 0, and those of them that are lost. A state that
     * the rules have ended before does not count. False = no such layer. */
    bool (*count)(const struct mx_run *run, uint32_t which, uint32_t layer, uint64_t *positions,
                  uint64_t *lost);
};

/* The drawing of a board: a grid of cells, of the size that problem->sides gives. */
struct mx_drawing {
    /* The letter for the cell, as in the text. */
    char (*letter)(const void *instance, uint32_t row, uint32_t col, int dialect);
    /* Whether a player may still move in the cell, as far as this state says. In a position, which
     * is a sum of states, a cell is free in at most one of them. */
    bool (*is_free)(const void *instance, uint64_t state, uint32_t row, uint32_t col);
    /* Writes lines of text with what the letters do not show. NULL = they show everything. */
    void (*write_rest)(FILE *file, const void *instance);
};

/* ---- Judging contestants' programs (mexbench judge) -------------------------------------- */

/* A workload to judge on. Instances beyond the judge's limits are skipped. */
struct mx_judge_load {
    const char *spec; /* without a seed */
    bool largest;     /* costs as much as the judge allows: comes last, and is timed */
};

/* A known mistake and the answers that it leads to. Exactly one function is set. */
struct mx_mistake {
    const char *words; /* "rows and columns are exchanged" */
    /* The program answers for this other instance. NULL = the mistake changes nothing here. */
    const void *(*misread)(const void *instance, struct mx_arena *arena);
    /* The program gives *answer where `right` is right. False = no such mistake here. */
    bool (*mistaken)(const void *instance, uint64_t right, uint64_t *answer);
};

/* A number that grows with an instance and that programs keep in too little room. */
struct mx_judge_measure {
    const char *words;   /* "with %llu cells or more" */
    const char *mistake; /* the thing that is too small then */
    uint64_t least;      /* below it, no program has too little room */
    bool (*of)(const void *instance, uint64_t *measure); /* false = not known */
};

/* The inputs that the judges of a problem give to programs, and their limits. */
struct mx_judging {
    const char *samples;   /* an input in the default dialect */
    uint64_t cases;        /* the most cases in one input */
    double seconds;        /* of processor time for one input */
    uint64_t memory_bytes; /* resident */
    bool (*allows)(const void *instance);
    const struct mx_judge_load *loads;       /* ended by a NULL spec */
    const struct mx_mistake *mistakes;       /* ended by NULL words */
    const struct mx_judge_measure *measures; /* ended by NULL words. NULL = none */

    /* Writes an instance with additions of a judge that problem->write leaves out, such as
     * patterns that are too large for a board. NULL = nothing is added. */
    void (*write)(FILE *file, const void *instance, int dialect);

    /* Move number `index`, from 0, from a state of a game that does not fall into parts. False = no
     * more. NULL = the openings explain enough. */
    bool (*reply)(const void *instance, uint64_t state, uint64_t index, struct mx_opening *reply);
};

/* ---- Rates ------------------------------------------------------------------------------- */

/* Nanoseconds for a unit of the terms of struct mx_forecast (support/forecast.h), for a call of
 * solve, and for a step once more for each doubling of the workspace beyond the second-level
 * cache. */
enum mx_rate_term {
    MX_RATE_STEP,
    MX_RATE_RESULT,
    MX_RATE_BYTE,
    MX_RATE_CALL,
    MX_RATE_FAR,
    MX_RATE_TERMS
};

struct mx_rate {
    const char *variant;
    double ns[MX_RATE_TERMS];
};

/* ---- The problem ------------------------------------------------------------------------- */

#define MX_UNTIL_END UINT64_MAX

/* The type of an answer. `answer_bytes` gives the length of answers that are not numbers. */
enum mx_answer_kind {
    MX_ANSWER_NUMBER, /* one uint64_t in run->answers */
    MX_ANSWER_BYTES,  /* bytes at mx_answer(run, i): equal, or wrong */
    MX_ANSWER_FLOATS, /* floats there: within the tolerance, or wrong */
    MX_ANSWER_DOUBLES /* doubles there, likewise */
};

/* Two values agree if one of these allows their difference, if they are equal, or if both are NaN.
 * Values are compared one by one, never by a hash. */
struct mx_tolerance {
    double relative; /* times the larger magnitude */
    double ulps;     /* times the distance from the larger magnitude to the next float or double */
    double absolute;
};

/* A problem. The members of the first block are required. The comment of
 * any other member says what happens without it; a verb that needs it refuses in one sentence. */
struct mx_problem {
    const char *name; /* letters a-z, digits and _; the first part of its variants' names */
    size_t (*bytes)(const void *instance); /* a multiple of 8, at least 8 */
    /* Whether two instances may share a batch; they then have equal bytes. */
    bool (*same_shape)(const void *a, const void *b);
    const struct mx_generator *generators;    /* ended by a NULL name */
    const struct mx_variant *const *variants; /* ended by NULL; the first is the reference */
    /* Prints the line for case number `number`, from 1. The second one is for answers that are not
     * numbers; a problem needs only the one for its answers. Without it, floats and doubles are
     * printed as decimal numbers. */
    void (*write_answer)(FILE *file, uint64_t number, uint64_t answer);
    void (*write_long_answer)(FILE *file, uint64_t number, const void *instance,
                              const void *answer);

    /* -- Words, in messages. -- */

    const char *title;         /* "Dots and Boxes"; NULL = the name */
    const char *summary;       /* one line; NULL = none */
    const char *instance_noun; /* "board", with the plural "boards"; NULL = "instance" */
    const char *work_noun;     /* units of work, in the plural: "options"; NULL = work is not
                                  counted, and run->work is always NULL */
    const char *state_noun;    /* a state: "rectangle"; needed with `states` */
    const char *value_noun;    /* a state's value: "nimber"; needed with `states` */
    /* An instance's shape: "15x15". NULL = its bytes. */
    void (*describe)(const void *instance, char *text, size_t room);
    /* NULL = one row, one column for each 8 bytes. */
    void (*sides)(const void *instance, uint32_t *rows, uint32_t *cols);

    /* -- Answers longer than one integer. -- */

    enum mx_answer_kind answer_kind;
    /* At least 1, the same for one shape. NULL = one float or double. */
    size_t (*answer_bytes)(const void *instance);
    struct mx_tolerance tolerance; /* of floats and doubles */
    /* The first difference of two answers, in words. NULL = the first byte or value. */
    void (*describe_difference)(const void *instance, const void *answer, const void *other,
                                char *text, size_t room);

    /* -- Variants. -- */

    /* What a unit of the work that variants foresee costs on a common machine, ended by a NULL
     * name. `mexbench tune` measures the rates anew on tune_loads: specs of boards of one shape
     * each, ended by NULL. Without rates, 'auto' uses `textbook`, then the others in their order,
     * if they can solve the batch. */
    const struct mx_rate *rates;
    const char *const *tune_loads;

    /* The plain kernel on one thread, which reports compare others with, and its cost in terms of
     * a side n: "n^5". NULL = the reference; not known. */
    const struct mx_variant *textbook;
    const char *textbook_cost;

    /* -- Text. `dialect` is an index into dialects. -- */

    /* Names of the text's dialects, the default first, then NULL. Without it there is one format,
     * and --dialect is refused. */
    const char *const *dialects;
    /* Reads what comes before the first case. *cases is the number of cases that follow, or
     * MX_UNTIL_END for "at least one, until the input ends". False = the reader has the error.
     * NULL = nothing comes before the first case, and cases follow until the input ends. */
    bool (*read_header)(struct mx_reader *reader, uint64_t *cases);
    /* Reads one case. NULL = the reader has the error. Without this function, a workload is a
     * generator spec, never a file. */
    const void *(*read)(struct mx_reader *reader, struct mx_arena *arena, int dialect);
    void (*write_header)(FILE *file, uint64_t cases); /* NULL = nothing comes before the first */
    /* Without this function, an instance is shown as the spec that makes it. */
    void (*write)(FILE *file, const void *instance, int dialect);
    const struct mx_setting *settings; /* ended by a NULL name; NULL = none */

    /* -- States. All four, or none: then check compares answers. -- */

    uint64_t (*states)(const void *instance); /* their number; UINT64_MAX = more than fit */
    uint64_t (*state)(const void *instance, uint64_t index); /* number `index` < states */
    void (*describe_state)(const void *instance, uint64_t state, char *text, size_t room);
    uint64_t (*options)(const void *instance); /* the exact work of all states together */

    /* -- Searches. -- */

    /* Candidate number `attempt` for a simpler instance than this one (a row less, a cell
     * emptied), larger steps first. NULL = no further candidate, or memory is short. Without this
     * function, check tries smaller parameters of the generator and other seeds. */
    const void *(*shrink)(const void *instance, uint64_t attempt, struct mx_arena *arena);
    /* A random neighbour of the same shape, with a cell or two changed. Without this function,
     * worst and compare take instances of the same generator from other seeds. */
    const void *(*mutate)(const void *instance, struct mx_rng *rng, struct mx_arena *arena);

    /* -- Explanations of a game (mexbench explain); all three, or none. -- */

    /* The states whose sum the start is. Returns how many, at most MX_MOST_PARTS. The first player
     * wins exactly when their values do not XOR to 0. */
    uint32_t (*start)(const void *instance, uint64_t parts[MX_MOST_PARTS]);
    /* Opening number `index`, in reading order, without moves that lose at once by the rules.
     * False = there are at most `index` of them. */
    bool (*opening)(const void *instance, uint64_t index, struct mx_opening *opening);
    const struct mx_drawing *drawing;
    const char *layer_noun; /* what the number of a layer counts: "cells filled" (mx_positions) */

    /* -- Suites. -- */

    /* Ended by a NULL label. NULL = the first generator at a ladder of sizes, from an eighth of the
     * default of its first whole-number parameter to twice that default. */
    const struct mx_bench_load *bench_loads;
    const struct mx_judging *judging; /* NULL = no program is judged */
};

/* The problems of this build, ended by NULL, from problems.def. */
extern const struct mx_problem *const mx_built_in_problems[];

/* ---- A problem as a plug-in --------------------------------------------------------------- */

/* MX_PROBLEM_PLUGIN(<the structure>); is the last line of a shared object that brings a problem
 * with its variants, for --plugin. Further plug-ins may add variants to it (variant.h). */
struct mx_problem_plugin {
    uint32_t contract, run_bytes, variant_bytes; /* version and sizes, as in struct mx_plugin */
    uint32_t problem_bytes, generator_bytes;
    const struct mx_problem *problem;
};

/* What mexbench offers to plug-ins: mx_arena_*, mx_rng_*, mx_reader_*, mx_hash and mx_hash_words
 * (support/), and the reference of a problem, by the problem's name; NULL = there is none. A first
 * version of a variant may hand its work to the reference. */
#ifdef __cplusplus
extern "C" {
#endif
const struct mx_variant *mx_reference(const char *problem);
#ifdef __cplusplus
}
#endif

#define MX_PROBLEM_PLUGIN(problem_variable)                                                        \
    extern __attribute__((visibility("default")))                                                  \
    const struct mx_problem_plugin mx_problem_plugin;                                              \
    const struct mx_problem_plugin mx_problem_plugin = {                                           \
        MX_CONTRACT_VERSION,       sizeof(struct mx_run),       sizeof(struct mx_variant),         \
        sizeof(struct mx_problem), sizeof(struct mx_generator), &(problem_variable)}

#endif
