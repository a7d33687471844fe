#include "cli/check_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/terminal.h"
#include "harness/input/optional.h"
#include "harness/input/select.h"
#include "support/say.h"
#include "support/text_stream.h"

enum { HEADING = 128 };

/* ---- The command that repeats a failure -------------------------------------------------- */

/* Writes a word so that a shell reads it as one. */
static void write_word(FILE *file, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./:=,+@%";
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        fputs(word, file);
        return;
    }
    fputc('\'', file);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            fputs("'\\''", file);
        else
            fputc(*word, file);
    fputc('\'', file);
}

static void write_command(FILE *file, const struct mx_check_call *call,
                          const struct mx_check_result *result) {
    fprintf(file, "mexbench check %s ", call->problem->name);
    if (call->workload != NULL) {
        write_word(file, call->workload);
        fputc(' ', file);
    }
    fprintf(file, "--variant %s --seed %" PRIu64 " --board %" PRIu64,
            mx_short_name(call->problem, result->variant), call->seed, result->failure.board);
    if (call->flags->threads_given)
        fprintf(file, " --threads %d", call->flags->threads);
    if (call->flags->isa < mx_cpu_isa())
        fprintf(file, " --isa %s", mx_isa_name(call->flags->isa));
    for (size_t i = 0; i < call->flags->plugins.count; i++) {
        fputs(" --plugin ", file);
        write_word(file, call->flags->plugins.path[i]);
    }
    if (call->dialect != 0)
        fprintf(file, " --dialect %s", call->problem->dialects[call->dialect]);
}

/* ---- Text into memory -------------------------------------------------------------------- */

/* The caller frees it; NULL when memory is short. */
static char *command_text(const struct mx_check_call *call, const struct mx_check_result *result) {
    struct mx_text_stream stream;
    if (mx_text_open(&stream) == NULL)
        return NULL;
    write_command(stream.file, call, result);
    return mx_text_close(&stream);
}

/* An instance as text: what solve reads or, without a text format, the spec that makes it. The
 * caller frees it; NULL when memory is short. */
static char *instance_text(const struct mx_check_call *call, const struct mx_failure *failure) {
    char spec[MX_ORIGIN_ROOM], shape[64], text[sizeof spec + sizeof shape + 16];
    if (failure->instance == NULL)
        return NULL;
    if (call->problem->write != NULL)
        return mx_input_text(call->problem, &failure->instance, 1, call->dialect);
    mx_describe(call->problem, failure->instance, shape, sizeof shape);
    snprintf(text, sizeof text, "%s (%s)\n", mx_origin_text(&failure->origin, spec), shape);
    return strdup(text);
}

/* ---- Rows -------------------------------------------------------------------------------- */

static const char *heading(const struct mx_failure *failure, const char *noun, char text[HEADING]) {
    const char *which = failure->smallest ? "smallest" : "a smaller";
    switch (failure->repeats) {
    case MX_REPEATS_ALONE:
        snprintf(text, HEADING, "%s %s that still fails:", which, noun);
        return text;
    case MX_REPEATS_FILLED:
        snprintf(text, HEADING, "%s %s, fails in a batch of its copies:", which, noun);
        return text;
    case MX_REPEATS_IN_UNIT:
        snprintf(text, HEADING, "fails only together with the %ss around it:", noun);
        return text;
    case MX_REPEATS_NOT:
        break;
    }
    return "failed once, not again:";
}

static void print_failure(const struct mx_check_call *call, const struct mx_check_result *result) {
    char *command = command_text(call, result), words[HEADING];
    mx_print("  %-42s  again: %s\n",
             heading(&result->failure, mx_instance_noun(call->problem), words),
             command != NULL ? command : "");
    free(command);
    if (result->failure.instance == NULL)
        return;
    char *board = instance_text(call, &result->failure);
    mx_print_indented(board != NULL ? board : "");
    free(board);
    if (strcmp(result->failure.text, result->text) != 0)
        mx_print("  there: %s\n", result->failure.text);
}

static int name_width(const struct mx_problem *problem) {
    size_t width = 24;
    for (size_t i = 0; problem->variants[i] != NULL; i++)
        if (strlen(problem->variants[i]->name) > width)
            width = strlen(problem->variants[i]->name);
    return (int)width;
}

void mx_check_print(const struct mx_check_call *call, const struct mx_check_result *result) {
    char boards[MX_THOUSANDS_ROOM];
    const char *noun = mx_instance_noun(call->problem);
    mx_print("%-*s ", name_width(call->problem), result->variant->name);
    switch (result->status) {
    case MX_CHECKED_OK:
        mx_print("ok    %s %s%s   %s\n", mx_thousands(result->boards, boards), noun,
                 result->boards == 1 ? "" : "s", result->depth);
        break;
    case MX_CHECKED_SKIPPED:
        mx_print("skip  %s\n", result->text);
        break;
    case MX_CHECKED_UNRESOLVED:
        mx_print("unresolved  on %s %" PRIu64 ": %s\n", noun, result->failure.board, result->text);
        break;
    case MX_CHECKED_FAILED:
        mx_print("FAIL  %s\n", result->text);
        print_failure(call, result);
        break;
    }
    fflush(mx_out);
}

/* ---- JSON -------------------------------------------------------------------------------- */

json_t *mx_check_seed_as_json(uint64_t seed) {
    char text[24];
    if (seed <= INT64_MAX)
        return json_integer((json_int_t)seed);
    snprintf(text, sizeof text, "%" PRIu64, seed);
    return json_string(text);
}

static json_t *failure_as_json(const struct mx_check_call *call,
                               const struct mx_check_result *result) {
    static const char *const repeats[] = {
        [MX_REPEATS_ALONE] = "alone",
        [MX_REPEATS_FILLED] = "in a batch of copies",
        [MX_REPEATS_IN_UNIT] = "with the boards around it",
        [MX_REPEATS_NOT] = "not again",
    };
    const struct mx_failure *failure = &result->failure;
    char *command = command_text(call, result);
    char *board = instance_text(call, failure);
    json_t *json = json_pack("{s:o, s:s, s:b, s:s, s:s?, s:s?}", "board",
                             mx_check_seed_as_json(failure->board), "repeats",
                             repeats[failure->repeats], "smallest", failure->smallest, "difference",
                             failure->text, "input", board, "again", command);
    free(command);
    free(board);
    return json;
}

json_t *mx_check_result_as_json(const struct mx_check_call *call,
                                const struct mx_check_result *result) {
    static const char *const verdicts[] = {[MX_CHECKED_OK] = "ok",
                                           [MX_CHECKED_FAILED] = "fail",
                                           [MX_CHECKED_UNRESOLVED] = "unresolved",
                                           [MX_CHECKED_SKIPPED] = "skip"};
    json_t *json =
        json_pack("{s:s, s:s, s:o}", "variant", result->variant->name, "verdict",
                  verdicts[result->status], "instances", mx_check_seed_as_json(result->boards));
    if (result->status == MX_CHECKED_OK)
        json_object_set_new(json, "depth", json_string(result->depth));
    else
        json_object_set_new(json, "text", json_string(result->text));
    if (result->status == MX_CHECKED_FAILED)
        json_object_set_new(json, "failure", failure_as_json(call, result));
    return json;
}
