/* Two panels of square cells, then lines of text. Lengths are in pixels. */
#include "cli/explain.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/process/files.h"
#include "support/say.h"
#include "support/text_stream.h"

enum {
    CELL = 34,
    LEFT = 34,     /* of the first panel, for the numbers of rows */
    TOP = 76,      /* of both, for the title and the numbers of columns */
    APART = 44,    /* the panels */
    LINE = 22,     /* of text */
    CHARACTER = 8, /* widest on average */
    MOST_REST = 8, /* lines */
    END = 16       /* right of everything and below it */
};

struct drawing {
    FILE *file;
    const struct mx_explanation *e;
    int second, bottom; /* left edge of the second panel, lower edge of both */
};

static const char style[] =
    "<style>\n"
    "text{font:14px sans-serif;fill:#1f2328}\n"
    ".title{font-weight:bold;font-size:16px}\n"
    ".paper{fill:#ffffff}\n"
    ".cell{fill:#ffffff;stroke:#8c959f}\n"
    ".stuck{fill:#d0d7de}\n"
    ".wins{fill:#aceebb}\n"
    ".number,.value{font-size:11px;fill:#57606a}\n"
    ".gone{fill:#6e7781}\n"
    ".p0{fill:#b6e3ff}.p1{fill:#fae17d}.p2{fill:#ecd8ff}.p3{fill:#ffd8b5}.p4{fill:#ffcecb}\n"
    "@media (prefers-color-scheme:dark){\n"
    "text{fill:#e6edf3}\n"
    ".paper{fill:#0d1117}\n"
    ".cell{fill:#0d1117;stroke:#6e7681}\n"
    ".stuck{fill:#30363d}\n"
    ".wins{fill:#116329}\n"
    ".number,.value{fill:#b1bac4}\n"
    ".gone{fill:#6e7681}\n"
    ".p0{fill:#0c2d6b}.p1{fill:#633c01}.p2{fill:#3c1e70}.p3{fill:#762d0a}.p4{fill:#8e1519}\n"
    "}\n"
    "</style>\n";

/* Writes the text with its markup characters escaped. */
static void escape(FILE *file, const char *text) {
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        default:
            putc(*text, file);
        }
}

static void write_text(const struct drawing *d, int x, int y, const char *class, const char *anchor,
                       const char *text) {
    fprintf(d->file, "<text x=\"%d\" y=\"%d\" class=\"%s\" text-anchor=\"%s\">", x, y, class,
            anchor);
    escape(d->file, text);
    fputs("</text>\n", d->file);
}

static void write_cell(const struct drawing *d, int x, int y, const char *class, const char *text) {
    fprintf(d->file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"cell %s\"/>\n", x,
            y, CELL, CELL, class);
    write_text(d, x + CELL / 2 - 4, y + CELL / 2 + 2, "letter", "middle", text);
}

static void write_numbers(const struct drawing *d, int left) {
    char text[16];
    for (uint32_t col = 0; col < d->e->cols; col++) {
        snprintf(text, sizeof text, "%u", col + 1);
        write_text(d, left + (int)col * CELL + CELL / 2, TOP - 6, "number", "middle", text);
    }
    for (uint32_t row = 0; row < d->e->rows; row++) {
        snprintf(text, sizeof text, "%u", row + 1);
        write_text(d, left - 8, TOP + (int)row * CELL + CELL / 2 + 4, "number", "end", text);
    }
}

/* The value of an opening, on a field of its own when it wins. */
static void write_value(const struct drawing *d, int x, int y, const struct mx_valued_opening *o) {
    char text[16];
    if (o == NULL)
        return;
    if (o->together == MX_LOONY)
        snprintf(text, sizeof text, "!");
    else
        snprintf(text, sizeof text, "%u", o->together);
    if (o->together == 0)
        fprintf(d->file,
                "<rect x=\"%d\" y=\"%d\" width=\"16\" height=\"14\" rx=\"3\" class=\"wins\"/>\n",
                x - 8, y - 11);
    write_text(d, x, y, "value", "middle", text);
}

static bool is_free(const struct mx_explanation *e, uint32_t row, uint32_t col) {
    return mx_part_of_cell(e, e->openings.part, e->openings.parts, row, col) < e->openings.parts;
}

static void write_board(const struct drawing *d) {
    const struct mx_explanation *e = d->e;
    for (uint32_t row = 0; row < e->rows; row++)
        for (uint32_t col = 0; col < e->cols; col++) {
            int x = LEFT + (int)col * CELL, y = TOP + (int)row * CELL;
            char letter[] = {e->problem->drawing->letter(e->instance, row, col, e->dialect), '\0'};
            write_cell(d, x, y, is_free(e, row, col) ? "free" : "stuck", letter);
            write_value(d, x + CELL - 9, y + CELL - 4, e->at[(size_t)row * e->cols + col]);
        }
    for (uint32_t row = 0; row < e->rows; row++)
        write_value(d, LEFT + (int)e->cols * CELL + 16, TOP + (int)row * CELL + CELL / 2 + 4,
                    e->row[row]);
    for (uint32_t col = 0; col < e->cols; col++)
        write_value(d, LEFT + (int)col * CELL + CELL / 2, d->bottom + 15, e->col[col]);
    write_numbers(d, LEFT);
}

