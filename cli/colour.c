#include "cli/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool mx_colour_wanted(FILE *file) {
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fileno(file)) && (refused == NULL || refused[0] == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}
