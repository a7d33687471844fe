/* Keeps 100 MiB in files in memory that it does not map. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    for (int i = 0; i < 10; i++) {
        int file = memfd_create("hidden", 0);
        for (int j = 0; j < 10; j++)
            if (write(file, block, sizeof block) != (ssize_t)sizeof block)
                return 1;
    }
    usleep(500000);
    puts("Case #1: 0");
    return 0;
}
