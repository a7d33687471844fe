/* solve --values: the value of each board, its winning first moves, and its positions counted. */
#include "cli/solve_report.h"

#include <inttypes.h>
#include <string.h>

#include "cli/explain.h"
#include "cli/json_output.h"
#include "cli/terminal.h"
#include "harness/input/answers.h"
#include "harness/input/optional.h"
#include "harness/process/clock.h"
#include "harness/solve/values.h"
#include "support/arena.h"

/* One board with its values. In JSON, layers are pairs: positions, P-positions. */
struct page {
    uint64_t number; /* of the board, from 1 */
    const struct mx_values *values;
    const struct mx_openings *openings;
    bool counted;             /* the variant knows its positions */
    uint64_t positions, lost; /* of all layers */
    char digest[17];          /* of all states; "" = not wanted, or not all are kept */
};

static bool is_cell(const struct mx_opening *move) {
    return move->row != MX_WHOLE_LINE && move->col != MX_WHOLE_LINE;
}

/* ---- Text -------------------------------------------------------------------------------- */

/* "1,3 1,6" for moves in a cell, "H in row 2; V in column 1" for others. */
static void print_winning(const struct mx_openings *openings) {
    bool first = true, cells = true;
    for (uint64_t i = 0; i < openings->count; i++)
        cells &= is_cell(&openings->opening[i].move);
    fputs("  winning first moves:", mx_out);
    for (uint64_t i = 0; i < openings->count; i++) {
        const struct mx_opening *move = &openings->opening[i].move;
        if (openings->opening[i].together != 0)
            continue;
        if (cells)
            mx_print(" %u,%u", move->row + 1, move->col + 1);
        else
            mx_print("%s %s", first ? "" : ";", move->move);
        first = false;
    }
    fputs(first ? " none\n" : "\n", mx_out);
}

static void print_counts(const struct page *page) {
    const struct mx_problem *problem = page->values->problem;
    uint64_t positions, lost;
    if (!page->counted) {
        mx_print("  P-positions: not counted, %s keeps no table\n", page->values->variant->name);
        return;
    }
    mx_print("  P-positions: %" PRIu64 " of %" PRIu64 "\n", page->lost, page->positions);
    if (!mx_count_layer(page->values, 1, &positions, &lost))
        return;
    mx_print("  %s  positions  P-positions\n", problem->layer_noun);
    for (uint32_t layer = 0; mx_count_layer(page->values, layer, &positions, &lost); layer++)
        mx_print("  %*u  %9" PRIu64 "  %11" PRIu64 "\n", (int)strlen(problem->layer_noun), layer,
                 positions, lost);
}

