/* Gives the program its boards: which ones, and in what order. */
#include <stdlib.h>
#include <string.h>

#include "harness/input/workload.h"
#include "harness/judge/judge_internal.h"
#include "harness/process/clock.h"
#include "support/arena.h"

enum { MOST_LOADS = 32, MOST_SAMPLES = 64, MANY_CASES = 100 };

/* Each load starts later than the one before it, by this share of the time or of the boards: small
 * boards come first. */
#define STAGGER 0.02

/* The most options, over all states of an input's boards, so that slow programs also run on many
 * shapes. The largest boards have no such limit. */
#define INPUT_OPTIONS UINT64_C(1000000)

/* Time for further runs after the first failure. It is shorter if the program breaks off, because
 * that tells little about single boards. */
#define SETTLE_SECONDS 2.0
#define SETTLE_BROKEN_SECONDS 0.5

/* A load that supplies its boards input by input. */
struct source {
    const char *spec;
    struct mx_workload workload;
    uint64_t most_options; /* in an input of several boards */
    bool ended, tiny;      /* tiny: enumerates all small boards */
    double spent; /* share of the time or of the boards; begins above 0 if the load starts later */
};

/* ---- One input --------------------------------------------------------------------------- */

static bool note_slowest(struct mx_judge *judge, const struct mx_judge_input *input,
                         const struct mx_judge_try *result, const char *where,
                         struct mx_arena *arena) {
    struct mx_judge_report *report = judge->report;
    if (result->run.seconds <= report->slowest_seconds)
        return true;
    const char *text = mx_judge_text(judge, input, arena);
    if (text == NULL)
        return false;
    free(judge->slowest_text);
    judge->slowest_text = strdup(text);
    report->slowest_seconds = result->run.seconds;
    snprintf(report->slowest, sizeof report->slowest, "%s", where);
    return judge->slowest_text != NULL || mx_judge_fail(judge, "out of memory");
}

static bool give(struct mx_judge *judge, const void *const *boards, uint32_t count,
                 const char *where, struct mx_arena *arena) {
    struct mx_judge_try result;
    struct mx_judge_input input = {boards, count, mx_judge_answers(judge, boards, count, arena)};
    if (input.answers == NULL ||
        !mx_judge_try(judge, &judge->options->confinement, &input, arena, &result))
        return false;
    return note_slowest(judge, &input, &result, where, arena) &&
           mx_judge_note(judge, &input, &result, where);
}

/* ---- Samples ----------------------------------------------------------------------------- */

static uint32_t read_samples(struct mx_judge *judge, const void **boards, struct mx_arena *arena) {
    const struct mx_problem *problem = judge->options->problem;
    const char *text = problem->judging->samples;
    struct mx_reader reader;
    uint64_t cases;
    uint32_t count = 0;
    if (!mx_reader_open_text(&reader, "samples", text, strlen(text)))
        return 0;
    if (problem->read_header(&reader, &cases))
        while (count < MOST_SAMPLES && !mx_reader_at_end(&reader) &&
               (boards[count] = problem->read(&reader, arena, 0)) != NULL)
            count++;
    if (!mx_reader_ok(&reader))
        mx_judge_fail(judge, "%s", reader.error);
    mx_reader_close(&reader);
    return count;
}

/* Tests whether the program reads several cases although it need not: it then answers each. */
static bool reads_many(struct mx_judge *judge, const void *const *boards, uint32_t count,
                       bool *many, struct mx_arena *arena) {
    struct mx_judge_try result;
    struct mx_judge_input input = {boards, count, mx_judge_answers(judge, boards, count, arena)};
    if (input.answers == NULL ||
        !mx_judge_try(judge, &judge->options->confinement, &input, arena, &result))
        return false;
    *many = result.output.count > 0 && result.output.lines == count;
    return true;
}

static bool decide_cases(struct mx_judge *judge, const void *const *boards, uint32_t count,
                         struct mx_arena *arena) {
    bool many = false;
    judge->cases = judge->options->cases;
    if (judge->cases > 0)
        return true;
    judge->cases = (uint32_t)judge->options->problem->judging->cases;
    if (judge->cases > 1 || judge->report->verdict > MX_JUDGED_WRONG)
        return true;
    if (count > 1 && !reads_many(judge, boards, count, &many, arena))
        return false;
    if (many)
        judge->cases = MANY_CASES;
    return true;
}

