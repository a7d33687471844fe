/* The table of boardgame_topdown: facts about components, bounded, with exact keys.
 *
 * A component is a set of free cells. Together with the adjacent empty cells that no player will
 * fill, it determines which placements still matter, so both form the key: the least of its images
 * under the symmetries of the board. The fact is the component's nimber, or a set of nimbers that
 * it does not have. A bucket is a cache line of four entries. A new entry replaces the one with the
 * fewest free cells, which is the cheapest to find again.
 */
#ifndef MX_BOARDGAME_COMPONENT_TABLE_H
#define MX_BOARDGAME_COMPONENT_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "boardgame/boardgame.h"
#include "support/digest.h"

#define BOARDGAME_BUCKET 4u
#define BOARDGAME_KNOWN (UINT64_C(1) << 41) /* fact: its only other bit is the nimber */

struct boardgame_key {
    uint64_t free, adjacent;
};

/* An entry: 80 bits of key, 42 bits of fact. */
struct boardgame_entry {
    uint64_t free_adjacent; /* free | the low 24 bits of adjacent << 40; 0 = empty */
    uint64_t adjacent_fact; /* the rest of adjacent | fact << 16 */
};

struct boardgame_component_table {
    struct boardgame_entry *entry;
    uint64_t buckets;                                 /* a power of two */
    uint32_t symmetries;                              /* without the identity */
    uint64_t image[7][BOARDGAME_MOST_CELLS / 8][256]; /* [symmetry][byte of a state] */
};

static inline uint64_t boardgame_image(const struct boardgame_component_table *table,
                                       uint32_t symmetry, uint64_t cells) {
    uint64_t image = 0;
    for (uint32_t byte = 0; byte < BOARDGAME_MOST_CELLS / 8; byte++)
        image |= table->image[symmetry][byte][cells >> 8 * byte & 255];
    return image;
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

/* The image of a cell under symmetry 1 .. 7 of the square: bit 0 reverses the rows, bit 1 the
 * columns, bit 2 transposes. */
static inline uint32_t boardgame_mirrored(const struct boardgame *board, uint32_t cell,
                                          uint32_t symmetry) {
    uint32_t row = cell / board->cols, col = cell % board->cols;
    row = symmetry & 1 ? board->rows - 1 - row : row;
    col = symmetry & 2 ? board->cols - 1 - col : col;
    return symmetry & 4 ? col * board->cols + row : row * board->cols + col;
}

static inline void boardgame_map_bytes(const struct boardgame *board, uint32_t symmetry,
                                       uint64_t image[BOARDGAME_MOST_CELLS / 8][256]) {
    for (uint32_t byte = 0; byte < BOARDGAME_MOST_CELLS / 8; byte++)
        for (uint32_t bits = 0; bits < 256; bits++) {
            const uint32_t cell = 8 * byte + (bits != 0 ? (uint32_t)__builtin_ctz(bits) : 0);
            image[byte][bits] = bits == 0 || cell >= boardgame_cells(board)
                                    ? 0
                                    : image[byte][bits & (bits - 1)] |
                                          UINT64_C(1) << boardgame_mirrored(board, cell, symmetry);
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

/* Whether the newest map of the table is a symmetry: it maps every placement to a placement. */
static inline bool boardgame_is_symmetry(const struct boardgame *board,
                                         const struct boardgame_component_table *table) {
    for (uint64_t i = 0; i < board->placement_count; i++)
        if (!boardgame_has_placement(
                board, boardgame_image(table, table->symmetries, boardgame_placements(board)[i])))
            return false;
    return true;
}

static inline void boardgame_components_start(struct boardgame_component_table *table,
                                              const struct boardgame *board,
                                              struct boardgame_entry *entry, uint64_t buckets) {
    table->entry = entry;
    table->buckets = buckets;
    table->symmetries = 0;
    memset(entry, 0, (size_t)buckets * BOARDGAME_BUCKET * sizeof *entry);
    for (uint32_t symmetry = 1; symmetry < (board->rows == board->cols ? 8u : 4u); symmetry++) {
        boardgame_map_bytes(board, symmetry, table->image[table->symmetries]);
        table->symmetries += boardgame_is_symmetry(board, table);
    }
}

static inline struct boardgame_entry *
boardgame_bucket(const struct boardgame_component_table *table, struct boardgame_key key) {
    const uint64_t hash = mx_mix(key.free ^ mx_mix(key.adjacent));
    return table->entry + (hash & (table->buckets - 1)) * BOARDGAME_BUCKET;
}

static inline bool boardgame_entry_has(const struct boardgame_entry *entry,
                                       struct boardgame_key key) {
    return entry->free_adjacent == (key.free | key.adjacent << 40) &&
           (entry->adjacent_fact & 0xffff) == key.adjacent >> 24;
}

/* The fact about a component, given its canonical key; 0 if nothing is known. */
static inline uint64_t boardgame_known_fact(const struct boardgame_component_table *table,
                                            struct boardgame_key key) {
    const struct boardgame_entry *bucket = boardgame_bucket(table, key);
    for (uint32_t i = 0; i < BOARDGAME_BUCKET; i++)
        if (boardgame_entry_has(&bucket[i], key))
            return bucket[i].adjacent_fact >> 16;
    return 0;
}

static inline void boardgame_store_fact(const struct boardgame_component_table *table,
                                        struct boardgame_key key, uint64_t fact) {
    struct boardgame_entry *bucket = boardgame_bucket(table, key), *place = bucket;
    const uint64_t free_cells = (UINT64_C(1) << 40) - 1;
    int fewest = 64;
    for (uint32_t i = 0; i < BOARDGAME_BUCKET; i++) {
        const bool same = boardgame_entry_has(&bucket[i], key);
        const int cells = same ? -1 : __builtin_popcountll(bucket[i].free_adjacent & free_cells);
        if (cells < fewest) {
            fewest = cells;
            place = &bucket[i];
        }
    }
    *place =
        (struct boardgame_entry){key.free | key.adjacent << 40, key.adjacent >> 24 | fact << 16};
}

#endif
