/* Takes L for \ and R for /. */
#define ROW 'R'
#define COLUMN 'L'
#include "solve_darkraft.h"
