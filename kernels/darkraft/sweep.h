/* All bands of a table, from the lowest up: what the vector kernels have in common.
 *
 * For each row of a band, its split is the XOR of what is above with what is below, for all
 * intervals of columns at once. An option of L is one vector of a split, of X two, of R two of the
 * band's own strip (see lane_table.h); what a cell does not allow becomes BARRED. The nimbers of
 * options go into windows (windows.h) as long as these are few, else into slots (slots.h), which
 * also take those of two bytes.
 */
#ifndef MX_DARKRAFT_SWEEP_H
#define MX_DARKRAFT_SWEEP_H

#include <omp.h>

#include "darkraft/reach.h"
#include "darkraft/slots.h"
#include "darkraft/windows.h"

struct band {
    const struct table *t;
    const struct scratch *s;
    uint32_t top, bottom;
    size_t number;
    uint8_t *low, *high; /* its strip */
    bool tall;           /* it or what lies in it has nimbers above 254 */
};

/* Where options go: windows, or slots when there are none. */
struct seen {
    struct windows windows;
    uint8_t *mark, tag;
};

/* How `look` is compiled: for `windows` windows, from_zero or not; for 0, slots, whose nimbers
 * have a high byte when `tall`. */
struct way {
    unsigned windows;
    bool from_zero, tall;
};

/* The two sides of an option; `high` is how far behind them their high bytes are. */
LANES_INLINE void see(struct seen *seen, const uint8_t *a, const uint8_t *b, ptrdiff_t high,
                      const uint8_t *barred, struct way way) {
    lanes bars = lanes_load(barred), low = (lanes_load(a) ^ lanes_load(b)) | bars;
    if (way.windows > 0)
        windows_see(&seen->windows, low, way.windows, way.from_zero);
    else if (way.tall)
        slots_see(seen->mark, seen->tag, low,
                  ((lanes_load(a + high) ^ lanes_load(b + high)) | bars) &
                      lanes_fill((MOST_SLOTS - 1) / 256));
    else
        slots_see(seen->mark, seen->tag, low, (lanes){0});
}

/* The options of the rectangles of one width, `at` bytes from the first. */
LANES_INLINE void look(const struct band *b, uint32_t width, size_t at, struct seen *seen,
                       struct way way) {
    const struct table *t = b->t;
    const struct cut *cuts = b->s->cuts;
    const ptrdiff_t split_high = way.tall ? b->s->split_high - b->s->split : 0;
    const uint32_t left = (uint32_t)(at / t->unit);
    for (uint32_t row = b->top; row < b->bottom; row++) {
        const uint8_t *split = b->s->split + (row - b->top) * t->strip + at;
        const uint8_t *barred = t->barred[DARKRAFT_X] + row * t->line + at;
        const uint16_t *list = t->cross + (size_t)row * t->side;
        const uint16_t *before = t->cross_before + (size_t)row * (t->side + 1);
        for (uint32_t i = before[left]; i < before[left + width]; i++) {
            const struct cut *cut = &cuts[list[i] - left];
            see(seen, split + cut->left, split + cut->right, split_high, barred + cut->cell, way);
        }
        if (t->has[DARKRAFT_L])
            see(seen, split + t->place[width], split + t->place[0] - at, split_high,
                t->barred_row + row * t->strip + t->place[width] + at, way);
    }
    for (uint32_t c = 0; c < width && t->has[DARKRAFT_R]; c++)
        see(seen, b->low + at + cuts[c].left, b->low + at + cuts[c].right, t->high - t->low,
            b->s->bars + at + cuts[c].cell, way);
}

/* ---- One vector -------------------------------------------------------------------------- */

/* Rectangles of one band and width in the making, `at` bytes from the first. */
struct target {
    const struct band *b;
    uint32_t width;
    size_t at;
    lanes valid;
};

LANES_INLINE lanes_of_bytes pass_of(const struct target *g, unsigned first, unsigned windows,
                                    bool from_zero) {
    struct seen seen;
    windows_start(&seen.windows, first, windows);
    look(g->b, g->width, g->at, &seen, (struct way){windows, from_zero, false});
    return windows_mex(&seen.windows, windows);
}

/* The mex from window `first` on; WINDOW * windows where it is beyond them. */
static lanes_of_bytes first_pass(const struct target *g, unsigned windows) {
    switch (windows) {
    case 1:
        return pass_of(g, 0, 1, true);
    case 2:
        return pass_of(g, 0, 2, true);
    case 3:
        return pass_of(g, 0, 3, true);
    default:
        return pass_of(g, 0, WINDOWS_A_PASS, true);
    }
}