static void print_page(const struct page *page) {
    const struct mx_values *values = page->values;
    char value[MX_VALUE_ROOM];
    mx_write_answer(values->problem, mx_out, page->number, values->run.batch.instances,
                    values->answer, NULL);
    mx_print("  %s: %s\n", mx_value_noun(values),
             mx_value_in_words(page->openings->together, value));
    print_winning(page->openings);
    print_counts(page);
    if (page->digest[0] != '\0')
        mx_print("  digest: %s\n", page->digest);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static json_t *winning_json(const struct mx_openings *openings) {
    json_t *list = json_array();
    for (uint64_t i = 0; i < openings->count; i++) {
        const struct mx_opening *move = &openings->opening[i].move;
        if (openings->opening[i].together != 0)
            continue;
        json_t *one = json_pack("{s:s, s:I}", "move", move->move, "moves", (json_int_t)move->moves);
        if (move->row != MX_WHOLE_LINE)
            json_object_set_new(one, "row", json_integer(move->row + 1));
        if (move->col != MX_WHOLE_LINE)
            json_object_set_new(one, "column", json_integer(move->col + 1));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *layers_json(const struct mx_values *values) {
    json_t *list = json_array();
    uint64_t positions, lost;
    for (uint32_t layer = 0; mx_count_layer(values, layer, &positions, &lost); layer++)
        json_array_append_new(list, json_pack("[I, I]", (json_int_t)positions, (json_int_t)lost));
    return list;
}

static json_t *page_json(const struct page *page) {
    const struct mx_values *values = page->values;
    uint64_t positions, lost;
    char shape[128];
    mx_describe(values->problem, values->run.batch.instances, shape, sizeof shape);
    json_t *json = json_pack(
        "{s:I, s:s, s:I, s:s, s:s, s:o, s:o}", "board", (json_int_t)page->number, "shape", shape,
        "answer", (json_int_t)values->answer, "variant", values->variant->name, "value_noun",
        mx_value_noun(values), "value", mx_value_json(page->openings->together), "winning_moves",
        winning_json(page->openings));
    if (page->digest[0] != '\0')
        json_object_set_new(json, "digest", json_string(page->digest));
    if (!page->counted)
        return json;
    json_object_update_new(json, json_pack("{s:I, s:I}", "positions", (json_int_t)page->positions,
                                           "p_positions", (json_int_t)page->lost));
    if (mx_count_layer(values, 1, &positions, &lost))
        json_object_update_new(json,
                               json_pack("{s:s, s:o}", "layer_noun", values->problem->layer_noun,
                                         "layers", layers_json(values)));
    return json;
}

/* ---- Boards ------------------------------------------------------------------------------ */

struct call {
    const char *text; /* of the workload */
    const struct mx_workload *opened;
    const struct mx_flags *flags;
    const struct mx_variant *variant;
    bool digest;
    struct mx_json_stream stream;
};

static void begin_json(struct call *call, const struct mx_problem *problem) {
    json_t *members = json_pack("{s:s, s:o, s:I}", "problem", problem->name, "workload",
                                mx_json_text(call->text), "seed", (json_int_t)call->flags->seed);
    mx_json_begin(&call->stream, mx_with_settings(members, call->opened), "boards");
}

static void print_board(struct call *call, struct page *page) {
    uint64_t positions, lost;
    for (uint32_t layer = 0; mx_count_layer(page->values, layer, &positions, &lost); layer++) {
        page->counted = true;
        page->positions += positions;
        page->lost += lost;
    }
    if (!call->flags->json) {
        print_page(page);
        return;
    }
    if (!call->stream.open)
        begin_json(call, page->values->problem);
    mx_json_item(&call->stream, page_json(page));
}

/* Returns false when interrupted. */
static bool take_digest(struct page *page) {
    const struct mx_values *values = page->values;
    uint64_t sum = 0;
    if (!mx_can_digest(values->variant))
        return true;
    if (!mx_add_digests(values->problem, values->variant, &values->run, &sum))
        return false;
    snprintf(page->digest, sizeof page->digest, "%016" PRIx64, sum);
    return true;
}

static bool show_progress(void *context, uint64_t done, uint64_t total) {
    (void)context;
    mx_progress_update(done, total, "");
    return !mx_interrupted();
}

static bool all_known(const struct mx_openings *openings) {
    bool known = openings->together != MX_NOT_COMPUTED;
    for (uint64_t i = 0; i < openings->count; i++)
        known &= openings->opening[i].together != MX_NOT_COMPUTED;
    return known;
}

/* Returns false with a message when the board's values are not found. */
static bool solve_board(struct call *call, const struct mx_problem *problem, const void *board,
                        uint64_t number, struct mx_arena *arena) {
    static const struct mx_monitor monitor = {show_progress, NULL};
    struct mx_values values;
    struct mx_openings openings;
    struct page page = {.number = number, .values = &values, .openings = &openings};
    char why[256];
    mx_progress_start("");
    const bool solved = mx_nimbers_open(&values, problem, board, call->variant, call->flags->isa,
                                        &monitor, why, sizeof why);
    const bool listed = solved && mx_openings_list(&openings, &values, arena);
    const bool digested = !listed || !call->digest || take_digest(&page);
    mx_progress_end();
    if (solved && !listed)
        mx_out_of_memory();
    const bool known = solved && digested && all_known(&openings);
    if (known)
        print_board(call, &page);
    else if (!mx_interrupted())
        mx_complain("board %" PRIu64 ": %s%s", number, solved ? values.variant->name : why,
                    solved ? " gave up on the value of an opening" : "");
    if (solved)
        mx_values_close(&values);
    return known;
}

static int solve_boards(struct call *call, struct mx_workload *workload) {
    struct mx_arena arena = {0};
    const void *board;
    enum mx_next next = MX_NEXT_END;
    bool known = true;
    while (known && !mx_interrupted() && !ferror(mx_out) &&
           (next = mx_workload_next(workload, &arena, &board)) == MX_NEXT_BOARD) {
        known = solve_board(call, workload->problem, board, workload->next, &arena);
        mx_arena_clear(&arena);
    }
    mx_arena_free(&arena);
    if (mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    if (next == MX_NEXT_ERROR)
        mx_complain("%s", workload->error);
    return known && next == MX_NEXT_END ? MX_EXIT_OK : MX_EXIT_ERROR;
}

int mx_solve_values(struct mx_workload *workload, const char *text, const struct mx_flags *flags,
                    const struct mx_variant *variant, bool digest) {
    const struct mx_problem *problem = workload->problem;
    struct call call = {
        .text = text, .opened = workload, .flags = flags, .variant = variant, .digest = digest};
    if (problem->opening == NULL || problem->start == NULL || !mx_has_states(problem)) {
        mx_complain("%s is not a game with openings (problem.h), so it has no --values",
                    problem->name);
        return MX_EXIT_USAGE;
    }
    const int code = solve_boards(&call, workload);
    if (flags->json && code == MX_EXIT_OK && !call.stream.open)
        begin_json(&call, problem);
    if (call.stream.open)
        mx_json_end(&call.stream, json_pack("{s:b}", "complete", code == MX_EXIT_OK));
    return code;
}
