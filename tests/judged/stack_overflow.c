/* Keeps half a megabyte in every call. */
#define SCRATCH (1 << 19)
#include "solve_darkraft.h"
