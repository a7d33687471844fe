#include "harness/input/spec.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "support/rng.h"
#include "support/say.h"

/* Whether text[0 .. length) is `word`. */
static bool is_word(const char *text, size_t length, const char *word) {
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static const struct mx_generator *generator_named(const struct mx_problem *problem,
                                                  const char *text, size_t length) {
    for (const struct mx_generator *g = problem->generators; g->name != NULL; g++)
        if (is_word(text, length, g->name))
            return g;
    return NULL;
}

bool mx_is_spec(const struct mx_problem *problem, const char *text) {
    return generator_named(problem, text, strcspn(text, ":")) != NULL;
}

/* A decimal fraction with up to nine places, in billionths: "0.02" is 20000000. */
static bool parse_fraction(const char *text, size_t length, uint64_t *value) {
    uint64_t scale = MX_BILLION, sum = 0;
    size_t at = 0;
    for (; at < length && text[at] >= '0' && text[at] <= '9' && sum < MX_BILLION * MX_BILLION / 10;
         at++)
        sum = sum * 10 + (uint64_t)(text[at] - '0');
    if (at == 0 || sum > UINT64_MAX / MX_BILLION)
        return false;
    sum *= MX_BILLION;
    if (at < length && text[at] == '.')
        for (at++; at < length && text[at] >= '0' && text[at] <= '9' && scale > 1; at++) {
            scale /= 10;
            sum += scale * (uint64_t)(text[at] - '0');
        }
    *value = sum;
    return at == length;
}

static bool parse_number(const char *text, size_t length, uint64_t *value) {
    char copy[24];
    if (length == 0 || length >= sizeof copy || text[0] < '0' || text[0] > '9')
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *end;
    errno = 0;
    *value = strtoull(copy, &end, 10);
    return errno == 0 && *end == '\0';
}

/* Where the value of key[0 .. length) goes; *parameter describes it, NULL for cases and seed. */
static uint64_t *value_of(struct mx_spec *spec, const char *key, size_t length,
                          const struct mx_parameter **parameter) {
    *parameter = NULL;
    if (is_word(key, length, "cases"))
        return &spec->cases;
    if (is_word(key, length, "seed"))
        return &spec->seed;
    for (size_t i = 0; spec->generator->parameters[i].key != NULL; i++)
        if (is_word(key, length, spec->generator->parameters[i].key)) {
            *parameter = &spec->generator->parameters[i];
            return &spec->values[i];
        }
    return NULL;
}

uint64_t *mx_spec_value(struct mx_spec *spec, const char *key) {
    const struct mx_parameter *parameter;
    return value_of(spec, key, strlen(key), &parameter);
}

static bool unknown_key(const struct mx_spec *spec, const char *key, size_t length, char *why,
                        size_t room) {
    char known[128] = "";
    for (const struct mx_parameter *p = spec->generator->parameters; p->key != NULL; p++) {
        strncat(known, p->key, sizeof known - strlen(known) - 1);
        strncat(known, ", ", sizeof known - strlen(known) - 1);
    }
    return mx_say(why, room, "%s has no parameter '%.*s' (it has %scases, seed)",
                  spec->generator->name, (int)length, key, known);
}

static bool out_of_range(const struct mx_parameter *p, const char *item, size_t length, char *why,
                         size_t room) {
    double unit = p->fraction ? (double)MX_BILLION : 1;
    return mx_say(why, room, "'%.*s': %s is out of range %.9g to %.9g", (int)length, item, p->help,
                  (double)p->least / unit, (double)p->most / unit);
}

/* One key=value of `length` bytes. */
static bool parse_item(struct mx_spec *spec, const char *item, size_t length, char *why,
                       size_t room) {
    const char *equals = memchr(item, '=', length);
    size_t key = equals == NULL ? length : (size_t)(equals - item);
    if (equals == NULL)
        return mx_say(why, room, "'%.*s' is not key=value", (int)length, item);
    const struct mx_parameter *parameter;
    uint64_t *value = value_of(spec, item, key, &parameter);
    if (value == NULL)
        return unknown_key(spec, item, key, why, room);
    uint64_t given;
    bool fraction = parameter != NULL && parameter->fraction;
    if (!(fraction ? parse_fraction : parse_number)(equals + 1, length - key - 1, &given))
        return mx_say(why, room, "'%.*s': not a %s", (int)length, item,
                      fraction ? "decimal fraction such as 0.02" : "whole number");
    if (parameter != NULL && (given < parameter->least || given > parameter->most))
        return out_of_range(parameter, item, length, why, room);
    *value = given;
    return true;
}

static struct mx_spec with_defaults(const struct mx_generator *generator, uint64_t seed) {
    struct mx_spec spec = {generator, {0}, UINT64_MAX, seed};
    for (size_t i = 0; generator->parameters[i].key != NULL; i++)
        spec.values[i] = generator->parameters[i].default_value;
    return spec;
}

/* Whether the values go together. Without cases=: all there are of an enumeration, otherwise one.
 */
static bool settle(struct mx_spec *spec, char *why, size_t room) {
    const char *refused = spec->generator->refuse ? spec->generator->refuse(spec->values) : NULL;
    if (refused != NULL)
        return mx_say(why, room, "%s: %s", spec->generator->name, refused);
    bool given = spec->cases != UINT64_MAX;
    if (spec->generator->count == NULL) {
        spec->cases = given ? spec->cases : 1;
        return true;
    }
    uint64_t there_are = spec->generator->count(spec->values);
    if (given && spec->cases > there_are)
        return mx_say(why, room, "%s has %llu boards, fewer than cases=%llu", spec->generator->name,
                      (unsigned long long)there_are, (unsigned long long)spec->cases);
    spec->cases = given ? spec->cases : there_are;
    return true;
}

bool mx_spec_parse(struct mx_spec *spec, const struct mx_problem *problem, const char *text,
                   uint64_t seed, char *why, size_t room) {
    const char *at = text + strcspn(text, ":");
    const struct mx_generator *generator = generator_named(problem, text, (size_t)(at - text));
    if (generator == NULL)
        return mx_say(why, room, "%s has no generator '%.*s'", problem->name, (int)(at - text),
                      text);
    *spec = with_defaults(generator, seed);
    while (*at != '\0') {
        const char *item = at + 1;
        size_t length = strcspn(item, ",");
        if (!parse_item(spec, item, length, why, room))
            return false;
        at = item + length;
    }
    return settle(spec, why, room);
}

struct mx_spec mx_spec_default(const struct mx_problem *problem, const char *generator) {
    struct mx_spec spec = with_defaults(generator_named(problem, generator, strlen(generator)), 0);
    settle(&spec, NULL, 0);
    return spec;
}
