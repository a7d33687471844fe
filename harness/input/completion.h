/* Fills in members that a problem leaves out, so that the harness need not check for them. */
#ifndef MX_COMPLETION_H
#define MX_COMPLETION_H

#include "problem.h"

/* A copy in the arena that has title, summary and nouns as a terminal can print them, functions
 * that say 0 for states and exact work, empty headers of its text, a textbook, and loads for bench:
 * the first generator at a ladder of sizes. optional.h has functions for the members that are still
 * missing; without the others a verb refuses. NULL when memory is short. */
struct mx_problem *mx_problem_complete(const struct mx_problem *problem, struct mx_arena *arena);

#endif
