/* How the blocks of boardgame_layered are spread over ranks (the processes of an MPI job).
 *
 * `bits` of the high cells select a *subcube*: the blocks that agree in these cells. A rank owns
 * consecutive subcubes. Each subcube has layers and a ring as one board of `inner` high cells has
 * (boardgame/layer_ring.h), and all subcubes go through the same slices in the same order:
 *
 *      subcube 11   slice 0   slice 1   slice 2   ...     a block of a slice needs
 *                      |  \      |  \                       - blocks of its own ring
 *      subcubes 10, 01 slice 0   slice 1   ...              - the same block of each subcube with
 *                      |  \      |                            one cell more: of the same slice
 *      subcube 00      slice 0   ...
 *
 * A slice is sent as soon as it is decided, and its readers are one slice behind. A subcube with
 * more cells has a larger number, so a rank only waits for ranks above it.
 */
#ifndef MX_SPREAD_H
#define MX_SPREAD_H

#include <stdbool.h>

#ifndef BOARDGAME_SLICE /* the tests have smaller ones */
#define BOARDGAME_SLICE UINT64_C(2048)
#endif
#include "boardgame/layer_ring.h"
#include "support/cpu.h"

#define MX_BLOCK_BYTES UINT64_C(4096)
#define MX_MOST_SUBCUBE_BITS 20u
#define MX_MOST_OWN 16u       /* subcubes of a rank */
#define MX_SENDS_BEHIND 2u    /* slices whose sends may still be under way */
#define MX_RECEIVED_SLICES 2u /* one is read, one arrives */
#define MX_MOST_RANKS (1u << 16)
#define MX_MOST_PLANNED_CELLS (15u + BOARDGAME_MOST_LAYER)

struct mx_spread {
    uint32_t ranks, high;   /* high cells of the board */
    uint32_t bits, inner;   /* bits + inner = high */
    uint64_t slots;         /* of the ring of a subcube */
    uint64_t most_in_slice; /* blocks */
    struct boardgame_layers layers;
};

void mx_spread_start(struct mx_spread *spread, uint32_t cells, uint32_t ranks);

/* ---- Subcubes ---- */

static inline uint64_t mx_subcubes(const struct mx_spread *spread) {
    return UINT64_C(1) << spread->bits;
}

/* The first subcube of a rank; the next rank's first is its end. */
static inline uint64_t mx_first_subcube(const struct mx_spread *spread, uint32_t rank) {
    return ((uint64_t)rank << spread->bits) / spread->ranks;
}

static inline uint32_t mx_owner(const struct mx_spread *spread, uint64_t subcube) {
    return (uint32_t)(((subcube + 1) * spread->ranks - 1) >> spread->bits);
}

/* The other ranks that read a subcube, without repetition. Returns their number. */
uint32_t mx_readers(const struct mx_spread *spread, uint64_t subcube,
                    uint32_t ranks[MX_MOST_SUBCUBE_BITS]);

/* The subcubes of other ranks that a rank reads, without repetition. Returns their number. */
uint32_t mx_foreign_subcubes(const struct mx_spread *spread, uint32_t rank,
                             uint64_t subcubes[MX_MOST_SUBCUBE_BITS * MX_MOST_OWN]);

/* ---- Slices ---- */

/* Blocks of one layer that are decided and sent together. A block's *place* is its colex rank in
 * the layer. */
struct mx_slice {
    uint64_t index; /* from 0, over all layers */
    uint32_t layer; /* inner cells */
    uint64_t first, end;
    uint64_t above, here; /* the slots of place 0 in the layer above and in this one */
};

struct mx_slice mx_first_slice(const struct mx_spread *spread);

/* Returns false, and leaves the slice, after the last one. */
bool mx_next_slice(const struct mx_spread *spread, struct mx_slice *slice);

/* The blocks of the slice before the ring's end; the others begin at slot 0. */
static inline uint64_t mx_before_wrap(const struct mx_spread *spread, const struct mx_slice *slice,
                                      uint64_t *slot) {
    const uint64_t blocks = slice->end - slice->first;
    *slot = (slice->here + slice->first) % spread->slots;
    return blocks < spread->slots - *slot ? blocks : spread->slots - *slot;
}

/* ---- The model: what a solve stores and sends ---- */

struct mx_traffic {
    uint64_t slices;
    uint64_t blocks, most_blocks;                  /* decided: in all, by one rank */
    uint64_t messages, bytes;                      /* sent, in all */
    uint64_t most_sent_bytes, most_received_bytes; /* by one rank */
    uint64_t most_ring_bytes, most_buffer_bytes;   /* of one rank */
};

struct mx_traffic mx_predict_traffic(const struct mx_spread *spread);

/* ---- Deciding a slice ---- */

/* Where a block of the current slice is: at slot first + place, from slot 0 again behind the last.
 */
struct mx_source {
    const void *blocks;
    uint64_t first, slots;
};

struct mx_slice_job {
    const struct mx_slice *slice;
    uint64_t subcube;
    void *ring;                    /* of the subcube */
    const struct mx_source *outer; /* the subcubes with one cell more */
    uint32_t outer_count;
    int threads;
    bool digests;
    void (*poll)(void);       /* called now and then by the thread that called decide */
    uint64_t options, digest; /* added to */
};

struct mx_slice_solver {
    mx_isa isa;
    size_t (*workspace_bytes)(const struct boardgame *board, int threads);
    /* `stream`: the rings exceed the caches. */
    void (*start)(void *workspace, const struct boardgame *board, const struct mx_spread *spread,
                  int threads, bool stream);
    void (*decide)(void *workspace, struct mx_slice_job *job);
    /* The first player's answer, from the block without cells. */
    uint64_t (*answer)(const void *block);
};

/* The widest one that is not wider than `isa`. */
const struct mx_slice_solver *mx_slice_solver_for(mx_isa isa);

#endif
