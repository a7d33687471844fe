#include "measure/processes.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "harness/process/clock.h"
#include "support/say.h"

enum { REQUEST = 512, FLAG = 64 };

/* ---- Which process does what ------------------------------------------------------------- */

static unsigned talk_count(const struct mx_processes *p) {
    return p->separate ? p->side_count : 1;
}

static struct mx_talk *talk_of(struct mx_processes *p, unsigned side) {
    return &p->talks[p->separate ? side : 0];
}

/* What the side's process calls its subject. */
static unsigned number_of(const struct mx_processes *p, unsigned side) {
    return p->separate ? 0 : p->sides[side];
}

/* Takes over what went wrong in a process. Returns false. */
static bool troubled(struct mx_processes *p, const struct mx_talk *talk, enum mx_trouble trouble) {
    p->trouble = talk->interrupted ? MX_TROUBLE_INTERRUPTED : trouble;
    return mx_say(p->error, sizeof p->error, "%s", talk->error);
}

static bool ask(struct mx_processes *p, unsigned side, const char *request, const char *wanted) {
    struct mx_talk *talk = talk_of(p, side);
    return mx_talk_ask(talk, request, wanted) || troubled(p, talk, MX_TROUBLE_FAILED);
}

/* ---- Starting ---------------------------------------------------------------------------- */

static bool start_talk(struct mx_processes *p, unsigned talk, unsigned first, unsigned count) {
    char threads[FLAG], seed[FLAG], isa[FLAG], dialect[FLAG];
    const char *argv[8 + MX_PLUGIN_WORDS + MX_MOST_SIDES + 1] = {p->subjects[first].program,
                                                                 "sampler", threads, seed, isa};
    unsigned used = 5;
    snprintf(threads, FLAG, "--threads=%d", p->threads);
    snprintf(seed, FLAG, "--seed=%" PRIu64, p->seed);
    snprintf(isa, FLAG, "--isa=%s", mx_isa_name(p->isa));
    if (p->dialect != NULL) {
        snprintf(dialect, FLAG, "--dialect=%s", p->dialect);
        argv[used++] = dialect;
    }
    used += (unsigned)mx_plugin_words(p->flags, argv + used);
    argv[used++] = p->problem;
    argv[used++] = p->workload;
    for (unsigned i = 0; i < count; i++)
        argv[used++] = p->subjects[first + i].variant;
    return mx_talk_start(&p->talks[talk], argv, &p->rng) ||
           troubled(p, &p->talks[talk], MX_TROUBLE_FAILED);
}

/* The first process says what the others must say as well. */
static bool is_known(char known[17], const char found[17]) {
    if (known[0] == '\0')
        memcpy(known, found, 17);
    return strcmp(known, found) == 0;
}

static bool open_load(struct mx_processes *p, unsigned side) {
    char hash[17];
    if (!ask(p, side, "open\n", "ready"))
        return false;
    if (sscanf(talk_of(p, side)->line, "ready %" SCNu64 " %16s %15s", &p->boards, hash, p->clock) ==
            3 &&
        is_known(p->boards_hash, hash))
        return true;
    p->trouble = MX_TROUBLE_FAILED;
    return mx_say(p->error, sizeof p->error, "%s makes other boards of %s",
                  talk_of(p, side)->program, p->workload);
}

/* Processes that take turns do so on the core that the system gave to the last of them: the
 * others may have busier neighbours. What threads do is left to the system. */
static void share_core(struct mx_processes *p) {
    cpu_set_t core;
    CPU_ZERO(&core);
    if (!p->separate || p->core < 0 || strcmp(p->clock, "processor") != 0)
        return;
    CPU_SET((size_t)p->core, &core);
    for (unsigned i = 0; i < talk_count(p); i++)
        sched_setaffinity(p->talks[i].process, sizeof core, &core);
}

