/* Judges a program that speaks the judge's format. It tells whether the program is right and, if
 * not, the smallest failing input and the likely cause.
 *
 * The program runs on samples, on tiny boards, on boards of all shapes and kinds, and last on the
 * largest that the judge allows; never on larger ones. An input holds several cases if the format
 * or the program allows that. After the first failure, judging continues for a short time, so that
 * the report can say what the failures have in common. The caller must have no children
 * (harness/process/descendants.h).
 */
#ifndef MX_JUDGE_H
#define MX_JUDGE_H

#include "harness/process/confined.h"
#include "problem.h"

enum mx_judged {
    MX_JUDGED_ACCEPTED,
    MX_JUDGED_PRESENTATION,
    MX_JUDGED_WRONG,
    MX_JUDGED_RUNTIME,
    MX_JUDGED_TIME,
    MX_JUDGED_MEMORY,
    MX_JUDGED_OUTPUT
};

/* "wrong answer", ... */
const char *mx_judged_in_words(enum mx_judged verdict);

struct mx_judge_progress {
    uint64_t boards, failed;
    double seconds, of_seconds; /* spent, and the total; of_seconds 0 = not known */
    const char *stage;          /* "the largest boards"; "" at first */
};

struct mx_judge_options {
    const struct mx_problem *problem;
    int dialect;                       /* the dialect that the program reads */
    struct mx_confinement confinement; /* the program and its limits; seconds for one input */
    double seconds;                    /* approximate time for all but samples and largest boards */
    uint64_t boards;                   /* approximate number of these boards instead; 0 = by time */
    uint32_t cases; /* in an input; 0 = the judge's number, or more if the program reads more */
    uint64_t seed;
    mx_isa isa; /* for the right answers */
    void (*progress)(void *context, const struct mx_judge_progress *progress); /* may be NULL */
    void *context;
};

#define MX_JUDGE_CAUSES 4
#define MX_JUDGE_EXAMPLE 16

/* The input that shows the failure best. */
struct mx_judge_example {
    uint32_t count;                      /* of boards; 0 = no example: `missing` says why */
    const void *board[MX_JUDGE_EXAMPLE]; /* [count], in the arena */
    bool smallest;                       /* no simpler board fails, and no fewer of them */
    char expected[80], got[80];          /* the first line that differs; "" = none */
    double seconds;    /* the limit that it exceeds, if shorter than the one given; else 0 */
    char missing[240]; /* why there is no example; "" when there is one */
};

/* The evidence behind 'accepted'. */
struct mx_judge_strength {
    uint64_t shapes;                  /* different sizes of boards */
    uint32_t tiny_cells;              /* boards of up to this many cells are tiny */
    uint64_t tiny_given, tiny_boards; /* given, of all tiny boards */
};

struct mx_judge_report {
    enum mx_judged verdict;
    char detail[240];        /* "SIGSEGV", "exit code 1: ..."; may be "" */
    char where[96];          /* the input that failed first: "the samples", a workload */
    char also[340];          /* a second fault, next to wrong answers: "time limit: ..." */
    uint64_t boards, failed; /* boards given, and those on which it failed */
    uint64_t runs;           /* of the program */
    uint32_t cases;          /* most in an input */
    struct mx_judge_strength strength;
    char common[120]; /* the common property of all failures: "all have ..."; "" = none */
    struct mx_judge_example example;
    uint32_t causes;
    char cause[MX_JUDGE_CAUSES][240]; /* likely causes, the most specific first */

    /* The processor time of the program on its slowest input, and of `mexbench solve` on the same
     * input, each for the whole process. Both are 0 when not measured. */
    double slowest_seconds, best_seconds;
    char slowest[96];
    uint64_t peak_bytes; /* the largest resident set of any run */
};

/* An input of these boards, as given to the program. The caller frees it; NULL when memory is
 * short.
 */
char *mx_judge_input_text(const struct mx_judge_options *options, const void *const *boards,
                          uint32_t count);

enum mx_judge_end {
    MX_JUDGE_DONE,
    MX_JUDGE_INTERRUPTED,
    MX_JUDGE_ERROR /* error says why: the program cannot be started, memory */
};

enum mx_judge_end mx_judge(const struct mx_judge_options *options, struct mx_judge_report *report,
                           struct mx_arena *arena, char *error, size_t room);

#endif
