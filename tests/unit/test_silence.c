/* The use of all descendants of a process together, and the meaning of a silence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/clock.h"
#include "harness/process/silence.h"

/* ---- Usage ------------------------------------------------------------------------------- */

#define USED 0.2 /* seconds of processor time of each child */

static int told[2];

static void compute(void) {
    while (mx_processor_seconds() < USED)
        ;
}

static void tell(void) {
    if (write(told[1], "", 1) != 1)
        _exit(1);
}

/* A child that computes, tells and waits, with a child of its own that does the same. */
static pid_t start_family(void) {
    const pid_t child = fork();
    if (child != 0)
        return child;
    fork();
    alarm(300); /* if the test fails, nobody ends them */
    compute();
    tell();
    for (;;)
        pause();
}

/* The state of a process changes soon after a signal: looks until it has. */
static struct mx_usage usage_with(uint32_t processes, uint32_t stopped) {
    struct mx_usage usage;
    for (int look = 0; look < 6000; look++) {
        usage = mx_descendants_usage();
        if (usage.processes == processes && usage.stopped == stopped && usage.busy == 0)
            break;
        usleep(10000);
    }
    assert_int_equal(usage.processes, processes);
    assert_int_equal(usage.stopped, stopped);
    assert_int_equal(usage.busy, 0);
    return usage;
}

static void all_descendants_count(void **state) {
    (void)state;
    char byte;
    assert_int_equal(pipe(told), 0);
    assert_int_equal(usage_with(0, 0).processes, 0);
    const pid_t first = start_family(), second = start_family();
    close(told[1]);
    for (int i = 0; i < 4; i++)
        assert_int_equal(read(told[0], &byte, 1), 1);
    const struct mx_usage usage = usage_with(4, 0);
    assert_true(usage.seconds >= 4 * USED - 0.1); /* the system counts ticks of 0.01 s */
    assert_true(usage.seconds < 4 * USED + 2);
    kill(first, SIGSTOP);
    (void)usage_with(4, 1);
    kill(first, SIGCONT);
    (void)usage_with(4, 0);
    kill(second, SIGKILL); /* a zombie, whose child becomes one of this process */
    (void)usage_with(3, 0);
    mx_descendants_end();
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    close(told[0]);
}

/* ---- Silence ----------------------------------------------------------------------------- */

static enum mx_silence_is is(double wall, double used, double idle) {
    const struct mx_silence silence = {.wall = wall, .used = used, .idle = idle};
    return mx_silence_is(&silence, 10);
}

static void a_silence_needs_evidence(void **state) {
    (void)state;
    assert_int_equal(is(10, 10, 10), MX_SILENCE_SHORT); /* not beyond the limit */
    assert_int_equal(is(11, 10, 0), MX_SILENCE_SHORT);
    assert_int_equal(is(11, 10.5, 0), MX_SILENCE_COMPUTING);
    assert_int_equal(is(11, 0, 10.5), MX_SILENCE_WAITING);
    assert_int_equal(is(12, 6, 5), MX_SILENCE_COMPUTING);
    assert_int_equal(is(12, 5, 6), MX_SILENCE_WAITING);
    assert_int_equal(is(60, 1, 1), MX_SILENCE_SHORT);
    assert_int_equal(is(61, 1, 1), MX_SILENCE_STARVED);
}

/* Observations of a process that no time passes for: only its own times count. */
static void observations_add_up(void **state) {
    (void)state;
    struct mx_silence silence = mx_silence_begin();
    mx_silence_note(&silence, (struct mx_usage){.seconds = 5, .processes = 1});
    assert_true(silence.used == 0); /* the first one sets the mark */
    mx_silence_note(&silence, (struct mx_usage){.seconds = 7, .processes = 1});
    assert_true(silence.used == 2);
    mx_silence_note(&silence, (struct mx_usage){.seconds = 6, .processes = 1}); /* one ended */
    assert_true(silence.used == 2);
    mx_silence_note(&silence, (struct mx_usage){.seconds = 9, .processes = 1});
    assert_true(silence.used == 5);
}

/* Idle is who neither runs nor waits for a processor, is not stopped, and has used nothing. */
static void only_waiting_is_idle(void **state) {
    (void)state;
    const struct {
        struct mx_usage usage;
        bool idle;
    } cases[] = {
        {{.seconds = 1, .processes = 1}, true},
        {{.seconds = 1, .processes = 2, .busy = 1}, false},
        {{.seconds = 1, .processes = 2, .stopped = 1}, false},
        {{.seconds = 2, .processes = 1}, false},
        {{.seconds = 1, .processes = 0}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct mx_silence silence = mx_silence_begin();
        mx_silence_note(&silence, (struct mx_usage){.seconds = 1, .processes = 1, .busy = 1});
        silence.looked -= 0.25; /* as if so much time had passed */
        mx_silence_note(&silence, cases[i].usage);
        assert_true(silence.wall >= 0.25);
        assert_true(silence.idle == 0 || silence.idle >= 0.25);
        assert_int_equal(silence.idle > 0, cases[i].idle);
        silence.looked -= 100; /* this process was stopped: half a second counts at most */
        mx_silence_note(&silence, cases[i].usage);
        assert_true(silence.wall < 100);
    }
}

int main(void) {
    mx_descendants_adopt();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_descendants_count),
        cmocka_unit_test(a_silence_needs_evidence),
        cmocka_unit_test(observations_add_up),
        cmocka_unit_test(only_waiting_is_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
