/* Loads once; crashes when it is loaded a second time. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "solve_wrong.c"

__attribute__((constructor)) static void crash_when_loaded_before(void) {
    if (open("loaded_before", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0)
        abort();
}
