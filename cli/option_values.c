/* Values of options, with a message that says which values there are. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/flags.h"

#define MOST_SECONDS 1e7

static char refused[200];

const char *mx_value_refused(void) {
    return refused;
}

bool mx_refuse_value(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refused, sizeof refused, format, arguments);
    va_end(arguments);
    return false;
}

static bool refuse_count(const char *text, bool whole, uint64_t least, uint64_t most) {
    const char *format = whole ? "%.40s is out of range, %llu to %llu"
                               : "'%.40s' is not a whole number from %llu to %llu";
    snprintf(refused, sizeof refused, format, text, (unsigned long long)least,
             (unsigned long long)most);
    return false;
}

/* A number that is too large for 64 bits, or negative, is out of range like any other. */
bool mx_parse_count(const char *text, uint64_t least, uint64_t most, uint64_t *value) {
    char *end;
    const char *digits = text + (text[0] == '-');
    errno = 0;
    unsigned long long number = strtoull(digits, &end, 10);
    bool whole = digits[0] >= '0' && digits[0] <= '9' && *end == '\0';
    refused[0] = '\0';
    if (!whole || digits != text || errno != 0 || number < least || number > most)
        return refuse_count(text, whole, least, most);
    *value = number;
    return true;
}

static bool in_range(const char *text, double *value, double least, double most, const char *unit,
                     const char *low) {
    char *end;
    double number = strtod(text, &end);
    refused[0] = '\0';
    if (end == text || *end != '\0' || !isfinite(number))
        return mx_refuse_value("'%.40s' is not a number of %s (%s%g to %g)", text, unit, low, least,
                               most);
    if (number < least || number > most || (low[0] != '\0' && number == least))
        return mx_refuse_value("%.40s is out of range, %s%g to %g %s", text, low, least, most,
                               unit);
    *value = number;
    return true;
}

bool mx_parse_number(const char *text, double least, double most, const char *unit, double *value) {
    return in_range(text, value, least, most, unit, "");
}

bool mx_parse_seconds(const char *text, double *seconds) {
    return in_range(text, seconds, 0, MOST_SECONDS, "seconds", "");
}

bool mx_parse_limit(const char *text, double *seconds) {
    return in_range(text, seconds, 0, MOST_SECONDS, "seconds", "more than ");
}

bool mx_parse_bytes(const char *text, size_t *bytes) {
    static const char units[] = "KMGT";
    const size_t digits = strspn(text, "0123456789");
    const char *unit = strchr(units, text[digits]);
    const char *rest = text + digits + (text[digits] != '\0');
    refused[0] = '\0';
    errno = 0;
    const unsigned long long number = strtoull(text, NULL, 10);
    if (digits == 0 || text[digits] == '\0' || unit == NULL ||
        (rest[0] != '\0' && strcmp(rest, "iB") != 0))
        return mx_refuse_value("'%.40s' is not a size such as 256M or 6GiB (K, M, G, T)", text);
    const int shift = 10 * (int)(unit - units + 1);
    if (number == 0 || errno != 0 || number > SIZE_MAX >> shift)
        return mx_refuse_value("%.40s is out of range", text);
    *bytes = (size_t)number << shift;
    return true;
}

/* "'slow' is not one of quick, full". */
static bool refuse_word(const char *text, const char *words) {
    int used = snprintf(refused, sizeof refused, "'%.40s' is not one of ", text);
    for (; *words != '\0' && used < (int)sizeof refused - 3; words++) {
        refused[used++] = *words == '|' ? ',' : *words;
        if (*words == '|')
            refused[used++] = ' ';
    }
    refused[used] = '\0';
    return false;
}

bool mx_parse_word(const char *text, const char *words, int *choice) {
    size_t length;
    const char *word = words;
    refused[0] = '\0';
    for (*choice = 0; *word != '\0'; ++*choice) {
        length = strcspn(word, "|");
        if (strlen(text) == length && strncmp(text, word, length) == 0)
            return true;
        word += length + (word[length] == '|');
    }
    return refuse_word(text, words);
}
