#include "harness/input/plugin_checks.h"

#include <string.h>

#include "harness/input/optional.h"
#include "harness/input/select.h"
#include "harness/input/spec.h"
#include "support/say.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyz0123456789_"
#define MOST_GENERATORS 64

bool mx_contract_is_ours(uint32_t contract, const uint32_t *theirs, const size_t *ours,
                         size_t count, char *why, size_t room) {
    bool same = contract == MX_CONTRACT_VERSION;
    for (size_t i = 0; same && i < count; i++)
        if (theirs[i] != ours[i])
            return mx_say(why, room,
                          "its structures have other sizes than ours, though it says contract "
                          "version %u",
                          MX_CONTRACT_VERSION);
    if (same)
        return true;
    const char *change = contract == 1 ? "include \"variant.h\" instead of \"kernel.h\" and " : "";
    return mx_say(why, room,
                  "was built for contract version %u, but this mexbench has version %u: %sbuild it "
                  "against the headers of this mexbench",
                  contract, MX_CONTRACT_VERSION, change);
}

static bool is_word(const char *name) {
    size_t length = strnlen(name, MX_MOST_NAME + 1);
    return length > 0 && length <= MX_MOST_NAME && strspn(name, LETTERS) == length;
}

/* ---- Variants ---------------------------------------------------------------------------- */

static bool name_is_good(const struct mx_problem *problem, const char *name) {
    size_t prefix = strlen(problem->name);
    return strncmp(name, problem->name, prefix) == 0 && name[prefix] == '_' &&
           name[prefix + 1] != '\0' && is_word(name);
}

/* The required member that a variant lacks; NULL = none. */
static const char *variant_lacks(const struct mx_variant *variant) {
    if (variant->name == NULL)
        return "name";
    if (variant->idea == NULL)
        return "idea";
    if (variant->solve == NULL)
        return "solve";
    return variant->probe == NULL && variant->keeps != MX_KEEPS_ANSWER ? "probe" : NULL;
}

static bool reserved_is_unset(const struct mx_variant *variant) {
    for (size_t i = 0; i < sizeof variant->reserved / sizeof *variant->reserved; i++)
        if (variant->reserved[i] != NULL)
            return false;
    return true;
}

/* A promise of the variant about states or work that its problem lacks; NULL = none. */
static const char *empty_promise(const struct mx_problem *problem,
                                 const struct mx_variant *variant) {
    if (!mx_has_states(problem) && variant->keeps != MX_KEEPS_ANSWER)
        return "keeps says that it keeps states, but the problem has no states";
    if (!mx_has_states(problem) && variant->digests)
        return "digests is set, but the problem has no states";
    if (variant->every_option && (problem->options == NULL || !mx_counts_work(problem)))
        return "every_option is set, but the problem does not count its exact work";
    return NULL;
}

/* Checks everything except whether the name is free. */
static bool variant_is_sound(const struct mx_problem *problem, const struct mx_variant *variant,
                             char *why, size_t room) {
    char shown[MX_MOST_NAME + 5];
    const char *missing = variant_lacks(variant);
    if (missing != NULL)
        return mx_say(why, room, "its variant has no %s (a null pointer)", missing);
    if (!name_is_good(problem, variant->name))
        return mx_say(why, room,
                      "its variant must be named %s_... in at most %d letters a-z, "
                      "digits and _, not '%s'",
                      problem->name, MX_MOST_NAME,
                      mx_printable(variant->name, shown, sizeof shown));
    if (variant->isa >= MX_ISAS || variant->keeps > MX_KEEPS_ALL || variant->max_batch == 0)
        return mx_say(why, room, "%s: isa, keeps or max_batch is out of range", variant->name);
    if (!reserved_is_unset(variant))
        return mx_say(why, room, "%s: reserved must be NULL in contract version %u", variant->name,
                      MX_CONTRACT_VERSION);
    const char *promise = empty_promise(problem, variant);
    return promise == NULL || mx_say(why, room, "%s: %s", variant->name, promise);
}

bool mx_variant_is_good(const struct mx_problem *problem, const struct mx_variant *variant,
                        char *why, size_t room) {
    if (!variant_is_sound(problem, variant, why, room))
        return false;
    if (mx_find_variant(problem, variant->name) != NULL)
        return mx_say(why, room, "there already is a %s: rename the plug-in's variant",
                      variant->name);
    return true;
}