static lanes_of_bytes later_pass(const struct target *g, unsigned first, unsigned windows) {
    switch (windows) {
    case 1:
        return pass_of(g, first, 1, false);
    case 2:
        return pass_of(g, first, 2, false);
    case 3:
        return pass_of(g, first, 3, false);
    default:
        return pass_of(g, first, WINDOWS_A_PASS, false);
    }
}

/* `need` is how many windows are likely to do, and then how many did. False: all do not. */
static bool fill_by_windows(const struct target *g, unsigned *need) {
    lanes_of_bytes nimber = {0};
    lanes full = g->valid;
    unsigned first = 0;
    while (lanes_any(full)) {
        unsigned left = *need > first ? *need - first : 1;
        unsigned passes = (left + WINDOWS_A_PASS - 1) / WINDOWS_A_PASS;
        unsigned windows = (left + passes - 1) / passes;
        if (first + windows > MOST_WINDOWS)
            return false;
        lanes_of_bytes mex = first == 0 ? first_pass(g, windows) : later_pass(g, first, windows);
        nimber += mex & (lanes_of_bytes)full;
        full &= (lanes)(mex == (uint8_t)(WINDOW * windows));
        first += windows;
    }
    lanes_store(g->b->low + g->b->t->place[g->width] + g->at, (lanes)nimber);
    *need = first > *need ? first : *need;
    return true;
}

/* From now on the band has high bytes; so far they are all 0. */
static void make_tall(struct band *b) {
    memset(b->high, 0, b->t->strip);
    memset(b->s->split_high, 0, (b->bottom - b->top) * b->t->strip);
    b->t->tall[b->number] = 1;
    b->tall = true;
}

LANES_INLINE bool fill_by_slots_of(const struct target *g, uint32_t slots, bool tall) {
    const struct band *b = g->b;
    struct seen seen = {.mark = b->s->mark, .tag = slots_start(b->t, b->s)};
    look(b, g->width, g->at, &seen, (struct way){0, false, tall});
    lanes_of_bytes low, high;
    lanes full = slots_mex(seen.mark, seen.tag, slots, g->valid, &low, &high);
    size_t to = b->t->place[g->width] + g->at;
    lanes_store(b->low + to, (lanes)low);
    if (tall)
        lanes_store(b->high + to, (lanes)high);
    return !lanes_any(full);
}

/* False when a nimber is beyond the last slot. */
static bool fill_by_slots(const struct target *g, struct band *b) {
    if (!b->tall && fill_by_slots_of(g, BYTE_SLOTS, false))
        return true;
    if (b->t->slots == BYTE_SLOTS)
        return false;
    if (!b->tall)
        make_tall(b);
    return fill_by_slots_of(g, MOST_SLOTS, true);
}

static void fill_unwanted(const struct target *g) {
    size_t to = g->b->t->place[g->width] + g->at;
    lanes_store(g->b->low + to, (lanes){0});
    if (g->b->tall)
        lanes_store(g->b->high + to, (lanes){0});
}

/* ---- One band ---------------------------------------------------------------------------- */

static unsigned windows_inside(const struct band *b, uint32_t width) {
    const struct table *t = b->t;
    const uint8_t *own = t->windows + b->number * (t->side + 1) + width;
    unsigned most = own[-1];
    if (b->top + 1 < b->bottom) {
        unsigned lower = t->windows[band_number(b->top + 1, b->bottom) * (t->side + 1) + width];
        unsigned upper = t->windows[band_number(b->top, b->bottom - 1) * (t->side + 1) + width];
        most = lower > most ? lower : most;
        most = upper > most ? upper : most;
    }
    return most;
}

static void place_cuts(const struct table *t, const struct scratch *s, uint32_t width) {
    for (uint32_t c = 0; c < width; c++)
        s->cuts[c] = (struct cut){(uint32_t)t->place[c],
                                  (uint32_t)(t->place[width - 1 - c] + (c + 1) * t->unit),
                                  (uint32_t)(c * t->unit)};
}

static bool fill_width(struct band *b, uint32_t width) {
    const struct table *t = b->t;
    const size_t bytes = (t->side - width + 1) * t->unit;
    unsigned need = windows_inside(b, width);
    place_cuts(t, b->s, width);
    if (t->ends != NULL)
        mark_reached(t, b->top, b->bottom, width, b->s->valid);
    for (size_t at = 0; at < bytes; at += LANES_BYTES) {
        size_t left = bytes - at;
        struct target g = {b, width, at, lanes_first(left < LANES_BYTES ? left : LANES_BYTES)};
        if (t->ends != NULL)
            g.valid &= lanes_load(b->s->valid + at);
        if (!lanes_any(g.valid)) {
            fill_unwanted(&g);
            continue;
        }
        bool few = !b->tall && need <= MOST_WINDOWS && fill_by_windows(&g, &need);
        if (!few) {
            need = MOST_WINDOWS + 1;
            if (!fill_by_slots(&g, b))
                return false;
        }
    }
    t->windows[b->number * (t->side + 1) + width] = (uint8_t)need;
    return true;
}

