/* Has room for nimbers below 40 only; larger ones are lost. */
#define LARGEST 39
#include "solve_darkraft.h"
