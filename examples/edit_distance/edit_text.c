/* The text: the number of pairs, then for each its two lengths and its two texts, in letters a-z;
 * an empty text has no word. */
#include <string.h>

#include "edit.h"
#include "support/reader.h"

bool edit_read_header(struct mx_reader *reader, uint64_t *cases) {
    return mx_reader_number(reader, "number of pairs", 1, UINT32_MAX, cases);
}

static bool read_text(struct mx_reader *reader, const char *what, uint64_t length, char *to) {
    const char *word = length == 0 ? "" : mx_reader_word(reader, what, length);
    for (uint64_t i = 0; word != NULL && i < length; i++)
        if (word[i] < 'a' || word[i] > 'z') {
            mx_reader_reject(reader, i, "found '%c', expected a letter a-z", word[i]);
            word = NULL;
        }
    if (word != NULL)
        memcpy(to, word, length);
    return word != NULL;
}

const void *edit_read(struct mx_reader *reader, struct mx_arena *arena, int dialect) {
    uint64_t a, b;
    (void)dialect;
    if (!mx_reader_number(reader, "length of the first text", 0, EDIT_MOST_LETTERS, &a) ||
        !mx_reader_number(reader, "length of the second text", 0, EDIT_MOST_LETTERS, &b))
        return NULL;
    struct edit *pair = edit_new((uint32_t)a, (uint32_t)b, arena);
    if (pair == NULL) {
        mx_reader_reject_here(reader, "out of memory for this pair");
        return NULL;
    }
    return read_text(reader, "the first text", a, pair->text) &&
                   read_text(reader, "the second text", b, pair->text + a)
               ? pair
               : NULL;
}

void edit_write_header(FILE *file, uint64_t cases) {
    fprintf(file, "%llu\n", (unsigned long long)cases);
}

void edit_write(FILE *file, const void *instance, int dialect) {
    const struct edit *pair = instance;
    (void)dialect;
    fprintf(file, "%u %u\n", pair->a, pair->b);
    if (pair->a > 0)
        fprintf(file, "%.*s\n", (int)pair->a, edit_a(pair));
    if (pair->b > 0)
        fprintf(file, "%.*s\n", (int)pair->b, edit_b(pair));
}

void edit_write_answer(FILE *file, uint64_t number, uint64_t answer) {
    fprintf(file, "Case #%llu: %llu\n", (unsigned long long)number, (unsigned long long)answer);
}
