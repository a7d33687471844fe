#include "boardgame/build_boardgame.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 27 /* words; with the header 256 bytes */
#define MOST_COMPARISONS (UINT64_C(1) << 24)

struct boardgame_draft boardgame_start(uint32_t rows, uint32_t cols, struct mx_arena *arena) {
    struct boardgame_draft draft = {arena, NULL, 0, FIRST_ROOM};
    draft.board = mx_arena_take(arena, boardgame_bytes(FIRST_ROOM));
    if (draft.board != NULL)
        *draft.board = (struct boardgame){.rows = rows, .cols = cols};
    return draft;
}

void boardgame_set_play(struct boardgame_draft *draft, bool misere, uint64_t filled) {
    if (draft->board == NULL)
        return;
    draft->board->misere = misere;
    draft->board->filled = filled & boardgame_lowest(draft->board->rows * draft->board->cols);
}

static int cells_in(uint64_t word) {
    return __builtin_popcountll(word);
}

static int by_value(uint64_t one, uint64_t other) {
    return (one > other) - (one < other);
}

static int by_cells(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    int more = cells_in(one) - cells_in(other);
    return more != 0 ? more : by_value(one, other);
}

static int by_ones(const void *a, const void *b) {
    const struct boardgame_pattern *one = a, *other = b;
    int more = cells_in(one->mask) - cells_in(other->mask);
    if (more == 0)
        more = by_value(one->rows, other->rows);
    if (more == 0)
        more = by_value(one->cols, other->cols);
    return more != 0 ? more : by_value(one->mask, other->mask);
}

/* Words that follow each other in a draft: the patterns, or the placements behind them. */
struct set {
    uint64_t from, size; /* the first word; words of a member */
    int (*order)(const void *a, const void *b);
};
static const struct set pattern_set = {0, BOARDGAME_PATTERN_WORDS, by_ones};

static struct set placement_set(const struct boardgame_draft *draft) {
    return (struct set){draft->board->pattern_count * BOARDGAME_PATTERN_WORDS, 1, by_cells};
}

/* Sorts the set and drops duplicates. */
static void tidy(struct boardgame_draft *draft, struct set set) {
    uint64_t *first = draft->board->words + set.from, *kept = first;
    const uint64_t *end = draft->board->words + draft->used;
    const size_t bytes = set.size * sizeof *first;
    qsort(first, (size_t)(end - first) / set.size, bytes, set.order);
    for (const uint64_t *word = first; word < end; word += set.size)
        if (kept == first || memcmp(kept - set.size, word, bytes) != 0) {
            memmove(kept, word, bytes);
            kept += set.size;
        }
    draft->used = (uint64_t)(kept - draft->board->words);
}

static void grow(struct boardgame_draft *draft) {
    uint64_t room = 2 * draft->room;
    struct boardgame *larger = mx_arena_take(draft->arena, boardgame_bytes(room));
    if (larger != NULL)
        memcpy(larger, draft->board, boardgame_bytes(draft->used));
    draft->board = larger;
    draft->room = room;
}

/* Appends a member to the set. When the room is used up, duplicates go first; only if they were few
 * does the room double. So each member is sorted a logarithmic number of times. */
static bool append(struct boardgame_draft *draft, struct set set, const void *member) {
    if (draft->room - draft->used < set.size) {
        tidy(draft, set);
        if (draft->used > draft->room / 2)
            grow(draft);
        if (draft->board == NULL)
            return false;
    }
    memcpy(draft->board->words + draft->used, member, set.size * sizeof(uint64_t));
    draft->used += set.size;
    return true;
}

bool boardgame_add(struct boardgame_draft *draft, struct boardgame_pattern pattern) {
    if (!boardgame_fits(draft, pattern.rows, pattern.cols))
        return draft->board != NULL;
    return append(draft, pattern_set, &pattern);
}

/* The cells that a pattern needs with its box in the upper left corner of the board. */
static uint64_t in_corner(struct boardgame_pattern pattern, uint32_t board_cols) {
    uint64_t cells = 0;
    for (uint32_t row = 0; row < pattern.rows; row++)
        cells |= (pattern.mask >> row * pattern.cols & boardgame_lowest(pattern.cols))
                 << row * board_cols;
    return cells;
}

