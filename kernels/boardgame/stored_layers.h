/* boardgame_layered with its layers in storage, section after section (layer_ring.h).
 *
 * The sequence in storage is that of all blocks, in the order in which they are decided. While a
 * slice is decided, the far blocks of the next one and near blocks of the next section are read and
 * the last slice is written. The near blocks live in a ring: those of a section are spent from the
 * start, and the next ones take their place. A layer starts when the one above is written.
 */
#ifndef MX_BOARDGAME_STORED_LAYERS_H
#define MX_BOARDGAME_STORED_LAYERS_H

#include "boardgame/layer_solver.h"
#include "support/storage.h"

#define SLICES_A_STAGE 16u /* read between two calls of the monitor */

_Static_assert(BOARDGAME_BLOCK_BYTES % MX_STORAGE_UNIT == 0, "a block is moved as a whole");

struct stored_slice {
    struct boardgame_section section;
    uint64_t begin, end;  /* ranks in the section */
    uint64_t above, here; /* blocks of the sequence before the layer above, and before this one */
    uint64_t near;        /* near blocks of all earlier sections, which is a place in the ring */
};

struct stored {
    struct solver solver;
    const struct mx_storage *storage;
    uint32_t top;
    struct boardgame_block *ring, *in[2], *out[2]; /* [turn] */
    uint64_t slots;
    struct boardgame_section loading; /* the section whose near blocks are read */
    uint64_t loaded;                  /* of its near blocks */
    uint64_t near, ready;             /* near blocks asked for; those that have arrived */
    uint64_t near_read, in_read[2], out_written[2]; /* transfers */
};

static inline size_t whole_units(size_t bytes) {
    return (bytes + MX_STORAGE_UNIT - 1) / MX_STORAGE_UNIT * MX_STORAGE_UNIT;
}

static inline size_t stored_blocks_in_memory(const struct boardgame_layers *layers, uint32_t below,
                                             uint32_t top) {
    return (size_t)(boardgame_near_slots(layers, below) + 2 * (top + 1) * BOARDGAME_STORED_SLICE);
}

static inline bool stored_plan(const struct mx_batch *batch, int threads, size_t memory,
                               struct mx_storage_plan *plan) {
    const struct boardgame *board = batch->instances;
    const uint32_t high = boardgame_high_cells(board);
    struct boardgame_layers layers;
    boardgame_layers_start(&layers);
    *plan = (struct mx_storage_plan){.workspace_bytes = SIZE_MAX,
                                     .kept_bytes = whole_units(shared_bytes())};
    for (uint32_t top = 1; top <= high && top <= BOARDGAME_MOST_TOP; top++) {
        const size_t bytes =
            plan->kept_bytes +
            stored_blocks_in_memory(&layers, high - top, top) * BOARDGAME_BLOCK_BYTES +
            (size_t)threads * boardgame_worker_bytes(board);
        if (bytes < plan->workspace_bytes)
            plan->workspace_bytes = bytes;
        plan->choice = top;
        if (bytes <= memory)
            break;
    }
    const uint32_t top = (uint32_t)plan->choice;
    if (plan->workspace_bytes > memory)
        return false;
    plan->span_bytes = boardgame_stored_blocks(&layers, high - top, top) * BOARDGAME_BLOCK_BYTES;
    plan->stage_bytes = BOARDGAME_STORED_SLICE * BOARDGAME_BLOCK_BYTES;
    plan->written_bytes = BOARDGAME_BLOCK_BYTES << high;
    plan->read_bytes = boardgame_stored_reads(high - top, top) * BOARDGAME_BLOCK_BYTES;
    return true;
}

static inline void stored_at(struct stored *stored, const struct mx_run *run) {
    const struct boardgame *board = mx_instance(&run->batch, 0);
    const uint32_t high = boardgame_high_cells(board);
    char *memory = run->workspace;
    struct boardgame_layers layers;
    boardgame_layers_start(&layers);
    *stored = (struct stored){.storage = run->storage};
    stored->top = (uint32_t)run->storage->plan->choice;
    stored->slots = boardgame_near_slots(&layers, high - stored->top);
    stored->ring = (struct boardgame_block *)(memory + whole_units(shared_bytes()));
    struct boardgame_block *next = stored->ring + stored->slots;
    for (int turn = 0; turn < 2; turn++) {
        stored->out[turn] = next;
        stored->in[turn] = next + BOARDGAME_STORED_SLICE;
        next += (stored->top + 1) * BOARDGAME_STORED_SLICE;
    }
    stored->solver = (struct solver){.run = run,
                                     .board = board,
                                     .shared = (struct shared *)memory,
                                     .workers = (char *)next,
                                     .worker_bytes = boardgame_worker_bytes(board),
                                     .below = high - stored->top};
}

