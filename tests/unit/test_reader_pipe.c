/* Reader on standard input from a pipe: small and interrupted reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/reader.h"

/* Runs `child` with a pipe that standard input reads from. */
static pid_t feed(void (*child)(int to)) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t feeder = fork();
    if (feeder == 0) {
        close(ends[0]);
        child(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    return feeder;
}

static void write_slowly(int to) {
    const char text[] = "12 abcdefgh\r\n\n0110 1234x";
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        if (write(to, text + i, 1) != 1)
            _exit(1);
        usleep(1000);
    }
}

static void on_alarm(int signal_number) {
    (void)signal_number;
}

/* Bytes come one by one, and a timer's signals meanwhile. */
static void slow_pipe_with_interrupts(void **state) {
    (void)state;
    const pid_t feeder = feed(write_slowly);
    const struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    const struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    struct mx_reader reader;
    uint64_t value = 0;
    assert_true(mx_reader_open(&reader, "-"));
    assert_true(mx_reader_number(&reader, "n", 0, 99, &value));
    assert_int_equal(value, 12);
    assert_memory_equal(mx_reader_word(&reader, "w", 8), "abcdefgh", 8);
    assert_true(mx_reader_skip_word(&reader, "s", 4, "01"));
    assert_false(mx_reader_number(&reader, "number", 0, 99, &value));
    assert_string_equal(reader.error, "standard input:3:6: expected number, found \"1234x\"");
    setitimer(ITIMER_REAL, &never, NULL);
    mx_reader_close(&reader);
    assert_int_not_equal(fcntl(STDIN_FILENO, F_GETFD), -1);
    assert_int_equal(waitpid(feeder, NULL, 0), feeder);
}

static void write_nothing(int to) {
    (void)to;
    pause();
}

/* A handler that does not restart system calls ends a read that waits. */
static void signal_ends_reading(void **state) {
    (void)state;
    const pid_t feeder = feed(write_nothing);
    const struct sigaction action = {.sa_handler = on_alarm};
    const struct itimerval often = {{0, 20000}, {0, 20000}}, never = {{0, 0}, {0, 0}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    struct mx_reader reader;
    uint64_t value = 0;
    assert_true(mx_reader_open(&reader, "-"));
    assert_false(mx_reader_number(&reader, "n", 0, 99, &value));
    assert_string_equal(reader.error, "cannot read standard input: Interrupted system call");
    setitimer(ITIMER_REAL, &never, NULL);
    mx_reader_close(&reader);
    kill(feeder, SIGKILL);
    assert_int_equal(waitpid(feeder, NULL, 0), feeder);
}

static void write_in_pieces(int to) {
    for (int i = 0; i < 30000; i++)
        for (int from = 0; from < 16; from += 5)
            if (write(to, &"abcdefghijklmno\n"[from], from < 15 ? 5 : 1) < 0)
                _exit(1);
}

static void words_in_pieces(void **state) {
    (void)state;
    const pid_t feeder = feed(write_in_pieces);
    struct mx_reader reader;
    assert_true(mx_reader_open(&reader, "-"));
    for (int i = 0; i < 30000; i++)
        assert_memory_equal(mx_reader_word(&reader, "w", 15), "abcdefghijklmno", 15);
    assert_true(mx_reader_at_end(&reader));
    assert_int_equal(reader.line, 30001);
    mx_reader_close(&reader);
    assert_int_equal(waitpid(feeder, NULL, 0), feeder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_pipe_with_interrupts),
        cmocka_unit_test(words_in_pieces),
        cmocka_unit_test(signal_ends_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
