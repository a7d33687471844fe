/* Sets of nimbers of darkraft's vector kernels, with nimbers around every limit: an octet, a pass,
 * a page, and as many octets as are collected together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MX_ISA base
#include "darkraft/octets.h"
#include "support/rng.h"

#define OPTIONS 5000u
#define HIGHEST 4096u

static uint8_t memory[4 * OPTIONS * LANES_BYTES] __attribute__((aligned(64)));

/* Lane i has every nimber below mex[i] at least once, not mex[i], and others above; then options
 * that are barred and would close the gap. */
static const uint8_t *make_options(struct mx_rng *rng, const uint32_t *mex, bool tall) {
    uint8_t *to = memory;
    const uint32_t top = tall ? HIGHEST : NIMBERS_A_PAGE;
    for (uint32_t n = 0; n < OPTIONS; n++) {
        uint8_t low[LANES_BYTES], page[LANES_BYTES], bars[LANES_BYTES];
        for (size_t i = 0; i < LANES_BYTES; i++) {
            uint32_t nimber = n < mex[i] ? n : (uint32_t)mx_rng_below(rng, top);
            bars[i] = nimber == mex[i] ? 0xff : 0;
            low[i] = (uint8_t)(nimber % NIMBERS_A_PAGE);
            page[i] = (uint8_t)(nimber / NIMBERS_A_PAGE);
        }
        struct option option = option_from_bytes(lanes_load(low), lanes_load(bars), false);
        option.page = lanes_load(page);
        to = option_store(to, &option, tall);
    }
    return to;
}

/* Octets first .. first+count-1 of one page: lanes with their mex in them are no longer open. */
static void settle_lanes(const lanes *sets, unsigned first, unsigned count, uint8_t *open,
                         uint32_t *found) {
    uint8_t mex[LANES_BYTES];
    lanes_store(mex, (lanes)mex_of_octets(sets, count));
    for (size_t lane = 0; lane < LANES_BYTES; lane++)
        if (open[lane] && mex[lane] < 8 * count) {
            found[lane] = first * 8 + mex[lane];
            open[lane] = 0;
        }
}

/* Collects `step` octets at a time, an even number, which need not begin or end with a page. */
static void find_nimbers(const uint8_t *end, bool tall, unsigned step, uint32_t *found) {
    uint8_t open[LANES_BYTES];
    memset(open, 1, sizeof open);
    for (unsigned first = 0; first < HIGHEST / 8; first += step) {
        lanes sets[COLLECTED_OCTETS];
        memset(sets, 0, sizeof sets);
        collect_octets(memory, end, tall, first, step, sets);
        for (unsigned i = 0, now; i < step; i += now) {
            now = octets_left_in_page(first + i, step - i);
            now = now < MEX_OCTETS ? now : MEX_OCTETS;
            settle_lanes(sets + i, first + i, now, open, found);
        }
    }
}

static void try_around(uint32_t limit, bool tall) {
    struct mx_rng rng = mx_rng_start(1, limit);
    uint32_t mex[LANES_BYTES], found[LANES_BYTES];
    for (uint32_t i = 0; i < LANES_BYTES; i++)
        mex[i] = limit + i < 8 ? 0 : limit + i - 8;
    const uint8_t *end = make_options(&rng, mex, tall);
    const unsigned steps[] = {2, 6, OCTETS_A_PASS + 4, COLLECTED_OCTETS};
    for (size_t step = 0; step < sizeof steps / sizeof *steps; step++) {
        find_nimbers(end, tall, steps[step], found);
        for (size_t i = 0; i < LANES_BYTES; i++)
            assert_int_equal(found[i], mex[i]);
    }
}

static void low_limits(void **state) {
    (void)state;
    for (uint32_t limit = 8; limit < NIMBERS_A_PAGE - 8; limit += limit < 72 ? 8 : 24)
        try_around(limit, false);
}

static void tall_limits(void **state) {
    (void)state;
    for (uint32_t limit = 8; limit <= 1200; limit += 56)
        try_around(limit, true);
    try_around(2048, true);
    try_around(HIGHEST - 16, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_limits),
        cmocka_unit_test(tall_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
