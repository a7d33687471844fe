#include "harness/input/spec.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/input/optional.h"
#include "support/rng.h"
#include "support/say.h"

enum { MOST_PLACES = 9 /* of a fraction */ };

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

/* `cases` (the instances; named by the problem's noun) and `seed`, which every generator accepts.
 */
static const struct mx_parameter general[] = {
    {"cases", NULL, false, 1, MX_SPEC_MOST_CASES, 1, NULL},
    {"seed", "seed", false, 0, UINT64_MAX, 0, NULL},
};
enum { GENERAL = sizeof general / sizeof *general };

/* A spec while it is parsed. */
struct parse {
    struct mx_spec *spec;
    uint32_t
        given; /* bit i: parameter i; the generator's own parameters first, then the general ones */
    const char *noun; /* an instance */
    char *why;
    size_t room;
};

static size_t own_parameters(const struct mx_generator *generator) {
    size_t count = 0;
    while (generator->parameters[count].key != NULL)
        count++;
    return count;
}

/* Finds the description of key[0 .. length) and the place for its value. NULL if the key is
 * unknown. *index gets its number. */
static uint64_t *value_of(struct mx_spec *spec, const char *key, size_t length,
                          const struct mx_parameter **parameter, size_t *index) {
    const struct mx_parameter *own = spec->generator->parameters;
    const size_t count = own_parameters(spec->generator);
    for (*index = 0; *index < count + GENERAL; ++*index) {
        *parameter = *index < count ? &own[*index] : &general[*index - count];
        if (is_word(key, length, (*parameter)->key))
            return *index < count              ? &spec->values[*index]
                   : *parameter == &general[0] ? &spec->cases
                                               : &spec->seed;
    }
    return NULL;
}