static inline uint64_t read_blocks(const struct stored *stored, uint64_t first, uint64_t count,
                                   struct boardgame_block *to) {
    return stored->storage->read(stored->storage->context, first * BOARDGAME_BLOCK_BYTES, to,
                                 (size_t)count * BOARDGAME_BLOCK_BYTES);
}

static inline void wait_for(const struct stored *stored, uint64_t transfer) {
    stored->storage->wait(stored->storage->context, transfer);
}

static inline struct boardgame_section section_at(const struct stored *stored, uint64_t layer,
                                                  uint64_t rank) {
    return boardgame_section_at(&stored->solver.shared->layers, stored->solver.below, stored->top,
                                (uint32_t)layer, rank);
}

/* The slice that the progress has reached, in the same section or another. */
static inline struct stored_slice slice_at(const struct stored *stored, uint64_t near) {
    const struct progress *progress = &stored->solver.shared->progress;
    const struct shared *shared = stored->solver.shared;
    struct stored_slice slice = {.near = near};
    slice.section = section_at(stored, progress->layer, progress->rank);
    slice.begin = progress->rank - slice.section.first;
    slice.end = boardgame_stored_slice_end(&slice.section, slice.begin);
    slice.here = progress->done - progress->rank;
    slice.above = slice.here - shared->layers.choose[shared->blocks.high][progress->layer + 1];
    return slice;
}

/* The slice after this one; false = this is the last one of its layer. */
static inline bool next_slice(const struct stored *stored, const struct stored_slice *now,
                              struct stored_slice *soon) {
    const struct boardgame_section *section = &now->section;
    const uint64_t blocks =
        stored->solver.shared->layers.choose[stored->solver.shared->blocks.high][section->layer];
    *soon = *now;
    soon->begin = now->end;
    if (now->end == section->blocks) {
        if (section->first + section->blocks == blocks)
            return false;
        soon->section = section_at(stored, section->layer, section->first + section->blocks);
        soon->near += section->near_blocks;
        soon->begin = 0;
    }
    soon->end = boardgame_stored_slice_end(&soon->section, soon->begin);
    return true;
}

/* Blocks of the ring that are spent before the slice. */
static inline uint64_t spent_before(const struct stored *stored, const struct stored_slice *slice) {
    return slice->near +
           boardgame_spent_near(&stored->solver.shared->layers, &slice->section, slice->begin);
}

/* Asks for near blocks, at most up to number `end`, of the slice's layer. */
static inline void load_near(struct stored *stored, const struct stored_slice *slice,
                             uint64_t end) {
    const struct shared *shared = stored->solver.shared;
    struct boardgame_section *section = &stored->loading;
    while (stored->near < end) {
        if (stored->loaded == section->near_blocks) {
            const uint64_t rank = section->first + section->blocks;
            if (rank == shared->layers.choose[shared->blocks.high][section->layer])
                return;
            *section = section_at(stored, section->layer, rank);
            stored->loaded = 0;
            continue;
        }
        const uint64_t slot = stored->near % stored->slots;
        uint64_t count = section->near_blocks - stored->loaded;
        count = count < end - stored->near ? count : end - stored->near;
        count = count < stored->slots - slot ? count : stored->slots - slot;
        count = count < BOARDGAME_STORED_SLICE ? count : BOARDGAME_STORED_SLICE;
        stored->near_read = read_blocks(stored, slice->above + section->near + stored->loaded,
                                        count, stored->ring + slot);
        stored->loaded += count;
        stored->near += count;
    }
}

/* Waits until all near blocks of the slice's section are there, and reads ahead into what the
 * slices before it have spent. A section may take long to read; returns false when the monitor
 * stopped the solve meanwhile. */
