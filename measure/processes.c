#include "measure/processes.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "harness/check/agree.h"
#include "harness/input/optional.h"
#include "harness/input/select.h"
#include "harness/process/clock.h"
#include "measure/agreement.h"
#include "measure/serve.h"
#include "support/say.h"

enum { REQUEST = 512, FLAG = 64 };

/* ---- Roles of the processes ------------------------------------------------------------- */

/* Whether each side has a process of its own. */
static bool are_separate(const struct mx_processes *p) {
    return p->against || p->links > 0;
}

static unsigned talk_count(const struct mx_processes *p) {
    return are_separate(p) ? p->side_count : 1;
}

static struct mx_talk *talk_of(struct mx_processes *p, unsigned side) {
    return &p->talks[are_separate(p) ? side : 0];
}

/* The number of the side's subject within its process. */
static unsigned number_of(const struct mx_processes *p, unsigned side) {
    return p->against ? 0 : p->sides[side];
}

static const char *noun_of(const struct mx_processes *p) {
    const struct mx_problem *problem = mx_find_problem(p->problem);
    return problem == NULL ? "instance" : mx_instance_noun(problem);
}

/* Copies the error of a process. Returns false. */
static bool troubled(struct mx_processes *p, const struct mx_talk *talk, enum mx_trouble trouble) {
    p->trouble = talk->interrupted ? MX_TROUBLE_INTERRUPTED
                 : talk->starved   ? MX_TROUBLE_STARVED
                                   : trouble;
    return mx_say(p->error, sizeof p->error, "%s", talk->error);
}

static bool ask(struct mx_processes *p, unsigned side, const char *request, const char *wanted,
                double expected) {
    struct mx_talk *talk = talk_of(p, side);
    return mx_talk_ask(talk, request, wanted, expected) || troubled(p, talk, MX_TROUBLE_FAILED);
}

/* ---- Starting ---------------------------------------------------------------------------- */

static const char *program_of(const struct mx_processes *p, unsigned side) {
    const struct mx_subject *subject = &p->subjects[p->sides[side]];
    return p->links > 0 ? subject->links[p->side_links[side]] : subject->program;
}

/* The process of a side; it holds the side's subject or, when all are of one program, all. */
static bool start_talk(struct mx_processes *p, unsigned talk) {
    const unsigned first = p->against ? p->sides[talk] : 0, count = p->against ? 1 : p->count;
    char threads[FLAG], seed[FLAG], isa[FLAG], dialect[FLAG];
    const char *argv[8 + MX_PLUGIN_WORDS + MX_MOST_SIDES + 1] = {program_of(p, talk), "sampler",
                                                                 threads, seed, isa};
    unsigned used = 5;
    snprintf(threads, FLAG, "--threads=%d", p->threads);
    snprintf(seed, FLAG, "--seed=%" PRIu64, p->seed);
    snprintf(isa, FLAG, "--isa=%s", mx_isa_name(p->isa));
    if (p->dialect != NULL) {
        snprintf(dialect, FLAG, "--dialect=%s", p->dialect);
        argv[used++] = dialect;
    }
    used += (unsigned)mx_plugin_words(p->plugins, argv + used);
    argv[used++] = p->problem;
    argv[used++] = p->workload;
    for (unsigned i = 0; i < count; i++)
        argv[used++] = p->subjects[first + i].variant;
    return mx_talk_start(&p->talks[talk], argv, count, p->patience, &p->rng) ||
           troubled(p, &p->talks[talk], MX_TROUBLE_FAILED);
}

/* The first process sets the values that the others must repeat. */
static bool is_known(char known[17], const char found[17]) {
    if (known[0] == '\0')
        memcpy(known, found, 17);
    return strcmp(known, found) == 0;
}

static bool open_load(struct mx_processes *p, unsigned side) {
    char hash[17], clock[16];
    int varies;
    if (!ask(p, side, "open\n", "ready", 0))
        return false;
    if (sscanf(talk_of(p, side)->line, "ready %" SCNu64 " %16s %15s %d %d", &p->boards, hash, clock,
               &p->core, &varies) == 5 &&
        is_known(p->boards_hash, hash)) {
        p->clock = strcmp(clock, "real") == 0 ? MX_REAL_TIME : MX_PROCESSOR_TIME;
        p->varies = varies;
        return true;
    }
    p->trouble = MX_TROUBLE_FAILED;
    return mx_say(p->error, sizeof p->error, "%s makes other %ss of %s", talk_of(p, side)->program,
                  noun_of(p), p->workload);
}

