/* Right. The first thread only waits for another one. */
#include <pthread.h>
#include <stddef.h>

#define main honest_main
#include "solve_bacteria.h"
#undef main

static int code;

static void *solve_all(void *unused) {
    (void)unused;
    code = honest_main();
    return NULL;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, solve_all, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    return code;
}
