/* JSON on stdout: one document for each call. A long array is printed item by item, so that memory
 * stays bounded. Names that verbs share: problem, variant, workload, seed, boards, seconds. */
#ifndef MX_JSON_OUTPUT_H
#define MX_JSON_OUTPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* From now on, a failed allocation of a JSON value ends the process with a message. The library
 * alone would silently drop the value and print an incomplete result. */
void mx_json_require_memory(void);

/* Prints the document. Steals the reference. */
void mx_json_print(json_t *document);

/* A string for text that may hold any bytes; what is not UTF-8 becomes '?'. */
json_t *mx_json_text(const char *text);

/* A document with one long array: its members before the array, the items, its members after it.
 * Each call steals the reference that it is given. */
struct mx_json_stream {
    bool open; /* some text was printed */
    uint64_t items;
};

void mx_json_begin(struct mx_json_stream *stream, json_t *members, const char *array);
void mx_json_item(struct mx_json_stream *stream, json_t *item);
void mx_json_number(struct mx_json_stream *stream,
                    uint64_t number); /* an item above INT64_MAX, too */
void mx_json_end(struct mx_json_stream *stream, json_t *members);

#endif
