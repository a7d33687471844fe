/* A board is printed as up to three grids: its letters, with the values of whole rows and columns
 * next to them; the value of each cell; and the position after the best opening. */
#include "cli/explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

enum { MOST_LISTED = 24, MOST_REST = 20, MARGIN = 5 };

/* Parts of a position have the tones from PART on. */
enum tone { PLAIN, DIM, WIN, PART };

static const char *const codes[] = {"",         "\033[2m",  "\033[1;32m", "\033[36m",
                                    "\033[33m", "\033[35m", "\033[34m",   "\033[31m"};
_Static_assert(sizeof codes / sizeof *codes == PART + MX_MOST_PARTS, "a colour for each part");

/* One place of a grid. */
struct entry {
    char text[16];
    enum tone tone;
};

typedef struct entry entry_at(const struct mx_explanation *e, uint32_t row, uint32_t col);

static void put(const struct mx_explain_page *page, int width, const struct entry *entry) {
    bool coloured = page->colour && entry->tone != PLAIN;
    mx_print("%*s%s%s%s", width - (int)strlen(entry->text), "", coloured ? codes[entry->tone] : "",
             entry->text, coloured ? "\033[0m" : "");
}

static struct entry letter_entry(char letter, enum tone tone) {
    return (struct entry){{letter}, tone};
}

/* The value that an opening leaves, "-" when there is none. */
static struct entry value_entry(const struct mx_valued_opening *opening) {
    struct entry entry = {"-", DIM};
    if (opening == NULL)
        return entry;
    if (opening->together == MX_LOONY)
        return letter_entry('!', PLAIN);
    entry.tone = opening->together == 0 ? WIN : PLAIN;
    snprintf(entry.text, sizeof entry.text, "%s%u", opening->together == 0 ? "*" : "",
             opening->together);
    return entry;
}

static char letter_at(const struct mx_explanation *e, uint32_t row, uint32_t col) {
    return e->problem->drawing->letter(e->instance, row, col, e->dialect);
}

/* A letter is dim where no player can move. */
static struct entry board_entry(const struct mx_explanation *e, uint32_t row, uint32_t col) {
    const struct mx_openings *o = &e->openings;
    bool free = mx_part_of_cell(e, o->part, o->parts, row, col) < o->parts;
    return letter_entry(letter_at(e, row, col), free ? PLAIN : DIM);
}

static struct entry opening_entry(const struct mx_explanation *e, uint32_t row, uint32_t col) {
    return value_entry(e->at[(size_t)row * e->cols + col]);
}

/* The part that the cell is in after the best opening, + when the opening took it. */
static struct entry part_entry(const struct mx_explanation *e, uint32_t row, uint32_t col) {
    const struct mx_openings *o = &e->openings;
    const struct mx_opening *move = &e->best->move;
    uint32_t part = mx_part_of_cell(e, move->part, move->parts, row, col);
    if (part < move->parts)
        return letter_entry((char)('a' + part), (enum tone)(PART + part));
    bool was_free = mx_part_of_cell(e, o->part, o->parts, row, col) < o->parts;
    return letter_entry(was_free ? '+' : letter_at(e, row, col), was_free ? WIN : DIM);
}

/* Columns for an entry: the largest value, a mark and a blank. */
static int entry_width(const struct mx_explanation *e) {
    uint32_t most = e->cols;
    for (uint64_t i = 0; i < e->openings.count; i++)
        if (e->openings.opening[i].together > most && e->openings.opening[i].together != MX_LOONY)
            most = e->openings.opening[i].together;
    return most < 10 ? 3 : most < 100 ? 4 : 6;
}

static void print_numbers(const struct mx_explain_page *page, int width) {
    struct entry entry = {.tone = DIM};
    mx_print("%*s", MARGIN, "");
    for (uint32_t col = 0; col < page->e->cols; col++) {
        snprintf(entry.text, sizeof entry.text, "%u", col + 1);
        put(page, width, &entry);
    }
    putc('\n', mx_out);
}

static void print_row(const struct mx_explain_page *page, uint32_t row, int width, entry_at *at) {
    struct entry entry = {.tone = DIM};
    snprintf(entry.text, sizeof entry.text, "%u", row + 1);
    put(page, MARGIN, &entry);
    for (uint32_t col = 0; col < page->e->cols; col++) {
        entry = at(page->e, row, col);
        put(page, width, &entry);
    }
}

static void print_value(const struct mx_explain_page *page, int width,
                        const struct mx_valued_opening *opening) {
    struct entry entry = value_entry(opening);
    put(page, width, &entry);
}

/* With `lines`, also prints the values of whole rows and columns. */
static void print_grid(const struct mx_explain_page *page, entry_at *at, bool lines) {
    const int width = entry_width(page->e);
    print_numbers(page, width);
    for (uint32_t row = 0; row < page->e->rows; row++) {
        print_row(page, row, width, at);
        if (lines)
            print_value(page, width + 2, page->e->row[row]);
        putc('\n', mx_out);
    }
    if (!lines)
        return;
    mx_print("%*s", MARGIN, "");
    for (uint32_t col = 0; col < page->e->cols; col++)
        print_value(page, width, page->e->col[col]);
    putc('\n', mx_out);
}

