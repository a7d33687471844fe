#include "harness/input/workload.h"

#include <inttypes.h>
#include <string.h>

#include "harness/input/optional.h"
#include "support/arena.h"

static bool fail(struct mx_workload *workload, const char *text) {
    snprintf(workload->error, sizeof workload->error, "%s", text);
    return false;
}

static bool open_spec(struct mx_workload *workload, const char *text, uint64_t seed) {
    workload->generated = true;
    if (!mx_spec_parse(&workload->spec, workload->problem, text, seed, workload->error,
                       sizeof workload->error))
        return false;
    workload->cases = workload->spec.cases;
    return true;
}

bool mx_workload_open(struct mx_workload *workload, const struct mx_problem *problem, int dialect,
                      const char *text, uint64_t seed) {
    *workload = (struct mx_workload){.problem = problem, .dialect = dialect};
    if (text[0] == '\0')
        return fail(workload, "expected a file, - or a generator spec as WORKLOAD, not ''");
    if (mx_is_spec(problem, text))
        return open_spec(workload, text, seed);
    if (problem->read == NULL) {
        snprintf(workload->error, sizeof workload->error,
                 "%s has no text format; give a generator spec such as %s:seed=1, not '%s'",
                 problem->name, problem->generators[0].name, text);
        return false;
    }
    if (!mx_reader_open(&workload->reader, text))
        return fail(workload, workload->reader.error);
    if (!problem->read_header(&workload->reader, &workload->cases)) {
        mx_reader_close(&workload->reader);
        return fail(workload, workload->reader.error);
    }
    return true;
}

static enum mx_next generate(struct mx_workload *workload, struct mx_arena *arena,
                             const void **instance) {
    const struct mx_spec *spec = &workload->spec;
    if (workload->next == spec->cases)
        return MX_NEXT_END;
    *instance = spec->generator->make(spec->values, spec->seed, workload->next, arena);
    if (*instance == NULL) {
        snprintf(workload->error, sizeof workload->error,
                 "out of memory, or a failure, in generator %s at %s %" PRIu64,
                 spec->generator->name, mx_instance_noun(workload->problem), workload->next);
        return MX_NEXT_ERROR;
    }
    workload->next++;
    return MX_NEXT_BOARD;
}

/* Whether the text ends here: after the announced number of cases or, without a number, at the end
 * of the input after at least one case. */
static bool finished(struct mx_workload *workload) {
    bool counted = workload->cases != MX_UNTIL_END;
    return counted ? workload->next == workload->cases
                   : workload->next > 0 && mx_reader_at_end(&workload->reader);
}

static enum mx_next read_next(struct mx_workload *workload, struct mx_arena *arena,
                              const void **instance) {
    struct mx_reader *reader = &workload->reader;
    if (finished(workload)) {
        if (mx_reader_ok(reader) && !mx_reader_at_end(reader))
            mx_reader_reject_here(reader, "expected the end of the input after %" PRIu64 " cases",
                                  workload->next);
    } else {
        *instance = workload->problem->read(reader, arena, workload->dialect);
        if (*instance != NULL) {
            workload->next++;
            return MX_NEXT_BOARD;
        }
    }
    if (mx_reader_ok(reader))
        return MX_NEXT_END;
    fail(workload, reader->error);
    return MX_NEXT_ERROR;
}

static enum mx_next apply_settings(struct mx_workload *workload, struct mx_arena *arena,
                                   const void **instance) {
    char why[200] = "out of memory";
    for (size_t i = 0; i < workload->chosen_count; i++) {
        const struct mx_setting *setting = workload->chosen[i].setting;
        *instance = setting->apply(*instance, workload->chosen[i].value, arena, why, sizeof why);
        if (*instance != NULL)
            continue;
        snprintf(workload->error, sizeof workload->error, "%s %" PRIu64 ": --%s: %s",
                 mx_instance_noun(workload->problem), workload->next, setting->name, why);
        return MX_NEXT_ERROR;
    }
    return MX_NEXT_BOARD;
}

enum mx_next mx_workload_next(struct mx_workload *workload, struct mx_arena *arena,
                              const void **instance) {
    enum mx_next next = (workload->generated ? generate : read_next)(workload, arena, instance);
    return next == MX_NEXT_BOARD ? apply_settings(workload, arena, instance) : next;
}

void mx_workload_close(struct mx_workload *workload) {
    if (!workload->generated)
        mx_reader_close(&workload->reader);
}
