/* Prints without end. */
#include <stdio.h>

int main(void) {
    for (;;)
        puts("Case #1: 0");
}
