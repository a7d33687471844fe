/* Whether to write in colour. */
#ifndef MX_COLOUR_H
#define MX_COLOUR_H

#include <stdbool.h>
#include <stdio.h>

/* A terminal that knows colours, and NO_COLOR (https://no-color.org) is not set to anything. */
bool mx_colour_wanted(FILE *file);

#endif
