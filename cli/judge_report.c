#include "cli/judge_report.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_report.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "harness/input/optional.h"
#include "harness/solve/values.h"
#include "problem.h"
#include "support/arena.h"
#include "support/say.h"

enum { MOST_OPENINGS = 12, SMALL_STATES = 4096 };

/* ---- Why --------------------------------------------------------------------------------- */

static void print_start(const struct mx_values *values, const struct mx_openings *openings) {
    const struct mx_problem *problem = values->problem;
    for (uint32_t i = 0; i < openings->parts; i++) {
        char name[128];
        problem->describe_state(values->run.batch.instances, openings->part[i], name, sizeof name);
        mx_print("    %s: %u\n", name, openings->values[i]);
    }
    if (openings->parts > 1)
        mx_print("    together, by XOR: %u\n", openings->together);
}

/* The first reply to a move that makes the move lose. */
static void print_reply(const struct mx_values *values, const struct mx_valued_opening *opening) {
    const struct mx_judging *judging = values->problem->judging;
    struct mx_opening reply;
    for (uint64_t i = 0;
         judging->reply != NULL && opening->move.parts == 1 &&
         judging->reply(values->run.batch.instances, opening->move.part[0], i, &reply);
         i++)
        if (reply.parts == 1 && mx_value_of(values, reply.part[0]) == 0) {
            mx_print(", to %s", reply.move);
            return;
        }
}

static void print_opening(const struct mx_values *values, const struct mx_valued_opening *opening) {
    mx_print("    %s leaves ", opening->move.move);
    for (uint32_t i = 0; i < opening->move.parts; i++)
        mx_print("%s%u", i > 0 ? " xor " : "", opening->values[i]);
    if (opening->move.parts != 1)
        mx_print("%s%u", opening->move.parts > 0 ? " = " : "nothing, ", opening->together);
    mx_print(": %s", opening->together == 0 ? "wins" : "loses");
    if (opening->together != 0)
        print_reply(values, opening);
    if (opening->move.moves > 1)
        mx_print(", %u ways to play it", opening->move.moves);
    putc('\n', mx_out);
}

/* The winning openings, and also the others if they are few or none wins. */
static void print_openings(const struct mx_values *values, const struct mx_openings *openings) {
    uint64_t shown = 0, winning = 0;
    const bool all = openings->count <= MOST_OPENINGS || openings->together == 0;
    for (uint64_t i = 0; i < openings->count; i++) {
        bool wins = openings->opening[i].together == 0;
        winning += wins;
        if (shown == MOST_OPENINGS || (!wins && !all))
            continue;
        print_opening(values, &openings->opening[i]);
        shown++;
    }
    if (openings->count == 0)
        mx_print("    there is no move\n");
    if (shown < openings->count)
        mx_print("    %" PRIu64 " of %" PRIu64 " openings win\n", winning, openings->count);
}

static void print_why(const struct mx_judge_options *options, const void *board) {
    const struct mx_problem *problem = options->problem;
    struct mx_values values;
    struct mx_openings openings;
    struct mx_arena arena = {0};
    char why[256];
    if (problem->opening == NULL || problem->states(board) > SMALL_STATES ||
        !mx_values_open(&values, problem, board, options->isa, NULL, why, sizeof why))
        return;
    if (mx_openings_list(&openings, &values, &arena)) {
        mx_print("  why (%s; a move that leaves 0 wins):\n", problem->value_noun);
        print_start(&values, &openings);
        print_openings(&values, &openings);
    }
    mx_values_close(&values);
    mx_arena_free(&arena);
}

/* ---- Text -------------------------------------------------------------------------------- */

