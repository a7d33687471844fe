/* Rows of the array are one cell too short for the largest board: its last column overlaps the
 * first cell of the next row. */
#define STRIDE 14
#include "solve_bacteria.h"
