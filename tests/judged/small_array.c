/* Rows of the board are one too short for the largest one: its last column is the next row's first.
 */
#define STRIDE 14
#include "solve_bacteria.h"
