/* Does everything over and over again. */
#define SWEEPS 100
#include "solve_bacteria.h"
