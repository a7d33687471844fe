#include "mpi/spread.h"

/* ---- Subcubes ---- */

/* As few subcubes as keep the largest share of a rank within an eighth of the mean: one a rank if
 * the ranks are a power of two. */
static uint32_t subcube_bits(uint32_t high, uint32_t ranks) {
    const uint32_t most = high < MX_MOST_SUBCUBE_BITS ? high : MX_MOST_SUBCUBE_BITS;
    for (uint32_t bits = 0; bits < most; bits++) {
        const uint64_t subcubes = UINT64_C(1) << bits, share = (subcubes + ranks - 1) / ranks;
        if (subcubes >= ranks && share * ranks * 8 <= subcubes * 9)
            return bits;
    }
    return most;
}

uint32_t mx_readers(const struct mx_spread *spread, uint64_t subcube,
                    uint32_t ranks[MX_MOST_SUBCUBE_BITS]) {
    uint32_t count = 0;
    for (uint64_t rest = subcube; rest != 0; rest &= rest - 1) {
        const uint32_t reader = mx_owner(spread, subcube ^ (rest & -rest));
        bool known = reader == mx_owner(spread, subcube);
        for (uint32_t i = 0; i < count; i++)
            known |= ranks[i] == reader;
        if (!known)
            ranks[count++] = reader;
    }
    return count;
}

uint32_t mx_foreign_subcubes(const struct mx_spread *spread, uint32_t rank,
                             uint64_t subcubes[MX_MOST_SUBCUBE_BITS * MX_MOST_OWN]) {
    const uint64_t end = mx_first_subcube(spread, rank + 1);
    uint32_t count = 0;
    for (uint64_t subcube = mx_first_subcube(spread, rank); subcube < end; subcube++)
        for (uint32_t bit = 0; bit < spread->bits; bit++) {
            const uint64_t larger = subcube | UINT64_C(1) << bit;
            bool known = larger < end;
            for (uint32_t i = 0; i < count && !known; i++)
                known = subcubes[i] == larger;
            if (!known)
                subcubes[count++] = larger;
        }
    return count;
}

/* ---- Slices ---- */

static uint64_t layer_blocks(const struct mx_spread *spread, uint32_t layer) {
    return spread->layers.choose[spread->inner][layer];
}

struct mx_slice mx_first_slice(const struct mx_spread *spread) {
    return (struct mx_slice){.layer = spread->inner, .end = 1};
}

bool mx_next_slice(const struct mx_spread *spread, struct mx_slice *slice) {
    const uint64_t blocks = layer_blocks(spread, slice->layer);
    if (slice->end == blocks && slice->layer == 0)
        return false;
    slice->first = slice->end;
    if (slice->end == blocks) {
        slice->first = 0;
        slice->above = slice->here;
        slice->here = (slice->here + blocks) % spread->slots;
        slice->layer--;
    }
    slice->end = boardgame_slice_end(slice->first, layer_blocks(spread, slice->layer));
    slice->index++;
    return true;
}

/* The ring holds the slice that is decided, the unspent blocks of the layer above, and the slices
 * whose sends may still be under way. With slots for all blocks, a slot is a block's turn. */
static void set_slots(struct mx_spread *spread) {
    uint64_t starts[MX_SENDS_BEHIND + 1] = {0};
    struct mx_slice slice = mx_first_slice(spread);
    uint64_t most = 0;
    spread->slots = UINT64_MAX;
    do {
        const uint64_t start = slice.here + slice.first;
        starts[slice.index % (MX_SENDS_BEHIND + 1)] = start;
        uint64_t oldest = starts[(slice.index + 1) % (MX_SENDS_BEHIND + 1)];
        const uint64_t unspent =
            slice.layer == spread->inner
                ? start
                : slice.above + boardgame_spent_blocks(&spread->layers, slice.layer, slice.first);
        oldest = unspent < oldest ? unspent : oldest;
        most = slice.here + slice.end - oldest > most ? slice.here + slice.end - oldest : most;
    } while (mx_next_slice(spread, &slice));
    spread->slots = most;
}

void mx_spread_start(struct mx_spread *spread, uint32_t cells, uint32_t ranks) {
    *spread = (struct mx_spread){.ranks = ranks};
    spread->high = cells > 15 ? cells - 15 : 0;
    spread->bits = subcube_bits(spread->high, ranks);
    spread->inner = spread->high - spread->bits;
    boardgame_layers_start(&spread->layers);
    const uint64_t widest = layer_blocks(spread, spread->inner / 2);
    spread->most_in_slice = widest < BOARDGAME_SLICE ? widest : BOARDGAME_SLICE;
    set_slots(spread);
}

/* ---- The model ---- */

static uint64_t more(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

struct mx_traffic mx_predict_traffic(const struct mx_spread *spread) {
    struct mx_traffic traffic = {0};
    uint64_t subcubes[MX_MOST_SUBCUBE_BITS * MX_MOST_OWN];
    uint64_t pieces = 0, slot, readings = 0;
    struct mx_slice slice = mx_first_slice(spread);
    do {
        pieces += mx_before_wrap(spread, &slice, &slot) < slice.end - slice.first ? 2 : 1;
        traffic.slices++;
    } while (mx_next_slice(spread, &slice));
    const uint64_t subcube_bytes = MX_BLOCK_BYTES << spread->inner;
    for (uint32_t rank = 0; rank < spread->ranks; rank++) {
        const uint64_t first = mx_first_subcube(spread, rank),
                       end = mx_first_subcube(spread, rank + 1),
                       foreign = mx_foreign_subcubes(spread, rank, subcubes);
        uint64_t sent = 0;
        uint32_t readers[MX_MOST_SUBCUBE_BITS];
        for (uint64_t subcube = first; subcube < end; subcube++)
            sent += mx_readers(spread, subcube, readers);
        readings += sent;
        traffic.most_blocks = more(traffic.most_blocks, (end - first) << spread->inner);
        traffic.most_sent_bytes = more(traffic.most_sent_bytes, sent * subcube_bytes);
        traffic.most_received_bytes = more(traffic.most_received_bytes, foreign * subcube_bytes);
        traffic.most_ring_bytes =
            more(traffic.most_ring_bytes, (end - first) * spread->slots * MX_BLOCK_BYTES);
        traffic.most_buffer_bytes =
            more(traffic.most_buffer_bytes,
                 MX_RECEIVED_SLICES * foreign * spread->most_in_slice * MX_BLOCK_BYTES);
    }
    traffic.blocks = UINT64_C(1) << spread->high;
    traffic.messages = readings * pieces;
    traffic.bytes = readings * subcube_bytes;
    return traffic;
}

/* ---- Deciding a slice ---- */

extern const struct mx_slice_solver mx_slice_solver_base;
#ifdef __x86_64__
extern const struct mx_slice_solver mx_slice_solver_avx2, mx_slice_solver_avx512;
#endif

const struct mx_slice_solver *mx_slice_solver_for(mx_isa isa) {
#ifdef __x86_64__
    if (isa == MX_ISA_AVX512)
        return &mx_slice_solver_avx512;
    if (isa == MX_ISA_AVX2)
        return &mx_slice_solver_avx2;
#endif
    (void)isa;
    return &mx_slice_solver_base;
}
