/* Explanations on the terminal. */
#ifndef MX_EXPLAIN_TEXT_H
#define MX_EXPLAIN_TEXT_H

#include "harness/solve/explanation.h"

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

#endif
