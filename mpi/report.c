/* What the ranks counted, and mexbench-mpi plan: what the model predicts. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/flags.h"
#include "mpi/rank.h"

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* ---- Counted ---- */

static void print_counts(const struct mx_rank *rank, const struct mx_rank_counts *all,
                         double seconds) {
    struct mx_rank_counts sum = {0}, most = {0};
    uint32_t slowest = 0;
    const uint32_t ranks = rank->spread->ranks;
    for (uint32_t i = 0; i < ranks; i++) {
        sum.messages += all[i].messages;
        sum.bytes += all[i].bytes;
        sum.blocks += all[i].blocks;
        sum.deciding += all[i].deciding;
        sum.processor += all[i].processor;
        sum.waiting += all[i].waiting;
        most.bytes = all[i].bytes > most.bytes ? all[i].bytes : most.bytes;
        most.blocks = all[i].blocks > most.blocks ? all[i].blocks : most.blocks;
        slowest = all[i].processor > all[slowest].processor ? i : slowest;
        most.deciding = larger(most.deciding, all[i].deciding);
        most.waiting = larger(most.waiting, all[i].waiting);
        most.saving = larger(most.saving, all[i].saving);
    }
    const double mean = sum.processor / ranks, processor = all[slowest].processor;
    fprintf(stderr,
            "%" PRIu32 " rank%s with %d thread%s each: %.6f s in solve\n"
            "blocks decided: %" PRIu64 ", at most %" PRIu64 " by a rank\n"
            "bytes sent: %" PRIu64 " in %" PRIu64 " messages, at most %" PRIu64 " by a rank\n"
            "deciding: mean %.6f s, most %.6f s\n"
            "its processor time: mean %.6f s, most %.6f s (rank %" PRIu32 "), balance %.3f\n"
            "waiting for messages: mean %.6f s, most %.6f s; saving: at most %.6f s\n",
            ranks, ranks == 1 ? "" : "s", rank->threads, rank->threads == 1 ? "" : "s", seconds,
            sum.blocks, most.blocks, sum.bytes, sum.messages, most.bytes, sum.deciding / ranks,
            most.deciding, mean, processor, slowest, processor > 0 ? mean / processor : 1,
            sum.waiting / ranks, most.waiting, most.saving);
}

void mx_report_ranks(const struct mx_rank *rank, double seconds) {
    struct mx_rank_counts *all = NULL;
    if (rank->number == 0 && (all = calloc(rank->spread->ranks, sizeof *all)) == NULL) {
        mx_complain("out of memory");
        MPI_Abort(rank->comm, MX_EXIT_ERROR);
    }
    MPI_Gather(&rank->counts, sizeof rank->counts, MPI_BYTE, all, sizeof rank->counts, MPI_BYTE, 0,
               rank->comm);
    if (rank->number == 0)
        print_counts(rank, all, seconds);
    free(all);
}

/* ---- Predicted ---- */

/* What a plan assumes about the machines; 0 = not given. */
struct rates {
    double block_us;   /* for one thread to decide a block */
    double gigabits;   /* a second, of a rank's link, each way */
    double latency_us; /* of a message */
};

enum { KEY_BLOCK = 0x300, KEY_GIGABITS, KEY_LATENCY };

static bool set_option(int key, const char *value, void *context) {
    struct rates *rates = context;
    switch (key) {
    case KEY_BLOCK:
        return mx_parse_number(value, 0.001, 1e6, "us", &rates->block_us);
    case KEY_GIGABITS:
        return mx_parse_number(value, 0.001, 1e6, "Gb/s", &rates->gigabits);
    default:
        return mx_parse_number(value, 0, 1e6, "us", &rates->latency_us);
    }
}

static const struct argp_option options[] = {
    {"block-us", KEY_BLOCK, "US", 0, "Time in which one thread decides a block, for seconds", 0},
    {"gigabits", KEY_GIGABITS, "G", 0, "Gb/s of a rank's link, each way, for seconds", 0},
    {"latency-us", KEY_LATENCY, "US", 0, "Latency of a message (default 0 us)", 0},
    {0},
};
static const struct mx_verb_usage usage = {
    .program = "mexbench-mpi",
    .name = "plan",
    .arguments = "CELLS RANKS...",
    .about = "Says what a solve of a board of CELLS cells stores and sends on so many ranks."
             "\vThe sizes are exact. The seconds need --block-us and --gigabits, and assume that "
             "a rank has --threads processors and a link of its own, and that every block costs "
             "the same. Patterns do not matter.",
    .flags = MX_FLAG_THREADS,
    .least = 2,
    .most = 16,
    .options = options,
    .option = set_option,
};

static bool is_timed(const struct rates *rates) {
    return rates->block_us > 0 && rates->gigabits > 0;
}

/* Deciding and sending overlap. A subcube without cells starts one slice later for each bit of a
 * subcube's number. */
static void print_seconds(const struct mx_spread *spread, const struct mx_traffic *traffic,
                          const struct rates *rates, int threads) {
    const double deciding = (double)traffic->most_blocks * rates->block_us * 1e-6 / threads;
    const double bytes =
        larger((double)traffic->most_sent_bytes, (double)traffic->most_received_bytes);
    const double latency = rates->latency_us * 1e-6;
    const double sending =
        bytes * 8 / (rates->gigabits * 1e9) + (double)traffic->messages / spread->ranks * latency;
    const double slice = (deciding + sending) / (double)traffic->slices + latency;
    mx_print("\t%.4g\t%.4g\t%.4g", deciding, sending,
             larger(deciding, sending) + spread->bits * slice);
}

static void print_plan(uint32_t cells, uint32_t ranks, const struct rates *rates, int threads) {
    struct mx_spread spread;
    mx_spread_start(&spread, cells, ranks);
    const struct mx_traffic traffic = mx_predict_traffic(&spread);
    mx_print("%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
             "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64,
             ranks, mx_subcubes(&spread), traffic.slices, traffic.most_blocks,
             traffic.most_ring_bytes, traffic.most_buffer_bytes, traffic.messages, traffic.bytes,
             traffic.most_sent_bytes, traffic.most_received_bytes);
    if (is_timed(rates))
        print_seconds(&spread, &traffic, rates, threads);
    mx_print("\n");
}

int mx_verb_plan(int argc, char **argv) {
    struct mx_flags flags;
    struct rates rates = {0};
    const char *arguments[16];
    uint64_t cells, ranks[16] = {0};
    mx_parse(&usage, argc, argv, &flags, &rates, arguments);
    bool good = mx_parse_count(arguments[0], 1, MX_MOST_PLANNED_CELLS, &cells);
    int count = 1;
    for (; good && count < 16 && arguments[count] != NULL; count++)
        good = mx_parse_count(arguments[count], 1, MX_MOST_RANKS, &ranks[count]);
    if (!good) {
        mx_complain("plan: %s", mx_value_refused());
        return MX_EXIT_USAGE;
    }
    mx_print("ranks\tsubcubes\tslices\tblocks_a_rank\tring_bytes\tbuffer_bytes\tmessages\t"
             "bytes_sent\tsent_by_a_rank\treceived_by_a_rank%s\n",
             is_timed(&rates) ? "\tseconds_deciding\tseconds_sending\tseconds" : "");
    for (int i = 1; i < count; i++)
        print_plan((uint32_t)cells, (uint32_t)ranks[i], &rates, flags.threads);
    return mx_finish_output(MX_EXIT_OK);
}