static void print_verdict(const struct mx_judge_options *options,
                          const struct mx_judge_report *report, const char *sandbox) {
    const char *noun = mx_instance_noun(options->problem);
    char boards[MX_THOUSANDS_ROOM], failed[MX_THOUSANDS_ROOM], runs[MX_THOUSANDS_ROOM];
    char shapes[MX_THOUSANDS_ROOM];
    mx_thousands(report->boards, boards);
    mx_thousands(report->failed, failed);
    mx_print("%s", mx_judged_in_words(report->verdict));
    if (report->verdict == MX_JUDGED_ACCEPTED)
        mx_print(": %s %ss of %s shapes in %s runs", boards, noun,
                 mx_thousands(report->strength.shapes, shapes), mx_thousands(report->runs, runs));
    else if (report->verdict == MX_JUDGED_TIME || report->failed == 0)
        mx_print(" on %s", report->where);
    else
        mx_print(" on %s of %s %ss", failed, boards, noun);
    mx_print("%s%s", report->common[0] != '\0' ? "; " : "", report->common);
    mx_print("%s%s", report->detail[0] != '\0' ? ": " : "", report->detail);
    mx_print(", %s\n", sandbox);
    if (report->also[0] != '\0')
        mx_print("  also: %s\n", report->also);
}

static void print_example_title(const struct mx_judge_report *report) {
    const struct mx_judge_example *example = &report->example;
    if (report->verdict == MX_JUDGED_PRESENTATION)
        mx_print("  for example:\n");
    else if (example->seconds > 0)
        mx_print("  %s input that takes more than %.3g s:\n",
                 example->smallest ? "smallest" : "a smaller", example->seconds);
    else
        mx_print("  %s input that still fails:\n", example->smallest ? "smallest" : "a smaller");
}

static void print_example(const struct mx_judge_options *options,
                          const struct mx_judge_report *report) {
    const struct mx_judge_example *example = &report->example;
    if (example->count == 0) {
        if (example->missing[0] != '\0')
            mx_print("  no input is shown: %s\n", example->missing);
        if (report->verdict != MX_JUDGED_ACCEPTED && strcmp(report->where, "the samples") != 0)
            mx_print("  %ss like those that failed: mexbench gen %s '%s' --seed %" PRIu64 "\n",
                     mx_instance_noun(options->problem), options->problem->name, report->where,
                     options->seed);
        return;
    }
    print_example_title(report);
    char *text = mx_judge_input_text(options, example->board, example->count);
    mx_print_indented(text != NULL ? text : "");
    free(text);
    if (example->expected[0] != '\0')
        mx_print("  expected: %s\n  got:      %s\n", example->expected,
                 example->got[0] != '\0' ? example->got : "(nothing)");
    if (report->verdict == MX_JUDGED_WRONG)
        print_why(options, example->board[example->count - 1]);
}

/* Prints the evidence, and how to learn more. */
static void print_strength(const struct mx_judge_options *options,
                           const struct mx_judge_report *report) {
    const struct mx_judge_strength *strength = &report->strength;
    const char *noun = mx_instance_noun(options->problem);
    char given[MX_THOUSANDS_ROOM], all[MX_THOUSANDS_ROOM];
    mx_thousands(strength->tiny_given, given);
    mx_thousands(strength->tiny_boards, all);
    if (strength->tiny_boards > 0 && strength->tiny_given >= strength->tiny_boards)
        mx_print("  tiny %ss: all %s of up to %u cells\n", noun, all, strength->tiny_cells);
    else if (strength->tiny_boards > 0)
        mx_print("  tiny %ss: %s of %s of up to %u cells (%.0f%%)\n", noun, given, all,
                 strength->tiny_cells,
                 100 * (double)strength->tiny_given / (double)strength->tiny_boards);
    if (options->boards > 0)
        mx_print("  for more confidence: --boards %" PRIu64 ", or another --seed\n",
                 10 * options->boards);
    else
        mx_print("  for more confidence: --seconds %.3g, or another --seed\n",
                 10 * options->seconds);
}

