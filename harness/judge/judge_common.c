/* Finds a property of the sides that all failed boards have in common. */
#include <string.h>

#include "harness/judge/judge_internal.h"

/* With fewer failures or right boards, no property is reported. */
enum { LEAST_FAILURES = 6, LEAST_RIGHTS = 5, LEAST_SIDE = 5, RIGHTS_BELOW = 10 };

struct sides {
    uint32_t rows, cols;
};

static struct sides sides_of(const struct mx_judge *judge, const void *board) {
    struct sides s;
    mx_sides(judge->options->problem, board, &s.rows, &s.cols);
    return s;
}

/* Whether rows and columns mean something: the problem draws a board. */
static bool has_boards(const struct mx_judge *judge) {
    return judge->options->problem->drawing != NULL;
}

static bool failed(const struct mx_judge_record *record) {
    return record->verdict > MX_JUDGED_PRESENTATION;
}

static bool fewer_rows(struct sides s) {
    return s.rows < s.cols;
}

static bool fewer_cols(struct sides s) {
    return s.rows > s.cols;
}

static bool not_square(struct sides s) {
    return s.rows != s.cols;
}

static bool square(struct sides s) {
    return s.rows == s.cols;
}

static bool thin(struct sides s) {
    return s.rows == 1 || s.cols == 1;
}

/* Narrower rules come before wider ones. */
static const struct rule {
    bool (*holds)(struct sides s);
    const char *words;
} rules[] = {
    {thin, "have a single row or column"},
    {fewer_rows, "have fewer rows than columns"},
    {fewer_cols, "have fewer columns than rows"},
    {square, "are square"},
    {not_square, "are not square"},
};

/* The example if it is one board, else NULL. */
static const void *example_of(const struct mx_judge *judge) {
    const struct mx_judge_example *example = &judge->report->example;
    return example->count == 1 ? example->board[0] : NULL;
}

/* The number of cells of the smallest failed board. */
static uint64_t fewest_cells(const struct mx_judge *judge) {
    uint64_t fewest = UINT64_MAX;
    for (uint64_t i = 0; i < judge->count; i++) {
        struct sides s = sides_of(judge, judge->records[i].board);
        uint64_t cells = (uint64_t)s.rows * s.cols;
        fewest = failed(&judge->records[i]) && cells < fewest ? cells : fewest;
    }
    return fewest;
}

/* Whether every failed board meets the rule, and enough right boards do not. Right boards smaller
 * than every failed one do not count. */
static bool explains(const struct mx_judge *judge, const struct rule *rule) {
    const uint64_t fewest = fewest_cells(judge);
    const void *example = example_of(judge);
    uint64_t failures = 0, rights_outside = 0;
    if (example != NULL && !rule->holds(sides_of(judge, example)))
        return false;
    for (uint64_t i = 0; i < judge->count; i++) {
        struct sides s = sides_of(judge, judge->records[i].board);
        bool holds = rule->holds(s);
        if (failed(&judge->records[i]) && !holds)
            return false;
        if (judge->records[i].close)
            continue;
        failures += failed(&judge->records[i]);
        rights_outside +=
            !failed(&judge->records[i]) && !holds && (uint64_t)s.rows * s.cols >= fewest;
    }
    return failures >= LEAST_FAILURES && rights_outside >= LEAST_RIGHTS;
}

static uint32_t longest_side(const struct mx_judge *judge, const void *board) {
    struct sides s = sides_of(judge, board);
    return s.rows > s.cols ? s.rows : s.cols;
}

/* The number of right boards with shorter sides. */
static uint64_t rights_below(const struct mx_judge *judge, uint32_t side) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < judge->count; i++)
        count += !failed(&judge->records[i]) && longest_side(judge, judge->records[i].board) < side;
    return count;
}

uint32_t mx_judge_failing_side(const struct mx_judge *judge) {
    const void *example = example_of(judge);
    uint32_t least = UINT32_MAX;
    if (!has_boards(judge))
        return 0;
    for (uint64_t i = 0; i < judge->count; i++)
        if (failed(&judge->records[i])) {
            uint32_t side = longest_side(judge, judge->records[i].board);
            least = side < least ? side : least;
        }
    if (example != NULL) {
        uint32_t side = longest_side(judge, example);
        least = side < least ? side : least;
    }
    bool telling =
        least != UINT32_MAX && least >= LEAST_SIDE && rights_below(judge, least) >= RIGHTS_BELOW;
    return telling ? least : 0;
}

void mx_judge_find_common(struct mx_judge *judge) {
    struct mx_judge_report *report = judge->report;
    if (!has_boards(judge))
        return;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (explains(judge, &rules[i])) {
            snprintf(report->common, sizeof report->common, "all of them %s", rules[i].words);
            return;
        }
    uint32_t side = mx_judge_failing_side(judge);
    if (side > 0 && report->failed >= LEAST_FAILURES)
        snprintf(report->common, sizeof report->common, "all of them have a side of %u or more",
                 side);
}