/* ---- Problems ---------------------------------------------------------------------------- */

/* The required member that a problem lacks; NULL = none. */
static const char *problem_lacks(const struct mx_problem *problem) {
    if (problem->name == NULL)
        return "name";
    if (problem->bytes == NULL)
        return "bytes";
    if (problem->same_shape == NULL)
        return "same_shape";
    if (problem->generators == NULL || problem->generators[0].name == NULL)
        return "generators";
    if (problem->variants == NULL || problem->variants[0] == NULL)
        return "variants";
    if (problem->answer_kind == MX_ANSWER_NUMBER)
        return problem->write_answer == NULL ? "write_answer" : NULL;
    if (problem->answer_kind != MX_ANSWER_BYTES)
        return NULL;
    return problem->write_long_answer == NULL ? "write_long_answer"
           : problem->answer_bytes == NULL    ? "answer_bytes"
                                              : NULL;
}

static bool has_variant(const struct mx_problem *problem, const struct mx_variant *variant) {
    size_t i = 0;
    while (problem->variants[i] != NULL && problem->variants[i] != variant)
        i++;
    return problem->variants[i] != NULL;
}

/* Names of dialects and labels of loads are printed, and typed by users. */
static bool names_are_good(const struct mx_problem *problem, char *why, size_t room) {
    char shown[MX_MOST_NAME + 5];
    const struct mx_bench_load *load = problem->bench_loads;
    for (size_t i = 0; problem->dialects != NULL && problem->dialects[i] != NULL; i++)
        if (!is_word(problem->dialects[i]))
            return mx_say(why, room,
                          "a dialect's name has other characters than a-z, 0-9 and _: %s",
                          mx_printable(problem->dialects[i], shown, sizeof shown));
    for (; load != NULL && load->label != NULL; load++)
        if (!is_word(load->label))
            return mx_say(why, room, "a load's label has other characters than a-z, 0-9 and _: %s",
                          mx_printable(load->label, shown, sizeof shown));
    return true;
}

static bool settings_are_good(const struct mx_problem *problem, char *why, size_t room) {
    const struct mx_setting *s = problem->settings;
    for (; s != NULL && s->name != NULL; s++)
        if (!is_word(s->name) || s->argument == NULL || s->help == NULL || s->apply == NULL)
            return mx_say(why, room,
                          "a setting needs a name in a-z, 0-9 and _, argument, help and apply");
    return true;
}

/* The members of which a problem needs all or none, if it breaks that rule; NULL = it does not. */
static const char *half_there(const struct mx_problem *p) {
    int states = (p->states != NULL) + (p->state != NULL) + (p->describe_state != NULL);
    int moves = (p->start != NULL) + (p->opening != NULL) + (p->drawing != NULL);
    if (states != 0 && states != 3)
        return "it needs all of states, state and describe_state, or none";
    if (moves != 0 && (moves != 3 || states == 0))
        return "it needs all of start, opening and drawing, with states, or none";
    if (p->drawing != NULL && (p->drawing->letter == NULL || p->drawing->is_free == NULL))
        return "its drawing has no letter or no is_free (a null pointer)";
    if ((p->read == NULL) != (p->write == NULL))
        return "it needs both read and write, or neither";
    if (p->answer_kind > MX_ANSWER_DOUBLES)
        return "answer_kind is out of range";
    if (p->answer_kind == MX_ANSWER_NUMBER && p->answer_bytes != NULL)
        return "answer_bytes is set, but answer_kind says that answers are numbers";
    return NULL;
}

static bool tolerance_is_good(const struct mx_tolerance *tolerance) {
    return tolerance->relative >= 0 && tolerance->ulps >= 0 && tolerance->absolute >= 0;
}

static bool judging_is_good(const struct mx_problem *problem, char *why, size_t room) {
    const struct mx_judging *j = problem->judging;
    if (j == NULL)
        return true;
    if (problem->read == NULL || problem->answer_kind != MX_ANSWER_NUMBER)
        return mx_say(why, room, "judging needs read, write and answers that are numbers");
    if (j->samples == NULL || j->allows == NULL || j->loads == NULL || j->cases == 0 ||
        !(j->seconds > 0) || j->memory_bytes == 0)
        return mx_say(why, room,
                      "its judging lacks samples, cases, seconds, memory_bytes, allows "
                      "or loads");
    return true;
}