static const uint8_t *strip_or_none(const struct table *t, const uint8_t *plane, uint32_t top,
                                    uint32_t bottom) {
    return top < bottom ? plane + band_number(top, bottom) * t->strip : t->none;
}

static const uint8_t *high_or_none(const struct table *t, uint32_t top, uint32_t bottom) {
    bool tall = top < bottom && t->tall[band_number(top, bottom)];
    return tall ? strip_or_none(t, t->high, top, bottom) : t->none;
}

static void xor_strips(uint8_t *to, const uint8_t *a, const uint8_t *b, size_t bytes) {
    for (size_t at = 0; at < bytes; at += LANES_BYTES)
        lanes_store(to + at, lanes_load(a + at) ^ lanes_load(b + at));
}

static void split_rows(const struct band *b) {
    const struct table *t = b->t;
    for (uint32_t row = b->top; row < b->bottom; row++) {
        size_t at = (row - b->top) * t->strip;
        xor_strips(b->s->split + at, strip_or_none(t, t->low, b->top, row),
                   strip_or_none(t, t->low, row + 1, b->bottom), t->place[t->side + 1]);
        if (b->tall)
            xor_strips(b->s->split_high + at, high_or_none(t, b->top, row),
                       high_or_none(t, row + 1, b->bottom), t->place[t->side + 1]);
    }
}

static void bar_columns(const struct band *b) {
    const struct table *t = b->t;
    for (size_t at = 0; at < t->line; at += LANES_BYTES) {
        lanes bars = lanes_fill(BARRED);
        for (uint32_t row = b->top; row < b->bottom; row++)
            bars &= lanes_load(t->barred[DARKRAFT_R] + row * t->line + at);
        lanes_store(b->s->bars + at, bars);
    }
}

static struct band start_band(const struct table *t, const struct scratch *s, uint32_t top,
                              uint32_t bottom) {
    struct band b = {t, s, top, bottom, band_number(top, bottom), NULL, NULL, false};
    b.low = t->low + b.number * t->strip;
    memset(b.low, 0, t->place[1]);
    if (t->slots > BYTE_SLOTS)
        b.high = t->high + b.number * t->strip;
    if (top + 1 < bottom)
        b.tall = t->tall[band_number(top + 1, bottom)] | t->tall[band_number(top, bottom - 1)];
    if (b.tall)
        memset(b.high, 0, t->strip);
    t->tall[b.number] = b.tall;
    t->windows[b.number * (t->side + 1)] = 1;
    return b;
}

/* False when a nimber is out of range. */
static bool fill_band(const struct table *t, const struct scratch *s, uint32_t top,
                      uint32_t bottom) {
    struct band b = start_band(t, s, top, bottom);
    split_rows(&b);
    bar_columns(&b);
    for (uint32_t width = 1; width <= t->side; width++)
        if (!fill_width(&b, width))
            return false;
    return true;
}

/* ---- All of them ------------------------------------------------------------------------- */

/* How far it has come, and whether to go on. */
struct course {
    uint64_t done, total;
    int outcome; /* MX_SOLVED while all is well */
};

static void end_with(struct course *course, int outcome) {
    __atomic_store_n(&course->outcome, outcome, __ATOMIC_RELAXED);
}

static void fill_reporting(const struct mx_run *run, const struct table *t, const struct scratch *s,
                           uint32_t top, uint32_t bottom, struct course *course) {
    uint64_t done = __atomic_fetch_add(&course->done, bottom - top, __ATOMIC_RELAXED);
    bool master = omp_get_thread_num() == 0 && omp_get_ancestor_thread_num(1) <= 0;
    if (master && !mx_stage(run, done, course->total))
        end_with(course, MX_STOPPED);
    if (__atomic_load_n(&course->outcome, __ATOMIC_RELAXED) != MX_SOLVED)
        return;
    if (!fill_band(t, s, top, bottom))
        end_with(course, MX_GAVE_UP);
}

/* Bands of one height do not depend on each other. */
static void fill_table(const struct mx_run *run, const struct table *t, int threads,
                       struct course *course) {
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        struct scratch s = scratch_of(t, threads > 1 ? omp_get_thread_num() : 0);
        for (uint32_t height = 1; height <= t->side; height++) {
#pragma omp for schedule(dynamic, 1)
            for (uint32_t top = 0; top <= t->side - height; top++)
                fill_reporting(run, t, &s, top, top + height, course);
        }
    }
}

#endif
