/* One vector of rectangles: its options, and their mex.
 *
 * The split of a row of a band is the XOR of the strips above and below it, for all intervals of
 * columns at once. An option of L is one vector of a split, an option of X the XOR of two, an
 * option of R the XOR of two vectors of the band's own strip (lane_table.h). It is barred in lanes
 * whose cell is another letter.
 */
#ifndef MX_DARKRAFT_LANE_VECTOR_H
#define MX_DARKRAFT_LANE_VECTOR_H

#include "darkraft/lane_table.h"
#include "darkraft/octets.h"

struct band {
    const struct lane_table *t;
    const struct lane_scratch *s;
    uint32_t top, bottom;
    size_t number;
    const struct strip *strip;
    uint32_t cols;           /* of its window */
    struct span lefts, ends; /* left edges and right edges of its tight rectangles */
    uint32_t least_width;    /* narrower rectangles are not read */
    size_t skipped;          /* bytes of the left edges before its window */
    uint8_t *low, *high;     /* of its strip */
    bool two_bytes;          /* the high bytes are in use, here or in a band inside it */
};

/* A vector of rectangles of one band and width, `at` bytes from the first of the window. */
struct lane_vector {
    struct band *b;
    uint32_t width;
    size_t at, width_at; /* width_at: where the width begins in the strip */
    lanes valid;         /* lanes to compute */
    bool two_bytes;      /* options or their mex may exceed one page */
};

/* Where options go: into octets 0 .. octets-1 at once, or with octets == 0 into the buffer, with
 * their page if two_bytes. */
struct sink_mode {
    unsigned octets;
    bool two_bytes;
};

struct option_sink {
    struct octets octets;
    uint8_t *to;
};

/* Adds the option with parts at `a` and `b`; their high bytes are `high` bytes further. */
LANES_INLINE void add_option(struct option_sink *sink, const uint8_t *a, const uint8_t *b,
                             ptrdiff_t high, const uint8_t *barred, struct sink_mode mode) {
    struct option option =
        option_from_bytes(lanes_load(a) ^ lanes_load(b), lanes_load(barred), mode.octets > 0);
    if (mode.octets > 0) {
        octets_add(&sink->octets, &option, mode.octets);
        return;
    }
    if (mode.two_bytes)
        option.page = lanes_load(a + high) ^ lanes_load(b + high);
    sink->to = option_store(sink->to, &option, mode.two_bytes);
}

/* Adds the options of a row: each X, and L if there is one. */
LANES_INLINE void add_row_options(const struct lane_vector *g, uint32_t row,
                                  struct option_sink *sink, struct sink_mode mode) {
    const struct lane_table *t = g->b->t;
    const struct lane_scratch *s = g->b->s;
    const size_t at = g->b->skipped + g->at;
    const uint32_t left = (uint32_t)(at / t->unit);
    const ptrdiff_t high = mode.two_bytes ? s->split_high - s->split : 0;
    const uint8_t *split = s->split + (row - g->b->top) * g->b->strip->bytes, *from = split + g->at;
    const uint8_t *barred = t->barred[DARKRAFT_X] + row * t->line + at;
    const uint16_t *list = t->cross + (size_t)row * t->side;
    const uint16_t *before = t->cross_before + (size_t)row * (t->side + 1);
    const uint16_t *end = list + before[left + g->width];
    const struct cut *cuts = s->cuts;
    for (const uint16_t *v = list + before[left]; v < end; v++) {
        const struct cut *cut = &cuts[*v - left];
        add_option(sink, from + cut->left, from + cut->right, high, barred + cut->cell, mode);
    }
    if (t->has[DARKRAFT_L])
        add_option(sink, from + g->width_at, split, high,
                   t->barred_row + row * t->strip + width_at(t->sizes, t->side, g->width) + at,
                   mode);
}

LANES_INLINE void add_column_options(const struct lane_vector *g, struct option_sink *sink,
                                     struct sink_mode mode) {
    const struct lane_table *t = g->b->t;
    const uint8_t *from = g->b->low + g->at, *barred = g->b->s->bars + g->b->skipped + g->at;
    const ptrdiff_t high = mode.two_bytes ? t->high - t->low : 0;
    const struct cut *cut = g->b->s->cuts, *end = cut + (t->has[DARKRAFT_R] ? g->width : 0);
    for (; cut < end; cut++)
        add_option(sink, from + cut->left, from + cut->right, high, barred + cut->cell, mode);
}

LANES_INLINE void collect_unbuffered(const struct lane_vector *g, unsigned count, lanes *sets) {
    const struct sink_mode mode = {count, false};
    struct option_sink sink;
    octets_load(&sink.octets, sets, 0, count);
    for (uint32_t row = g->b->top; row < g->b->bottom; row++)
        add_row_options(g, row, &sink, mode);
    add_column_options(g, &sink, mode);
    octets_store(&sink.octets, sets, count);
}

