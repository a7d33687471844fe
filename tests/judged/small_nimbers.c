/* Keeps only nimbers below 32, like a set in one word, and loses larger ones. */
#define LARGEST 31
#include "solve_darkraft.h"
