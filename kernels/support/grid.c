#include "grid.h"

#include <string.h>

#define HEADER (2 * sizeof(uint16_t))

/* The problem's structure is another type than any here: rows and columns are copied. */
static struct mx_shape shape_of(const void *grid) {
    uint16_t sides[2];
    memcpy(sides, grid, HEADER);
    return (struct mx_shape){sides[0], sides[1]};
}

static const uint8_t *row_of(const void *grid, size_t row) {
    return (const uint8_t *)grid + HEADER + row * shape_of(grid).cols;
}

static size_t bytes_of(struct mx_shape shape) {
    return (HEADER + (size_t)shape.rows * shape.cols + 7) & ~(size_t)7;
}

size_t mx_grid_bytes(const void *grid) {
    return bytes_of(shape_of(grid));
}

bool mx_grid_same_shape(const void *a, const void *b) {
    return memcmp(a, b, HEADER) == 0;
}

void mx_grid_describe(const void *grid, char *text, size_t room) {
    struct mx_shape shape = shape_of(grid);
    snprintf(text, room, "%ux%u", shape.rows, shape.cols);
}

void mx_grid_sides(const void *grid, uint32_t *rows, uint32_t *cols) {
    struct mx_shape shape = shape_of(grid);
    *rows = shape.rows;
    *cols = shape.cols;
}

void *mx_grid_new(struct mx_shape shape, struct mx_arena *arena) {
    const uint16_t sides[2] = {(uint16_t)shape.rows, (uint16_t)shape.cols};
    void *grid = mx_arena_take(arena, bytes_of(shape));
    return grid == NULL ? NULL : memcpy(grid, sides, HEADER);
}

void *mx_grid_copy(const void *grid, struct mx_arena *arena) {
    void *copy = mx_arena_take(arena, mx_grid_bytes(grid));
    return copy == NULL ? NULL : memcpy(copy, grid, mx_grid_bytes(grid));
}

void *mx_grid_without(const void *grid, struct mx_cut cut, struct mx_arena *arena) {
    struct mx_shape shape = shape_of(grid);
    struct mx_shape rest = {shape.rows - cut.row_count, shape.cols - cut.col_count};
    if (rest.rows == 0 || rest.cols == 0)
        return NULL;
    void *part = mx_grid_new(rest, arena);
    uint8_t *to = part == NULL ? NULL : (uint8_t *)part + HEADER;
    const uint32_t behind = cut.first_col + cut.col_count;
    for (uint32_t row = 0; to != NULL && row < shape.rows; row++) {
        if (row >= cut.first_row && row < cut.first_row + cut.row_count)
            continue;
        memcpy(to, row_of(grid, row), cut.first_col);
        memcpy(to + cut.first_col, row_of(grid, row) + behind, shape.cols - behind);
        to += rest.cols;
    }
    return part;
}

/* Whether the attempt is one of the next `count`; if not, subtracts `count` from it. */
static bool among(uint64_t *attempt, uint32_t count) {
    if (*attempt < count)
        return true;
    *attempt -= count;
    return false;
}

bool mx_grid_cut(const void *grid, uint64_t *attempt, struct mx_cut *cut) {
    const struct mx_shape shape = shape_of(grid);
    const uint32_t rows = shape.rows, cols = shape.cols;
    if (among(attempt, rows > 3 ? 2 : 0))
        *cut = (struct mx_cut){*attempt ? rows / 2 : 0, rows / 2, 0, 0};
    else if (among(attempt, cols > 3 ? 2 : 0))
        *cut = (struct mx_cut){0, 0, *attempt ? cols / 2 : 0, cols / 2};
    else if (among(attempt, rows > 1 ? rows : 0))
        *cut = (struct mx_cut){(uint32_t)*attempt, 1, 0, 0};
    else if (among(attempt, cols > 1 ? cols : 0))
        *cut = (struct mx_cut){0, 0, (uint32_t)*attempt, 1};
    else
        return false;
    return true;
}

#define NO_CODE UINT8_MAX

/* The code of every letter, NO_CODE for a byte that is none. */
static void fill_codes(const struct mx_grid_text *text, uint8_t codes[256]) {
    memset(codes, NO_CODE, 256);
    for (unsigned code = text->least; code <= text->most; code++)
        codes[(unsigned char)text->letters[code]] = (uint8_t)code;
}

static bool read_row(struct mx_reader *reader, const struct mx_grid_text *text,
                     const uint8_t codes[256], uint8_t *cell, size_t cols) {
    const char *row = mx_reader_word(reader, "row", cols);
    if (row == NULL)
        return false;
    uint8_t all = 0;
    for (size_t col = 0; col < cols; col++)
        all |= cell[col] = codes[(unsigned char)row[col]];
    if (all != NO_CODE)
        return true;
    const uint8_t *wrong = memchr(cell, NO_CODE, cols);
    mx_reader_reject(reader, (size_t)(wrong - cell), "%s", text->expected);
    return false;
}

const void *mx_grid_read(struct mx_reader *reader, const struct mx_grid_text *text,
                         struct mx_arena *arena) {
    uint64_t rows, cols;
    if (!mx_reader_number(reader, "number of rows", 1, text->most_side, &rows) ||
        !mx_reader_number(reader, "number of columns", 1, text->most_side, &cols))
        return NULL;
    uint8_t *grid = mx_grid_new((struct mx_shape){(uint32_t)rows, (uint32_t)cols}, arena);
    if (grid == NULL)
        mx_reader_reject_here(reader, "out of memory");
    uint8_t codes[256];
    fill_codes(text, codes);
    for (size_t row = 0; grid != NULL && row < rows; row++)
        if (!read_row(reader, text, codes, grid + HEADER + row * cols, cols))
            return NULL;
    return grid;
}

void mx_grid_write(FILE *file, const void *grid, const char *letters) {
    const struct mx_shape shape = shape_of(grid);
    char text[UINT16_MAX + 1];
    fprintf(file, "%u %u\n", shape.rows, shape.cols);
    for (size_t row = 0; row < shape.rows; row++) {
        for (size_t col = 0; col < shape.cols; col++)
            text[col] = letters[row_of(grid, row)[col]];
        text[shape.cols] = '\n';
        fwrite(text, 1, shape.cols + 1u, file);
    }
}
