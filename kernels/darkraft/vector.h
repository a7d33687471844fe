/* One vector of rectangles: its options, and their mex.
 *
 * For each row of a band, its split is the XOR of what is above with what is below, for all
 * intervals of columns at once. An option of L is one vector of a split, of X two, of R two of the
 * band's own strip (see lane_table.h), barred in the lanes whose cells have no such letter.
 */
#ifndef MX_DARKRAFT_VECTOR_H
#define MX_DARKRAFT_VECTOR_H

#include "darkraft/lane_table.h"
#include "darkraft/octets.h"

struct band {
    const struct table *t;
    const struct scratch *s;
    uint32_t top, bottom;
    size_t number;
    uint8_t *low, *high; /* its strip */
    bool tall;           /* it or what lies in it has nimbers of more than one block */
};

/* Rectangles of one band and width in the making, `at` bytes from the first. */
struct target {
    struct band *b;
    uint32_t width;
    size_t at;
    lanes valid; /* that are wanted */
};

/* The two sides of an option; `high` is how far behind them their high bytes are. */
LANES_INLINE void see(struct octets *o, const uint8_t *a, const uint8_t *b, ptrdiff_t high,
                      const uint8_t *barred, unsigned count, bool tall) {
    lanes low = lanes_load(a) ^ lanes_load(b), bit = bit_of(low, lanes_load(barred));
    if (tall)
        bit &= lanes_equal(lanes_load(a + high) ^ lanes_load(b + high), o->block);
    octets_see(o, low, bit, count);
}

/* X, and L if there is one. */
LANES_INLINE void look_at_row(const struct target *g, uint32_t row, struct octets *o,
                              unsigned count, bool tall) {
    const struct table *t = g->b->t;
    const struct scratch *s = g->b->s;
    const uint32_t left = (uint32_t)(g->at / t->unit);
    const ptrdiff_t high = tall ? s->split_high - s->split : 0;
    const uint8_t *split = s->split + (row - g->b->top) * t->strip, *from = split + g->at;
    const uint8_t *barred = t->barred[DARKRAFT_X] + row * t->line + g->at;
    const uint16_t *list = t->cross + (size_t)row * t->side;
    const uint16_t *before = t->cross_before + (size_t)row * (t->side + 1);
    for (uint32_t i = before[left]; i < before[left + g->width]; i++) {
        const struct cut *cut = &s->cuts[list[i] - left];
        see(o, from + cut->left, from + cut->right, high, barred + cut->cell, count, tall);
    }
    if (t->has[DARKRAFT_L])
        see(o, from + t->place[g->width], split, high,
            t->barred_row + row * t->strip + t->place[g->width] + g->at, count, tall);
}

LANES_INLINE void look_at_columns(const struct target *g, struct octets *o, unsigned count,
                                  bool tall) {
    const struct table *t = g->b->t;
    const uint8_t *from = g->b->low + g->at, *barred = g->b->s->bars + g->at;
    for (uint32_t c = 0; c < g->width && t->has[DARKRAFT_R]; c++) {
        const struct cut *cut = &g->b->s->cuts[c];
        see(o, from + cut->left, from + cut->right, tall ? t->high - t->low : 0, barred + cut->cell,
            count, tall);
    }
}

LANES_INLINE lanes_of_bytes pass_of(const struct target *g, unsigned first, unsigned count,
                                    bool tall) {
    struct octets o;
    octets_start(&o, first, count);
    for (uint32_t row = g->b->top; row < g->b->bottom; row++)
        look_at_row(g, row, &o, count, tall);
    look_at_columns(g, &o, count, tall);
    return octets_mex(&o, count);
}

/* The mex from octet `first` on; 8 * count where it is beyond them. */
#define PASSES(name, tall)                                                                         \
    static lanes_of_bytes name(const struct target *g, unsigned first, unsigned count) {           \
        switch (count) {                                                                           \
        case 1:                                                                                    \
            return pass_of(g, first, 1, tall);                                                     \
        case 2:                                                                                    \
            return pass_of(g, first, 2, tall);                                                     \
        case 3:                                                                                    \
            return pass_of(g, first, 3, tall);                                                     \
        case 4:                                                                                    \
            return pass_of(g, first, 4, tall);                                                     \
        case 5:                                                                                    \
            return pass_of(g, first, 5, tall);                                                     \
        case 6:                                                                                    \
            return pass_of(g, first, 6, tall);                                                     \
        case 7:                                                                                    \
            return pass_of(g, first, 7, tall);                                                     \
        default:                                                                                   \
            return pass_of(g, first, OCTETS_A_PASS, tall);                                         \
        }                                                                                          \
    }
PASSES(low_pass, false)
PASSES(tall_pass, true)

/* From now on the band has high bytes; so far they are all 0. */
static void make_tall(struct band *b) {
    memset(b->high, 0, b->t->strip);
    memset(b->s->split_high, 0, (b->bottom - b->top) * b->t->strip);
    b->t->tall[b->number] = 1;
    b->tall = true;
}

/* How many octets to collect from `first` on, when `need` are likely to do. */
static unsigned octets_ahead(unsigned first, unsigned need) {
    unsigned left = need > first ? need - first : 1,
             block = OCTETS_A_BLOCK - first % OCTETS_A_BLOCK;
    left = left < block ? left : block;
    unsigned passes = (left + OCTETS_A_PASS - 1) / OCTETS_A_PASS;
    return (left + passes - 1) / passes;
}

static void store(const struct target *g, lanes low, lanes high) {
    size_t to = g->b->t->place[g->width] + g->at;
    lanes_store(g->b->low + to, low);
    if (g->b->tall)
        lanes_store(g->b->high + to, high);
}

/* *need becomes how many octets did. False when a nimber is out of range. */
static bool fill_vector(const struct target *g, unsigned *need) {
    lanes full = g->valid, low = {0}, high = {0};
    unsigned first = 0;
    while (lanes_any(full)) {
        if (first == OCTETS_A_BLOCK && !g->b->tall) {
            if (g->b->t->high == NULL)
                return false;
            make_tall(g->b);
        }
        if (first == MOST_OCTETS)
            return false;
        unsigned count = octets_ahead(first, *need);
        lanes_of_bytes mex = g->b->tall ? tall_pass(g, first, count) : low_pass(g, first, count);
        lanes found = full & ~(lanes)(mex == (uint8_t)(8 * count));
        low |= found & (lanes)(mex + (uint8_t)(first % OCTETS_A_BLOCK * 8));
        high |= found & lanes_fill((uint8_t)(first / OCTETS_A_BLOCK));
        full &= ~found;
        first += count;
    }
    store(g, low, high);
    *need = first > *need ? first : *need;
    return true;
}

#endif
