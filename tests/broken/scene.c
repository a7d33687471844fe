#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <regex.h>

#include "harness/input/select.h"

const struct mx_variant *scene_sound(const char *name) {
    const struct mx_variant *variant = mx_find_variant(mx_find_problem("bacteria"), name);
    assert_non_null(variant);
    return variant;
}

#define REFERENCE_CELLS 12
#define BUSY_RUNS 5 /* a busy machine may leave a hang unresolved */

static const char *too_large(const void *instance, char *why, size_t room) {
    (void)why, (void)room;
    const struct bacteria *board = instance;
    return board->rows * board->cols > REFERENCE_CELLS ? "kept to small boards" : NULL;
}

const struct mx_variant *scene_reference(void) {
    static struct mx_variant variant;
    variant = *scene_sound("naive");
    variant.unsupported = too_large;
    return &variant;
}

void scene_run(struct scene *scene) {
    char error[256] = "";
    uint32_t count = 0;
    while (scene->variants[count] != NULL)
        count++;
    scene->problem = *mx_find_problem("bacteria");
    scene->problem.variants = scene->variants;
    const struct mx_check_options options = {
        .session = {.problem = &scene->problem,
                    .isa = MX_ISA_BASE,
                    .seed = SCENE_SEED,
                    .silence = scene->silence > 0 ? scene->silence : 60},
        .variants = scene->variants,
        .count = count,
        .boards = scene->boards ? scene->boards : 160,
        .board = MX_CHECK_ALL_BOARDS,
        .workload = scene->workload};
    enum mx_check_end end = mx_check(&options, scene->results, &scene->arena, error, sizeof error);
    assert_string_equal(error, "");
    assert_int_equal(end, MX_CHECK_DONE);
}

void assert_matches(const char *text, const char *pattern) {
    regex_t compiled;
    assert_int_equal(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
    int no_match = regexec(&compiled, text, 0, NULL, 0);
    regfree(&compiled);
    if (no_match)
        fail_msg("'%s' does not match '%s'", text, pattern);
}

struct mx_check_result *assert_caught(struct scene *scene, const struct mx_variant *broken,
                                      const char *pattern) {
    scene->variants[0] = scene_reference();
    scene->variants[1] = broken;
    struct mx_check_result *result = &scene->results[1];
    for (int run = 0; run < BUSY_RUNS; run++) {
        scene_run(scene);
        if (result->status != MX_CHECKED_UNRESOLVED)
            break;
        print_message("%-22s unresolved, once more: %s\n", broken->name, result->text);
    }
    print_message("%-22s FAIL  %s\n", broken->name, result->text);
    assert_int_equal(scene->results[0].status, MX_CHECKED_OK);
    assert_int_equal(result->status, MX_CHECKED_FAILED);
    assert_matches(result->text, pattern);
    assert_non_null(result->failure.instance);
    return result;
}

const struct bacteria *assert_shrinks(const struct mx_check_result *result, int cells) {
    const struct bacteria *board = result->failure.instance;
    assert_int_equal(result->failure.repeats, MX_REPEATS_ALONE);
    assert_true(result->failure.smallest);
    assert_true(board->rows * board->cols <= cells);
    return board;
}
