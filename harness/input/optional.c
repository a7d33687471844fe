#include "harness/input/optional.h"

const char *mx_describe(const struct mx_problem *problem, const void *instance, char *text,
                        size_t room) {
    if (problem->describe != NULL)
        problem->describe(instance, text, room);
    else
        snprintf(text, room, "%zu bytes", problem->bytes(instance));
    return text;
}

void mx_sides(const struct mx_problem *problem, const void *instance, uint32_t *rows,
              uint32_t *cols) {
    if (problem->sides != NULL) {
        problem->sides(instance, rows, cols);
        return;
    }
    size_t words = problem->bytes(instance) / sizeof(uint64_t);
    *rows = 1;
    *cols = words > UINT32_MAX ? UINT32_MAX : (uint32_t)words;
}

const char *mx_instance_noun(const struct mx_problem *problem) {
    return problem->instance_noun != NULL ? problem->instance_noun : "instance";
}

bool mx_counts_work(const struct mx_problem *problem) {
    return problem->work_noun != NULL;
}

bool mx_has_states(const struct mx_problem *problem) {
    return problem->state != NULL;
}

int mx_size_parameter(const struct mx_generator *generator) {
    for (int i = 0; generator->parameters[i].key != NULL; i++)
        if (!generator->parameters[i].fraction)
            return i;
    return -1;
}

const char *mx_value_in_words(uint32_t value, char text[MX_VALUE_ROOM]) {
    if (value == MX_LOONY)
        return "loony";
    snprintf(text, MX_VALUE_ROOM, "%u", value);
    return text;
}

bool mx_finds_nimbers(const struct mx_variant *variant) {
    return variant->positions != NULL && variant->positions->nimber != NULL;
}
