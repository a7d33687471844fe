#include "harness/solve/contest.h"

#include <math.h>
#include <string.h>

#include "harness/input/optional.h"

#define RACED 100e-6      /* seconds: a race on less would compare noise */
#define RANKED_ONCE 20e-6 /* seconds: ranking again takes as long as the solve */
#define WIDEST_FIELD 3.0  /* times the cheapest prediction: farther kernels do not race */
#define PIECES 8u         /* a kernel races on this part of a large batch */
#define HOPE_COSTS 0.1    /* of the time of the picked kernel: what a search in vain may take */

/* ---- Contests ----------------------------------------------------------------------------- */

static uint32_t magnitude(uint32_t count) {
    return 31 - (uint32_t)__builtin_clz(count);
}

static struct mx_contest *find(struct mx_contests *contests, uint32_t rows, uint32_t cols,
                               uint32_t boards, bool digests) {
    for (uint32_t i = 0; i < contests->count; i++) {
        struct mx_contest *one = &contests->contest[i];
        if (one->rows == rows && one->cols == cols && one->digests == digests &&
            magnitude(one->boards) == magnitude(boards))
            return one;
    }
    contests->newest =
        contests->count < MX_CONTESTS ? contests->count++ : (contests->newest + 1) % MX_CONTESTS;
    struct mx_contest *one = &contests->contest[contests->newest];
    memset(one, 0, sizeof *one);
    one->rows = rows;
    one->cols = cols;
    one->digests = digests;
    return one;
}

/* The record of an entrant in the contest so far; zeros if it is new. */
static struct mx_entrant record_of(const struct mx_contest *contest,
                                   const struct mx_candidate *candidate) {
    for (uint32_t i = 0; i < contest->count; i++)
        if (contest->entrant[i].candidate.variant == candidate->variant &&
            contest->entrant[i].candidate.threads == candidate->threads)
            return contest->entrant[i];
    return (struct mx_entrant){0};
}

struct mx_contest *mx_contest_for(struct mx_contests *contests, const struct mx_request *request,
                                  const struct mx_batch *batch, bool digests,
                                  bool (*serves)(const void *context, const struct mx_variant *),
                                  const void *context) {
    struct mx_candidate ranked[MX_MOST_CANDIDATES];
    uint32_t rows, cols;
    mx_sides(request->problem, batch->instances, &rows, &cols);
    struct mx_contest *contest = find(contests, rows, cols, batch->count, digests);
    if (contest->batches++ > 0 && contest->count > 0 && contest->boards == batch->count &&
        contest->entrant[0].candidate.seconds < RANKED_ONCE)
        return contest;
    const struct mx_contest before = *contest;
    const uint32_t count = mx_rank(request, batch, ranked);
    contest->count = 0;
    contest->boards = batch->count;
    for (uint32_t i = 0; i < count && contest->count < MX_ENTRANTS; i++)
        if (serves(context, ranked[i].variant)) {
            struct mx_entrant entrant = record_of(&before, &ranked[i]);
            entrant.candidate = ranked[i];
            contest->entrant[contest->count++] = entrant;
        }
    return contest;
}

/* ---- The race ----------------------------------------------------------------------------- */

/* The prediction, corrected by what was measured in the race. */
static double expected(const struct mx_entrant *entrant) {
    return entrant->candidate.seconds * entrant->measured / entrant->foreseen;
}

/* Whether the second may be the faster one, as far as the forecasts know. */
static bool in_reach(const struct mx_entrant *first, const struct mx_entrant *second) {
    const double field = first->candidate.spread * second->candidate.spread;
    return second->candidate.seconds <=
           first->candidate.seconds * (field < WIDEST_FIELD ? field : WIDEST_FIELD);
}

/* The part of a batch that a kernel races on: whole calls of solve. All of it if it is small. */
static uint32_t race_piece(const struct mx_entrant *entrant, uint32_t boards) {
    const uint32_t call = entrant->candidate.variant->max_batch;
    const uint64_t calls = ((uint64_t)boards / PIECES + call - 1) / call;
    const uint64_t piece = (calls > 0 ? calls : 1) * call;
    return piece > boards / 2 ? boards : (uint32_t)piece;
}

/* The next entrant from number `at` on that may be picked; contest->count if there is none. */
static uint32_t next_able(const struct mx_contest *contest, uint32_t at) {
    const struct mx_entrant *entrant = contest->entrant;
    while (at < contest->count && 2 * entrant[at].gave_up > entrant[at].pieces + 1)
        at++;
    return at;
}

uint32_t mx_contest_pick(const struct mx_contest *contest, uint32_t boards, uint32_t *piece) {
    const uint32_t able = next_able(contest, 0), one = able < contest->count ? able : 0;
    const uint32_t other = next_able(contest, one + 1);
    const struct mx_entrant *first = &contest->entrant[one], *second = &contest->entrant[other];
    *piece = boards;
    if (other >= contest->count || first->candidate.seconds < RACED || !in_reach(first, second))
        return one;
    const struct mx_entrant *untried = first->pieces < 2 ? first : second;
    if (untried->pieces < 2) {
        *piece = race_piece(untried, boards);
        return untried == first ? one : other;
    }
    return expected(second) < expected(first) ? other : one;
}

static bool is_wide(const struct mx_entrant *entrant) {
    return entrant->candidate.spread >= MX_WIDE;
}

uint32_t mx_contest_hope(const struct mx_contest *contest, uint32_t picked) {
    const double safe = contest->entrant[picked].candidate.seconds;
    if (is_wide(&contest->entrant[picked]) || safe < RACED)
        return contest->count;
    for (uint32_t i = next_able(contest, 0); i < contest->count; i = next_able(contest, i + 1)) {
        const struct mx_candidate *one = &contest->entrant[i].candidate;
        if (is_wide(&contest->entrant[i]) && one->seconds < safe * one->spread)
            return i;
    }
    return contest->count;
}

double mx_contest_patience(const struct mx_contest *contest, uint32_t picked, uint32_t entrant) {
    if (!is_wide(&contest->entrant[entrant]))
        return INFINITY;
    if (entrant != picked)
        return HOPE_COSTS * contest->entrant[picked].candidate.seconds;
    for (uint32_t i = 0; i < contest->count; i++)
        if (!is_wide(&contest->entrant[i]))
            return fmax(fmax(contest->entrant[picked].candidate.seconds, RACED),
                        contest->entrant[i].candidate.seconds / 4);
    return INFINITY;
}

void mx_contest_enter(struct mx_contest *contest, uint32_t entrant, uint32_t boards, double seconds,
                      bool gave_up) {
    struct mx_entrant *one = &contest->entrant[entrant];
    if (one->pieces > 0) {
        one->foreseen += one->candidate.seconds * boards / contest->boards;
        one->measured += seconds;
    }
    one->pieces++;
    one->gave_up += gave_up;
    one->boards += boards;
    one->seconds += seconds;
}
