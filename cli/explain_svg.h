/* Explanations as pictures. */
#ifndef MX_EXPLAIN_SVG_H
#define MX_EXPLAIN_SVG_H

#include "harness/solve/explanation.h"

/* Draws the board with the value of each opening, next to it the position after the best opening,
 * and the reason below, in light or dark colours as the viewer prefers. The explanation must be
 * valued. The file appears only when it is complete. On false, why[room] says why it could not be
 * written. */
bool mx_explain_write_svg(const char *path, const struct mx_explanation *e, uint64_t number,
                          char *why, size_t room);

#endif
