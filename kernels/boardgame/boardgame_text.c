/* The text of the judge, and the drawing. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "boardgame/boardgame_problem.h"
#include "boardgame/build_boardgame.h"
#include "support/reader.h"
#include "support/say.h"

#define MOST_PATTERNS UINT64_C(1000000000)
#define MOST_BOX_SIDE UINT64_C(1000000000)

bool boardgame_read_header(struct mx_reader *reader, uint64_t *cases) {
    (void)reader;
    *cases = MX_UNTIL_END;
    return true;
}

static bool read_mask(struct mx_reader *reader, struct boardgame_pattern *pattern) {
    for (uint32_t row = 0; row < pattern->rows; row++) {
        const char *word = mx_reader_word(reader, "pattern row", pattern->cols);
        if (word == NULL)
            return false;
        for (uint32_t col = 0; col < pattern->cols; col++) {
            if (word[col] != '0' && word[col] != '1') {
                mx_reader_reject(reader, col, "expected '0' or '1'");
                return false;
            }
            pattern->mask |= (uint64_t)(word[col] == '1') << (row * pattern->cols + col);
        }
    }
    return true;
}

static bool skip_rows(struct mx_reader *reader, uint64_t rows, uint64_t cols) {
    while (rows > 0 && mx_reader_skip_word(reader, "pattern row", cols, "01"))
        rows--;
    return rows == 0;
}

/* A pattern whose box does not fit the board is read and ignored. */
static bool read_pattern(struct mx_reader *reader, struct boardgame_draft *draft) {
    uint64_t rows, cols;
    if (!mx_reader_number(reader, "height of a pattern", 1, MOST_BOX_SIDE, &rows) ||
        !mx_reader_number(reader, "width of a pattern", 1, MOST_BOX_SIDE, &cols))
        return false;
    if (!boardgame_fits(draft, rows, cols))
        return skip_rows(reader, rows, cols);
    struct boardgame_pattern pattern = {(uint32_t)rows, (uint32_t)cols, 0};
    return read_mask(reader, &pattern) && boardgame_add(draft, pattern);
}

static bool read_size(struct mx_reader *reader, uint64_t *rows, uint64_t *cols) {
    if (!mx_reader_number(reader, "number of rows", 1, BOARDGAME_MOST_CELLS, rows) ||
        !mx_reader_number(reader, "number of columns", 1, BOARDGAME_MOST_CELLS, cols))
        return false;
    if (*rows * *cols <= BOARDGAME_MOST_CELLS)
        return true;
    mx_reader_reject(reader, 0,
                     "a board of %" PRIu64 "x%" PRIu64 " has %" PRIu64 " cells, the limit is %u",
                     *rows, *cols, *rows * *cols, BOARDGAME_MOST_CELLS);
    return false;
}

/* The word "misere" or "normal", if there is one; normal play otherwise. */
static bool read_rule(struct mx_reader *reader, bool *misere) {
    const int next = mx_reader_next_byte(reader);
    *misere = next == 'm';
    if (next != 'm' && next != 'n')
        return mx_reader_ok(reader);
    const char *word = mx_reader_word(reader, "rule", 6);
    if (word == NULL)
        return false;
    if (memcmp(word, *misere ? "misere" : "normal", 6) == 0)
        return true;
    mx_reader_reject(reader, 0, "expected rule \"normal\" or \"misere\"");
    return false;
}

/* The board's rows, if there are any; the empty board otherwise. */
static bool read_start(struct mx_reader *reader, uint32_t rows, uint32_t cols, uint64_t *filled) {
    const int next = mx_reader_next_byte(reader);
    *filled = 0;
    if (next != '.' && next != 'x')
        return mx_reader_ok(reader);
    for (uint32_t row = 0; row < rows; row++) {
        const char *word = mx_reader_word(reader, "board row", cols);
        if (word == NULL)
            return false;
        for (uint32_t col = 0; col < cols; col++) {
            if (word[col] != '.' && word[col] != 'x') {
                mx_reader_reject(reader, col, "expected '.' or 'x'");
                return false;
            }
            *filled |= (uint64_t)(word[col] == 'x') << (row * cols + col);
        }
    }
    return true;
}

static const void *finish(struct mx_reader *reader, struct boardgame_draft *draft) {
    bool misere;
    uint64_t filled;
    if (!read_rule(reader, &misere) ||
        !read_start(reader, draft->board->rows, draft->board->cols, &filled))
        return NULL;
    boardgame_set_play(draft, misere, filled);
    return boardgame_finish(draft);
}

const void *boardgame_read(struct mx_reader *reader, struct mx_arena *arena, int dialect) {
    (void)dialect;
    uint64_t rows, cols, patterns;
    if (!read_size(reader, &rows, &cols) ||
        !mx_reader_number(reader, "number of patterns", 0, MOST_PATTERNS, &patterns))
        return NULL;
    struct boardgame_draft draft = boardgame_start((uint32_t)rows, (uint32_t)cols, arena);
    while (draft.board != NULL && patterns > 0 && read_pattern(reader, &draft))
        patterns--;
    const void *board = draft.board != NULL && patterns == 0 ? finish(reader, &draft) : NULL;
    if (board == NULL && draft.board == NULL)
        mx_reader_reject_here(reader, "out of memory");
    return board;
}

void boardgame_write_header(FILE *file, uint64_t cases) {
    (void)file, (void)cases;
}

