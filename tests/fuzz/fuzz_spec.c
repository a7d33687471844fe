/* Workload specs: the first byte chooses a problem, the rest is the text. An accepted spec has
 * values within their ranges, and it generates the same boards twice, which can be written. */
#include <string.h>

#include "harness/input/select.h"
#include "harness/input/workload.h"
#include "support/arena.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_SIDE = 64, MOST_BOARDS = 3 };

static const struct mx_problem *chosen(uint8_t byte) {
    size_t count = 1; /* there is one at least */
    while (mx_built_in_problems[count] != NULL)
        count++;
    return mx_built_in_problems[byte % count];
}

static void check_values(const struct mx_spec *spec) {
    for (size_t i = 0; spec->generator->parameters[i].key != NULL; i++) {
        const struct mx_parameter *p = &spec->generator->parameters[i];
        REQUIRE(spec->values[i] >= p->least && spec->values[i] <= p->most);
    }
    if (spec->generator->count != NULL)
        REQUIRE(spec->cases <= spec->generator->count(spec->values));
}

/* Only specs that are quick to generate: large boards would take all the fuzzer's time. */
static bool small(const struct mx_spec *spec) {
    for (size_t i = 0; spec->generator->parameters[i].key != NULL; i++)
        if (!spec->generator->parameters[i].fraction && spec->values[i] > MOST_SIDE)
            return false;
    return true;
}

static void make_boards(const struct mx_problem *problem, const char *text) {
    struct mx_arena arena = {0};
    struct mx_workload one, other;
    const void *board, *again;
    char name[64];
    FILE *nowhere = fopen("/dev/null", "w");
    REQUIRE(nowhere != NULL);
    REQUIRE(mx_workload_open(&one, problem, 0, text, 1));
    REQUIRE(mx_workload_open(&other, problem, 0, text, 1));
    for (int i = 0; i < MOST_BOARDS; i++) {
        enum mx_next next = mx_workload_next(&one, &arena, &board);
        REQUIRE(next == mx_workload_next(&other, &arena, &again) && next != MX_NEXT_ERROR);
        REQUIRE((next == MX_NEXT_END) == (one.next == one.cases && one.cases <= (uint64_t)i));
        if (next == MX_NEXT_END)
            break;
        REQUIRE(problem->bytes(board) == problem->bytes(again));
        REQUIRE(memcmp(board, again, problem->bytes(board)) == 0);
        problem->describe(board, name, sizeof name);
        problem->write(nowhere, board, 0);
    }
    mx_workload_close(&one);
    mx_workload_close(&other);
    fclose(nowhere);
    mx_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    const struct mx_problem *problem = chosen(data[0]);
    char *text = calloc(1, size), why[320] = "";
    REQUIRE(text != NULL);
    memcpy(text, data + 1, size - 1);
    struct mx_spec spec;
    bool good = mx_spec_parse(&spec, problem, text, 1, why, sizeof why);
    REQUIRE(good == (why[0] == '\0'));
    REQUIRE(!good || mx_is_spec(problem, text));
    if (good) {
        check_values(&spec);
        if (small(&spec))
            make_boards(problem, text);
    }
    free(text);
    return 0;
}
