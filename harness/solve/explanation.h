/* Explains a board's answer: the values of its openings, laid out for drawing. */
#ifndef MX_EXPLANATION_H
#define MX_EXPLANATION_H

#include "harness/solve/values.h"

struct mx_explanation {
    const struct mx_problem *problem;
    const void *instance;
    int dialect;
    uint32_t rows, cols;
    uint64_t answer;

    const struct mx_valued_opening *best; /* a winning one; NULL = none wins, or none is known */

    const char *value_noun; /* what the values of states are called */
    bool valued;            /* the members below are set, not only the start's parts */
    char why[320];          /* why they are not */
    bool no_memory;         /* memory for the layout was short: mx_explain failed */
    struct mx_openings openings;
    uint64_t winning;              /* openings that win */
    uint64_t moves, winning_moves; /* the same, cell by cell */

    /* The openings by place, NULL for a place without one. */
    const struct mx_valued_opening **at;  /* [rows][cols]: in that cell */
    const struct mx_valued_opening **row; /* [rows]: anywhere in the row */
    const struct mx_valued_opening **col; /* [cols] */
    bool has_cells, has_lines;
};

/* Solves the board. Everything is in the arena, and the instance must outlive it. The monitor may
 * be NULL. On false, not even the answer is known, and `why` has the reason. */
bool mx_explain(struct mx_explanation *explanation, const struct mx_problem *problem,
                const void *instance, int dialect, mx_isa isa, const struct mx_monitor *monitor,
                struct mx_arena *arena);

/* The number of the part in which the cell is free; `count` when there is no such part. */
uint32_t mx_part_of_cell(const struct mx_explanation *explanation, const uint64_t *parts,
                         uint32_t count, uint32_t row, uint32_t col);

#endif
