/* For a plug-in that prints in every solve and when it is loaded: by stdio and by write, as JSON,
 * as an answer, and without a line end. */
#ifndef MX_TEST_PRINTING_H
#define MX_TEST_PRINTING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_by_write(const char *text) {
    if (write(STDOUT_FILENO, text, strlen(text)) < 0)
        abort();
}

__attribute__((constructor)) static void print_when_loaded(void) {
    print_by_write("{\"text\": \"printed by a constructor\"}\n");
    puts("bacteria: printed by a constructor");
}

static void print_in_solve(void) {
    puts("Case #1: 99 printed by a kernel");
    print_by_write("{\"text\": \"printed by a kernel\"}\n");
    fputs("printed by a kernel, without a line end", stdout);
}

#endif
