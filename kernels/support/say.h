/* Text for messages: the reason for a refusal, a number that people read. */
#ifndef MX_SAY_H
#define MX_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the reason to why[room] and returns false, for `return mx_say(...)`. */
bool mx_say(char *why, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Writes to out[room] what a terminal shows as it is: control characters become \\xNN. Returns out.
 */
const char *mx_printable(const char *text, char *out, size_t room);

/* Writes "2,114" to text[MX_THOUSANDS_ROOM] and returns text. */
#define MX_THOUSANDS_ROOM 28
const char *mx_thousands(uint64_t number, char text[MX_THOUSANDS_ROOM]);

#endif
