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
    bool tall;   /* options have, or a mex may have, more than one block */
};

/* What becomes of an option: with at_once > 0 it goes into so many octets, from 0 on, else it is
 * put down, with its block when `tall`. */
struct way {
    unsigned at_once;
    bool tall;
};

struct sink {
    struct octets octets;
    uint8_t *to;
};

/* The two sides of an option; `high` is how far behind them their high bytes are. */
LANES_INLINE void see(struct sink *sink, const uint8_t *a, const uint8_t *b, ptrdiff_t high,
                      const uint8_t *barred, struct way way) {
    struct option option =
        option_of(lanes_load(a) ^ lanes_load(b), lanes_load(barred), way.at_once > 0);
    if (way.at_once > 0) {
        octets_see(&sink->octets, &option, way.at_once);
        return;
    }
    if (way.tall)
        option.block = lanes_load(a + high) ^ lanes_load(b + high);
    sink->to = option_put(sink->to, &option, way.tall);
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
    const uint16_t *end = list + before[left + g->width];
    const struct cut *cuts = s->cuts;
    for (const uint16_t *v = list + before[left]; v < end; v++) {
        const struct cut *cut = &cuts[*v - left];
        see(sink, from + cut->left, from + cut->right, high, barred + cut->cell, way);
    }
    if (t->has[DARKRAFT_L])
        see(sink, from + t->place[g->width], split, high,
            t->barred_row + row * t->strip + t->place[g->width] + g->at, way);
}

LANES_INLINE void see_columns(const struct target *g, struct sink *sink, struct way way) {
    const struct table *t = g->b->t;
    const uint8_t *from = g->b->low + g->at, *barred = g->b->s->bars + g->at;
    const ptrdiff_t high = way.tall ? t->high - t->low : 0;
    const struct cut *cut = g->b->s->cuts, *end = cut + (t->has[DARKRAFT_R] ? g->width : 0);
    for (; cut < end; cut++)
        see(sink, from + cut->left, from + cut->right, high, barred + cut->cell, way);
}

LANES_INLINE void look_once(const struct target *g, unsigned count, lanes *sets) {
    const struct way way = {count, false};
    struct sink sink;
    octets_start(&sink.octets, sets, 0, count);
    for (uint32_t row = g->b->top; row < g->b->bottom; row++)
        see_row(g, row, &sink, way);
    see_columns(g, &sink, way);
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
    uint8_t *options = g->b->s->options;
    const uint8_t *full = options + (options_room(g->b->t->side) - g->width) * OPTION_BYTES(tall);
    const struct way way = {0, tall};
    struct sink sink = {.to = options};
    for (uint32_t row = g->b->top; row < g->b->bottom; row++) {
        if (sink.to >= full) {
            collect_octets(options, sink.to, tall, first, count, sets);
            sink.to = options;
        }
        see_row(g, row, &sink, way);
    }
    if (sink.to > full) {
        collect_octets(options, sink.to, tall, first, count, sets);
        sink.to = options;
    }
    see_columns(g, &sink, way);
    collect_octets(options, sink.to, tall, first, count, sets);
}

/* From now on the band has high bytes; if it had none, they are all 0. */
static void make_tall(struct target *g) {
    struct band *b = g->b;
    g->tall = true;
    if (b->tall)
        return;
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

/* Octets first .. first+count-1 of one block were collected, at most MEX_OCTETS. Whether the last
 * one was needed. */
static bool find_in(struct found *f, const lanes *sets, unsigned first, unsigned count) {
    lanes_of_bytes mex = mex_of_octets(sets, count);
    lanes found = f->open & ~(lanes)(mex == (uint8_t)(8 * count));
    f->low |= found & (lanes)(mex + (uint8_t)(first % OCTETS_A_BLOCK * 8));
    f->high |= found & lanes_fill((uint8_t)(first / OCTETS_A_BLOCK));
    f->open &= ~found;
    return lanes_any(f->open | (found & (lanes)(mex >= (uint8_t)(8 * count - 8))));
}

/* Looks for them in octets first .. first+count-1. Whether the last one was needed. */
static bool find(struct found *f, const struct target *g, unsigned first, unsigned count) {
    lanes sets[OCTETS_A_LOOK];
    bool last = false;
    for (unsigned i = 0; i < count; i++)
        sets[i] = (lanes){0};
    if (g->tall)
        look(g, first, count, true, sets);
    else if (first == 0 && count <= OCTETS_A_PASS)
        look_at_few(g, count, sets);
    else
        look(g, first, count, false, sets);
    for (unsigned i = 0, now; i < count && lanes_any(f->open); i += now) {
        now = octets_left_in_block(first + i, count - i);
        now = now < MEX_OCTETS ? now : MEX_OCTETS;
        last = find_in(f, sets + i, first + i, now);
    }
    return last;
}

/* *need is how many octets are likely to do, and then how many did. A vector that needs more is
 * looked at again, for two octets at a time. False when a nimber is out of range. */
static bool fill_vector(struct target *g, unsigned *need) {
    struct found f = {g->valid, {0}, {0}};
    unsigned count = *need < OCTETS_A_LOOK ? *need : OCTETS_A_LOOK;
    for (unsigned first = 0; lanes_any(f.open); first = (first + count) / 2 * 2, count = 2) {
        if (!g->tall && first == OCTETS_A_BLOCK && g->b->t->high != NULL)
            make_tall(g);
        if (!g->tall)
            count = octets_left_in_block(first, count);
        if (first + count > (g->tall ? MOST_OCTETS : OCTETS_A_BLOCK))
            return false;
        unsigned needed = find(&f, g, first, count) ? first + count : first + count - 1;
        *need = needed > *need ? needed : *need;
    }
    store(g, f.low, f.high);
    return true;
}

#endif