static bool place(struct boardgame_draft *draft, struct boardgame_pattern pattern) {
    const uint32_t rows = draft->board->rows, cols = draft->board->cols;
    const uint64_t cells = in_corner(pattern, cols);
    for (uint32_t row = 0; row + pattern.rows <= rows; row++)
        for (uint32_t col = 0; col + pattern.cols <= cols; col++) {
            const uint64_t needed = boardgame_as_state(draft->board, cells << (row * cols + col));
            if (!append(draft, placement_set(draft), &needed))
                return false;
        }
    return true;
}

/* The placements of one and two cells. */
struct small {
    uint64_t single;                        /* cells that are a placement */
    uint64_t partner[BOARDGAME_MOST_CELLS]; /* [cell]: cells that are one together with it */
};

static void note(struct small *small, uint64_t placement) {
    if (cells_in(placement) == 1)
        small->single |= placement;
    if (cells_in(placement) == 2)
        small->partner[__builtin_ctzll(placement)] |= placement & (placement - 1);
}

static bool contains_small(const struct small *small, uint64_t placement) {
    if (placement & small->single)
        return true;
    for (uint64_t rest = placement; rest != 0; rest &= rest - 1)
        if (placement & small->partner[__builtin_ctzll(rest)])
            return true;
    return false;
}

/* Whether `placement` contains one of others[count]; false too when the budget ends. */
static bool contains_other(const uint64_t *others, uint64_t count, uint64_t placement,
                           uint64_t *budget) {
    for (uint64_t i = 0; i<count && * budget> 0; i++, --*budget)
        if ((others[i] & ~placement) == 0)
            return true;
    return false;
}

/* Removes placements that contain another. Placements are sorted, so the other comes first. */
static uint64_t keep_smallest(uint64_t *placement, uint64_t count) {
    if (count > 0 && placement[0] == 0)
        return 1;
    struct small small = {0};
    uint64_t budget = MOST_COMPARISONS, kept = 0;
    for (uint64_t i = 0; i < count; i++)
        if (!contains_small(&small, placement[i]) &&
            !contains_other(placement, kept, placement[i], &budget)) {
            note(&small, placement[i]);
            placement[kept++] = placement[i];
        }
    return kept;
}

const struct boardgame *boardgame_finish(struct boardgame_draft *draft) {
    if (draft->board == NULL)
        return NULL;
    tidy(draft, pattern_set);
    const uint64_t patterns = draft->used / BOARDGAME_PATTERN_WORDS;
    draft->board->pattern_count = patterns;
    for (uint64_t i = 0; i < patterns; i++)
        if (!place(draft, boardgame_pattern_at(draft->board, i)))
            return NULL;
    const uint64_t all = boardgame_all_cells(draft->board);
    const struct set placements = placement_set(draft);
    if (draft->board->misere && draft->used == placements.from && !append(draft, placements, &all))
        return NULL;
    tidy(draft, placements);
    struct boardgame *board = draft->board;
    board->placement_count =
        keep_smallest(board->words + placements.from, draft->used - placements.from);
    mx_arena_trim(draft->arena, board, boardgame_size(board));
    return board;
}

const struct boardgame *boardgame_with_play(const struct boardgame *board, bool misere,
                                            uint64_t filled, struct mx_arena *arena) {
    struct boardgame_draft draft = boardgame_start(board->rows, board->cols, arena);
    boardgame_set_play(&draft, misere, filled);
    for (uint64_t i = 0; i < board->pattern_count; i++)
        boardgame_add(&draft, boardgame_pattern_at(board, i));
    return boardgame_finish(&draft);
}

struct boardgame_pattern boardgame_cut(struct boardgame_pattern pattern, int side) {
    const uint32_t top = side == 0, left = side == 2;
    struct boardgame_pattern part = {pattern.rows - (side < 2), pattern.cols - (side >= 2), 0};
    for (uint32_t row = 0; row < part.rows; row++)
        for (uint32_t col = 0; col < part.cols; col++)
            part.mask |= (pattern.mask >> ((row + top) * pattern.cols + col + left) & 1)
                         << (row * part.cols + col);
    return part;
}

bool boardgame_padded(struct boardgame_pattern pattern, int side) {
    if ((side < 2 ? pattern.rows : pattern.cols) == 1)
        return false;
    return cells_in(boardgame_cut(pattern, side).mask) == cells_in(pattern.mask);
}