static void note_builds(struct mx_processes *p) {
    for (unsigned side = 0; side < p->side_count; side++)
        memcpy(p->builds[p->sides[side]], talk_of(p, side)->build, MX_TALK_BUILD);
}

/* Processes with the boards in memory. */
static bool start_processes(struct mx_processes *p, const unsigned *sides, unsigned count) {
    memcpy(p->sides, sides, count * sizeof *sides);
    p->side_count = count;
    for (unsigned i = 0; i < talk_count(p); i++)
        if (!start_talk(p, i, p->separate ? sides[i] : 0, p->separate ? 1 : p->count) ||
            !open_load(p, i))
            return false;
    share_core(p);
    return true;
}

static bool start_with_all(struct mx_processes *p) {
    unsigned all[MX_MOST_SIDES];
    for (unsigned i = 0; i < p->count; i++)
        all[i] = i;
    return start_processes(p, all, p->count);
}

void mx_processes_end(struct mx_processes *p) {
    for (unsigned i = 0; i < MX_MOST_SIDES; i++)
        mx_talk_end(&p->talks[i]);
}

/* ---- Agreement --------------------------------------------------------------------------- */

static bool disagree(struct mx_processes *p, const char *error) {
    p->trouble = MX_TROUBLE_DISAGREE;
    return mx_say(p->error, sizeof p->error, "%s", error);
}

static bool agree_in(struct mx_processes *p, unsigned side, char found[17]) {
    struct mx_talk *talk = talk_of(p, side);
    char hash[17];
    if (!mx_talk_ask(talk, "agree\n", "agreed"))
        return mx_talk_answered(talk, "failed") || talk->interrupted
                   ? troubled(p, talk, MX_TROUBLE_FAILED)
                   : disagree(p, talk->error);
    return (sscanf(talk->line, "agreed %u %16s", &p->depths, hash) == 2 && is_known(found, hash)) ||
           disagree(p, "the two builds find other values");
}

bool mx_processes_agree(struct mx_processes *p) {
    char found[17] = "";
    bool agreed = start_with_all(p);
    for (unsigned i = 0; agreed && i < talk_count(p); i++)
        agreed = agree_in(p, i, found);
    if (agreed)
        note_builds(p);
    mx_processes_end(p);
    return agreed;
}

static bool is_repeated(const struct mx_processes *p, unsigned side) {
    for (unsigned i = 0; i < side; i++)
        if (!p->separate && p->sides[i] == p->sides[side])
            return true;
    return false;
}

/* Solves once what will be sampled; the answers must be the same in all processes. */
static bool warm(struct mx_processes *p) {
    for (unsigned side = 0; side < p->side_count; side++) {
        char request[FLAG], hash[17] = "";
        if (is_repeated(p, side))
            continue;
        snprintf(request, sizeof request, "warm %u\n", number_of(p, side));
        if (!ask(p, side, request, "answers"))
            return false;
        if (sscanf(talk_of(p, side)->line, "answers %16s", hash) != 1 ||
            !is_known(p->answers_hash, hash))
            return disagree(p, "answers are not the same in all processes");
    }
    return true;
}

/* ---- Calibration ------------------------------------------------------------------------- */

static bool calibrate_side(struct mx_processes *p, unsigned side, double seconds, double limit) {
    char request[REQUEST];
    int used = 0;
    struct mx_talk *talk = talk_of(p, side);
    snprintf(request, sizeof request, "calibrate %u %.9g %.9g\n", number_of(p, side), seconds,
             limit);
    if (!mx_talk_ask(talk, request, "solves") ||
        sscanf(talk->line, "solves %" SCNu64 " %lf%n", &p->solves[side], &p->each[side], &used) <
            2) {
        if (!mx_talk_answered(talk, "over"))
            return troubled(p, talk, MX_TROUBLE_FAILED);
        p->trouble = MX_TROUBLE_OVER_LIMIT;
        return mx_say(p->error, sizeof p->error, "%s takes more than %g s",
                      p->subjects[side].variant, limit);
    }
    p->counts[side] = mx_counts_read(talk->line + used);
    return true;
}