uint64_t *mx_spec_value(struct mx_spec *spec, const char *key) {
    const struct mx_parameter *parameter;
    size_t index;
    return value_of(spec, key, strlen(key), &parameter, &index);
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

static bool out_of_range(const struct mx_parameter *p, const char *noun, char *why, size_t room) {
    if (p == &general[0])
        return mx_say(why, room, "number of %ss is out of range %" PRIu64 " to %" PRIu64, noun,
                      p->least, p->most);
    if (p->fraction)
        return mx_say(why, room, "%s is out of range %.9g to %.9g", p->help,
                      (double)p->least / (double)MX_BILLION, (double)p->most / (double)MX_BILLION);
    return mx_say(why, room, "%s is out of range %" PRIu64 " to %" PRIu64, p->help, p->least,
                  p->most);
}

/* Whether it is written like a decimal number, whatever its size and sign. */
static bool is_numeral(const char *text, size_t length, bool fraction) {
    size_t at = length > 0 && text[0] == '-', digits = 0, points = 0;
    for (; at < length; at++) {
        digits += text[at] >= '0' && text[at] <= '9';
        points += text[at] == '.';
    }
    return digits > 0 && points <= fraction && digits + points + (text[0] == '-') == length;
}

/* The parameter's value of that name; false = it has none. */
static bool parse_word(const struct mx_parameter *p, const char *text, size_t length,
                       uint64_t *value) {
    for (*value = 0; p->words[*value] != NULL; ++*value)
        if (is_word(text, length, p->words[*value]))
            return true;
    return false;
}

static bool parse_value(const struct mx_parameter *p, const char *text, size_t length,
                        uint64_t *value) {
    if (p->words != NULL)
        return parse_word(p, text, length, value);
    return (p->fraction ? parse_fraction : parse_number)(text, length, value) &&
           *value >= p->least && *value <= p->most;
}

static bool refuse_word(const struct parse *parse, const struct mx_parameter *p) {
    char known[128] = "";
    for (size_t i = 0; p->words[i] != NULL; i++) {
        strncat(known, i == 0 ? "" : ", ", sizeof known - strlen(known) - 1);
        strncat(known, p->words[i], sizeof known - strlen(known) - 1);
    }
    return mx_say(parse->why, parse->room, "not one of %s", known);
}

/* Says why the parameter cannot have the text as its value. */
static bool refuse_value(const struct parse *parse, const struct mx_parameter *p, const char *text,
                         size_t length) {
    char *why = parse->why;
    const size_t room = parse->room;
    const char *point = memchr(text, '.', length);
    if (p->words != NULL)
        return refuse_word(parse, p);
    if (!is_numeral(text, length, p->fraction) && p->fraction)
        return mx_say(why, room, "not a decimal fraction from %.9g to %.9g, such as 0.02",
                      (double)p->least / (double)MX_BILLION, (double)p->most / (double)MX_BILLION);
    if (!is_numeral(text, length, p->fraction))
        return mx_say(why, room, "not a whole number from %" PRIu64 " to %" PRIu64, p->least,
                      p->most);
    if (point != NULL && (size_t)(text + length - point) > 1 + MOST_PLACES)
        return mx_say(why, room, "more than %d decimal places", MOST_PLACES);
    return out_of_range(p, parse->noun, why, room);
}

/* One key=value of `length` bytes. */
static bool parse_item(struct parse *parse, const char *item, size_t length) {
    const char *equals = memchr(item, '=', length);
    const size_t key = equals == NULL ? length : (size_t)(equals - item);
    if (equals == NULL)
        return mx_say(parse->why, parse->room, "expected key=value");
    const struct mx_parameter *parameter;
    size_t index;
    uint64_t given, *value = value_of(parse->spec, item, key, &parameter, &index);
    if (value == NULL)
        return unknown_key(parse->spec, item, key, parse->why, parse->room);
    if (parse->given >> index & 1)
        return mx_say(parse->why, parse->room, "'%s' is given twice", parameter->key);
    const char *text = equals + 1;
    const size_t digits = length - key - 1;
    if (!parse_value(parameter, text, digits, &given))
        return refuse_value(parse, parameter, text, digits);
    parse->given |= UINT32_C(1) << index;
    *value = given;
    return true;
}

static struct mx_spec with_defaults(const struct mx_generator *generator, uint64_t seed) {
    struct mx_spec spec = {.generator = generator, .cases = 1, .seed = seed};
    for (size_t i = 0; generator->parameters[i].key != NULL; i++)
        spec.values[i] = generator->parameters[i].default_value;
    return spec;
}

/* Checks that the values fit together. Without cases=, an enumeration has all its boards. */
static bool settle(struct mx_spec *spec, bool cases_given, const char *noun, char *why,
                   size_t room) {
    const char *refused = spec->generator->refuse ? spec->generator->refuse(spec->values) : NULL;
    if (refused != NULL)
        return mx_say(why, room, "%s: %s", spec->generator->name, refused);
    if (spec->generator->count == NULL)
        return true;
    const uint64_t boards = spec->generator->count(spec->values);
    if (cases_given && spec->cases > boards)
        return mx_say(why, room, "%s has %" PRIu64 " %ss, fewer than cases=%" PRIu64,
                      spec->generator->name, boards, noun, spec->cases);
    spec->cases = cases_given ? spec->cases : boards;
    return true;
}

bool mx_spec_parse(struct mx_spec *spec, const struct mx_problem *problem, const char *text,
                   uint64_t seed, char *why, size_t room) {
    const char *at = text + strcspn(text, ":");
    const struct mx_generator *generator = generator_named(problem, text, (size_t)(at - text));
    if (generator == NULL)
        return mx_say(why, room, "%s has no generator '%.*s'", problem->name, (int)(at - text),
                      text);
    char cause[256];
    struct parse parse = {
        .spec = spec, .noun = mx_instance_noun(problem), .why = cause, .room = sizeof cause};
    *spec = with_defaults(generator, seed);
    while (*at != '\0') {
        const char *item = at + 1;
        const size_t length = strcspn(item, ",");
        if (!parse_item(&parse, item, length))
            return mx_say(why, room, "character %zu: '%.*s': %s", (size_t)(item - text) + 1,
                          (int)length, item, cause);
        at = item + length;
    }
    const size_t own = own_parameters(generator);
    spec->seed_given = parse.given >> (own + 1) & 1;
    return settle(spec, parse.given >> own & 1, parse.noun, why, room);
}

struct mx_spec mx_spec_default(const struct mx_problem *problem, const char *generator) {
    struct mx_spec spec = with_defaults(generator_named(problem, generator, strlen(generator)), 0);
    settle(&spec, false, "", NULL, 0);
    return spec;
}
