/* The account of what a process and its children use, from samples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/process/account.h"
#include "harness/process/clock.h"
#include "harness/process/descendants.h"

enum { MIB = 1 << 20, SAMPLES = 20000 };

static int told[2];

static void tell(void) {
    assert_int_equal(write(told[1], "", 1), 1);
}

/* Runs the function in a child and waits until it tells that it has begun. */
static struct mx_account begin(void (*child)(void)) {
    char byte;
    assert_int_equal(pipe(told), 0);
    if (fork() == 0) {
        child();
        _exit(0);
    }
    close(told[1]); /* so that the read ends if the child ends without writing */
    assert_int_equal(read(told[0], &byte, 1), 1);
    return (struct mx_account){.above = getpid(), .memory_limit = UINT64_MAX};
}

static void end(struct mx_account *account) {
    mx_descendants_end();
    mx_account_close(account);
    close(told[0]);
}

static void *spin(void *unused) {
    tell();
    for (;;)
        (void)mx_processor_seconds();
    return unused;
}

static void wait_for_a_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, spin, NULL);
    pthread_join(thread, NULL);
}

static void other_threads_run(void **state) {
    (void)state;
    struct mx_account account = begin(wait_for_a_thread);
    for (int i = 0; i < 20; i++) {
        const struct mx_sample *sample = mx_account_sample(&account);
        assert_int_equal(sample->processes, 1);
        assert_int_equal(sample->running, 1);
        usleep(1000);
    }
    end(&account);
}

static void leave_the_first_thread(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, spin, NULL);
    pthread_exit(NULL);
}

static void first_thread_has_ended(void **state) {
    (void)state;
    struct mx_account account = begin(leave_the_first_thread);
    usleep(20000);
    const struct mx_sample *sample = mx_account_sample(&account);
    assert_int_equal(sample->processes, 1);
    assert_int_equal(sample->running, 1);
    assert_true(sample->bytes > 0);
    end(&account);
}

static void do_nothing(void) {
    tell();
    pause();
}

static void no_process_runs(void **state) {
    (void)state;
    struct mx_account account = begin(do_nothing);
    int samples = 0;
    while (mx_account_sample(&account)->running > 0 && samples++ < SAMPLES)
        usleep(1000);
    assert_int_equal(account.sample.running, 0);
    assert_int_equal(account.sample.processes, 1);
    end(&account);
}

static void hide_memory(void) {
    static char block[MIB];
    const int file = memfd_create("hidden", 0);
    for (int i = 0; i < 32; i++)
        if (write(file, block, MIB) != MIB)
            _exit(1);
    tell();
    pause();
}

static void files_in_memory_count(void **state) {
    (void)state;
    struct mx_account account = begin(hide_memory);
    assert_true(mx_account_sample(&account)->bytes >= 32 * MIB);
    end(&account);
}

static void share_memory(void) {
    const size_t bytes = 32 * MIB;
    char *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(shared, 1, bytes);
    int ready[2];
    char byte;
    if (pipe(ready) != 0)
        _exit(1);
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            memset(shared, 2, bytes);
            if (write(ready[1], "", 1) == 1)
                pause();
        }
    for (int i = 0; i < 3; i++)
        if (read(ready[0], &byte, 1) != 1)
            _exit(1);
    tell();
    pause();
}

static void shared_memory_counts_once(void **state) {
    (void)state;
    struct mx_account account = begin(share_memory);
    account.memory_limit = 64 * MIB;
    const uint64_t bytes = mx_account_sample(&account)->bytes;
    assert_true(bytes >= 32 * MIB && bytes < 64 * MIB);
    end(&account);
}

static void let_a_child_compute(void) {
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) {
        while (mx_processor_seconds() < 0.3)
            continue;
        _exit(0);
    }
    tell();
    while (wait(NULL) > 0)
        continue;
    pause();
}

static void unwaited_time_counts(void **state) {
    (void)state;
    struct mx_account account = begin(let_a_child_compute);
    int samples = 0;
    while (mx_account_sample(&account)->processes > 1 && samples++ < SAMPLES)
        usleep(1000);
    assert_int_equal(mx_account_sample(&account)->processes, 1);
    assert_true(account.sample.seconds > 0.2);
    end(&account);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_threads_run),         cmocka_unit_test(first_thread_has_ended),
        cmocka_unit_test(no_process_runs),           cmocka_unit_test(files_in_memory_count),
        cmocka_unit_test(shared_memory_counts_once), cmocka_unit_test(unwaited_time_counts),
    };
    mx_descendants_adopt(); /* children of a killed child remain */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
