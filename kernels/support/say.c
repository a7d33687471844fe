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
