/* Repeats every computation many times. */
#define SWEEPS 100
#include "solve_bacteria.h"
