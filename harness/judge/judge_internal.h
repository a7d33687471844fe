/* The declarations that the files judge*.c share. Each file calls only those below it: judge,
 * judge_sources and judge_reduce and judge_causes, judge_common, judge_records, judge_try,
 * judge_output. */
#ifndef MX_JUDGE_INTERNAL_H
#define MX_JUDGE_INTERNAL_H

#include "harness/input/optional.h"
#include "harness/judge/judge.h"
#include "harness/judge/judge_output.h"
#include "harness/solve/solver.h"
#include "problem.h"

/* A board that was given to the program, and the result. */
struct mx_judge_record {
    const void *board;
    uint64_t answer;
    enum mx_judged verdict;
    bool close;      /* given while a failure was reduced, so similar to other failed boards */
    const char *got; /* the program's wrong line; NULL = none, or the right one */
};

/* The first input with the report's verdict, whole. */
struct mx_judge_failure {
    const void **board; /* [count], in the arena; NULL = none yet */
    uint32_t count;
};

struct mx_judge {
    const struct mx_judge_options *options;
    struct mx_judge_report *report;
    struct mx_solver solver;
    uint32_t cases;         /* in an input */
    const char *stage;      /* for progress; NULL = the loads before the largest boards */
    double started;         /* increased by the time for which this process was stopped */
    bool idle;              /* the program waited until its time was up */
    bool at_largest;        /* it exceeded its time on the largest boards only */
    double slowest_right;   /* seconds of the longest run that was not stopped by a limit */
    char *slowest_text;     /* the slowest input; NULL = none yet */
    double failed_at;       /* when the first failure was seen; 0 = not yet */
    struct mx_arena *arena; /* for records and the content of the report */
    struct mx_judge_record *records;
    uint64_t count, room;
    struct mx_judge_failure failure;
    enum mx_judge_end end; /* DONE while all is well */
    char *error;
    size_t error_room;
};

/* Boards that are given to the program in one input. */
struct mx_judge_input {
    const void *const *boards;
    uint32_t count;
    const uint64_t *answers;
};

/* The result of a run. */
struct mx_judge_try {
    enum mx_judged verdict;
    char detail[240];
    struct mx_confined run;
    struct mx_output output; /* of the cases answered; count is 0 when they are not known */
};

/* ---- judge_try.c ---- */

/* Ends the judging with an error. Returns false. */
bool mx_judge_fail(struct mx_judge *judge, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Finds the right answer of one board. On false, judge->end says why not. */
bool mx_judge_solve(struct mx_judge *judge, const void *board, uint64_t *answer);

/* The right answers in the arena; NULL: judge->end says why not. */
uint64_t *mx_judge_answers(struct mx_judge *judge, const void *const *boards, uint32_t count,
                           struct mx_arena *arena);

/* The text of an input in the arena; NULL when memory is short, which ends the judging. */
const char *mx_judge_text(struct mx_judge *judge, const struct mx_judge_input *input,
                          struct mx_arena *arena);

/* The limits for finding out which boards fail: a shorter time when the program takes too long. */
struct mx_confinement mx_judge_close_limits(const struct mx_judge *judge);

/* Runs the program with these limits. Texts are in the arena. On false, judge->end says why not. */
bool mx_judge_try(struct mx_judge *judge, const struct mx_confinement *how,
                  const struct mx_judge_input *input, struct mx_arena *arena,
                  struct mx_judge_try *result);

/* ---- judge_records.c ---- */

/* Records the results of an input's boards. Runs them one by one if the output does not tell which
 * of them failed. */
bool mx_judge_note(struct mx_judge *judge, const struct mx_judge_input *input,
                   const struct mx_judge_try *result, const char *where);

/* Records the results of boards while a failure is reduced. They count only for causes. */
bool mx_judge_note_close(struct mx_judge *judge, const struct mx_judge_input *input,
                         const struct mx_judge_try *result);

/* A copy that lasts; NULL when memory is short, which ends the judging. */
const void *mx_judge_copy(struct mx_judge *judge, const void *board);

/* ---- judge_sources.c ---- */

/* Runs the program on the samples and determines how many cases it reads. */
bool mx_judge_samples(struct mx_judge *judge);

/* Runs the program on the loads that are not the largest, by turns. */
bool mx_judge_loads(struct mx_judge *judge);

/* Fills report->strength. */
void mx_judge_find_strength(struct mx_judge *judge);

bool mx_judge_largest(struct mx_judge *judge);

/* ---- judge_reduce.c ---- */

/* Fills report->example. */
bool mx_judge_reduce(struct mx_judge *judge);

/* ---- judge_common.c, judge_causes.c ---- */

/* Fills report->common. */
void mx_judge_find_common(struct mx_judge *judge);

/* The minimum, over the failed boards, of the longest side. 0 when no board failed or too few
 * boards with shorter sides were tried. */
uint32_t mx_judge_failing_side(const struct mx_judge *judge);

/* Fills report->cause. */
bool mx_judge_find_causes(struct mx_judge *judge);

#endif
