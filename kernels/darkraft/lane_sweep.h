/* The sweep of the vector kernels over all bands of a table, lowest bands first. */
#ifndef MX_DARKRAFT_LANE_SWEEP_H
#define MX_DARKRAFT_LANE_SWEEP_H

#include <omp.h>

#include "darkraft/lane_vector.h"
#include "darkraft/reach.h"
#include "team_progress.h"

/* ---- One band ---------------------------------------------------------------------------- */

static uint8_t *octet_count_of(const struct lane_table *t, uint32_t top, uint32_t bottom,
                               uint32_t width) {
    return t->octet_counts + band_number(top, bottom) * (t->side + 1) + width;
}

/* The octets that the nimbers of all rectangles inside these need; 255 stands for 255 or more. */
static uint8_t most_octets_inside(const struct band *b, uint32_t width) {
    uint8_t most = *octet_count_of(b->t, b->top, b->bottom, width - 1);
    if (b->top + 1 < b->bottom) {
        uint8_t lower = *octet_count_of(b->t, b->top + 1, b->bottom, width);
        uint8_t upper = *octet_count_of(b->t, b->top, b->bottom - 1, width);
        most = lower > most ? lower : most;
        most = upper > most ? upper : most;
    }
    return most;
}

static void place_cuts(const struct lane_table *t, const struct lane_scratch *s, uint32_t width) {
    for (uint32_t c = 0; c < width; c++)
        s->cuts[c] = (struct cut){(uint32_t)t->place[c],
                                  (uint32_t)(t->place[width - 1 - c] + (c + 1) * t->unit),
                                  (uint32_t)(c * t->unit), 0};
}

static bool fill_width(struct band *b, uint32_t width) {
    const struct lane_table *t = b->t;
    const size_t bytes = (t->side - width + 1) * t->unit;
    unsigned need = most_octets_inside(b, width);
    place_cuts(t, b->s, width);
    if (t->ends != NULL)
        mark_reached(t, b->top, b->bottom, width, b->s->valid);
    for (size_t at = 0; at < bytes; at += LANES_BYTES) {
        size_t left = bytes - at;
        struct lane_vector g = {b, width, at, lanes_first(left < LANES_BYTES ? left : LANES_BYTES),
                                b->two_bytes && need > OCTETS_A_PAGE};
        if (t->ends != NULL)
            g.valid &= lanes_load(b->s->valid + at);
        if (!fill_vector(&g, &need))
            return false;
    }
    *octet_count_of(t, b->top, b->bottom, width) = (uint8_t)(need < UINT8_MAX ? need : UINT8_MAX);
    return true;
}

static const uint8_t *strip_or_none(const struct lane_table *t, const uint8_t *bytes, uint32_t top,
                                    uint32_t bottom) {
    return top < bottom ? bytes + band_number(top, bottom) * t->strip : t->none;
}

static const uint8_t *high_or_none(const struct lane_table *t, uint32_t top, uint32_t bottom) {
    bool two_bytes = top < bottom && t->two_bytes[band_number(top, bottom)];
    return two_bytes ? strip_or_none(t, t->high, top, bottom) : t->none;
}

static void xor_strips(uint8_t *to, const uint8_t *a, const uint8_t *b, size_t bytes) {
    for (size_t at = 0; at < bytes; at += LANES_BYTES)
        lanes_store(to + at, lanes_load(a + at) ^ lanes_load(b + at));
}

static void split_rows(const struct band *b) {
    const struct lane_table *t = b->t;
    for (uint32_t row = b->top; row < b->bottom; row++) {
        size_t at = (row - b->top) * t->strip;
        xor_strips(b->s->split + at, strip_or_none(t, t->low, b->top, row),
                   strip_or_none(t, t->low, row + 1, b->bottom), t->place[t->side + 1]);
        if (b->two_bytes)
            xor_strips(b->s->split_high + at, high_or_none(t, b->top, row),
                       high_or_none(t, row + 1, b->bottom), t->place[t->side + 1]);
    }
}

static void bar_columns(const struct band *b) {
    const struct lane_table *t = b->t;
    for (size_t at = 0; at < t->line; at += LANES_BYTES) {
        lanes bars = lanes_fill(BARRED);
        for (uint32_t row = b->top; row < b->bottom; row++)
            bars &= lanes_load(t->barred[DARKRAFT_R] + row * t->line + at);
        lanes_store(b->s->bars + at, bars);
    }
}

static struct band start_band(const struct lane_table *t, const struct lane_scratch *s,
                              uint32_t top, uint32_t bottom) {
    struct band b = {t, s, top, bottom, band_number(top, bottom), NULL, NULL, false};
    b.low = t->low + b.number * t->strip;
    memset(b.low, 0, t->place[1]);
    if (t->high != NULL)
        b.high = t->high + b.number * t->strip;
    if (top + 1 < bottom)
        b.two_bytes =
            t->two_bytes[band_number(top + 1, bottom)] | t->two_bytes[band_number(top, bottom - 1)];
    if (b.two_bytes)
        memset(b.high, 0, t->strip);
    t->two_bytes[b.number] = b.two_bytes;
    *octet_count_of(t, top, bottom, 0) = 1;
    return b;
}

/* Returns false when a nimber is out of range. */
static bool fill_band(const struct lane_table *t, const struct lane_scratch *s, uint32_t top,
                      uint32_t bottom) {
    struct band b = start_band(t, s, top, bottom);
    if (t->ends != NULL && !any_reached(t, top, bottom)) {
        for (uint32_t width = 1; width <= t->side; width++)
            *octet_count_of(t, top, bottom, width) = most_octets_inside(&b, width);
        return true;
    }
    split_rows(&b);
    bar_columns(&b);
    for (uint32_t width = 1; width <= t->side; width++)
        if (!fill_width(&b, width))
            return false;
    return true;
}

/* ---- All bands --------------------------------------------------------------------------- */

static void fill_band_reporting(const struct mx_run *run, const struct lane_table *t,
                                const struct lane_scratch *s, uint32_t top, uint32_t bottom,
                                struct mx_team_progress *progress) {
    bool master = omp_get_thread_num() == 0 && omp_get_ancestor_thread_num(1) <= 0;
    if (!mx_team_continues(progress, run, master))
        return;
    if (!fill_band(t, s, top, bottom))
        mx_team_end(progress, MX_GAVE_UP);
    mx_team_add(progress, bottom - top);
}

/* Computes all bands. Those of one height are independent of each other. */
static void fill_table(const struct mx_run *run, const struct lane_table *t, int threads,
                       struct mx_team_progress *progress) {
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        struct lane_scratch s = scratch_of(t, threads > 1 ? omp_get_thread_num() : 0);
        for (uint32_t height = 1; height <= t->side; height++) {
#pragma omp for schedule(dynamic, 1)
            for (uint32_t top = 0; top <= t->side - height; top++)
                fill_band_reporting(run, t, &s, top, top + height, progress);
        }
    }
}

#endif
