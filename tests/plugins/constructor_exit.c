/* Leaves the process while it is loaded, as if all were well. */
#include <stdlib.h>

__attribute__((constructor)) static void leave(void) {
    exit(0);
}
