#include "bench/checking.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/process/clock.h"
#include "harness/solve/window.h"

#define MOST_HALVINGS 5
#define LEAST_SIDE 2u
#define MOST_RATE 1e10 /* options that no kernel evaluates in a second on one thread */

/* The length of a variant's name without the instruction set that it is compiled for. */
static size_t technique_length(const struct mx_variant *variant) {
    const char *last = strrchr(variant->name, '_');
    for (int isa = 0; last != NULL && isa < MX_ISAS; isa++)
        if (strcmp(last + 1, mx_isa_name((mx_isa)isa)) == 0)
            return (size_t)(last - variant->name);
    return strlen(variant->name);
}

static bool same_technique(const struct mx_variant *one, const struct mx_variant *other) {
    const size_t length = technique_length(one);
    return length == technique_length(other) && memcmp(one->name, other->name, length) == 0;
}

/* Whether a candidate solves the load within its time. */
static bool solves_in_time(struct mx_load *load, const struct mx_variant *variant, mx_isa isa,
                           double limit) {
    struct mx_deadline deadline = {mx_seconds() + limit};
    const struct mx_monitor monitor = {mx_before_deadline, &deadline};
    struct mx_solver solver = {.problem = load->problem,
                               .variant = variant,
                               .isa = isa,
                               .threads = 1,
                               .monitor = &monitor};
    char why[256];
    uint32_t solved;
    const bool good = load->options <= MOST_RATE * limit &&
                      mx_load_suits(load, variant, isa, why, sizeof why) &&
                      mx_load_workspace(load, variant, 1) < mx_memory_available() &&
                      mx_window_solve(&load->window, &solver, &solved) == MX_SOLVE_DONE &&
                      mx_seconds() <= deadline.at;
    mx_solver_free(&solver);
    return good;
}

static enum mx_agreement agree(struct mx_checked_load *checked, const struct mx_variant *variant,
                               int threads, char *text, size_t room) {
    const struct mx_load *load = checked->load;
    return mx_agreement_check(&checked->witness, load->problem, &load->window.groups,
                              load->window.count, variant, threads, NULL, text, room);
}

/* The next variant of the registry that solves the load and has another technique than `but` (NULL:
 * any); NULL when none is left. */
static const struct mx_variant *next_candidate(struct mx_checked_load *checked,
                                               const struct mx_variant *but, mx_isa isa,
                                               double limit) {
    const struct mx_variant *const *variants = checked->load->problem->variants;
    while (variants[checked->candidate] != NULL) {
        const struct mx_variant *candidate = variants[checked->candidate++];
        if ((but == NULL || !same_technique(candidate, but)) &&
            solves_in_time(checked->load, candidate, isa, limit))
            return candidate;
    }
    return NULL;
}

/* Makes the first able variant the witness: the reference, if it is able. */
static void find_witness(struct mx_checked_load *checked, mx_isa isa, double limit) {
    const struct mx_variant *candidate;
    char text[400];
    while (checked->witness.variant == NULL &&
           (candidate = next_candidate(checked, NULL, isa, limit)) != NULL)
        agree(checked, candidate, 1, text, sizeof text);
}

/* Whether a variant of another technique than the witness's agrees with it. False with text[0] = 0:
 * no such variant exists; else the text names the difference. */
static bool confirm(struct mx_checked_load *checked, mx_isa isa, double limit, char *text,
                    size_t room) {
    const struct mx_variant *candidate;
    char why[400];
    text[0] = '\0';
    while (!checked->confirmed &&
           (candidate = next_candidate(checked, checked->witness.variant, isa, limit)) != NULL) {
        enum mx_agreement found = agree(checked, candidate, 1, why, sizeof why);
        checked->confirmed = found == MX_AGREES;
        if (found == MX_DIFFERS) {
            snprintf(text, room, "disagrees with %s: %s", candidate->name, why);
            return false;
        }
    }
    return checked->confirmed;
}

