/* The files about a machine, also damaged, foreign or hostile: its rates (harness/solve/rates.c)
 * and the effect of the layout (measure/layout.c); and how measure/tune.c fits rates to times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/process/files.h"
#include "measure/layout.h"
#include "measure/tune.h"

static struct mx_scratch scratch;
static struct mx_rates rates, again;

static int set_up(void **state) {
    char why[256];
    (void)state;
    return mx_scratch_make(&scratch, why, sizeof why) &&
                   setenv("XDG_CACHE_HOME", scratch.path, 1) == 0
               ? 0
               : -1;
}

static int tear_down(void **state) {
    (void)state;
    mx_scratch_remove(&scratch);
    return 0;
}

static void save_some(void) {
    char why[512];
    mx_rates_default(&rates);
    rates.count = 2;
    rates.rate[0] = (struct mx_machine_rate){"game_one", {1, 2, 0.5, 100, 0}};
    rates.rate[1] = (struct mx_machine_rate){"game_two", {3, 0, 0, 0, 1e-3}};
    rates.stage_ns = 4321;
    rates.gain = 0.25;
    strcpy(rates.measured, "2026-12-01 05:00");
    assert_true(mx_rates_save(&rates, why, sizeof why));
}

static void come_back_as_saved(void **state) {
    (void)state;
    save_some();
    mx_rates_load(&again);
    assert_string_equal(again.warning, "");
    assert_int_equal(again.count, 2);
    assert_string_equal(again.rate[1].variant, "game_two");
    assert_true(again.rate[1].ns[4] == 1e-3 && again.rate[0].ns[3] == 100);
    assert_true(again.stage_ns == 4321 && again.gain == 0.25);
    assert_string_equal(again.measured, "2026-12-01 05:00");
    assert_non_null(strstr(again.path, "/mexbench/rates-"));
}

static void none_is_no_fault(void **state) {
    (void)state;
    save_some();
    assert_int_equal(unlink(rates.path), 0);
    mx_rates_load(&again);
    assert_true(again.count == 0 && again.warning[0] == '\0' && again.gain > 0);
}

/* Replaces the first `old` of the saved file by `new`; writes all of it anew. */
static void damage(const char *old, const char *new) {
    static char text[65536], changed[70000];
    save_some();
    FILE *file = fopen(rates.path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *at = strstr(text, old);
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    file = fopen(rates.path, "w");
    fputs(changed, file);
    fclose(file);
}

static void assert_ignored(const char *reason) {
    mx_rates_load(&again);
    assert_int_equal(again.count, 0);
    assert_non_null(strstr(again.warning, reason));
    assert_non_null(strstr(again.warning, "mexbench tune"));
}

static void damaged_ones_are_ignored(void **state) {
    (void)state;
    damage("{", "");
    assert_ignored("not valid JSON");
    damage("100.0", "-100.0");
    assert_ignored("rate is missing or out of range");
    damage("100.0", "1e300");
    assert_ignored("rate is missing or out of range");
    damage("100.0", "\"many\"");
    assert_ignored("rate is missing or out of range");
    damage("\"game_two\"", "\"game_one\"");
    assert_ignored("not valid JSON"); /* twice */
    damage("\"thread_gain\": 0.25", "\"thread_gain\": 7.0");
    assert_ignored("figure for threads");
    damage("\"rates\"", "\"prices\"");
    assert_ignored("another form");
    damage("\"key\": \"", "\"key\": \"another processor ");
    assert_ignored("another machine or build");
}

static void strange_files_are_ignored(void **state) {
    (void)state;
    save_some();
    unlink(rates.path);
    assert_int_equal(mkfifo(rates.path, 0600), 0); /* nobody writes; reading must not wait */
    assert_ignored("not a small regular file");
    unlink(rates.path);
    assert_int_equal(mkdir(rates.path, 0700), 0);
    assert_ignored("not a small regular file");
    rmdir(rates.path);
    FILE *file = fopen(rates.path, "w");
    assert_int_equal(ftruncate(fileno(file), 1 << 30), 0);
    fclose(file);
    assert_ignored("not a small regular file");
    unlink(rates.path);
}

static void nothing_half_written(void **state) {
    (void)state;
    char why[512];
    save_some();
    rates.path[strlen(rates.path) - 1] = '\0';
    assert_int_equal(mkdir(rates.path, 0700), 0); /* in the way of the new file */
    assert_false(mx_rates_save(&rates, why, sizeof why));
    assert_true(why[0] != '\0');
    rmdir(rates.path);
    mx_rates_load(&again);
    assert_int_equal(again.count, 2); /* the earlier one */
    setenv("XDG_CACHE_HOME", "relative", 1);
    unsetenv("HOME");
    mx_rates_default(&again);
    assert_string_equal(again.path, "");
    assert_false(mx_rates_save(&again, why, sizeof why));
    setenv("XDG_CACHE_HOME", scratch.path, 1);
}

/* Writes the file of the layout's effect; the key is that of this machine unless given. */
static void write_layout(const char *key, const char *parts) {
    struct mx_layout layout;
    mx_layout_read(NULL, 0, &layout);
    save_some(); /* makes the folder */
    FILE *file = fopen(layout.path, "w");
    assert_non_null(file);
    fprintf(file, "{\"key\": \"%s\", \"measured\": \"2026-12-01 10:00\", \"parts\": %s}",
            key == NULL ? layout.key : key, parts);
    assert_int_equal(fclose(file), 0);
}

static void layouts_are_read(void **state) {
    static const struct mx_variant one = {.name = "game_one"}, two = {.name = "game_two"},
                                   unknown = {.name = "game_three"};
    const struct mx_variant *const pair[] = {&one, &two}, *const foreign[] = {&one, &unknown};
    struct mx_layout layout;
    (void)state;
    mx_layout_read(pair, 2, &layout);
    assert_true(layout.floor == log1p(MX_LAYOUT_DEFAULT));
    assert_string_equal(layout.measured, "");
    assert_non_null(strstr(layout.path, "/mexbench/layout-"));

    write_layout(NULL, "{\"game_one\": 0.01, \"game_two\": 0.02, \"game_four\": 0.25}");
    mx_layout_read(pair, 2, &layout);
    assert_true(layout.floor == log1p(0.02));
    assert_string_equal(layout.measured, "2026-12-01 10:00");
    mx_layout_read(pair, 1, &layout);
    assert_true(layout.floor == log1p(0.01));
    mx_layout_read(foreign, 2, &layout); /* not measured: the largest of all */
    assert_true(layout.floor == log1p(0.25));
    mx_layout_read(NULL, 0, &layout);
    assert_true(layout.floor == log1p(0.25));
}

static void damaged_layouts_are_ignored(void **state) {
    static const char *const parts[] = {"{}",
                                        "[]",
                                        "{\"game_one\": -0.01}",
                                        "{\"game_one\": 11}",
                                        "{\"game_one\": \"0.01\"}",
                                        "{\"game_one\": 0.01"};
    struct mx_layout layout;
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        write_layout(NULL, parts[i]);
        mx_layout_read(NULL, 0, &layout);
        assert_true(layout.floor == log1p(MX_LAYOUT_DEFAULT));
        assert_string_equal(layout.measured, "");
    }
    write_layout("another machine", "{\"game_one\": 0.01}");
    mx_layout_read(NULL, 0, &layout);
    assert_true(layout.floor == log1p(MX_LAYOUT_DEFAULT));
}