/* Collects octets 0 .. count-1 of all options without the buffer; count <= OCTETS_A_PASS. */
static void collect_any_unbuffered(const struct lane_vector *g, unsigned count, lanes *sets) {
    switch (count) {
    case 1:
        collect_unbuffered(g, 1, sets);
        break;
    case 2:
        collect_unbuffered(g, 2, sets);
        break;
    case 3:
        collect_unbuffered(g, 3, sets);
        break;
    case 4:
        collect_unbuffered(g, 4, sets);
        break;
    case 5:
        collect_unbuffered(g, 5, sets);
        break;
    case 6:
        collect_unbuffered(g, 6, sets);
        break;
    case 7:
        collect_unbuffered(g, 7, sets);
        break;
    default:
        collect_unbuffered(g, OCTETS_A_PASS, sets);
    }
}

/* Collects octets first .. first+count-1 of all options through the buffer, which is emptied
 * whenever it is full. */
LANES_INLINE void collect_buffered(const struct lane_vector *g, unsigned first, unsigned count,
                                   bool two_bytes, lanes *sets) {
    uint8_t *options = g->b->s->options;
    const uint8_t *full =
        options + (options_room(g->b->t->side) - g->width) * OPTION_BYTES(two_bytes);
    const struct sink_mode mode = {0, two_bytes};
    struct option_sink sink = {.to = options};
    for (uint32_t row = g->b->top; row < g->b->bottom; row++) {
        if (sink.to >= full) {
            collect_octets(options, sink.to, two_bytes, first, count, sets);
            sink.to = options;
        }
        add_row_options(g, row, &sink, mode);
    }
    if (sink.to > full) {
        collect_octets(options, sink.to, two_bytes, first, count, sets);
        sink.to = options;
    }
    add_column_options(g, &sink, mode);
    collect_octets(options, sink.to, two_bytes, first, count, sets);
}

/* Starts to use the high bytes of the band; they are 0 so far. */
static void start_high_bytes(struct lane_vector *g) {
    struct band *b = g->b;
    g->two_bytes = true;
    if (b->two_bytes)
        return;
    memset(b->high, 0, b->strip->bytes);
    memset(b->s->split_high, 0, (b->bottom - b->top) * b->strip->bytes);
    b->t->two_bytes[b->number] = 1;
    b->two_bytes = true;
}

static void store_nimbers(const struct lane_vector *g, lanes low, lanes high) {
    size_t to = g->width_at + g->at;
    lanes_store(g->b->low + to, low);
    if (g->b->two_bytes)
        lanes_store(g->b->high + to, high);
}

/* The nimbers of a vector as far as they are known. */
struct nimbers_found {
    lanes open, low, high; /* open: lanes whose nimber is not known yet */
};

/* Takes the nimbers that octets first .. first+count-1 of one page settle; count <= MEX_OCTETS.
 * Returns whether a lane needed the last of these octets or more. */
static bool settle_lanes(struct nimbers_found *f, const lanes *sets, unsigned first,
                         unsigned count) {
    lanes_of_bytes mex = mex_of_octets(sets, count);
    lanes found = f->open & ~(lanes)(mex == (uint8_t)(8 * count));
    f->low |= found & (lanes)(mex + (uint8_t)(first % OCTETS_A_PAGE * 8));
    f->high |= found & lanes_fill((uint8_t)(first / OCTETS_A_PAGE));
    f->open &= ~found;
    return lanes_any(f->open | (found & (lanes)(mex >= (uint8_t)(8 * count - 8))));
}

/* Collects octets first .. first+count-1 and settles the lanes that they can. Returns whether a
 * lane needed the last octet or more. */
static bool find_nimbers(struct nimbers_found *f, const struct lane_vector *g, unsigned first,
                         unsigned count) {
    lanes sets[COLLECTED_OCTETS];
    bool last = false;
    for (unsigned i = 0; i < count; i++)
        sets[i] = (lanes){0};
    if (g->two_bytes)
        collect_buffered(g, first, count, true, sets);
    else if (first == 0 && count <= OCTETS_A_PASS)
        collect_any_unbuffered(g, count, sets);
    else
        collect_buffered(g, first, count, false, sets);
    for (unsigned i = 0, now; i < count && lanes_any(f->open); i += now) {
        now = octets_left_in_page(first + i, count - i);
        now = now < MEX_OCTETS ? now : MEX_OCTETS;
        last = settle_lanes(f, sets + i, first + i, now);
    }
    return last;
}

/* Computes the nimbers of a vector. *need is the predicted number of octets and becomes the number
 * needed, if larger. Lanes that need more make further passes, two octets at a time. Returns false
 * when a nimber is out of range. */
static bool fill_vector(struct lane_vector *g, unsigned *need) {
    struct nimbers_found f = {g->valid, {0}, {0}};
    unsigned count = *need < COLLECTED_OCTETS ? *need : COLLECTED_OCTETS;
    for (unsigned first = 0; lanes_any(f.open); first = (first + count) / 2 * 2, count = 2) {
        if (!g->two_bytes && first == OCTETS_A_PAGE && g->b->t->high != NULL)
            start_high_bytes(g);
        if (!g->two_bytes)
            count = octets_left_in_page(first, count);
        if (first + count > (g->two_bytes ? MOST_OCTETS : OCTETS_A_PAGE))
            return false;
        unsigned needed = find_nimbers(&f, g, first, count) ? first + count : first + count - 1;
        *need = needed > *need ? needed : *need;
    }
    store_nimbers(g, f.low, f.high);
    return true;
}

#endif
