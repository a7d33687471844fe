#include "cli/compare_sides.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/input/answers.h"
#include "harness/input/select.h"
#include "harness/process/process.h"
#include "measure/load.h"
#include "measure/verdict.h"

#define DEFAULT_BOARDS 64       /* of the default workload */
#define MOST_OPTIONS 2e6        /* of all its boards; milliseconds in a plain kernel */
#define LINK_PREFIX "mexbench-" /* of the names of the files in a folder of links */

/* ---- Variants and workload --------------------------------------------------------------- */

/* The last word is a workload when it cannot be the name of a variant. */
static bool is_workload(const struct mx_problem *problem, const char *word) {
    return mx_is_spec(problem, word) || strpbrk(word, "-./:") != NULL ||
           (mx_find_variant(problem, word) == NULL && access(word, F_OK) == 0);
}

static void add_side(struct mx_sides *sides, const struct mx_variant *variant) {
    if (sides->count == MX_MOST_SIDES) {
        mx_complain("too many variants, at most %u are compared", MX_MOST_SIDES);
        mx_exit(MX_EXIT_USAGE);
    }
    sides->variants[sides->count++] = variant;
}

struct mx_sides mx_read_sides(const struct mx_problem *problem, const struct mx_flags *flags,
                              const char **arguments, const char **workload) {
    struct mx_sides sides = {.count = 0};
    struct mx_flags one = *flags;
    for (unsigned i = 0; i <= MX_MOST_SIDES && arguments[i] != NULL; i++) {
        bool last = i == MX_MOST_SIDES || arguments[i + 1] == NULL;
        one.variant = arguments[i];
        if (last && is_workload(problem, arguments[i]))
            *workload = arguments[i];
        else
            add_side(&sides, mx_require_single_variant(problem, &one));
    }
    struct mx_selection selection = {.count = 0};
    if (flags->variant != NULL)
        mx_require_variants(problem, flags, &selection);
    for (uint32_t i = 0; i < selection.count; i++) {
        bool known = false;
        for (unsigned side = 0; side < sides.count; side++)
            known |= sides.variants[side] == selection.variant[i];
        if (!known)
            add_side(&sides, selection.variant[i]);
    }
    return sides;
}

/* The default workload: many boards, because one board has one answer, which a kernel may give by
 * chance. They come from the generator of one of the suite's loads, in greater number. Returns
 * false when it cannot make more boards. */
static bool with_many_boards(const struct mx_problem *problem, const char *spec, char *text,
                             size_t room) {
    struct mx_spec parsed;
    char why[256];
    const char *cases = strstr(spec, "cases=");
    if (cases == NULL || !mx_spec_parse(&parsed, problem, spec, 0, why, sizeof why) ||
        parsed.generator->count != NULL)
        return false;
    const char *rest = cases + strcspn(cases, ",");
    snprintf(text, room, "%.*scases=%d%s", (int)(cases - spec), spec, DEFAULT_BOARDS, rest);
    return true;
}

/* Whether all variants can solve it; *options is then its exact work. */
static bool suits_all(const struct mx_problem *problem, const struct mx_flags *flags,
                      const char *spec, const struct mx_sides *sides, double *options) {
    struct mx_load load;
    char why[400];
    bool suits = mx_load_open(&load, problem, "", spec, 0, flags->seed, why, sizeof why);
    for (unsigned i = 0; suits && i < sides->count; i++)
        suits = mx_load_suits(&load, sides->variants[i], flags->isa, why, sizeof why);
    *options = load.options;
    mx_load_close(&load);
    return suits;
}

const char *mx_default_workload(const struct mx_problem *problem, const struct mx_flags *flags,
                                const struct mx_sides *sides) {
    static char best[256];
    char spec[sizeof best];
    double options, most = -1;
    for (const struct mx_bench_load *load = problem->bench_loads; load->label != NULL; load++)
        if (load->quick && with_many_boards(problem, load->spec, spec, sizeof spec) &&
            suits_all(problem, flags, spec, sides, &options) && options <= MOST_OPTIONS &&
            options >= most) {
            memcpy(best, spec, sizeof best);
            most = options;
        }
    if (most >= 0)
        return best;
    mx_complain("no workload of the quick suite suits all of these variants; name a workload");
    mx_exit(MX_EXIT_USAGE);
}

