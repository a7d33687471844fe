#include "harness/judge/judge_output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "support/arena.h"
#include "support/text_stream.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/* ---- Words ------------------------------------------------------------------------------- */

/* A text that is read word by word. */
struct words {
    const char *from, *at, *end;
    bool loose; /* words are runs of letters and signed numbers; else blanks separate words */
};

static bool is_digit(char c) {
    return isdigit((unsigned char)c) != 0;
}

static bool is_letter(char c) {
    return isalpha((unsigned char)c) != 0;
}

/* Whether a number starts here: a digit, or a sign that does not join two words. */
static bool starts_number(const struct words *words) {
    const char *at = words->at;
    bool sign = (*at == '-' || *at == '+') && at + 1 < words->end && is_digit(at[1]) &&
                (at == words->from || !isalnum((unsigned char)at[-1]));
    return sign || is_digit(*at);
}

/* The next word, loosely: a number such as -12 or 2.50, or a run of letters. */
static struct mx_line next_loose_word(struct words *words) {
    while (words->at < words->end && !starts_number(words) && !is_letter(*words->at))
        words->at++;
    const char *from = words->at;
    const bool number = words->at < words->end && !is_letter(*words->at);
    words->at += number;
    while (words->at < words->end &&
           (number ? is_digit(*words->at) ||
                         (*words->at == '.' && words->at + 1 < words->end && is_digit(words->at[1]))
                   : is_letter(*words->at)))
        words->at++;
    return (struct mx_line){from, (size_t)(words->at - from)};
}

/* The next word; length 0 at the end. */
static struct mx_line next_word(struct words *words) {
    if (words->loose)
        return next_loose_word(words);
    while (words->at < words->end && is_blank(*words->at))
        words->at++;
    const char *from = words->at;
    while (words->at < words->end && !is_blank(*words->at))
        words->at++;
    return (struct mx_line){from, (size_t)(words->at - from)};
}

/* ---- Values ------------------------------------------------------------------------------ */

/* Strips the parts of a number that do not change its value: a plus, leading zeros, zeros behind a
 * point. *negative is its sign; 0 is never negative. */
static struct mx_line digits_of(struct mx_line word, bool *negative) {
    *negative = word.text[0] == '-';
    if (!is_digit(word.text[0]))
        word.text++, word.length--;
    while (word.length > 1 && word.text[0] == '0' && is_digit(word.text[1]))
        word.text++, word.length--;
    if (memchr(word.text, '.', word.length) != NULL) {
        while (word.text[word.length - 1] == '0')
            word.length--;
        word.length -= word.text[word.length - 1] == '.';
    }
    *negative = *negative && !(word.length == 1 && word.text[0] == '0');
    return word;
}

static bool same_number(struct mx_line one, struct mx_line other) {
    bool minus_one, minus_other;
    one = digits_of(one, &minus_one);
    other = digits_of(other, &minus_other);
    return minus_one == minus_other && one.length == other.length &&
           memcmp(one.text, other.text, one.length) == 0;
}

/* Whether two words mean the same: their bytes are equal or, in a loose comparison, their numbers,
 * or their letters in any case. */
static bool same_word(struct mx_line one, struct mx_line other, bool loose) {
    if (loose && !is_letter(one.text[0]) && !is_letter(other.text[0]))
        return same_number(one, other);
    return one.length == other.length && (loose ? strncasecmp(one.text, other.text, one.length)
                                                : memcmp(one.text, other.text, one.length)) == 0;
}

static bool same_words(struct mx_line one, struct mx_line other, bool loose) {
    struct words a = {one.text, one.text, one.text + one.length, loose};
    struct words b = {other.text, other.text, other.text + other.length, loose};
    for (;;) {
        struct mx_line left = next_word(&a), right = next_word(&b);
        if (left.length == 0 || right.length == 0)
            return left.length == right.length;
        if (!same_word(left, right, loose))
            return false;
    }
}

static struct mx_line last_word(struct mx_line line) {
    struct words words = {line.text, line.text, line.text + line.length, true};
    struct mx_line last = {line.text, 0}, word;
    while ((word = next_word(&words)).length > 0)
        last = word;
    return last;
}

/* ---- Lines ------------------------------------------------------------------------------- */