bool mx_judge_samples(struct mx_judge *judge) {
    struct mx_arena arena = {0};
    const void *boards[MOST_SAMPLES];
    uint32_t count = read_samples(judge, boards, &arena), at_once = judge->options->cases;
    bool ok = judge->end == MX_JUDGE_DONE;
    if (at_once == 0)
        at_once = (uint32_t)judge->options->problem->judging->cases;
    for (uint32_t i = 0; ok && i < count; i += at_once)
        ok = give(judge, boards + i, count - i < at_once ? count - i : at_once, "the samples",
                  &arena);
    ok = ok && decide_cases(judge, boards, count, &arena);
    judge->report->cases = judge->cases;
    mx_arena_free(&arena);
    return ok;
}

/* ---- Loads ------------------------------------------------------------------------------- */

static bool open_source(struct mx_judge *judge, struct source *source,
                        const struct mx_judge_load *load) {
    *source = (struct source){.spec = load->spec,
                              .most_options = load->largest ? UINT64_MAX : INPUT_OPTIONS};
    return mx_workload_open(&source->workload, judge->options->problem, 0, load->spec,
                            judge->options->seed) ||
           mx_judge_fail(judge, "%s", source->workload.error);
}

/* Reads as many boards as an input takes, skipping those that the judge does not allow; fewer at
 * the end. */
static uint32_t next_boards(struct mx_judge *judge, struct source *source, const void **boards,
                            struct mx_arena *arena) {
    const struct mx_judging *judging = judge->options->problem->judging;
    enum mx_next next = MX_NEXT_BOARD;
    uint64_t options = 0;
    uint32_t count = 0;
    while (count < judge->cases && options < source->most_options && !mx_interrupted() &&
           (next = mx_workload_next(&source->workload, arena, &boards[count])) == MX_NEXT_BOARD)
        if (judging->allows(boards[count]))
            options += judge->options->problem->options(boards[count++]);
    source->ended = next != MX_NEXT_BOARD;
    if (source->tiny)
        judge->report->strength.tiny_given += count;
    if (next == MX_NEXT_ERROR)
        mx_judge_fail(judge, "%s", source->workload.error);
    return count;
}

static bool give_next(struct mx_judge *judge, struct source *source) {
    struct mx_arena arena = {0};
    const void **boards = mx_arena_take(&arena, judge->cases * sizeof *boards);
    if (boards == NULL)
        return mx_judge_fail(judge, "out of memory");
    uint32_t count = next_boards(judge, source, boards, &arena);
    bool ok = judge->end == MX_JUDGE_DONE &&
              (count == 0 || give(judge, boards, count, source->spec, &arena));
    mx_arena_free(&arena);
    return ok;
}

/* Whether the program ran for long enough, or on enough boards. A time limit also ends the runs. */
static bool enough(const struct mx_judge *judge) {
    const struct mx_judge_options *options = judge->options;
    const bool broken = judge->report->verdict > MX_JUDGED_WRONG;
    const double now = mx_seconds(), settle = broken ? SETTLE_BROKEN_SECONDS : SETTLE_SECONDS;
    if (judge->report->verdict == MX_JUDGED_TIME)
        return true;
    bool settled = judge->failed_at > 0 && now > judge->failed_at + settle;
    if (options->boards > 0)
        return judge->report->boards >= options->boards || (broken && settled);
    return settled || now > judge->started + options->seconds;
}

static bool may_go_on(const struct mx_judge *judge) {
    return judge->end == MX_JUDGE_DONE && !mx_interrupted() && !enough(judge);
}

/* The load with the smallest share so far; NULL when all have ended. */
static struct source *least_served(struct source *sources, size_t count) {
    struct source *least = NULL;
    for (size_t i = 0; i < count; i++)
        if (!sources[i].ended && (least == NULL || sources[i].spent < least->spent))
            least = &sources[i];
    return least;
}

