/* The digests of a group's boards, a vector of bytes of the table at a time: a board has a byte for
 * each class. */
#ifndef MX_DARKRAFT_LANE_DIGEST_H
#define MX_DARKRAFT_LANE_DIGEST_H

#include "darkraft/lane_table.h"
#include "support/digest_lanes.h"
#include "team_progress.h"

typedef uint8_t digest_bytes __attribute__((vector_size(LANES_BYTES / 8), aligned(1), may_alias));

/* The values at `at`, a byte each. */
LANES_INLINE lanes digest_widened(const uint8_t *at) {
    return __builtin_convertvector(*(const digest_bytes *)at, lanes);
}

/* Adds a rectangle of all boards to sums[], which has a number for each byte of a unit and room for
 * a vector more. exists[parity]: whether the grid of a class has it. */
static void digest_rectangle(const struct lane_table *t, struct darkraft_rectangle r,
                             const bool exists[2], uint64_t *sums) {
    struct darkraft_rectangle tight = r;
    const bool cells = crop_rectangle(t, &tight);
    const uint8_t *low = cells ? t->low + place_of(t, tight) : t->none;
    const bool two_bytes = cells && t->two_bytes[band_number(tight.top, tight.bottom)];
    lanes start = {0}, wanted = {0};
    for (uint32_t parity = 0; parity < 2; parity++) {
        lanes class = {0};
        for (size_t i = parity; i < DIGEST_LANES; i += 2)
            class[i] = UINT64_MAX;
        r.parity = parity;
        start |= class & mx_mix(darkraft_state(r) + UINT64_C(0x9e3779b97f4a7c15));
        wanted |= class & -(uint64_t)exists[parity];
    }
    for (size_t i = 0; i < t->unit; i += DIGEST_LANES) {
        lanes value = digest_widened(low + i);
        if (two_bytes)
            value += digest_widened(t->high + (low - t->low) + i) * NIMBERS_A_PAGE;
        lanes_store(sums + i, lanes_load(sums + i) + (digest_mix(start + value) & wanted));
    }
}

static void digest_band(const struct lane_table *t, const struct darkraft *board, uint32_t top,
                        uint32_t bottom, uint64_t *sums) {
    for (uint32_t right = 1; right <= t->side; right++) {
        bool exists[2];
        for (uint32_t parity = 0; parity < 2; parity++)
            exists[parity] = bottom <= darkraft_grid_rows(board, parity) &&
                             right <= darkraft_grid_cols(board, parity);
        for (uint32_t left = 0; left < right && (exists[0] || exists[1]); left++)
            digest_rectangle(t, (struct darkraft_rectangle){0, top, left, bottom, right}, exists,
                             sums);
    }
}

/* Writes the digests of the boards, unless the monitor says stop. */
static void digest_group(const struct mx_run *run, const struct lane_table *t,
                         const struct mx_batch *batch, bool master, uint64_t *digests,
                         struct mx_team_progress *progress) {
    uint64_t sums[LANES_BYTES + DIGEST_LANES] = {0};
    for (uint32_t bottom = 1; bottom <= t->side; bottom++)
        for (uint32_t top = 0; top < bottom; top++) {
            if (!mx_team_continues(progress, run, master))
                return;
            digest_band(t, batch->instances, top, bottom, sums);
        }
    for (uint32_t i = 0; i < batch->count; i++)
        digests[i] = sums[2 * i] + sums[2 * i + 1];
}

#endif