/* Writes a mask of rows x cols cells as text: of[its bit] for each, `between` between rows. */
static void mask_text(uint64_t mask, uint32_t rows, uint32_t cols, const char of[2], char between,
                      char text[2 * BOARDGAME_MOST_CELLS + 1]) {
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t col = 0; col < cols; col++, mask >>= 1)
            *text++ = of[mask & 1];
        *text++ = between;
    }
    text[-1] = '\0';
}

void boardgame_write(FILE *file, const void *instance, int dialect) {
    (void)dialect;
    const struct boardgame *board = instance;
    fprintf(file, "%u %u %" PRIu64 "\n", board->rows, board->cols, board->pattern_count);
    for (uint64_t i = 0; i < board->pattern_count; i++) {
        struct boardgame_pattern pattern = boardgame_pattern_at(board, i);
        char text[2 * BOARDGAME_MOST_CELLS + 1];
        mask_text(pattern.mask, pattern.rows, pattern.cols, "01", '\n', text);
        fprintf(file, "%u %u\n%s\n", pattern.rows, pattern.cols, text);
    }
    if (board->misere)
        fputs("misere\n", file);
    if (board->filled != 0) {
        char text[2 * BOARDGAME_MOST_CELLS + 1];
        mask_text(board->filled, board->rows, board->cols, ".x", '\n', text);
        fprintf(file, "%s\n", text);
    }
}

void boardgame_write_answer(FILE *file, uint64_t number, uint64_t answer) {
    (void)number;
    fputs(answer ? "Alice\n" : "Bob\n", file);
}

void boardgame_describe_state(const void *instance, uint64_t filled, char *text, size_t room) {
    const struct boardgame *board = instance;
    char cells[2 * BOARDGAME_MOST_CELLS + 1];
    mask_text(boardgame_on_board(board, filled), board->rows, board->cols, ".1", '/', cells);
    snprintf(text, room, "filled %s", cells);
}

static char letter(const void *instance, uint32_t row, uint32_t col, int dialect) {
    const struct boardgame *board = instance;
    (void)dialect;
    return board->filled >> (row * board->cols + col) & 1 ? 'x' : '.';
}

static bool is_free(const void *instance, uint64_t filled, uint32_t row, uint32_t col) {
    const struct boardgame *board = instance;
    return !(boardgame_on_board(board, filled) >> (row * board->cols + col) & 1);
}

static void write_rest(FILE *file, const void *instance) {
    const struct boardgame *board = instance;
    for (uint64_t i = 0; i < board->pattern_count; i++) {
        struct boardgame_pattern pattern = boardgame_pattern_at(board, i);
        char text[2 * BOARDGAME_MOST_CELLS + 1];
        mask_text(pattern.mask, pattern.rows, pattern.cols, "01", '/', text);
        fprintf(file, "pattern %s\n", text);
    }
    if (board->misere)
        fputs("misere: whoever completes a pattern or fills the last cell loses\n", file);
}

const struct mx_drawing boardgame_drawing = {
    .letter = letter, .is_free = is_free, .write_rest = write_rest};

/* ---- Settings ---------------------------------------------------------------------------- */

static const void *set_rule(const void *instance, const char *value, struct mx_arena *arena,
                            char *why, size_t room) {
    const struct boardgame *board = instance;
    for (int misere = 0; boardgame_rules[misere] != NULL; misere++)
        if (strcmp(value, boardgame_rules[misere]) == 0)
            return boardgame_with_play(board, misere, board->filled, arena);
    char shown[128];
    mx_say(why, room, "expected normal or misere, not '%.80s'",
           mx_printable(value, shown, sizeof shown));
    return NULL;
}

/* Reads "row,column", and the blanks behind it. Returns what follows; NULL = it is something else.
 */
static const char *parse_place(const char *text, uint64_t place[2]) {
    for (int i = 0; i < 2; i++) {
        char *end;
        if (text[0] < '0' || text[0] > '9')
            return NULL;
        place[i] = strtoull(text, &end, 10);
        text = end;
        if (i == 0 && *text++ != ',')
            return NULL;
    }
    const char *rest = text + strspn(text, " ");
    return rest == text && *rest != '\0' ? NULL : rest;
}

static const void *play_moves(const void *instance, const char *value, struct mx_arena *arena,
                              char *why, size_t room) {
    const struct boardgame *board = instance;
    uint64_t filled = board->filled, place[2];
    char shown[128];
    const char *text = value + strspn(value, " ");
    do {
        const char *rest = parse_place(text, place);
        if (rest == NULL) {
            mx_say(why, room, "expected \"row,column row,column\", from 1, not '%.80s'",
                   mx_printable(text, shown, sizeof shown));
            return NULL;
        }
        const uint64_t row = place[0] - 1, col = place[1] - 1;
        const bool inside = row < board->rows && col < board->cols;
        const uint64_t cell = inside ? UINT64_C(1) << (row * board->cols + col) : 0;
        if (!inside || filled & cell) {
            mx_say(why, room, "row %" PRIu64 ", column %" PRIu64 " is %s", place[0], place[1],
                   inside ? "filled already" : "outside the board");
            return NULL;
        }
        filled |= cell;
        text = rest;
    } while (*text != '\0');
    return boardgame_with_play(board, board->misere, filled, arena);
}

const struct mx_setting boardgame_settings[] = {
    {"rule", "normal|misere", "Play Board Game by this rule (default: the input's, else normal)",
     set_rule},
    {"after", "MOVES", "Start Board Game after these moves: \"row,column row,column\", from 1",
     play_moves},
    {NULL, NULL, NULL, NULL},
};