static inline bool have_near(struct stored *stored, const struct stored_slice *slice) {
    const struct shared *shared = stored->solver.shared;
    const uint64_t needed = slice->near + slice->section.near_blocks;
    while (stored->near < needed) {
        const uint64_t some = stored->near + SLICES_A_STAGE * BOARDGAME_STORED_SLICE;
        load_near(stored, slice, some < needed ? some : needed);
        if (!mx_stage(stored->solver.run, shared->progress.done, shared->blocks.full + 1))
            return false;
    }
    if (needed > stored->ready) {
        wait_for(stored, stored->near_read);
        stored->ready = stored->near;
    }
    load_near(stored, slice, spent_before(stored, slice) + stored->slots);
    return true;
}

static inline void read_far(struct stored *stored, const struct stored_slice *slice, int turn) {
    const struct boardgame_section *section = &slice->section;
    for (uint32_t i = 0; i < section->far_count; i++)
        stored->in_read[turn] =
            read_blocks(stored, slice->above + section->far[i] + slice->begin,
                        slice->end - slice->begin, stored->in[turn] + i * BOARDGAME_STORED_SLICE);
}

static inline void decide_stored_slice(struct stored *stored, const struct stored_slice *slice,
                                       int turn) {
    struct solver *solver = &stored->solver;
    const struct mx_storage *storage = stored->storage;
    solver->top = slice->section.top;
    solver->filled = slice->section.filled;
    solver->slice_next = slice->begin;
    solver->slice_end = slice->end;
    solver->near = (struct area){stored->ring, stored->slots, slice->near % stored->slots};
    solver->out = (struct area){stored->out[turn], BOARDGAME_STORED_SLICE, 0 - slice->begin};
    solver->far_count = slice->section.far_count;
    for (uint32_t i = 0; i < solver->far_count; i++)
        solver->far[i] = (struct area){stored->in[turn] + i * BOARDGAME_STORED_SLICE,
                                       BOARDGAME_STORED_SLICE, 0 - slice->begin};
    wait_for(stored, stored->in_read[turn]);
    wait_for(stored, stored->out_written[turn]);
    decide_slice(solver);
    stored->out_written[turn] =
        storage->append(storage->context, stored->out[turn],
                        (size_t)(slice->end - slice->begin) * BOARDGAME_BLOCK_BYTES);
}

/* Begins with the slice that the progress has reached: none of its layer's inputs is in memory. */
static inline struct stored_slice enter_layer(struct stored *stored, uint64_t near, int turn) {
    struct stored_slice slice = slice_at(stored, near);
    const uint64_t spent = spent_before(stored, &slice) - near;
    stored->loading = slice.section;
    stored->loaded = spent;
    stored->near = near + spent;
    read_far(stored, &slice, turn);
    return slice;
}

/* Tells the storage which blocks the rest of the layer does not read. */
static inline void drop_spent(const struct stored *stored, const struct stored_slice *slice) {
    const uint64_t spent = spent_before(stored, slice) - slice->near;
    stored->storage->drop(stored->storage->context,
                          (slice->above + slice->section.near + spent) * BOARDGAME_BLOCK_BYTES);
}

/* Decides the rest of the current layer. Returns false when the monitor stopped it. */
static inline bool decide_stored_layer(struct stored *stored, uint64_t *near, int *turn) {
    const struct shared *shared = stored->solver.shared;
    struct stored_slice now = enter_layer(stored, *near, *turn), soon;
    for (bool last = false; !last; now = soon, *turn = !*turn) {
        if (!mx_stage(stored->solver.run, shared->progress.done, shared->blocks.full + 1))
            return false;
        last = !next_slice(stored, &now, &soon);
        drop_spent(stored, &now);
        if (!have_near(stored, &now))
            return false;
        if (!last)
            read_far(stored, &soon, !*turn);
        decide_stored_slice(stored, &now, *turn);
    }
    *near = now.near + now.section.near_blocks;
    wait_for(stored, stored->out_written[0]);
    wait_for(stored, stored->out_written[1]);
    return true;
}

static inline enum mx_outcome solve_stored(const struct mx_run *run) {
    struct stored stored;
    stored_at(&stored, run);
    start_solver(&stored.solver, false);
    struct progress *progress = &stored.solver.shared->progress;
    enum mx_outcome outcome = MX_STOPPED;
    int turn = 0;
    for (uint64_t near = 0; decide_stored_layer(&stored, &near, &turn); progress->layer--) {
        if (progress->layer == 0) {
            outcome = end_solver(&stored.solver, stored.out[!turn]);
            break;
        }
        progress->rank = 0;
    }
    wait_for(&stored, UINT64_MAX);
    return outcome;
}

#endif
