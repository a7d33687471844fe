/* How bacteria boards are drawn. */
#ifndef MX_DRAW_BACTERIA_H
#define MX_DRAW_BACTERIA_H

#include "problem.h"

extern const struct mx_drawing bacteria_drawing;

#endif
