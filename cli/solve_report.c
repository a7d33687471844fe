#include "cli/solve_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/flags.h"
#include "cli/output.h"
#include "harness/input/optional.h"
#include "support/digest.h"
#include "support/text_stream.h"

void mx_tally_window(struct mx_tally *tally, const struct mx_window *window,
                     const struct mx_problem *problem, uint32_t solved) {
    for (uint32_t i = 0; i < solved; i++)
        if (__builtin_add_overflow(tally->states, problem->states(window->boards[i]),
                                   &tally->states))
            tally->states = UINT64_MAX;
    if (window->long_answers == NULL)
        tally->answers_hash =
            mx_hash(tally->answers_hash, window->answers, solved * sizeof *window->answers);
    for (uint32_t i = 0; window->long_answers != NULL && i < solved; i++)
        tally->answers_hash = mx_hash(tally->answers_hash, window->long_answers[i],
                                      problem->answer_bytes(window->boards[i]));
    tally->boards += solved;
}

void mx_report_store_plan(const struct mx_store *store) {
    char memory[32], file[32], written[32], read[32];
    mx_bytes_in_words(mx_store_planned_memory(store), memory, sizeof memory);
    mx_bytes_in_words((size_t)store->state->capacity, file, sizeof file);
    mx_bytes_in_words((size_t)store->plan.written_bytes, written, sizeof written);
    mx_bytes_in_words((size_t)store->plan.read_bytes, read, sizeof read);
    fprintf(stderr, "takes %s of memory and %s in a file in %s; writes %s, reads %s\n", memory,
            file, store->folder, written, read);
}

static void report_moved(const struct mx_store *store) {
    fprintf(stderr,
            "moved: %" PRIu64 " bytes written, %" PRIu64 " read; planned: %" PRIu64 " and %" PRIu64
            "; waited for them %.3f s\n",
            store->written, store->read, store->plan.written_bytes, store->plan.read_bytes,
            store->waited);
}

void mx_report_time(const struct mx_solver *solver, const struct mx_tally *tally, uint64_t repeat) {
    if (solver->used == NULL || tally->boards == 0)
        return;
    fflush(mx_out);
    const char *noun = mx_instance_noun(solver->problem);
    double runs = (double)tally->boards * (double)repeat;
    fprintf(stderr, "%s: %" PRIu64 " %s%s", solver->used->name, tally->boards, noun,
            tally->boards == 1 ? "" : "s");
    if (repeat > 1)
        fprintf(stderr, ", %" PRIu64 " times", repeat);
    if (solver->counts)
        fprintf(stderr, ", %" PRIu64 " %s evaluated", solver->work, solver->problem->work_noun);
    fprintf(stderr, ", %.6f s in solve, %.3f us a%s %s\n", solver->seconds,
            1e6 * solver->seconds / runs, strchr("aeiou", noun[0]) != NULL ? "n" : "", noun);
    if (solver->stores)
        report_moved(&solver->store);
}

/* The digest of all boards; false when some board has none. */
static bool digest_text(const struct mx_solver *solver, const struct mx_tally *tally,
                        char text[17]) {
    snprintf(text, 17, "%016" PRIx64, solver->digest);
    return solver->digests && tally->boards > 0 && solver->digested == tally->boards;
}

void mx_report_digest(const struct mx_solver *solver, const struct mx_tally *tally) {
    char text[17];
    if (tally->boards == 0)
        return;
    fflush(mx_out);
    if (digest_text(solver, tally, text))
        fprintf(stderr, "digest of all tables: %s\n", text);
    else
        fprintf(stderr, "digest of all tables: unknown, %s does not keep every state\n",
                solver->used->name);
}

static json_t *digest_json(const struct mx_solver *solver, const struct mx_tally *tally) {
    char text[17];
    return digest_text(solver, tally, text) ? json_string(text) : json_null();
}

static void begin_json(struct mx_solve_json *json, const struct mx_solver *solver) {
    json_t *members = json_pack("{s:s, s:o, s:I}", "problem", solver->problem->name, "workload",
                                mx_json_text(json->workload), "seed", (json_int_t)json->seed);
    mx_json_begin(&json->stream, mx_with_settings(members, json->opened), "answers");
}

/* Floating-point values as an array, in which what JSON has no number for is null; bytes as
 * hexadecimal digits. */
static json_t *long_answer_json(const struct mx_problem *problem, const void *instance,
                                const void *answer) {
    struct mx_text_stream stream;
    const size_t bytes = problem->answer_bytes(instance);
    if (mx_answers_are_rounded(problem)) {
        json_t *values = json_array();
        for (size_t i = 0; i < mx_answer_values(problem, instance); i++) {
            const double value = mx_answer_value(problem, answer, i);
            json_array_append_new(values, isfinite(value) ? json_real(value) : json_null());
        }
        return values;
    }
    if (mx_text_open(&stream) == NULL)
        mx_out_of_memory();
    for (size_t i = 0; i < bytes; i++)
        fprintf(stream.file, "%02x", ((const unsigned char *)answer)[i]);
    char *text = mx_text_close(&stream);
    if (text == NULL)
        mx_out_of_memory();
    json_t *json = json_string(text);
    free(text);
    return json;
}

void mx_report_json_answers(struct mx_solve_json *json, const struct mx_solver *solver,
                            const struct mx_window *window, uint32_t solved) {
    if (solved > 0 && !json->stream.open)
        begin_json(json, solver);
    for (uint32_t i = 0; i < solved; i++)
        if (window->long_answers == NULL)
            mx_json_number(&json->stream, window->answers[i]);
        else
            mx_json_item(&json->stream, long_answer_json(solver->problem, window->boards[i],
                                                         window->long_answers[i]));
}

static json_t *store_json(const struct mx_store *store) {
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "memory_bytes",
                     (json_int_t)mx_store_planned_memory(store), "file_bytes",
                     (json_int_t)mx_store_capacity(store), "written_bytes",
                     (json_int_t)store->written, "read_bytes", (json_int_t)store->read,
                     "planned_written_bytes", (json_int_t)store->plan.written_bytes,
                     "planned_read_bytes", (json_int_t)store->plan.read_bytes, "waited_seconds",
                     store->waited);
}

void mx_report_json_end(struct mx_solve_json *json, const struct mx_solver *solver,
                        const struct mx_tally *tally, uint64_t repeat, const char *error) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, tally->answers_hash);
    if (!json->stream.open && error != NULL)
        return;
    if (!json->stream.open)
        begin_json(json, solver);
    json_t *end = json_pack(
        "{s:s?, s:i, s:I, s:f, s:I, s:f, s:f, s:s, s:o, s:o}", "variant",
        solver->used == NULL ? NULL : solver->used->name, "threads", solver->threads, "instances",
        (json_int_t)tally->boards, "states", (double)tally->states, "repeat", (json_int_t)repeat,
        "seconds", solver->seconds, "processor_seconds", solver->processor_seconds, "answers_hash",
        hash, "work", solver->counts ? json_integer((json_int_t)solver->work) : json_null(),
        "digest", digest_json(solver, tally));
    if (solver->stores)
        json_object_set_new(end, "store", store_json(&solver->store));
    if (json->why)
        json_object_set_new(end, "why", mx_why_json(solver));
    if (error != NULL)
        json_object_set_new(end, "error", mx_json_text(error));
    mx_json_end(&json->stream, end);
}