/* The share of the time that is spent. With a given number of boards it is the share of the boards,
 * so that the choice of boards depends only on the seed. */
static double share_spent(const struct mx_judge *judge) {
    const struct mx_judge_options *options = judge->options;
    return options->boards > 0 ? (double)judge->report->boards / (double)options->boards
                               : mx_seconds() / options->seconds;
}

/* All loads get about the same share, so small boards are far more numerous than large ones. */
static bool give_in_turn(struct mx_judge *judge, struct source *sources, size_t count) {
    struct source *next;
    while ((next = least_served(sources, count)) != NULL && may_go_on(judge)) {
        const double before = share_spent(judge);
        if (!give_next(judge, next))
            return false;
        next->spent += share_spent(judge) - before;
    }
    return judge->end == MX_JUDGE_DONE;
}

/* Whether the load enumerates all boards up to a number of cells. */
static bool is_tiny(const struct mx_judge_load *load) {
    return strncmp(load->spec, "every:", strlen("every:")) == 0;
}

bool mx_judge_loads(struct mx_judge *judge) {
    struct source sources[MOST_LOADS];
    size_t count = 0;
    for (const struct mx_judge_load *load = judge->options->problem->judging->loads;
         load->spec != NULL && count < MOST_LOADS; load++)
        if (!load->largest) {
            if (!open_source(judge, &sources[count], load))
                return false;
            sources[count].spent = (double)count * STAGGER;
            sources[count].tiny = is_tiny(load);
            count++;
        }
    return give_in_turn(judge, sources, count);
}

bool mx_judge_largest(struct mx_judge *judge) {
    judge->stage = "the largest";
    if (judge->report->verdict != MX_JUDGED_ACCEPTED)
        return true;
    for (const struct mx_judge_load *load = judge->options->problem->judging->loads;
         load->spec != NULL && judge->report->verdict == MX_JUDGED_ACCEPTED; load++) {
        struct source source;
        if (!load->largest)
            continue;
        if (!open_source(judge, &source, load))
            return false;
        while (!source.ended && judge->report->verdict == MX_JUDGED_ACCEPTED)
            if (mx_interrupted() || !give_next(judge, &source))
                return false;
    }
    judge->at_largest = judge->report->verdict == MX_JUDGED_TIME;
    return true;
}

/* ---- Strength ---------------------------------------------------------------------------- */

enum { MOST_TINY = 1 << 20 };

/* The number of the load's boards that the judge allows. */
static uint64_t count_boards(struct mx_judge *judge, const struct mx_judge_load *load,
                             uint32_t *most_cells) {
    struct mx_arena arena = {0};
    struct source source;
    uint64_t count = 0;
    const void *board;
    if (!open_source(judge, &source, load))
        return 0;
    for (uint64_t i = 0; i < MOST_TINY; i++) {
        uint32_t rows, cols;
        mx_arena_clear(&arena);
        if (mx_workload_next(&source.workload, &arena, &board) != MX_NEXT_BOARD)
            break;
        if (!judge->options->problem->judging->allows(board))
            continue;
        mx_sides(judge->options->problem, board, &rows, &cols);
        *most_cells = rows * cols > *most_cells ? rows * cols : *most_cells;
        count++;
    }
    mx_workload_close(&source.workload);
    mx_arena_free(&arena);
    return count;
}

static uint64_t count_shapes(const struct mx_judge *judge) {
    enum { SIDES = 256 };
    bool given[SIDES][SIDES] = {{false}};
    uint64_t count = 0;
    for (uint64_t i = 0; i < judge->count; i++) {
        uint32_t rows, cols;
        mx_sides(judge->options->problem, judge->records[i].board, &rows, &cols);
        bool *one = &given[rows % SIDES][cols % SIDES];
        count += !*one;
        *one = true;
    }
    return count;
}

void mx_judge_find_strength(struct mx_judge *judge) {
    struct mx_judge_strength *strength = &judge->report->strength;
    for (const struct mx_judge_load *load = judge->options->problem->judging->loads;
         load->spec != NULL; load++)
        if (is_tiny(load))
            strength->tiny_boards += count_boards(judge, load, &strength->tiny_cells);
    strength->shapes = count_shapes(judge);
}
