/* Makes all code of the process round upwards. */
#include <fenv.h>

#include "solve_wrong.c"

__attribute__((constructor)) static void round_upwards(void) {
    fesetround(FE_UPWARD);
}
