/* One line on stderr that says how far long work is: "seed 8113, 41% 2,114 boards, eta 6 s".
 *
 * Only when stderr is a terminal that can rewrite a line, and only after a second. It uses no
 * colour, so NO_COLOR changes nothing. One line at a time, from one thread.
 */
#ifndef MX_PROGRESS_H
#define MX_PROGRESS_H

#include <stdint.h>

/* Begins; `title` comes first in the line, "" for none, and is copied. */
void mx_progress_start(const char *title);

/* `done` of `total`, in any unit; total 0 when it is not known. `note` may be "". Cheap when
 * called often. Does nothing between mx_progress_end and mx_progress_start. */
void mx_progress_update(uint64_t done, uint64_t total, const char *note);

/* Clears the line until the next update, so that something else can be printed. */
void mx_progress_hide(void);

/* Clears the line and ends. */
void mx_progress_end(void);

/* "2,114" in text[MX_THOUSANDS_ROOM], which is returned. */
#define MX_THOUSANDS_ROOM 28
const char *mx_thousands(uint64_t number, char text[MX_THOUSANDS_ROOM]);

#endif
