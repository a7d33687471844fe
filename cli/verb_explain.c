/* mexbench explain: explains a board's answer. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/explain.h"
#include "cli/flags.h"
#include "cli/json_output.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/input/workload.h"
#include "harness/process/clock.h"
#include "support/arena.h"

struct options {
    const char *svg; /* NULL = none */
    uint64_t only;   /* the case to explain, from 1; 0 = not given */
    bool all;
};

enum { KEY_CASE = 0x300, KEY_SVG, KEY_ALL };

static bool set_option(int key, const char *value, void *context) {
    struct options *options = context;
    switch (key) {
    case KEY_CASE:
        return mx_parse_count(value, 1, UINT64_MAX, &options->only);
    case KEY_SVG:
        options->svg = value;
        return value[0] != '\0';
    default:
        return options->all = true;
    }
}

/* One call of the verb. */
struct call {
    const struct options *options;
    const struct mx_flags *flags;
    const char *text; /* of the workload */
    struct mx_workload workload;
    struct mx_arena arena; /* of the current board */
    struct mx_json_stream stream;
};

static int write_picture(const struct call *call, const struct mx_explanation *e, uint64_t number) {
    if (!e->valued || !mx_is_drawn(e)) {
        mx_complain("no picture of board %" PRIu64 ": %s", number,
                    e->valued ? "it is too large to draw" : e->why);
        return MX_EXIT_ERROR;
    }
    char why[128];
    if (mx_explain_write_svg(call->options->svg, e, number, why, sizeof why))
        return MX_EXIT_OK;
    mx_complain("cannot write %s: %s", call->options->svg, why);
    return MX_EXIT_ERROR;
}

static bool show_progress(void *context, uint64_t done, uint64_t total) {
    (void)context;
    mx_progress_update(done, total, "");
    return !mx_interrupted();
}

static void print_item(struct call *call, const struct mx_explanation *e, uint64_t number) {
    if (!call->stream.open)
        mx_json_begin(&call->stream,
                      mx_with_settings(json_pack("{s:s, s:o, s:I}", "problem", e->problem->name,
                                                 "workload", mx_json_text(call->text), "seed",
                                                 (json_int_t)call->flags->seed),
                                       &call->workload),
                      "boards");
    mx_json_item(&call->stream, mx_explain_json(e, number, call->options->all));
}

static int explain(struct call *call, const void *board, uint64_t number, bool brief) {
    static const struct mx_monitor monitor = {show_progress, NULL};
    struct mx_explanation e;
    const struct mx_workload *w = &call->workload;
    mx_progress_start("");
    bool solved =
        mx_explain(&e, w->problem, board, w->dialect, call->flags->isa, &monitor, &call->arena);
    mx_progress_end();
    if (mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    if (!solved) {
        mx_complain("board %" PRIu64 ": %s", number, e.why);
        return MX_EXIT_ERROR;
    }
    const struct mx_explain_page page = {&e, number, mx_colour_wanted(mx_out), call->options->all};
    if (call->flags->json)
        print_item(call, &e, number);
    else if (brief)
        mx_explain_print_brief(&page);
    else
        mx_explain_print(&page);
    return call->options->svg == NULL ? MX_EXIT_OK : write_picture(call, &e, number);
}

static int cannot_read(const struct call *call) {
    if (mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    mx_complain("%s", call->workload.error);
    return MX_EXIT_ERROR;
}

/* Skips the boards before --case. */
static int explain_one(struct call *call) {
    const void *board;
    enum mx_next next;
    do {
        mx_arena_clear(&call->arena);
        next = mx_workload_next(&call->workload, &call->arena, &board);
    } while (next == MX_NEXT_BOARD && call->workload.next < call->options->only);
    if (next == MX_NEXT_BOARD)
        return explain(call, board, call->options->only, false);
    if (next == MX_NEXT_ERROR)
        return cannot_read(call);
    mx_complain("--case: the workload has no board %" PRIu64 ", only %" PRIu64, call->options->only,
                call->workload.next);
    return MX_EXIT_USAGE;
}

/* Explains a single board in full and several in one line each. To know which, it reads one board
 * ahead. */
static int explain_all(struct call *call) {
    struct mx_arena ahead = {0};
    const void *board, *following;
    uint64_t number = 1;
    int code = MX_EXIT_OK;
    enum mx_next next = mx_workload_next(&call->workload, &call->arena, &board);
    if (next == MX_NEXT_END)
        mx_complain("the workload has no boards");
    code = next == MX_NEXT_END ? MX_EXIT_USAGE : MX_EXIT_OK;
    while (next == MX_NEXT_BOARD && code == MX_EXIT_OK) {
        next = mx_workload_next(&call->workload, &ahead, &following);
        bool several = number > 1 || next != MX_NEXT_END;
        if (several && call->options->svg != NULL) {
            mx_complain("--svg draws one board; select it with --case");
            code = MX_EXIT_USAGE;
            break;
        }
        code = explain(call, board, number++, several);
        mx_arena_free(&call->arena);
        call->arena = ahead;
        ahead = (struct mx_arena){0};
        board = following;
    }
    if (next == MX_NEXT_ERROR && code == MX_EXIT_OK)
        code = cannot_read(call);
    mx_arena_free(&ahead);
    return code;
}

static const struct argp_option own_options[] = {
    {"case", KEY_CASE, "N", 0, "Explain only board N of the workload, in full", 0},
    {"svg", KEY_SVG, "FILE", 0, "Draw the board to FILE, too", 0},
    {"all", KEY_ALL, NULL, 0, "List every opening (default: up to 24)", 0},
    {0},
};

int mx_verb_explain(int argc, char **argv) {
    static const struct mx_verb_usage usage = {
        .name = "explain",
        .arguments = "PROBLEM [WORKLOAD]",
        .about = "Draws a board with the value of every opening, and explains who wins, by which "
                 "move, and why. With several boards, prints one line per board; --case selects "
                 "one.\vWORKLOAD is a file, - for standard input (the default), or a generator "
                 "spec. Output is coloured on a terminal, unless NO_COLOR is set.",
        .flags = MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT | MX_FLAG_JSON | MX_FLAG_PLUGIN |
                 MX_FLAG_SETTINGS,
        .least = 1,
        .most = 2,
        .options = own_options,
        .option = set_option,
    };
    struct mx_flags flags;
    struct options options = {0};
    const char *arguments[2];
    mx_parse(&usage, argc, argv, &flags, &options, arguments);
    const struct mx_problem *problem = mx_require_problem(arguments[0]);
    if (problem->opening == NULL) {
        mx_complain("%s explains no answers (it has no start, opening and drawing)", problem->name);
        return MX_EXIT_USAGE;
    }
    mx_note_shadowed_file(problem, arguments[1]);
    struct call call = {
        .options = &options, .flags = &flags, .text = arguments[1] != NULL ? arguments[1] : "-"};
    if (!mx_workload_open(&call.workload, problem, mx_require_dialect(problem, &flags), call.text,
                          flags.seed)) {
        mx_complain("%s", call.workload.error);
        return MX_EXIT_ERROR;
    }
    mx_require_one_seed(&flags, &call.workload);
    mx_require_settings(problem, &flags, &call.workload);
    mx_interrupts_install();
    int code = options.only > 0 ? explain_one(&call) : explain_all(&call);
    if (call.stream.open)
        mx_json_end(&call.stream, json_pack("{s:b}", "complete", code == MX_EXIT_OK));
    mx_workload_close(&call.workload);
    mx_arena_free(&call.arena);
    return mx_finish_output(code);
}
