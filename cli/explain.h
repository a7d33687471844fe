/* Explanations: their sentences and JSON, on the terminal, and as pictures. */
#ifndef MX_EXPLAIN_H
#define MX_EXPLAIN_H

#include <jansson.h>
#include <stdio.h>

#include "harness/solve/explanation.h"

/* ---- Sentences, for the terminal and for pictures; none ends in a line feed --------------- */

/* "1 XOR 1 = 0", "0", "loony", or "0, nothing is left". */
void mx_write_sum(FILE *file, const uint32_t *values, uint32_t count, uint32_t together);

/* "rectangle rows 1-1, columns 1-4: nimber 1". */
void mx_write_part(FILE *file, const struct mx_explanation *e, uint64_t state, uint32_t value);

/* The judge's answer. */
void mx_write_judged(FILE *file, const struct mx_explanation *e, uint64_t number);

/* The winner from the start, and the number of openings that win. */
void mx_write_verdict(FILE *file, const struct mx_explanation *e);

/* Why the best opening wins, or why none does. */
void mx_write_reason(FILE *file, const struct mx_explanation *e);

/* The first `most` lines of the board's data that its letters do not show, each with its line
 * feed. */
void mx_write_rest_lines(FILE *file, const struct mx_explanation *e, int most);

/* A number, or "loony". */
json_t *mx_value_json(uint32_t value);

/* The explanation as an object, with every opening when `all`. */
json_t *mx_explain_json(const struct mx_explanation *e, uint64_t number, bool all);

/* ---- On the terminal ---------------------------------------------------------------------- */

#define MX_DRAWN_SIDE 40u /* longer boards are not drawn */

static inline bool mx_is_drawn(const struct mx_explanation *e) {
    return e->rows <= MX_DRAWN_SIDE && e->cols <= MX_DRAWN_SIDE;
}

struct mx_explain_page {
    const struct mx_explanation *e;
    uint64_t number; /* of the board, from 1 */
    bool colour;
    bool all; /* show every opening, whatever their number */
};

/* Prints one board in full, on stdout. */
void mx_explain_print(const struct mx_explain_page *page);

/* Prints one board in a line. */
void mx_explain_print_brief(const struct mx_explain_page *page);

/* ---- Pictures ----------------------------------------------------------------------------- */

/* Draws the board with the value of each opening, next to it the position after the best opening,
 * and the reason below, in light or dark colours as the viewer prefers. The explanation must be
 * valued. The file appears only when it is complete. On false, why[room] says why it could not be
 * written. */
bool mx_explain_write_svg(const char *path, const struct mx_explanation *e, uint64_t number,
                          char *why, size_t room);

#endif
