/* Boards as the text that a person can paste into a file. */
#ifndef MX_INDENTED_H
#define MX_INDENTED_H

#include "kernel.h"

/* An input of `count` boards in the judge's format; the caller's to free, NULL when memory is
 * short. */
char *mx_input_text(const struct mx_problem *problem, const void *const *boards, uint32_t count,
                    int dialect);

/* Prints every line four blanks further to the right. */
void mx_print_indented(const char *text);

#endif
