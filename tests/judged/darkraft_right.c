/* Right. */
#include "solve_darkraft.h"
