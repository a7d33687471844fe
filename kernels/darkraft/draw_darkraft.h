/* How darkraft boards are drawn. */
#ifndef MX_DRAW_DARKRAFT_H
#define MX_DRAW_DARKRAFT_H

#include "darkraft/darkraft.h"
#include "problem.h"

/* [dialect][enum darkraft_letter]: jzoj draws its L as \ and its R as /. */
static const char darkraft_letters[][5] = {".LRX", ".RLX"};

extern const struct mx_drawing darkraft_drawing;

#endif