static void print_times(const struct mx_judge_options *options,
                        const struct mx_judge_report *report) {
    char peak[32], limit[32];
    mx_print("  slowest: %s, %.3f s of %g s", report->slowest, report->slowest_seconds,
             options->confinement.seconds);
    if (report->best_seconds > 0)
        mx_print("; mexbench solve takes %.3f s, %.3g times %s", report->best_seconds,
                 report->slowest_seconds >= report->best_seconds
                     ? report->slowest_seconds / report->best_seconds
                     : report->best_seconds / report->slowest_seconds,
                 report->slowest_seconds >= report->best_seconds ? "faster" : "slower");
    mx_print("\n  memory: %s of %s\n",
             mx_bytes_in_words((size_t)report->peak_bytes, peak, sizeof peak),
             mx_bytes_in_words((size_t)options->confinement.memory_bytes, limit, sizeof limit));
}

void mx_judge_print(const struct mx_judge_options *options, const struct mx_judge_report *report,
                    const char *sandbox) {
    print_verdict(options, report, sandbox);
    print_example(options, report);
    for (uint32_t i = 0; i < report->causes; i++)
        mx_print("  likely cause: %s\n", report->cause[i]);
    if (report->verdict == MX_JUDGED_ACCEPTED) {
        print_strength(options, report);
        print_times(options, report);
    }
}

/* ---- JSON -------------------------------------------------------------------------------- */

/* null for an empty text, and for a text that is not UTF-8, because a program may print any
 * bytes. */
static json_t *text_or_null(const char *text) {
    json_t *json = text != NULL && text[0] != '\0' ? json_string(text) : NULL;
    return json != NULL ? json : json_null();
}

static json_t *seconds_or_null(double seconds) {
    return seconds > 0 ? json_real(seconds) : json_null();
}

static json_t *example_as_json(const struct mx_judge_options *options,
                               const struct mx_judge_example *example) {
    if (example->count == 0)
        return json_null();
    uint32_t rows, cols;
    char *text = mx_judge_input_text(options, example->board, example->count);
    mx_sides(options->problem, example->board[example->count - 1], &rows, &cols);
    json_t *json =
        json_pack("{s:o, s:i, s:i, s:i, s:b, s:o, s:o, s:o}", "input", text_or_null(text), "cases",
                  (int)example->count, "rows", (int)rows, "columns", (int)cols, "smallest",
                  example->smallest, "seconds", seconds_or_null(example->seconds), "expected",
                  text_or_null(example->expected), "got", text_or_null(example->got));
    free(text);
    return json;
}

void mx_judge_print_json(const struct mx_judge_options *options,
                         const struct mx_judge_report *report, const char *sandbox) {
    const struct mx_judge_strength *strength = &report->strength;
    json_t *causes = json_array();
    for (uint32_t i = 0; i < report->causes; i++)
        json_array_append_new(causes, json_string(report->cause[i]));
    json_t *all = json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:I, s:I, s:I, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:I}",
        "problem", options->problem->name, "verdict", mx_judged_in_words(report->verdict), "detail",
        text_or_null(report->detail), "where", text_or_null(report->where), "seed",
        mx_check_seed_as_json(options->seed), "instances", (json_int_t)report->boards, "failed",
        (json_int_t)report->failed, "runs", (json_int_t)report->runs, "cases_in_an_input",
        (int)report->cases, "common", text_or_null(report->common), "example",
        example_as_json(options, &report->example), "causes", causes, "slowest_input",
        text_or_null(report->slowest), "slowest_seconds", seconds_or_null(report->slowest_seconds),
        "best_seconds", seconds_or_null(report->best_seconds), "peak_bytes",
        (json_int_t)report->peak_bytes);
    json_t *more = json_pack(
        "{s:b, s:s, s:o, s:o, s:I, s:I, s:I}", "sandboxed", options->confinement.sandbox != NULL,
        "sandbox", sandbox, "also", text_or_null(report->also), "no_example",
        text_or_null(report->example.missing), "shapes", (json_int_t)strength->shapes,
        "tiny_boards_given", (json_int_t)strength->tiny_given, "tiny_boards",
        (json_int_t)strength->tiny_boards);
    json_object_update(all, more);
    json_decref(more);
    json_dumpf(all, mx_out, JSON_INDENT(2));
    putc('\n', mx_out);
    json_decref(all);
}
