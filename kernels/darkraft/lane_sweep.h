/* All bands of a table, from the lowest up: what the vector kernels have in common.
 */
#ifndef MX_DARKRAFT_LANE_SWEEP_H
#define MX_DARKRAFT_LANE_SWEEP_H

#include <omp.h>

#include "darkraft/reach.h"
#include "darkraft/vector.h"
#include "support/course.h"

/* ---- One band ---------------------------------------------------------------------------- */

static uint8_t *octets_of(const struct table *t, uint32_t top, uint32_t bottom, uint32_t width) {
    return t->octets + band_number(top, bottom) * (t->side + 1) + width;
}

/* The most octets that nimbers of rectangles inside these need; 255 for more. */
static uint8_t octets_inside(const struct band *b, uint32_t width) {
    uint8_t most = *octets_of(b->t, b->top, b->bottom, width - 1);
    if (b->top + 1 < b->bottom) {
        uint8_t lower = *octets_of(b->t, b->top + 1, b->bottom, width);
        uint8_t upper = *octets_of(b->t, b->top, b->bottom - 1, width);
        most = lower > most ? lower : most;
        most = upper > most ? upper : most;
    }
    return most;
}

static void place_cuts(const struct table *t, const struct scratch *s, uint32_t width) {
    for (uint32_t c = 0; c < width; c++)
        s->cuts[c] = (struct cut){(uint32_t)t->place[c],
                                  (uint32_t)(t->place[width - 1 - c] + (c + 1) * t->unit),
                                  (uint32_t)(c * t->unit), 0};
}

static bool fill_width(struct band *b, uint32_t width) {
    const struct table *t = b->t;
    const size_t bytes = (t->side - width + 1) * t->unit;
    unsigned need = octets_inside(b, width);
    place_cuts(t, b->s, width);
    if (t->ends != NULL)
        mark_reached(t, b->top, b->bottom, width, b->s->valid);
    for (size_t at = 0; at < bytes; at += LANES_BYTES) {
        size_t left = bytes - at;
        struct target g = {b, width, at, lanes_first(left < LANES_BYTES ? left : LANES_BYTES),
                           b->tall && need > OCTETS_A_BLOCK};
        if (t->ends != NULL)
            g.valid &= lanes_load(b->s->valid + at);
        if (!fill_vector(&g, &need))
            return false;
    }
    *octets_of(t, b->top, b->bottom, width) = (uint8_t)(need < UINT8_MAX ? need : UINT8_MAX);
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
    if (t->high != NULL)
        b.high = t->high + b.number * t->strip;
    if (top + 1 < bottom)
        b.tall = t->tall[band_number(top + 1, bottom)] | t->tall[band_number(top, bottom - 1)];
    if (b.tall)
        memset(b.high, 0, t->strip);
    t->tall[b.number] = b.tall;
    *octets_of(t, top, bottom, 0) = 1;
    return b;
}

/* False when a nimber is out of range. */
static bool fill_band(const struct table *t, const struct scratch *s, uint32_t top,
                      uint32_t bottom) {
    struct band b = start_band(t, s, top, bottom);
    if (t->ends != NULL && !any_reached(t, top, bottom)) {
        for (uint32_t width = 1; width <= t->side; width++)
            *octets_of(t, top, bottom, width) = octets_inside(&b, width);
        return true;
    }
    split_rows(&b);
    bar_columns(&b);
    for (uint32_t width = 1; width <= t->side; width++)
        if (!fill_width(&b, width))
            return false;
    return true;
}

/* ---- All of them ------------------------------------------------------------------------- */

static void fill_reporting(const struct mx_run *run, const struct table *t, const struct scratch *s,
                           uint32_t top, uint32_t bottom, struct mx_course *course) {
    bool master = omp_get_thread_num() == 0 && omp_get_ancestor_thread_num(1) <= 0;
    if (!mx_course_goes_on(course, run, master))
        return;
    if (!fill_band(t, s, top, bottom))
        mx_course_end(course, MX_GAVE_UP);
    mx_course_add(course, bottom - top);
}

/* Bands of one height do not depend on each other. */
static void fill_table(const struct mx_run *run, const struct table *t, int threads,
                       struct mx_course *course) {
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