/* MX_COMPARED, MX_FAILED, or MX_NOT_COMPARED with an empty text. */
static void compare(struct mx_checked *checked, struct mx_checked_load *load,
                    const struct mx_variant *variant, int threads, mx_isa isa, double limit) {
    find_witness(load, isa, limit);
    enum mx_agreement found = agree(load, variant, threads, checked->text, sizeof checked->text);
    checked->work = load->witness.work;
    checked->what = found == MX_AGREES ? MX_COMPARED : found == MX_DIFFERS ? MX_FAILED : MX_SKIPPED;
    if (found != MX_AGREES)
        return;
    if (!same_technique(variant, load->witness.variant))
        load->confirmed = true;
    else if (!load->confirmed && !confirm(load, isa, limit, checked->text, sizeof checked->text))
        checked->what = checked->text[0] != '\0' ? MX_FAILED : MX_NOT_COMPARED;
}

/* ---- Smaller boards ---------------------------------------------------------------------- */

/* Halves n and m in the spec. Returns false when the spec has neither, or when they are already
 * small. */
static bool halve_sides(const char *spec, char *half, size_t room) {
    size_t used = 0;
    bool halved = false;
    for (const char *at = spec; *at != '\0' && used + 12 < room;) {
        const bool first = at > spec && (at[-1] == ':' || at[-1] == ',');
        if (!first || (strncmp(at, "n=", 2) != 0 && strncmp(at, "m=", 2) != 0)) {
            half[used++] = *at++;
            continue;
        }
        char *end;
        const unsigned long side = strtoul(at + 2, &end, 10);
        const unsigned long smaller = side / 2 < LEAST_SIDE ? side : side / 2;
        halved |= smaller < side;
        used += (size_t)snprintf(half + used, room - used, "%c=%lu", *at, smaller);
        at = end;
    }
    half[used] = '\0';
    return halved;
}

/* Checks one smaller load. Returns true when it allowed a comparison; `what` and `text` then have
 * the result. */
static bool compare_on(struct mx_checked *checked, const struct mx_load *large, const char *spec,
                       const struct mx_variant *variant, int threads, mx_isa isa, double limit) {
    struct mx_load load;
    struct mx_checked_load smaller = {.load = &load};
    struct mx_checked found = {.work = 0};
    char why[256];
    if (mx_load_open(&load, large->problem, "", spec, 0, large->generated.seed, why, sizeof why) &&
        mx_load_suits(&load, variant, isa, why, sizeof why))
        compare(&found, &smaller, variant, threads, isa, limit);
    if (found.what == MX_COMPARED)
        snprintf(checked->text, sizeof checked->text, "not compared; agrees on %s", spec);
    if (found.what == MX_FAILED) {
        checked->what = MX_FAILED;
        snprintf(checked->text, sizeof checked->text, "on %.150s: %.300s", spec, found.text);
    }
    mx_witness_free(&smaller.witness);
    mx_load_close(&load);
    return found.what == MX_COMPARED || found.what == MX_FAILED;
}

static void compare_on_smaller(struct mx_checked *checked, const struct mx_load *large,
                               const struct mx_variant *variant, int threads, mx_isa isa,
                               double limit) {
    char spec[256], half[256];
    snprintf(checked->text, sizeof checked->text, "not compared; no other technique can solve it");
    if (large->generated.generator == NULL)
        return;
    snprintf(spec, sizeof spec, "%s", large->spec);
    for (int i = 0; i < MOST_HALVINGS && halve_sides(spec, half, sizeof half); i++) {
        if (compare_on(checked, large, half, variant, threads, isa, limit))
            return;
        memcpy(spec, half, sizeof spec);
    }
}

void mx_check_on_load(struct mx_checked *checked, struct mx_checked_load *load,
                      const struct mx_variant *variant, int threads, mx_isa isa, double limit) {
    compare(checked, load, variant, threads, isa, limit);
    if (checked->what == MX_NOT_COMPARED)
        compare_on_smaller(checked, load->load, variant, threads, isa, limit);
}
