/* A progress line is rewritten in place with \r; NO_COLOR does not concern it. */
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "harness/process/clock.h"

#define QUIET_SECONDS 1.0 /* before the line appears */
#define EVERY_SECONDS 0.1 /* between two changes of the line */

enum { LONGEST = 200 };

static struct {
    bool on;
    double started, shown; /* mx_seconds */
    char title[80];
    int width;     /* of the line on the terminal */
    uint64_t base; /* done at the first update: resumed work does not begin at 0 */
} line;

static bool can_rewrite(void) {
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

/* Columns that fit on one line. */
static int room(void) {
    struct winsize size;
    int columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
    if (columns < 2)
        columns = 80;
    return columns - 1 < LONGEST ? columns - 1 : LONGEST - 1;
}

/* Replaces the line; blanks cover the rest of a longer one. */
static void rewrite(const char *text) {
    int width = (int)strlen(text), rest = line.width > width ? line.width - width : 0;
    fprintf(stderr, "\r%s%*s", text, rest, "");
    for (int i = 0; i < rest; i++)
        fputc('\b', stderr);
    fflush(stderr);
    line.width = width;
}

void mx_progress_start(const char *title) {
    mx_progress_end();
    line.on = can_rewrite();
    line.started = mx_seconds();
    line.shown = 0;
    line.base = UINT64_MAX;
    snprintf(line.title, sizeof line.title, "%s", title);
}

/* Appends the part, after the separator unless the text is empty. */
static void add(char *text, const char *separator, const char *part) {
    size_t used = strlen(text);
    if (part[0] != '\0')
        snprintf(text + used, LONGEST - used, "%s%s", used > 0 ? separator : "", part);
}

static void eta_in_words(double seconds, char text[32]) {
    if (seconds < 120)
        snprintf(text, 32, "eta %.0f s", seconds);
    else if (seconds < 7200)
        snprintf(text, 32, "eta %.0f min", seconds / 60);
    else
        snprintf(text, 32, "eta %.0f h", seconds / 3600);
}

static void show(uint64_t done, uint64_t total, const char *note, double elapsed) {
    char text[LONGEST] = "", percent[16] = "", eta[32] = "";
    if (total > 0) {
        double share = done < total ? (double)done / (double)total : 1;
        snprintf(percent, sizeof percent, "%d%%", (int)(100 * share));
        if (done > line.base)
            eta_in_words(elapsed * (double)(total > done ? total - done : 0) /
                             (double)(done - line.base),
                         eta);
    }
    add(text, ", ", line.title);
    add(text, ", ", percent);
    add(text, percent[0] != '\0' ? " " : ", ", note);
    add(text, ", ", eta);
    text[room()] = '\0';
    rewrite(text);
}

void mx_progress_update(uint64_t done, uint64_t total, const char *note) {
    if (!line.on)
        return;
    if (done < line.base)
        line.base = done;
    double now = mx_seconds();
    if (now - line.started < QUIET_SECONDS || now - line.shown < EVERY_SECONDS)
        return;
    line.shown = now;
    show(done, total, note, now - line.started);
}

void mx_progress_hide(void) {
    if (line.width == 0)
        return;
    rewrite("");
    fputc('\r', stderr);
    fflush(stderr);
}

void mx_progress_end(void) {
    mx_progress_hide();
    line.on = false;
}

bool mx_colour_wanted(FILE *file) {
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fileno(file)) && (refused == NULL || refused[0] == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}
