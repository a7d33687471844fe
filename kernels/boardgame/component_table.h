/* The table of boardgame_topdown: facts about components, bounded, with exact keys.
 *
 * A component is a set of free cells. Together with the adjacent empty cells that no player will
 * fill, it determines which placements still matter, so both form the key: the least of its images
 * under the symmetries of the board and its start. The fact is the component's nimber, or a set of
 * nimbers that it does not have. A bucket has four entries; a look at an unknown key touches
 * one cache line. A new entry replaces the one with the fewest free cells,
 * which is the cheapest to find again.
 */
#ifndef MX_BOARDGAME_COMPONENT_TABLE_H
#define MX_BOARDGAME_COMPONENT_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "boardgame/boardgame.h"
#include "support/digest.h"

#define BOARDGAME_BUCKET 4u
#define BOARDGAME_MOST_NIMBER 62u
#define BOARDGAME_KNOWN (UINT64_C(1) << 63) /* fact: its only other bit is the nimber */
#define BOARDGAME_BYTES (BOARDGAME_MOST_CELLS / 8)

struct boardgame_key {
    uint64_t free, adjacent;
};

/* The parts of a bucket lie apart, so that a start clears only the first. */
struct boardgame_bucket_keys {
    uint64_t free[BOARDGAME_BUCKET]; /* 0 = no entry, and no facts */
};
struct boardgame_bucket_facts {
    uint64_t adjacent[BOARDGAME_BUCKET], fact[BOARDGAME_BUCKET];
};
#define BOARDGAME_BUCKET_BYTES                                                                     \
    (sizeof(struct boardgame_bucket_keys) + sizeof(struct boardgame_bucket_facts))

struct boardgame_component_table {
    struct boardgame_bucket_keys *keys;
    struct boardgame_bucket_facts *facts;
    uint64_t buckets;                        /* a power of two */
    uint32_t symmetries;                     /* without the identity */
    uint32_t bytes;                          /* of a state that has cells */
    uint64_t image[7][BOARDGAME_BYTES][256]; /* [symmetry][byte of a state] */
};

static inline uint64_t boardgame_image(const struct boardgame_component_table *table,
                                       uint32_t symmetry, uint64_t cells) {
    const uint64_t(*of)[256] = table->image[symmetry];
    uint64_t image = 0;
    switch (table->bytes) {
    case 8:
        image |= of[7][cells >> 56];
        __attribute__((fallthrough));
    case 7:
        image |= of[6][cells >> 48 & 255];
        __attribute__((fallthrough));
    case 6:
        image |= of[5][cells >> 40 & 255];
        __attribute__((fallthrough));
    case 5:
        image |= of[4][cells >> 32 & 255];
        __attribute__((fallthrough));
    case 4:
        image |= of[3][cells >> 24 & 255];
        __attribute__((fallthrough));
    case 3:
        image |= of[2][cells >> 16 & 255];
        __attribute__((fallthrough));
    case 2:
        image |= of[1][cells >> 8 & 255];
        __attribute__((fallthrough));
    default:
        return image | of[0][cells & 255];
    }
}

static inline struct boardgame_key
boardgame_canonical(const struct boardgame_component_table *table, struct boardgame_key key) {
    struct boardgame_key least = key;
    for (uint32_t i = 0; i < table->symmetries; i++) {
        const struct boardgame_key image = {boardgame_image(table, i, key.free),
                                            boardgame_image(table, i, key.adjacent)};
        if (image.free < least.free ||
            (image.free == least.free && image.adjacent < least.adjacent))
            least = image;
    }
    return least;
}

/* The image of a place of the board under symmetry 1 .. 7 of the square: bit 0 reverses the rows,
 * bit 1 the columns, bit 2 transposes. */
static inline uint32_t boardgame_mirrored(const struct boardgame *board, uint32_t place,
                                          uint32_t symmetry) {
    uint32_t row = place / board->cols, col = place % board->cols;
    row = symmetry & 1 ? board->rows - 1 - row : row;
    col = symmetry & 2 ? board->cols - 1 - col : col;
    return symmetry & 4 ? col * board->cols + row : row * board->cols + col;
}

/* The cell that is the image of this one; no cell, 0, where that is filled at the start. */
static inline uint64_t boardgame_image_of_cell(const struct boardgame *board, uint32_t cell,
                                               uint32_t symmetry) {
    const uint64_t place = boardgame_on_board(board, UINT64_C(1) << cell) & ~board->filled;
    return boardgame_as_state(board, UINT64_C(1) << boardgame_mirrored(
                                         board, (uint32_t)__builtin_ctzll(place), symmetry));
}

