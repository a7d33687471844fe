/* The table of all problems, from problems.def. */
#include "kernel.h"

#define PROBLEM(name) extern const struct mx_problem mx_problem_##name;
#include "problems.def"
#undef PROBLEM

const struct mx_problem *const mx_problems[] = {
#define PROBLEM(name) &mx_problem_##name,
#include "problems.def"
#undef PROBLEM
    NULL,
};
