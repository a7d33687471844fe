/* The table of all problems of the build, from problems.def. */
#include "problem.h"

#define PROBLEM(name) extern const struct mx_problem mx_problem_##name;
#include "problems.def"
#undef PROBLEM

const struct mx_problem *const mx_built_in_problems[] = {
#define PROBLEM(name) &mx_problem_##name,
#include "problems.def"
#undef PROBLEM
    NULL,
};