static void fit_finds_the_rates(void **state) {
    (void)state;
    const double truth[MX_RATE_TERMS] = {2, 30, 0, 700, 0.5};
    struct mx_tune_sample samples[12];
    for (int i = 0; i < 12; i++) {
        const double size = exp2(i + 1.0);
        samples[i] = (struct mx_tune_sample){{size * size, i % 3 == 0 ? 8 * size : size, size,
                                              i % 2 == 0 ? 1 : 9, i > 8 ? size * size : 0},
                                             0};
        for (int j = 0; j < MX_RATE_TERMS; j++)
            samples[i].ns += truth[j] * samples[i].terms[j];
    }
    double ns[MX_RATE_TERMS] = {5, 40, 0, 3000, 0.2}; /* another machine's */
    mx_tune_fit(samples, 12, ns);
    for (int i = 0; i < 12; i++) {
        double fitted = 0;
        for (int j = 0; j < MX_RATE_TERMS; j++)
            fitted += ns[j] * samples[i].terms[j];
        assert_true(fabs(fitted / samples[i].ns - 1) < 0.25);
    }
    assert_true(ns[2] == 0);
    for (int j = 0; j < MX_RATE_TERMS; j++)
        assert_true(ns[j] >= 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(come_back_as_saved),          cmocka_unit_test(none_is_no_fault),
        cmocka_unit_test(damaged_ones_are_ignored),    cmocka_unit_test(strange_files_are_ignored),
        cmocka_unit_test(nothing_half_written),        cmocka_unit_test(layouts_are_read),
        cmocka_unit_test(damaged_layouts_are_ignored), cmocka_unit_test(fit_finds_the_rates),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
