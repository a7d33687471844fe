/* Has room for nimbers below 32 only, as a set in one word has; larger ones are lost. */
#define LARGEST 31
#include "solve_darkraft.h"
