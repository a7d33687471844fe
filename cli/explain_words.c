#include "cli/explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "harness/input/optional.h"
#include "support/text_stream.h"

void mx_write_sum(FILE *file, const uint32_t *values, uint32_t count, uint32_t together) {
    char text[MX_VALUE_ROOM];
    for (uint32_t i = 0; count > 1 && i < count; i++)
        fprintf(file, "%s%s", i == 0 ? "" : " XOR ", mx_value_in_words(values[i], text));
    fprintf(file, "%s%s%s", count > 1 ? " = " : "", mx_value_in_words(together, text),
            count == 0 ? ", nothing is left" : "");
}

void mx_write_part(FILE *file, const struct mx_explanation *e, uint64_t state, uint32_t value) {
    char text[256], words[MX_VALUE_ROOM];
    e->problem->describe_state(e->instance, state, text, sizeof text);
    fprintf(file, "%s: %s %s", text, e->value_noun, mx_value_in_words(value, words));
}

void mx_write_judged(FILE *file, const struct mx_explanation *e, uint64_t number) {
    struct mx_text_stream stream;
    char *text = NULL;
    if (mx_text_open(&stream) != NULL) {
        e->problem->write_answer(stream.file, number, e->answer);
        text = mx_text_close(&stream);
    }
    if (text == NULL)
        mx_out_of_memory();
    fprintf(file, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
}

void mx_write_verdict(FILE *file, const struct mx_explanation *e) {
    const struct mx_openings *o = &e->openings;
    fputs("the start has value ", file);
    mx_write_sum(file, o->values, o->parts, o->together);
    fprintf(file, ": the %s player wins, ", o->together != 0 ? "first" : "second");
    fprintf(file, "%" PRIu64 " of %" PRIu64 " opening%s win%s", e->winning, o->count,
            o->count == 1 ? "" : "s", e->winning == 1 ? "s" : "");
    if (e->moves != o->count)
        fprintf(file, " (cell by cell %" PRIu64 " of %" PRIu64 " moves)", e->winning_moves,
                e->moves);
}

void mx_write_reason(FILE *file, const struct mx_explanation *e) {
    const struct mx_valued_opening *best = e->best;
    if (best == NULL && e->openings.count == 0) {
        fputs("there is no opening, so the first player has lost", file);
    } else if (best == NULL) {
        fputs("no opening wins: none leaves 0, so the opponent wins after each", file);
    } else if (best->move.parts == 0) {
        fprintf(file, "%s wins: it leaves nothing, so the opponent cannot move", best->move.move);
    } else {
        fprintf(file, "%s wins: it leaves ", best->move.move);
        mx_write_sum(file, best->values, best->move.parts, best->together);
        fputs(", and the player to move loses", file);
    }
}

void mx_write_rest_lines(FILE *file, const struct mx_explanation *e, int most) {
    const struct mx_drawing *drawing = e->problem->drawing;
    struct mx_text_stream stream;
    char *text = NULL;
    if (drawing->write_rest == NULL)
        return;
    if (mx_text_open(&stream) != NULL) {
        drawing->write_rest(stream.file, e->instance);
        text = mx_text_close(&stream);
    }
    if (text == NULL)
        mx_out_of_memory();
    char *end = text;
    for (int i = 0; i < most && *end != '\0'; i++)
        end = strchr(end, '\n') + 1;
    fprintf(file, "%.*s%s", (int)(end - text), text, *end != '\0' ? "...\n" : "");
    free(text);
}

/* ---- JSON -------------------------------------------------------------------------------- */

json_t *mx_value_json(uint32_t value) {
    return value == MX_LOONY ? json_string("loony") : json_integer(value);
}

/* The writer's output, as a string. */
static json_t *written(void (*write)(FILE *, const struct mx_explanation *),
                       const struct mx_explanation *e) {
    struct mx_text_stream stream;
    if (mx_text_open(&stream) == NULL)
        mx_out_of_memory();
    write(stream.file, e);
    char *text = mx_text_close(&stream);
    if (text == NULL)
        mx_out_of_memory();
    json_t *string = json_string(text);
    free(text);
    return string;
}

static json_t *parts_json(const struct mx_explanation *e, const uint64_t *parts,
                          const uint32_t *values, uint32_t count) {
    json_t *all = json_array();
    char text[256];
    for (uint32_t i = 0; i < count; i++) {
        e->problem->describe_state(e->instance, parts[i], text, sizeof text);
        json_array_append_new(
            all, json_pack("{s:s, s:o}", "state", text, "value", mx_value_json(values[i])));
    }
    return all;
}

static json_t *opening_json(const struct mx_explanation *e, const struct mx_valued_opening *o) {
    return json_pack("{s:s, s:o, s:o}", "move", o->move.move, "leaves", mx_value_json(o->together),
                     "parts", parts_json(e, o->move.part, o->values, o->move.parts));
}

json_t *mx_explain_json(const struct mx_explanation *e, uint64_t number, bool all) {
    char shape[128];
    const struct mx_openings *o = &e->openings;
    e->problem->describe(e->instance, shape, sizeof shape);
    json_t *json = json_pack("{s:I, s:s, s:I, s:o}", "board", (json_int_t)number, "shape", shape,
                             "answer", (json_int_t)e->answer, "winning_opening",
                             e->best != NULL ? opening_json(e, e->best) : json_null());
    if (!e->valued) {
        json_object_set_new(json, "not_valued", json_string(e->why));
        return json;
    }
    json_object_update_new(
        json,
        json_pack("{s:o, s:o, s:I, s:I, s:I, s:I, s:o, s:o}", "value", mx_value_json(o->together),
                  "parts", parts_json(e, o->part, o->values, o->parts), "openings",
                  (json_int_t)o->count, "winning_openings", (json_int_t)e->winning, "moves",
                  (json_int_t)e->moves, "winning_moves", (json_int_t)e->winning_moves, "verdict",
                  written(mx_write_verdict, e), "reason", written(mx_write_reason, e)));
    if (!all)
        return json;
    json_t *list = json_array();
    for (uint64_t i = 0; i < o->count; i++)
        json_array_append_new(list, opening_json(e, &o->opening[i]));
    json_object_set_new(json, "all_openings", list);
    return json;
}
