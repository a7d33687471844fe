/* The client of a sampling process, with shell scripts in place of that process: the padding of its
 * environment, its greeting, its answers, and its end. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/talk.h"

/* Patience is for programs that hang, and none here does. */
#define PATIENCE 60

enum { STARTS = 24 };

static bool start(struct mx_talk *talk, const char *script, struct mx_rng *rng) {
    const char *argv[] = {"/bin/sh", "-c", script, NULL};
    return mx_talk_start(talk, argv, 0, PATIENCE, rng);
}

/* The size of the environment moves the stack, so each process must get another one. */
static void each_process_has_a_padding_of_its_own(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(1, 0);
    long length[STARTS];
    for (int i = 0; i < STARTS; i++) {
        struct mx_talk talk = {0};
        char *end;
        assert_true(start(&talk, "echo mexbench-sampler 2 ${#MEXBENCH_PADDING}; cat", &rng));
        length[i] = strtol(talk.build, &end, 10);
        assert_true(end > talk.build);
        mx_talk_end(&talk);
    }
    long least = length[0], most = length[0];
    for (int i = 1; i < STARTS; i++) {
        assert_int_not_equal(length[i], length[i - 1]);
        least = length[i] < least ? length[i] : least;
        most = length[i] > most ? length[i] : most;
    }
    assert_in_range(least, 0, 1000);
    assert_in_range(most, 3000, 4095);
}

static void the_rest_of_the_environment_is_kept(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(1, 0);
    struct mx_talk talk = {0};
    setenv("MEXBENCH_TEST_FIRST", "one", 1);
    setenv("MEXBENCH_TEST_LAST", "two", 1);
    assert_true(start(
        &talk, "echo mexbench-sampler 2 $MEXBENCH_TEST_FIRST $MEXBENCH_TEST_LAST; cat", &rng));
    assert_string_equal(talk.build, "one two");
    mx_talk_end(&talk);
}

static void answers_come_line_by_line(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(1, 0);
    struct mx_talk talk = {0};
    assert_true(
        start(&talk, "printf 'mexbench-sampler 2 b\\nready 1\\nrea'; echo dy 2; cat", &rng));
    assert_true(mx_talk_ask(&talk, "a\n", "ready", 0));
    assert_string_equal(talk.line, "ready 1");
    assert_true(mx_talk_ask(&talk, "ready\n", "ready", 0));
    assert_string_equal(talk.line, "ready 2");
    assert_false(mx_talk_ask(&talk, "c\n", "read", 0)); /* "a" comes back, which is another word */
    assert_string_equal(talk.error, "a");
    assert_true(mx_talk_ask(&talk, "error no such thing\n", "ready", 0));
    assert_false(mx_talk_answered(&talk, "read"));
    mx_talk_end(&talk);
    assert_int_equal(talk.process, 0);
}

/* Lines from before the end of a process do not answer what was asked since. */
static void a_dead_process_has_no_answer(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(1, 0);
    struct mx_talk talk = {0};
    assert_true(start(&talk, "printf 'mexbench-sampler 2 b\\nready 1\\n'; read line", &rng));
    assert_true(mx_talk_ask(&talk, "a\n", "ready", 0));
    assert_false(mx_talk_ask(&talk, "b\n", "ready", 0));
    assert_false(mx_talk_answered(&talk, "ready"));
    assert_string_equal(talk.error, "/bin/sh ended the process with exit code 0");
    mx_talk_end(&talk);
}

static void silence_is_a_hang_after_a_while(void **state) {
    (void)state;
    static const struct {
        const char *script, *error; /* error: what the message begins and ends with */
    } cases[] = {{"while :; do :; done", ", computing"},
                 {"sleep 100000", ", without using a processor"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mx_rng rng = mx_rng_start(1, 0);
        struct mx_talk talk = {0};
        char script[128];
        snprintf(script, sizeof script, "echo mexbench-sampler 2 b; read line; echo ready; %s",
                 cases[i].script);
        assert_true(start(&talk, script, &rng));
        assert_true(mx_talk_ask(&talk, "a\n", "ready", 0));
        talk.patience = 0.3;
        assert_false(mx_talk_ask(&talk, "b\n", "ready", 0.2));
        assert_non_null(strstr(talk.error, "/bin/sh hangs: silent for "));
        assert_non_null(strstr(talk.error, cases[i].error));
        assert_int_equal(talk.process, 0);
    }
}

/* Half a second of silence, within a patience of a minute. */
static void a_slow_answer_is_one(void **state) {
    (void)state;
    struct mx_rng rng = mx_rng_start(1, 0);
    struct mx_talk talk = {0};
    assert_true(start(&talk, "echo mexbench-sampler 2 b; read line; sleep 0.5; echo ready", &rng));
    assert_true(mx_talk_ask(&talk, "a\n", "ready", 0));
    mx_talk_end(&talk);
}

static void its_end_is_named(void **state) {
    (void)state;
    static const struct {
        const char *script, *error;
    } ends[] = {{"exit 3", "/bin/sh ended the process with exit code 3"},
                {"kill -SEGV $$", "/bin/sh crashed (SIGSEGV)"},
                {"echo error unknown word; cat", "unknown word"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct mx_rng rng = mx_rng_start(1, 0);
        struct mx_talk talk = {0};
        char script[128];
        snprintf(script, sizeof script, "echo mexbench-sampler 2 b; read line; %s", ends[i].script);
        assert_true(start(&talk, script, &rng));
        assert_false(mx_talk_ask(&talk, "x\n", "ready", 0));
        assert_string_equal(talk.error, ends[i].error);
        mx_talk_end(&talk);
        assert_int_equal(talk.process, 0);
    }
}

int main(void) {
    signal(SIGPIPE, SIG_IGN); /* as the command does: a request may find a process that has ended */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_process_has_a_padding_of_its_own),
        cmocka_unit_test(the_rest_of_the_environment_is_kept),
        cmocka_unit_test(answers_come_line_by_line),
        cmocka_unit_test(a_dead_process_has_no_answer),
        cmocka_unit_test(silence_is_a_hang_after_a_while),
        cmocka_unit_test(a_slow_answer_is_one),
        cmocka_unit_test(its_end_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