/* All sides run on the core that the system gave to the last process: another core may be slower,
 * or have busier neighbours, and the system moves processes at any time. It places several threads.
 */
static void share_core(struct mx_processes *p) {
    cpu_set_t core;
    CPU_ZERO(&core);
    if (p->core < 0 || p->clock != MX_PROCESSOR_TIME)
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
static bool start_processes(struct mx_processes *p, const unsigned *sides, const unsigned *links,
                            unsigned count) {
    memcpy(p->sides, sides, count * sizeof *sides);
    memcpy(p->side_links, links, count * sizeof *links);
    p->side_count = count;
    for (unsigned i = 0; i < talk_count(p); i++)
        if (!start_talk(p, i) || !open_load(p, i))
            return false;
    share_core(p);
    return true;
}

static bool start_with_all(struct mx_processes *p) {
    unsigned all[MX_MOST_SIDES], links[MX_MOST_SIDES] = {0};
    for (unsigned i = 0; i < p->count; i++)
        all[i] = i;
    return start_processes(p, all, links, p->count);
}

void mx_processes_end(struct mx_processes *p) {
    for (unsigned i = 0; i < MX_MOST_SIDES; i++)
        mx_talk_end(&p->talks[i]);
}

/* ---- Agreement --------------------------------------------------------------------------- */

#define FIRST_NEIGHBOURS MX_CHECKED_NEIGHBOURS
#define MOST_NEIGHBOURS 1024u

static bool disagree(struct mx_processes *p, const char *error) {
    p->trouble = MX_TROUBLE_DISAGREE;
    return mx_say(p->error, sizeof p->error, "%s", error);
}

static bool agree_in(struct mx_processes *p, unsigned side, char found[17]) {
    struct mx_talk *talk = talk_of(p, side);
    char hash[17], request[FLAG];
    snprintf(request, sizeof request, "agree %" PRIu32 "\n", p->neighbours);
    if (!mx_talk_ask(talk, request, "agreed", 0))
        return troubled(
            p, talk, mx_talk_answered(talk, "differs") ? MX_TROUBLE_DISAGREE : MX_TROUBLE_FAILED);
    if (sscanf(talk->line, "agreed %u %lf %16s", &p->depths, &p->bits, hash) != 3) {
        p->trouble = MX_TROUBLE_FAILED;
        return mx_say(p->error, sizeof p->error, "%s says '%.60s'", talk->program, talk->line);
    }
    return is_known(found, hash) || disagree(p, "the two builds find other values");
}

static bool agree_once(struct mx_processes *p) {
    char found[17] = "";
    bool agreed = start_with_all(p);
    for (unsigned i = 0; agreed && i < (p->against ? talk_count(p) : 1); i++)
        agreed = agree_in(p, i, found);
    if (agreed)
        note_builds(p);
    mx_processes_end(p);
    return agreed;
}

bool mx_processes_are_convincing(const struct mx_processes *p) {
    return (p->depths & MX_DEPTH_ANSWERS) == 0 || p->bits >= MX_ENOUGH_BITS;
}

/* The time of a check grows at most in proportion to the number of boards. */
static bool can_afford(const struct mx_processes *p, uint32_t neighbours, double spent,
                       double seconds) {
    const double more = (double)(p->boards + neighbours) / (double)(p->boards + p->neighbours);
    return neighbours <= MOST_NEIGHBOURS && spent * more <= seconds;
}

bool mx_processes_agree(struct mx_processes *p, double seconds) {
    p->neighbours = FIRST_NEIGHBOURS;
    for (;;) {
        const double start = mx_seconds();
        if (!agree_once(p))
            return false;
        const double spent = mx_seconds() - start;
        if (mx_processes_are_convincing(p) || !can_afford(p, 4 * p->neighbours, spent, seconds))
            return true;
        p->neighbours *= 4;
    }
}

static bool is_repeated(const struct mx_processes *p, unsigned side) {
    for (unsigned i = 0; i < side; i++)
        if (!are_separate(p) && p->sides[i] == p->sides[side])
            return true;
    return false;
}

/* Solves boards that are never timed, before and after the timing. All processes must find the same
 * answers. */
static bool check_answers(struct mx_processes *p, const char *when) {
    for (unsigned side = 0; side < p->side_count; side++) {
        char request[FLAG], hash[17] = "";
        if (is_repeated(p, side))
            continue;
        snprintf(request, sizeof request, "check %u\n", number_of(p, side));
        if (!ask(p, side, request, "answers", 0))
            return false;
        if (sscanf(talk_of(p, side)->line, "answers %16s", hash) == 1 &&
            is_known(p->checked_hash, hash))
            continue;
        p->trouble = MX_TROUBLE_DISAGREE;
        return mx_say(p->error, sizeof p->error,
                      "%s: its answers to untimed %ss differ from those of the other "
                      "processes, %s the timing",
                      p->subjects[p->sides[side]].variant, noun_of(p), when);
    }
    return true;
}

/* ---- Calibration ------------------------------------------------------------------------- */

#define SHORT_SOLVE 0.1 /* up to this many seconds, rounds have boards of their own */

static bool calibrate_side(struct mx_processes *p, unsigned side, double seconds, double limit,
                           uint64_t *fills) {
    char request[REQUEST];
    int used = 0;
    struct mx_talk *talk = talk_of(p, side);
    snprintf(request, sizeof request, "calibrate %u %.9g %.9g\n", number_of(p, side), seconds,
             limit);
    if (!mx_talk_ask(talk, request, "solves", seconds) ||
        sscanf(talk->line, "solves %" SCNu64 " %lf%n", fills, &p->each[side], &used) < 2) {
        if (!mx_talk_answered(talk, "over"))
            return troubled(p, talk, MX_TROUBLE_FAILED);
        p->trouble = MX_TROUBLE_OVER_LIMIT;
        return mx_say(p->error, sizeof p->error, "%s takes more than %g s",
                      p->subjects[side].variant, limit);
    }
    p->counts[side] = mx_counts_read(talk->line + used);
    return true;
}

static double slowest(const struct mx_processes *p) {
    double most = 0;
    for (unsigned i = 0; i < p->count; i++)
        most = p->each[i] > most ? p->each[i] : most;
    return most;
}

/* All sides get the same number, so that they do the same work and their answers can be
 * compared. */
static void settle_counts(struct mx_processes *p, const uint64_t *fills) {
    uint64_t most = 1;
    for (unsigned i = 0; i < p->count; i++)
        most = fills[i] > most ? fills[i] : most;
    const double bound = MX_LONGEST_SAMPLE / slowest(p);
    p->solves = bound < (double)most ? (bound < 1 ? 1 : (uint64_t)bound) : most;
    p->sets = p->varies && slowest(p) <= SHORT_SOLVE
                  ? (uint32_t)(p->solves < MX_WINDOW_BOARDS ? p->solves : MX_WINDOW_BOARDS)
                  : 0;
}

bool mx_processes_calibrate(struct mx_processes *p, double seconds, double limit) {
    double start = mx_seconds();
    uint64_t fills[MX_MOST_SIDES];
    bool good = start_with_all(p);
    double opened = mx_seconds() - start, solved = 0;
    for (unsigned side = 0; good && side < p->count; side++)
        good = calibrate_side(p, side, seconds, limit, &fills[side]);
    if (good)
        note_builds(p);
    mx_processes_end(p);
    if (!good)
        return false;
    settle_counts(p, fills);
    const double checked = 1 + (double)MX_CHECKED_NEIGHBOURS / (double)p->boards;
    for (unsigned side = 0; side < p->count; side++)
        solved += p->each[side];
    p->start_seconds = opened + 2 * checked * solved; /* boards are checked before and after */
    return true;
}

double mx_processes_row_seconds(const struct mx_processes *p) {
    double seconds = 0;
    for (unsigned i = 0; i < p->count; i++)
        seconds += p->each[i] * (double)(p->solves + (p->solves > 1));
    return seconds;
}

/* ---- The sampler ------------------------------------------------------------------------- */

/* A sample may take this many times its expected time before it counts as silence. */
#define MOST_SLOWER 20

static bool start(void *context, const unsigned *sides, const unsigned *links, unsigned count) {
    struct mx_processes *p = context;
    return start_processes(p, sides, links, count) && check_answers(p, "before");
}

static bool differs(struct mx_processes *p, unsigned side, unsigned round) {
    p->trouble = MX_TROUBLE_DISAGREE;
    return mx_say(p->error, sizeof p->error,
                  "%s: its answers in a timed sample (round %u) differ from earlier answers "
                  "to the same %ss: this variant or one before it is wrong only after some "
                  "solves, or keeps data from one solve to the next",
                  p->subjects[p->sides[side]].variant, round + 1, noun_of(p));
}

/* One of the times of an answer "sampled REAL PROCESSOR HASH...". */
static bool read_time(struct mx_processes *p, const char **rest, uint64_t solves, char hash[17],
                      struct mx_time *time) {
    int used = 0;
    double real, processor;
    if (sscanf(*rest, " %lf %lf %16s%n", &real, &processor, hash, &used) != 3 || !(real > 0) ||
        !(processor > 0)) {
        p->trouble = MX_TROUBLE_FAILED;
        return mx_say(p->error, sizeof p->error, "a sample is not a time: '%.60s'", *rest);
    }
    time->by[MX_REAL_TIME] = real / (double)solves;
    time->by[MX_PROCESSOR_TIME] = processor / (double)solves;
    *rest += used;
    return true;
}

/* Samples of the sides order[0 .. count), which share a process, in one request. */
static bool sample(struct mx_processes *p, unsigned round, const unsigned *order, unsigned count,
                   struct mx_time *times) {
    char request[REQUEST], hash[17];
    double expected = 0;
    size_t used = (size_t)snprintf(request, sizeof request, "row %u %" PRIu32 " %" PRIu64, round,
                                   p->sets, p->solves);
    for (unsigned i = 0; i < count; i++) {
        used += (size_t)snprintf(request + used, sizeof request - used, " %u%s",
                                 number_of(p, order[i]), i + 1 < count ? "" : "\n");
        expected += p->each[p->sides[order[i]]] * (double)(p->solves + 1);
    }
    if (!ask(p, order[0], request, "sampled", MOST_SLOWER * expected))
        return false;
    const char *rest = talk_of(p, order[0])->line + strlen("sampled");
    for (unsigned i = 0; i < count; i++) {
        if (!read_time(p, &rest, p->solves, hash, &times[i]))
            return false;
        if (!is_known(p->round_hash[p->sets == 0 ? 0 : round], hash))
            return differs(p, order[i], round);
    }
    return true;
}

static bool row(void *context, unsigned round, const unsigned *order, unsigned count,
                struct mx_time *times) {
    struct mx_processes *p = context;
    bool good = true;
    if (!are_separate(p))
        good = sample(p, round, order, count, times);
    for (unsigned i = 0; are_separate(p) && good && i < count; i++)
        good = sample(p, round, order + i, 1, times + i);
    if (good && p->progress != NULL)
        p->progress(p->context);
    return good;
}

static bool finish(void *context, struct mx_disturbance *disturbance) {
    struct mx_processes *p = context;
    *disturbance = (struct mx_disturbance){.steal = -1};
    if (!check_answers(p, "after"))
        return false;
    for (unsigned i = 0; i < talk_count(p); i++) {
        struct mx_disturbance one;
        if (!ask(p, i, "end\n", "disturbed", 0))
            return false;
        if (sscanf(talk_of(p, i)->line, "disturbed %lf %" SCNu64 " %" SCNu64, &one.steal,
                   &one.switches, &one.waits) != 3)
            continue;
        disturbance->switches += one.switches;
        disturbance->waits += one.waits;
        disturbance->steal = one.steal > disturbance->steal ? one.steal : disturbance->steal;
    }
    mx_processes_end(p);
    return true;
}

struct mx_sampler mx_processes_sampler(struct mx_processes *p) {
    return (struct mx_sampler){p, start, row, finish};
}
