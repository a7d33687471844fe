#include "support/say.h"

#include <stdarg.h>
#include <stdio.h>

bool mx_say(char *why, size_t room, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, room, format, arguments);
    va_end(arguments);
    return false;
}

const char *mx_thousands(uint64_t number, char text[MX_THOUSANDS_ROOM]) {
    char digits[MX_THOUSANDS_ROOM];
    int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *to = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

/* Also both bytes of the control characters that UTF-8 writes as 0xC2 0x80 to 0xC2 0x9F. */
static bool is_control(unsigned char before, unsigned char byte, unsigned char after) {
    return byte < ' ' || byte == 0x7F || (byte == 0xC2 && after >= 0x80 && after < 0xA0) ||
           (before == 0xC2 && byte >= 0x80 && byte < 0xA0);
}

const char *mx_printable(const char *text, char *out, size_t room) {
    size_t used = 0;
    unsigned char before = 0;
    for (const char *at = text; *at != '\0' && used + 5 <= room; at++) {
        const unsigned char byte = (unsigned char)*at;
        if (is_control(before, byte, (unsigned char)at[1]))
            used += (size_t)snprintf(out + used, room - used, "\\x%02x", byte);
        else
            out[used++] = *at;
        before = byte;
    }
    out[used] = '\0';
    return out;
}
