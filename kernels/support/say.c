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