/* The position after the best opening, its parts in colours. */
static void write_rest(const struct drawing *d) {
    const struct mx_explanation *e = d->e;
    const struct mx_opening *move = &e->best->move;
    for (uint32_t row = 0; row < e->rows; row++)
        for (uint32_t col = 0; col < e->cols; col++) {
            int x = d->second + (int)col * CELL, y = TOP + (int)row * CELL;
            uint32_t part = mx_part_of_cell(e, move->part, move->parts, row, col);
            bool left = part < move->parts, taken = !left && is_free(e, row, col);
            char class[16], letter[2] = "+";
            snprintf(class, sizeof class, left ? "p%u" : taken ? "gone" : "stuck", part);
            if (!taken)
                letter[0] = e->problem->drawing->letter(e->instance, row, col, e->dialect);
            write_cell(d, x, y, class, letter);
        }
    write_numbers(d, d->second);
}

/* ---- Text below -------------------------------------------------------------------------- */

/* Verdict, reason, the parts of the best opening, and data that the letters do not show. The caller
 * frees it. */
static char *captions(const struct mx_explanation *e) {
    struct mx_text_stream stream;
    FILE *memory = mx_text_open(&stream);
    if (memory == NULL)
        return NULL;
    mx_write_verdict(memory, e);
    putc('\n', memory);
    mx_write_reason(memory, e);
    for (uint32_t i = 0; e->best != NULL && i < e->best->move.parts; i++) {
        putc('\n', memory);
        mx_write_part(memory, e, e->best->move.part[i], e->best->values[i]);
    }
    putc('\n', memory);
    mx_write_rest_lines(memory, e, MOST_REST);
    return mx_text_close(&stream);
}

static int count_lines(const char *text, int *longest) {
    int lines = 0;
    for (*longest = 0; *text != '\0'; lines++) {
        int length = (int)strcspn(text, "\n");
        *longest = length > *longest ? length : *longest;
        text += length + (text[length] == '\n');
    }
    return lines;
}

/* The captions of the parts, from the third line on, are next to their colours. */
static void write_captions(const struct drawing *d, char *text, int y) {
    char *state = NULL;
    int line = 0, parts = d->e->best == NULL ? 0 : (int)d->e->best->move.parts;
    for (char *one = strtok_r(text, "\n", &state); one != NULL;
         one = strtok_r(NULL, "\n", &state), line++, y += LINE) {
        bool of_part = line >= 2 && line < 2 + parts;
        if (of_part)
            fprintf(d->file,
                    "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"14\" class=\"cell p%d\"/>\n",
                    LEFT, y - 12, line - 2);
        write_text(d, of_part ? LEFT + 22 : LEFT, y, "caption", "start", one);
    }
}

/* ---- The picture ------------------------------------------------------------------------- */

static void write_title(const struct drawing *d, uint64_t number) {
    char shape[128], text[320];
    d->e->problem->describe(d->e->instance, shape, sizeof shape);
    snprintf(text, sizeof text, "%s, board %" PRIu64 ", %s", d->e->problem->title, number, shape);
    fputs("<title>", d->file);
    escape(d->file, text);
    fputs("</title>\n", d->file);
    write_text(d, LEFT, 26, "title", "start", text);
    snprintf(text, sizeof text, "small: value (%s) after the move; 0 wins", d->e->value_noun);
    write_text(d, LEFT, 48, "number", "start", text);
}

static void write_picture(struct drawing *d, uint64_t number, char *text) {
    const struct mx_explanation *e = d->e;
    int longest, lines = count_lines(text, &longest), panel = (int)e->cols * CELL;
    int width = LEFT + longest * CHARACTER + 22, least = LEFT + 40 * CHARACTER;
    d->second = LEFT + panel + (e->has_lines ? CELL : 0) + APART;
    d->bottom = TOP + (int)e->rows * CELL;
    width = width < least ? least : width;
    width = width < d->second + panel ? d->second + panel : width;
    int height = d->bottom + 48 + lines * LINE;
    fprintf(d->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n%s"
            "<rect width=\"%d\" height=\"%d\" class=\"paper\"/>\n",
            width + END, height + END, width + END, height + END, style, width + END, height + END);
    write_title(d, number);
    write_board(d);
    if (e->best != NULL)
        write_rest(d);
    write_captions(d, text, d->bottom + 48);
    fputs("</svg>\n", d->file);
}

/* False with errno. */
static bool draw(struct mx_replacement *picture, const struct mx_explanation *e, uint64_t number,
                 char *text) {
    struct drawing drawing = {.file = mx_replacement_stream(picture), .e = e};
    if (drawing.file == NULL) {
        mx_replacement_discard(picture);
        return false;
    }
    write_picture(&drawing, number, text);
    return mx_replacement_finish(picture);
}

bool mx_explain_write_svg(const char *path, const struct mx_explanation *e, uint64_t number,
                          char *why, size_t room) {
    struct mx_replacement picture;
    char *text = captions(e);
    bool good = text != NULL ? mx_replacement_open(&picture, path, why, room)
                             : mx_say(why, room, "out of memory");
    if (good && !draw(&picture, e, number, text))
        good = mx_say(why, room, "%s", strerror(errno));
    free(text);
    return good;
}
