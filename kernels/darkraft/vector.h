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

/* What becomes of an option: with at_once > 0 it goes into so many octets, from 0 on, else it is
 * put down in `options`, with its block when `tall`. */
struct way {
    unsigned at_once;
    bool tall;
};

struct sink {
    struct options options;
    struct octets octets;
};

/* The two sides of an option; `high` is how far behind them their high bytes are. */
LANES_INLINE void see(struct sink *sink, const uint8_t *a, const uint8_t *b, ptrdiff_t high,
                      const uint8_t *barred, struct way way) {
    lanes low = lanes_load(a) ^ lanes_load(b), octet = low & lanes_fill(BLOCK - 8);
    lanes bit = bit_of(low, lanes_load(barred));
    if (way.at_once > 0)
        octets_see(&sink->octets, bit, octet, way.at_once);
    else
        options_add(&sink->options, bit, octet,
                    way.tall ? lanes_load(a + high) ^ lanes_load(b + high) : octet, way.tall);
}

/* X, and L if there is one. */
LANES_INLINE void see_row(const struct target *g, uint32_t row, struct sink *sink, struct way way) {
    const struct table *t = g->b->t;
    const struct scratch *s = g->b->s;
    const uint32_t left = (uint32_t)(g->at / t->unit);
    const ptrdiff_t high = way.tall ? s->split_high - s->split : 0;
    const uint8_t *split = s->split + (row - g->b->top) * t->strip, *from = split + g->at;
    const uint8_t *barred = t->barred[DARKRAFT_X] + row * t->line + g->at;
    const uint16_t *list = t->cross + (size_t)row * t->side;
    const uint16_t *before = t->cross_before + (size_t)row * (t->side + 1);
    for (uint32_t i = before[left]; i < before[left + g->width]; i++) {
        const struct cut *cut = &s->cuts[list[i] - left];
        see(sink, from + cut->left, from + cut->right, high, barred + cut->cell, way);
    }
    if (t->has[DARKRAFT_L])
        see(sink, from + t->place[g->width], split, high,
            t->barred_row + row * t->strip + t->place[g->width] + g->at, way);
}

LANES_INLINE void see_columns(const struct target *g, struct sink *sink, struct way way) {
    const struct table *t = g->b->t;
    const uint8_t *from = g->b->low + g->at, *barred = g->b->s->bars + g->at;
    for (uint32_t c = 0; c < g->width && t->has[DARKRAFT_R]; c++) {
        const struct cut *cut = &g->b->s->cuts[c];
        see(sink, from + cut->left, from + cut->right, way.tall ? t->high - t->low : 0,
            barred + cut->cell, way);
    }
}

LANES_INLINE void look_once(const struct target *g, unsigned count, lanes *sets) {
    struct sink sink;
    octets_start(&sink.octets, sets, 0, count);
    for (uint32_t row = g->b->top; row < g->b->bottom; row++)
        see_row(g, row, &sink, (struct way){count, false});
    see_columns(g, &sink, (struct way){count, false});
    octets_end(&sink.octets, sets, count);
}

/* Octets 0 .. count-1, at most OCTETS_A_PASS, of all options. */
static void look_at_few(const struct target *g, unsigned count, lanes *sets) {
    switch (count) {
    case 1:
        look_once(g, 1, sets);
        break;
    case 2:
        look_once(g, 2, sets);
        break;
    case 3:
        look_once(g, 3, sets);
        break;
    case 4:
        look_once(g, 4, sets);
        break;
    case 5:
        look_once(g, 5, sets);
        break;
    case 6:
        look_once(g, 6, sets);
        break;
    case 7:
        look_once(g, 7, sets);
        break;
    default:
        look_once(g, OCTETS_A_PASS, sets);
    }
}

/* Octets first .. first+count-1 of all options, as many of these at a time as the nearest cache
 * holds. */
LANES_INLINE void look(const struct target *g, unsigned first, unsigned count, bool tall,
                       lanes *sets) {
    const size_t room = options_room(g->b->t->side);
    struct sink sink;
    sink.options = options_at(g->b->s->options, room, tall);
    for (uint32_t row = g->b->top; row < g->b->bottom; row++) {
        if (sink.options.count + g->width + 1 > room)
            collect_octets(&sink.options, first, count, sets);
        see_row(g, row, &sink, (struct way){0, tall});
    }
    if (sink.options.count + g->width > room)
        collect_octets(&sink.options, first, count, sets);
    see_columns(g, &sink, (struct way){0, tall});
    collect_octets(&sink.options, first, count, sets);
}

/* From now on the band has high bytes; so far they are all 0. */
static void make_tall(struct band *b) {
    memset(b->high, 0, b->t->strip);
    memset(b->s->split_high, 0, (b->bottom - b->top) * b->t->strip);
    b->t->tall[b->number] = 1;
    b->tall = true;
}

static void store(const struct target *g, lanes low, lanes high) {
    size_t to = g->b->t->place[g->width] + g->at;
    lanes_store(g->b->low + to, low);
    if (g->b->tall)
        lanes_store(g->b->high + to, high);
}

/* What is known of a vector's nimbers. */
struct found {
    lanes open, low, high; /* open: lanes whose nimber is beyond what was collected */
};

/* Octets first .. first+count-1 of one block were collected. */
static void find_in(struct found *f, const lanes *sets, unsigned first, unsigned count) {
    lanes_of_bytes mex = mex_of_octets(sets, count);
    lanes found = f->open & ~(lanes)(mex == (uint8_t)(8 * count));
    f->low |= found & (lanes)(mex + (uint8_t)(first % OCTETS_A_BLOCK * 8));
    f->high |= found & lanes_fill((uint8_t)(first / OCTETS_A_BLOCK));
    f->open &= ~found;
}

static void find(struct found *f, const struct target *g, unsigned first, unsigned count) {
    lanes sets[OCTETS_A_LOOK];
    memset(sets, 0, count * sizeof *sets);
    if (g->b->tall)
        look(g, first, count, true, sets);
    else if (first == 0 && count <= OCTETS_A_PASS)
        look_at_few(g, count, sets);
    else
        look(g, first, count, false, sets);
    for (unsigned i = 0, now; i < count && lanes_any(f->open); i += now) {
        now = octets_left_in_block(first + i, count - i);
        find_in(f, sets + i, first + i, now);
    }
}

/* *need is how many octets are likely to do, and then how many did. False when a nimber is out of
 * range. */
static bool fill_vector(const struct target *g, unsigned *need) {
    struct found f = {g->valid, {0}, {0}};
    unsigned first = 0;
    while (lanes_any(f.open)) {
        unsigned count = *need > first ? *need - first : 1;
        count = count < OCTETS_A_LOOK ? count : OCTETS_A_LOOK;
        if (!g->b->tall && first == OCTETS_A_BLOCK && g->b->t->high != NULL)
            make_tall(g->b);
        if (!g->b->tall)
            count = octets_left_in_block(first, count);
        if (first + count > (g->b->tall ? MOST_OCTETS : OCTETS_A_BLOCK))
            return false;
        find(&f, g, first, count);
        first += count;
    }
    store(g, f.low, f.high);
    *need = first > *need ? first : *need;
    return true;
}

#endif
