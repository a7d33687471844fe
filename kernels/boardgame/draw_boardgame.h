/* How boardgame boards are drawn. */
#ifndef MX_DRAW_BOARDGAME_H
#define MX_DRAW_BOARDGAME_H

#include "problem.h"

extern const struct mx_drawing boardgame_drawing;

#endif
