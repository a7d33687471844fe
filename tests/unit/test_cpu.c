/* Processor: agreement with /proc/cpuinfo, names of instruction sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cpu.h"

/* The first line "key : value" of /proc/cpuinfo; "" when there is none. */
static void cpuinfo(const char *key, char *value, size_t room) {
    char line[16384];
    value[0] = '\0';
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strstr(line, ": ");
        if (strncmp(line, key, strlen(key)) != 0 || colon == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(value, room, "%s", colon + 2);
        break;
    }
    if (file != NULL)
        fclose(file);
}

static bool has_all(const char *flags, const char *wanted) {
    char copy[256], *rest = NULL, key[64], list[16384];
    snprintf(copy, sizeof copy, "%s", wanted);
    snprintf(list, sizeof list, " %s ", flags);
    for (char *flag = strtok_r(copy, " ", &rest); flag; flag = strtok_r(NULL, " ", &rest)) {
        snprintf(key, sizeof key, " %s ", flag);
        if (strstr(list, key) == NULL)
            return false;
    }
    return true;
}

/* In some virtual machines /proc/cpuinfo describes another processor than CPUID does. */
static bool kernel_shows_this_processor(void) {
    char model[256];
    cpuinfo("model name", model, sizeof model);
    return strcmp(mx_cpu_model(), model) == 0;
}

static void isa_agrees_with_the_compiler(void **state) {
    (void)state;
#if defined(__x86_64__)
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("popcnt");
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl");
    assert_int_equal(mx_cpu_isa(), !avx2 ? MX_ISA_BASE : avx512 ? MX_ISA_AVX512 : MX_ISA_AVX2);
#elif defined(__ARM_NEON)
    assert_int_equal(mx_cpu_isa(), MX_ISA_NEON);
#else
    assert_int_equal(mx_cpu_isa(), MX_ISA_BASE);
#endif
}

static void isa_agrees_with_the_kernel(void **state) {
    (void)state;
    static char flags[16000];
    cpuinfo("flags", flags, sizeof flags);
    if (flags[0] == '\0' || !kernel_shows_this_processor())
        skip();
    mx_isa expected = MX_ISA_BASE;
    if (has_all(flags, "pni ssse3 fma cx16 sse4_1 sse4_2 movbe popcnt xsave avx f16c avx2 bmi1 "
                       "bmi2 lahf_lm abm"))
        expected = MX_ISA_AVX2;
    if (expected == MX_ISA_AVX2 && has_all(flags, "avx512f avx512bw avx512cd avx512dq avx512vl"))
        expected = MX_ISA_AVX512;
    assert_int_equal(mx_cpu_isa(), expected);
}

/* Sets of other architectures are not there, whatever the order of the names. */
static void has_only_sets_of_its_architecture(void **state) {
    (void)state;
    assert_true(mx_cpu_has(MX_ISA_BASE) && mx_cpu_has(mx_cpu_isa()));
    assert_false(mx_cpu_has(MX_ISA_NEON) && mx_cpu_has(MX_ISA_AVX2));
    assert_int_equal(mx_cpu_has(MX_ISA_NEON), mx_cpu_isa() == MX_ISA_NEON);
}

static void features_are_those_of_the_set(void **state) {
    (void)state;
    char features[256], none[1] = "x";
    assert_ptr_equal(mx_cpu_features(features, sizeof features), features);
    if (mx_cpu_isa() == MX_ISA_NEON)
        assert_true(has_all(features, "asimd"));
    else if (features[0] != '\0' && mx_cpu_isa() != MX_ISA_BASE && kernel_shows_this_processor())
        assert_true(has_all(features, "avx2 bmi1 bmi2 fma popcnt"));
    assert_string_equal(mx_cpu_features(none, sizeof none), "");
}

static void model_is_trimmed_text(void **state) {
    (void)state;
    char model[256];
    snprintf(model, sizeof model, "%s", mx_cpu_model());
    assert_true(model[0] > ' ' && model[strlen(model) - 1] > ' ');
    assert_string_equal(mx_cpu_model(), model);
}

static void names_round_trip(void **state) {
    (void)state;
    for (int i = MX_ISA_BASE; i < MX_ISAS; i++) {
        mx_isa parsed = MX_ISA_BASE;
        assert_true(mx_isa_parse(mx_isa_name((mx_isa)i), &parsed));
        assert_int_equal(parsed, i);
    }
    assert_string_equal(mx_isa_name(MX_ISA_AVX2), "avx2");
    assert_string_equal(mx_isa_name(MX_ISA_NEON), "neon");
}

static void unknown_names_are_refused(void **state) {
    (void)state;
    mx_isa isa = MX_ISA_AVX2;
    const char *const wrong[] = {"", "avx", "AVX2", "avx2 ", "avx5122"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(mx_isa_parse(wrong[i], &isa));
    assert_int_equal(isa, MX_ISA_AVX2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_agrees_with_the_kernel),
        cmocka_unit_test(isa_agrees_with_the_compiler),
        cmocka_unit_test(has_only_sets_of_its_architecture),
        cmocka_unit_test(features_are_those_of_the_set),
        cmocka_unit_test(model_is_trimmed_text),
        cmocka_unit_test(names_round_trip),
        cmocka_unit_test(unknown_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