/* Returns the line at *at and moves *at behind it. */
static struct mx_line next_line(const char **at, const char *end) {
    const char *from = *at, *newline = memchr(from, '\n', (size_t)(end - from));
    const char *stop = newline == NULL ? end : newline;
    *at = newline == NULL ? end : newline + 1;
    while (stop > from && is_blank(stop[-1]))
        stop--;
    return (struct mx_line){from, (size_t)(stop - from)};
}

static enum mx_match match_line(struct mx_line expected, struct mx_line got) {
    if (got.text == NULL)
        return MX_MATCH_NOT;
    if (expected.length == got.length && memcmp(expected.text, got.text, got.length) == 0)
        return MX_MATCH_EXACT;
    bool right = same_words(expected, got, true) || same_words(last_word(expected), got, true);
    return right ? MX_MATCH_MEANING : MX_MATCH_NOT;
}

static void fill_cases(struct mx_output *output, const char *expected, const char *got,
                       size_t bytes) {
    const char *end = got + bytes, *expected_end = expected + strlen(expected);
    while (end > got && is_blank(end[-1]))
        end--;
    for (uint32_t i = 0; i < output->count; i++)
        output->line[i].expected = next_line(&expected, expected_end);
    bool gap = false;
    while (got < end) {
        struct mx_line line = next_line(&got, end);
        gap |= line.length == 0;
        if (line.length == 0)
            continue;
        if (output->lines < output->count)
            output->line[output->lines].got = line;
        output->lines++;
    }
    for (uint32_t i = 0; i < output->count; i++) {
        struct mx_output_case *one = &output->line[i];
        one->match = match_line(one->expected, one->got);
        if (one->match > output->match)
            output->match = one->match;
    }
    if (gap && output->match == MX_MATCH_EXACT) {
        output->match = MX_MATCH_MEANING;
        snprintf(output->detail, sizeof output->detail,
                 "there are empty lines between the answers");
    }
}

/* Whether the output has all answers, on one line or several. */
static bool same_as_a_whole(const char *expected, const char *got, size_t bytes) {
    const struct mx_line right = {expected, strlen(expected)}, given = {got, bytes};
    return same_words(right, given, false);
}

static void judge_whole(struct mx_output *output, const char *expected, const char *got,
                        size_t bytes) {
    if (output->match == MX_MATCH_NOT && same_as_a_whole(expected, got, bytes)) {
        output->match = MX_MATCH_MEANING;
        for (uint32_t i = 0; i < output->count; i++)
            output->line[i].match = MX_MATCH_MEANING;
        snprintf(output->detail, sizeof output->detail, "each answer must have a line of its own");
    } else if (output->lines > output->count && output->match != MX_MATCH_NOT) {
        output->match = MX_MATCH_MEANING;
        snprintf(output->detail, sizeof output->detail, "%u lines for %u answer%s", output->lines,
                 output->count, output->count == 1 ? "" : "s");
    } else if (output->lines == 0 && output->count > 0) {
        snprintf(output->detail, sizeof output->detail, "nothing was printed");
    } else if (output->lines < output->count) {
        snprintf(output->detail, sizeof output->detail, "%u line%s for %u answers", output->lines,
                 output->lines == 1 ? "" : "s", output->count);
    }
}

/* ---- All together ------------------------------------------------------------------------ */

/* The judge's output, ended by a 0, in the arena; NULL when memory is short. */
static const char *expected_text(const struct mx_problem *problem, const uint64_t *answers,
                                 uint32_t count, struct mx_arena *arena) {
    struct mx_text_stream stream;
    if (mx_text_open(&stream) == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        problem->write_answer(stream.file, i + 1, answers[i]);
    char *text = mx_text_close(&stream);
    char *copy = text != NULL ? mx_arena_take(arena, stream.bytes + 1) : NULL;
    if (copy != NULL)
        memcpy(copy, text, stream.bytes + 1);
    free(text);
    return copy;
}

bool mx_output_compare(struct mx_output *output, const struct mx_problem *problem,
                       const uint64_t *answers, uint32_t count, const char *got, size_t bytes,
                       struct mx_arena *arena) {
    *output = (struct mx_output){.match = MX_MATCH_EXACT, .count = count};
    const char *expected = expected_text(problem, answers, count, arena);
    output->line = mx_arena_take(arena, count * sizeof *output->line);
    if (expected == NULL || output->line == NULL)
        return false;
    fill_cases(output, expected, got, bytes);
    judge_whole(output, expected, got, bytes);
    return true;
}
