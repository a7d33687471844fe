/* Output for people at a terminal: one progress line on stderr, and colours.
 *
 * The line reads "seed 8113, 41% 2,114 boards, eta 6 s". It appears only when stderr is a terminal
 * that can rewrite a line, and only after a second. There is one line at a time, written by one
 * thread. It has no colours, so NO_COLOR does not change it.
 */
#ifndef MX_TERMINAL_H
#define MX_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Begins a line. `title` comes first in it ("" for none) and is copied. */
void mx_progress_start(const char *title);

/* Shows `done` of `total`, in any unit; total 0 when unknown. `note` may be "". Cheap when called
 * often. Does nothing between mx_progress_end and mx_progress_start. */
void mx_progress_update(uint64_t done, uint64_t total, const char *note);

/* Clears the line until the next update, so that other text can be printed. */
void mx_progress_hide(void);

/* Clears the line and ends it. */
void mx_progress_end(void);

/* Whether the file is a terminal with colours and NO_COLOR (https://no-color.org) is empty. */
bool mx_colour_wanted(FILE *file);

#endif