static bool generator_is_good(const struct mx_generator *g, char *why, size_t room) {
    if (!is_word(g->name))
        return mx_say(why, room, "a generator's name has other characters than a-z, 0-9 and _");
    if (g->make == NULL)
        return mx_say(why, room, "its generator %s has no make (a null pointer)", g->name);
    if (g->summary == NULL)
        return mx_say(why, room, "its generator %s has no summary (a null pointer)", g->name);
    size_t i = 0;
    for (; i <= MX_MOST_PARAMETERS && g->parameters[i].key != NULL; i++) {
        const struct mx_parameter *p = &g->parameters[i];
        if (i == MX_MOST_PARAMETERS || !is_word(p->key) || strcmp(p->key, "cases") == 0 ||
            strcmp(p->key, "seed") == 0)
            return mx_say(why, room,
                          "its generator %s needs at most %d parameters in letters a-z, digits and "
                          "_, other than cases and seed",
                          g->name, MX_MOST_PARAMETERS);
        for (uint64_t value = 0; p->words != NULL && value <= p->most; value++)
            if (p->words[value] == NULL || !is_word(p->words[value]) || p->fraction)
                return mx_say(why, room,
                              "its generator %s: parameter %s needs a name in a-z, 0-9 and _ for "
                              "each of its values from 0 on",
                              g->name, p->key);
        if (p->help == NULL || p->default_value < p->least || p->default_value > p->most)
            return mx_say(why, room,
                          "its generator %s: parameter %s has no help, or a default outside its "
                          "range",
                          g->name, p->key);
    }
    return true;
}

static bool generators_are_good(const struct mx_problem *problem, char *why, size_t room) {
    for (size_t i = 0; problem->generators[i].name != NULL; i++) {
        if (i == MOST_GENERATORS)
            return mx_say(why, room,
                          "it has more than %d generators, or no last one with a NULL "
                          "name",
                          MOST_GENERATORS);
        if (!generator_is_good(&problem->generators[i], why, room))
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(problem->generators[i].name, problem->generators[j].name) == 0)
                return mx_say(why, room, "it has two generators %s", problem->generators[i].name);
    }
    return true;
}

static bool variants_are_good(const struct mx_problem *problem, char *why, size_t room) {
    for (size_t i = 0; problem->variants[i] != NULL; i++) {
        if (i == MX_MOST_VARIANTS)
            return mx_say(why, room, "it has more than %d variants, or no NULL after the last",
                          MX_MOST_VARIANTS);
        if (!variant_is_sound(problem, problem->variants[i], why, room))
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(problem->variants[i]->name, problem->variants[j]->name) == 0)
                return mx_say(why, room, "it has two variants %s", problem->variants[i]->name);
    }
    return true;
}

bool mx_problem_is_good(const struct mx_problem *problem, char *why, size_t room) {
    char shown[MX_MOST_NAME + 5];
    const char *missing = problem_lacks(problem), *half = half_there(problem);
    if (missing != NULL)
        return mx_say(why, room, "its problem has no %s (a null pointer)", missing);
    if (!is_word(problem->name))
        return mx_say(why, room, "a problem's name has at most %d letters a-z, digits and _: '%s'",
                      MX_MOST_NAME, mx_printable(problem->name, shown, sizeof shown));
    if (mx_find_problem(problem->name) != NULL)
        return mx_say(why, room, "there already is a problem '%s': rename the plug-in's problem",
                      problem->name);
    if (half != NULL)
        return mx_say(why, room, "%s", half);
    if (!tolerance_is_good(&problem->tolerance))
        return mx_say(why, room, "its tolerance is negative or not a number");
    if (problem->textbook != NULL && !has_variant(problem, problem->textbook))
        return mx_say(why, room, "its textbook is none of its variants");
    return names_are_good(problem, why, room) && settings_are_good(problem, why, room) &&
           generators_are_good(problem, why, room) && variants_are_good(problem, why, room) &&
           judging_is_good(problem, why, room);
}