static void print_words(void (*write)(FILE *, const struct mx_explanation *),
                        const struct mx_explanation *e) {
    write(mx_out, e);
    putc('\n', mx_out);
}

/* Explains the colours and letters of the third grid, or says that there is none. */
static void print_parts(const struct mx_explain_page *page, const uint64_t *part,
                        const uint32_t *values, uint32_t count, bool lettered) {
    for (uint32_t i = 0; i < count; i++) {
        struct entry entry = letter_entry((char)('a' + i), (enum tone)(PART + i));
        if (lettered)
            put(page, 3, &entry);
        fputs("  ", mx_out);
        mx_write_part(mx_out, page->e, part[i], values[i]);
        putc('\n', mx_out);
    }
}

static void print_best(const struct mx_explain_page *page) {
    const struct mx_explanation *e = page->e;
    print_words(mx_write_reason, e);
    if (e->best == NULL)
        return;
    if (mx_is_drawn(e))
        print_grid(page, part_entry, false);
    print_parts(page, e->best->move.part, e->best->values, e->best->move.parts, mx_is_drawn(e));
}

static void print_opening(const struct mx_explain_page *page, const struct mx_valued_opening *o) {
    mx_print("  %-22s ", o->move.move);
    if (page->colour && o->together == 0)
        fputs(codes[WIN], mx_out);
    mx_write_sum(mx_out, o->values, o->move.parts, o->together);
    fputs(o->together == 0 ? "  wins" : "", mx_out);
    mx_print("%s\n", page->colour && o->together == 0 ? "\033[0m" : "");
}

static void print_openings(const struct mx_explain_page *page) {
    const struct mx_openings *o = &page->e->openings;
    uint64_t listed = page->all || o->count <= MOST_LISTED ? o->count : MOST_LISTED;
    if (o->count > 0)
        mx_print("%s\n", "\nopenings, and the value that each leaves:");
    for (uint64_t i = 0; i < listed; i++)
        print_opening(page, &o->opening[i]);
    if (listed < o->count)
        mx_print("  ... and %" PRIu64 " more, --all lists them\n", o->count - listed);
}

static void print_title(const struct mx_explain_page *page) {
    const struct mx_explanation *e = page->e;
    char shape[128];
    e->problem->describe(e->instance, shape, sizeof shape);
    mx_print("%s, board %" PRIu64 ", %s: ", e->problem->title, page->number, shape);
    mx_write_judged(mx_out, e, page->number);
    putc('\n', mx_out);
}

static bool has_loony(const struct mx_explanation *e) {
    uint64_t i = 0;
    while (i < e->openings.count && e->openings.opening[i].together != MX_LOONY)
        i++;
    return i < e->openings.count;
}

static void print_drawn(const struct mx_explain_page *page) {
    const struct mx_explanation *e = page->e;
    mx_write_rest_lines(mx_out, e, MOST_REST);
    putc('\n', mx_out);
    print_grid(page, board_entry, e->has_lines);
    if (e->has_cells) {
        mx_print("\nvalue (%s) after a move in each cell; *0 wins%s:\n", e->value_noun,
                 has_loony(e) ? ", ! lets the opponent win at once" : "");
        print_grid(page, opening_entry, false);
    } else if (e->has_lines) {
        mx_print("next to a row, below a column: value (%s) after a move there; *0 wins\n",
                 e->value_noun);
    }
    putc('\n', mx_out);
}

void mx_explain_print(const struct mx_explain_page *page) {
    const struct mx_explanation *e = page->e;
    print_title(page);
    if (!e->valued) {
        mx_print("no values of openings: %s\n", e->why);
        if (e->best != NULL)
            print_best(page);
        return;
    }
    if (mx_is_drawn(e))
        print_drawn(page);
    else
        mx_print("too large to draw: more than %u rows or columns\n", MX_DRAWN_SIDE);
    print_words(mx_write_verdict, e);
    print_parts(page, e->openings.part, e->openings.values, e->openings.parts, false);
    print_best(page);
    if (mx_is_drawn(e) || page->all)
        print_openings(page);
}

void mx_explain_print_brief(const struct mx_explain_page *page) {
    const struct mx_explanation *e = page->e;
    char shape[128];
    e->problem->describe(e->instance, shape, sizeof shape);
    mx_print("board %" PRIu64 ", %s: ", page->number, shape);
    mx_write_judged(mx_out, e, page->number);
    fputs("; ", mx_out);
    if (e->valued || e->best != NULL)
        mx_write_reason(mx_out, e);
    else
        fputs(e->why, mx_out);
    putc('\n', mx_out);
}
