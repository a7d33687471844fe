/* Prints and prints. */
#include <stdio.h>

int main(void) {
    for (;;)
        puts("Case #1: 0");
}