static void share_counts(struct mx_processes *p) {
    uint64_t least = UINT64_MAX, most = 0;
    for (unsigned i = 0; i < p->count; i++) {
        least = p->solves[i] < least ? p->solves[i] : least;
        most = p->solves[i] > most ? p->solves[i] : most;
    }
    for (unsigned i = 0; i < p->count && most <= 2 * least; i++)
        p->solves[i] = most;
}

bool mx_processes_calibrate(struct mx_processes *p, double seconds, double limit) {
    double start = mx_seconds();
    bool good = start_with_all(p);
    double opened = mx_seconds() - start, solved = 0;
    for (unsigned side = 0; good && side < p->count; side++)
        good = calibrate_side(p, side, seconds, limit);
    if (good)
        note_builds(p);
    mx_processes_end(p);
    share_counts(p);
    for (unsigned side = 0; side < p->count; side++)
        solved += p->each[side];
    p->start_seconds = opened + solved;
    return good;
}

double mx_processes_row_seconds(const struct mx_processes *p) {
    double seconds = 0;
    for (unsigned i = 0; i < p->count; i++)
        seconds += p->each[i] * (double)(p->solves[i] + (p->solves[i] > 1));
    return seconds;
}

/* ---- The sampler ------------------------------------------------------------------------- */

static bool start(void *context, const unsigned *sides, unsigned count) {
    struct mx_processes *p = context;
    return start_processes(p, sides, count) && warm(p);
}

/* Samples of the sides order[0 .. count), which share a process, in one request. */
static bool sample(struct mx_processes *p, const unsigned *order, unsigned count, double *seconds) {
    char request[REQUEST] = "row";
    for (unsigned i = 0; i < count; i++) {
        size_t used = strlen(request);
        snprintf(request + used, sizeof request - used, " %u:%" PRIu64 "%s", number_of(p, order[i]),
                 p->solves[p->sides[order[i]]], i + 1 < count ? "" : "\n");
    }
    if (!ask(p, order[0], request, "seconds"))
        return false;
    const char *rest = talk_of(p, order[0])->line + strlen("seconds");
    for (unsigned i = 0; i < count; i++) {
        int used = 0;
        if (sscanf(rest, " %lf%n", &seconds[i], &used) != 1 || !(seconds[i] > 0)) {
            p->trouble = MX_TROUBLE_FAILED;
            return mx_say(p->error, sizeof p->error, "a sample is no time: '%.60s'", rest);
        }
        rest += used;
    }
    return true;
}

static bool row(void *context, const unsigned *order, unsigned count, double *seconds) {
    struct mx_processes *p = context;
    bool good = true;
    if (!p->separate)
        good = sample(p, order, count, seconds);
    for (unsigned i = 0; p->separate && good && i < count; i++)
        good = sample(p, order + i, 1, seconds + i);
    if (good && p->progress != NULL)
        p->progress(p->context);
    return good;
}

static bool finish(void *context, struct mx_disturbance *disturbance) {
    struct mx_processes *p = context;
    *disturbance = (struct mx_disturbance){-1, 0};
    for (unsigned i = 0; i < talk_count(p); i++) {
        struct mx_disturbance one;
        if (!ask(p, i, "end\n", "disturbed"))
            return false;
        if (sscanf(talk_of(p, i)->line, "disturbed %lf %" SCNu64, &one.steal, &one.switches) != 2)
            continue;
        disturbance->switches += one.switches;
        disturbance->steal = one.steal > disturbance->steal ? one.steal : disturbance->steal;
    }
    mx_processes_end(p);
    return true;
}

struct mx_sampler mx_processes_sampler(struct mx_processes *p) {
    return (struct mx_sampler){p, start, row, finish};
}
