#include "cli/json_output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

#define NUMBERS_A_LINE 20

static void *allocate(size_t bytes) {
    void *block = malloc(bytes);
    if (block == NULL)
        mx_out_of_memory();
    return block;
}

void mx_json_require_memory(void) {
    json_set_alloc_funcs(allocate, free);
}

void mx_json_print(json_t *document) {
    json_dumpf(document, mx_out, JSON_INDENT(2));
    putc('\n', mx_out);
    json_decref(document);
}

json_t *mx_json_text(const char *text) {
    json_t *string = json_string(text);
    if (string != NULL)
        return string;
    char *copy = strdup(text);
    if (copy == NULL)
        mx_out_of_memory();
    for (char *c = copy; *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    string = json_string(copy);
    free(copy);
    return string;
}

/* The members without braces, each on a line of its own. */
static void print_members(json_t *members) {
    const char *key, *separator = "";
    json_t *value;
    json_object_foreach(members, key, value) {
        mx_print("%s  \"%s\": ", separator, key);
        json_dumpf(value, mx_out, JSON_ENCODE_ANY | JSON_COMPACT);
        separator = ",\n";
    }
    json_decref(members);
}

void mx_json_begin(struct mx_json_stream *stream, json_t *members, const char *array) {
    *stream = (struct mx_json_stream){.open = true};
    fputs("{\n", mx_out);
    print_members(members);
    mx_print(",\n  \"%s\": [", array);
}

void mx_json_item(struct mx_json_stream *stream, json_t *item) {
    fputs(stream->items++ > 0 ? ",\n    " : "\n    ", mx_out);
    json_dumpf(item, mx_out, JSON_ENCODE_ANY | JSON_COMPACT);
    json_decref(item);
}

void mx_json_number(struct mx_json_stream *stream, uint64_t number) {
    const bool first = stream->items % NUMBERS_A_LINE == 0;
    mx_print("%s%s%" PRIu64, stream->items > 0 ? "," : "", first ? "\n    " : " ", number);
    stream->items++;
}

void mx_json_end(struct mx_json_stream *stream, json_t *members) {
    fputs(stream->items > 0 ? "\n  ],\n" : "],\n", mx_out);
    print_members(members);
    fputs("\n}\n", mx_out);
    stream->open = false;
}
