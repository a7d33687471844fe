/* Reads L as \ and R as /. */
#define ROW 'R'
#define COLUMN 'L'
#include "solve_darkraft.h"