const char *mx_kept_input(void) {
    static char path[64];
    char block[1 << 16];
    FILE *kept = tmpfile();
    bool good = kept != NULL;
    for (size_t got; good && (got = fread(block, 1, sizeof block, stdin)) > 0;)
        good = fwrite(block, 1, got, kept) == got;
    if (!good || fflush(kept) != 0) {
        mx_complain("cannot keep standard input: %s", strerror(errno));
        mx_exit(MX_EXIT_ERROR);
    }
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), fileno(kept));
    return path;
}

/* ---- Builds and their links -------------------------------------------------------------- */

static bool is_folder(const char *path) {
    struct stat state;
    return stat(path, &state) == 0 && S_ISDIR(state.st_mode);
}

void mx_require_builds(const struct mx_builds *builds, const struct mx_sides *sides,
                       const struct mx_problem *problem) {
    const char *wrong = NULL;
    if (builds->against != NULL && sides->count != 1)
        wrong = "--against compares one variant in two builds: name one";
    else if (builds->against == NULL && sides->count < 2)
        wrong = "a comparison needs two variants";
    else if (builds->links != NULL && sides->count > 2)
        wrong = "--links compares two variants";
    else if (builds->against != NULL && is_folder(builds->against) && builds->links == NULL)
        wrong = "--against names a folder of links: --links must name one, too";
    else if (builds->against != NULL && !is_folder(builds->against) && builds->links != NULL)
        wrong = "--links names a folder of links: --against must name one, too";
    if (builds->against != NULL && mx_answers_are_rounded(problem))
        mx_complain("--against compares the answers of two builds by their bytes, and those of %s "
                    "have a tolerance",
                    problem->name);
    else if (wrong != NULL)
        mx_complain("%s", wrong);
    else
        return;
    mx_exit(MX_EXIT_USAGE);
}

static int is_link(const struct dirent *entry) {
    return strncmp(entry->d_name, LINK_PREFIX, strlen(LINK_PREFIX)) == 0;
}

/* The paths of the links in a folder, sorted by name; exits with a message when they do not suit.
 */
static char **read_links(const char *folder, unsigned *count) {
    struct dirent **entries;
    const int found = scandir(folder, &entries, is_link, alphasort);
    if (found < 0) {
        mx_complain("cannot read %s: %s", folder, strerror(errno));
        mx_exit(MX_EXIT_ERROR);
    }
    const unsigned least = mx_least_processes(2);
    if (found % 2 != 0 || (unsigned)found < least || (unsigned)found > MX_MOST_PROCESSES) {
        mx_complain("%s: found %d files " LINK_PREFIX "*, expected an even number from %u to %u; "
                    "scripts/links makes them",
                    folder, found, least, MX_MOST_PROCESSES);
        mx_exit(MX_EXIT_USAGE);
    }
    char **paths = calloc((size_t)found, sizeof *paths);
    for (int i = 0; i < found; i++) {
        if (paths == NULL || asprintf(&paths[i], "%s/%s", folder, entries[i]->d_name) < 0)
            mx_out_of_memory();
        free(entries[i]);
    }
    free(entries);
    *count = (unsigned)found;
    return paths;
}

static void add_links(struct mx_processes *p, const struct mx_builds *builds) {
    unsigned others;
    char **own = read_links(builds->links, &p->links);
    for (unsigned i = 0; i < p->count; i++)
        p->subjects[i].links = own;
    if (builds->against == NULL)
        return;
    p->subjects[0].links = read_links(builds->against, &others);
    if (others == p->links)
        return;
    mx_complain("%s has %u links and %s has %u, but each side needs the same number",
                builds->against, others, builds->links, p->links);
    mx_exit(MX_EXIT_USAGE);
}

void mx_name_subjects(struct mx_processes *p, const struct mx_builds *builds,
                      const struct mx_sides *sides) {
    const char *own = mx_own_path();
    if (own == NULL) {
        mx_complain("cannot find this program: %s", strerror(errno));
        mx_exit(MX_EXIT_ERROR);
    }
    p->against = builds->against != NULL;
    if (p->against)
        p->subjects[p->count++] = (struct mx_subject){
            .program = builds->against,
            .variant = builds->was != NULL ? builds->was : sides->variants[0]->name};
    for (unsigned i = 0; i < sides->count; i++)
        p->subjects[p->count++] =
            (struct mx_subject){.program = own, .variant = sides->variants[i]->name};
    if (builds->links != NULL)
        add_links(p, builds);
}

static void free_paths(char *const *paths, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        free(paths[i]);
    free((void *)paths);
}

void mx_free_links(struct mx_processes *p) {
    if (p->against && p->links > 0)
        free_paths(p->subjects[0].links, p->links);
    if (p->links > 0)
        free_paths(p->subjects[1].links, p->links);
}
