/* Saying why something was refused. */
#ifndef MX_SAY_H
#define MX_SAY_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the reason to why[room] and returns false, for `return mx_say(...)`. */
bool mx_say(char *why, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