static inline void boardgame_map_bytes(const struct boardgame *board, uint32_t symmetry,
                                       uint64_t image[BOARDGAME_BYTES][256]) {
    const uint32_t cells = boardgame_cells(board);
    for (uint32_t cell = 0; cell < (cells + 7) / 8 * 8; cell++) {
        uint64_t *bytes = image[cell / 8];
        const uint32_t bit = 1u << cell % 8;
        const uint64_t to = cell < cells ? boardgame_image_of_cell(board, cell, symmetry) : 0;
        bytes[0] = 0;
        for (uint32_t bits = 0; bits < bit; bits++)
            bytes[bit | bits] = bytes[bits] | to;
    }
}

static inline bool boardgame_has_placement(const struct boardgame *board, uint64_t cells) {
    uint64_t first = 0, end = board->placement_count;
    const int size = __builtin_popcountll(cells);
    while (first < end) { /* sorted by size, then by word */
        const uint64_t middle = (first + end) / 2, there = boardgame_placements(board)[middle];
        const int there_size = __builtin_popcountll(there);
        if (there == cells)
            return true;
        if (there_size < size || (there_size == size && there < cells))
            first = middle + 1;
        else
            end = middle;
    }
    return false;
}

/* Whether the newest map of the table is a symmetry: it maps cells to cells, and every placement to
 * a placement. */
static inline bool boardgame_is_symmetry(const struct boardgame *board,
                                         const struct boardgame_component_table *table) {
    const uint64_t all = boardgame_all_cells(board);
    if (boardgame_image(table, table->symmetries, all) != all)
        return false;
    for (uint64_t i = 0; i < board->placement_count; i++)
        if (!boardgame_has_placement(
                board, boardgame_image(table, table->symmetries, boardgame_placements(board)[i])))
            return false;
    return true;
}

static inline void boardgame_components_start(struct boardgame_component_table *table,
                                              const struct boardgame *board, void *memory,
                                              uint64_t buckets) {
    table->keys = memory;
    table->facts = (struct boardgame_bucket_facts *)(table->keys + buckets);
    table->buckets = buckets;
    table->symmetries = 0;
    table->bytes = (boardgame_cells(board) + 7) / 8;
    memset(table->keys, 0, (size_t)buckets * sizeof *table->keys);
    for (uint32_t symmetry = 1; symmetry < (board->rows == board->cols ? 8u : 4u); symmetry++) {
        boardgame_map_bytes(board, symmetry, table->image[table->symmetries]);
        table->symmetries += boardgame_is_symmetry(board, table);
    }
}

static inline uint64_t boardgame_bucket_of(const struct boardgame_component_table *table,
                                           struct boardgame_key key) {
    return mx_mix(key.free ^ mx_mix(key.adjacent)) & (table->buckets - 1);
}

/* The fact about a component, given its canonical key; 0 if nothing is known. */
static inline uint64_t boardgame_known_fact(const struct boardgame_component_table *table,
                                            struct boardgame_key key) {
    const uint64_t bucket = boardgame_bucket_of(table, key);
    const uint64_t *free = table->keys[bucket].free;
    const struct boardgame_bucket_facts *facts = &table->facts[bucket];
    for (uint32_t i = 0; i < BOARDGAME_BUCKET; i++)
        if (free[i] == key.free && facts->adjacent[i] == key.adjacent)
            return facts->fact[i];
    return 0;
}

static inline void boardgame_store_fact(const struct boardgame_component_table *table,
                                        struct boardgame_key key, uint64_t fact) {
    const uint64_t bucket = boardgame_bucket_of(table, key);
    uint64_t *free = table->keys[bucket].free;
    struct boardgame_bucket_facts *facts = &table->facts[bucket];
    uint32_t place = 0;
    int fewest = 65;
    for (uint32_t i = 0; i < BOARDGAME_BUCKET; i++) {
        const bool same = free[i] == key.free && facts->adjacent[i] == key.adjacent;
        const int cells = same ? -1 : __builtin_popcountll(free[i]);
        if (cells < fewest) {
            fewest = cells;
            place = i;
        }
    }
    free[place] = key.free;
    facts->adjacent[place] = key.adjacent;
    facts->fact[place] = fact;
}

#endif
