/* Bounds the turned grid by the number of rows alone, as a published program does. */
#define BOUND n
#include "solve_darkraft.h"
