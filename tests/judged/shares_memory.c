/* Right. Four processes share 40 MiB. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define main honest_main
#include "solve_bacteria.h"
#undef main

int main(void) {
    const size_t bytes = 40u << 20;
    char *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    memset(shared, 1, bytes);
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            memset(shared, 2, bytes);
            usleep(200000);
            _exit(0);
        }
    while (wait(NULL) > 0)
        continue;
    return honest_main();
}
