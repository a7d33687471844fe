/* mexbench-mpi: solves one board of Board Game on all ranks of an MPI job. */
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boardgame/boardgame.h"
#include "build_version.h"
#include "cli/flags.h"
#include "cli/terminal.h"
#include "harness/process/clock.h"
#include "harness/process/process.h"
#include "mpi/rank.h"
#include "support/arena.h"

#define SIGNATURE_ROOM 256

/* What the steps of a solve share. All of them are taken by all ranks together. */
struct job {
    struct mx_rank rank;
    struct mx_saving saving;
    struct mx_spread spread;
    struct mx_flags flags;
    const struct mx_problem *problem;
    const char *workload;
    bool time, digest;
    struct mx_arena arena; /* the board */
    double seconds;        /* in solve */
    char error[512];       /* "" = none */
};

/* ---- Before MPI starts ---- */

/* By the variables that Open MPI and PMIx set; a program without them is alone. */
static bool is_first_rank(void) {
    const char *number = getenv("OMPI_COMM_WORLD_RANK");
    if (number == NULL)
        number = getenv("PMIX_RANK");
    return number == NULL || strcmp(number, "0") == 0;
}

enum { KEY_TIME = 0x300, KEY_DIGEST, KEY_CHECKPOINT, KEY_EVERY };

static bool set_solve_option(int key, const char *value, void *context) {
    struct job *job = context;
    switch (key) {
    case KEY_EVERY:
        return mx_parse_seconds(value, &job->saving.every);
    case KEY_CHECKPOINT:
        job->saving.prefix = value;
        return value[0] != '\0';
    case KEY_DIGEST:
        return job->digest = true;
    default:
        return job->time = true;
    }
}

static const struct argp_option solve_options[] = {
    {"time", KEY_TIME, NULL, 0,
     "Print time, bytes sent, time waiting and balance of the ranks on stderr", 0},
    {"digest", KEY_DIGEST, NULL, 0, "Print the digest of the table on stderr", 0},
    {"checkpoint", KEY_CHECKPOINT, "PREFIX", 0,
     "Save to PREFIX.RANK.0 and PREFIX.RANK.1 now and then, and resume from them", 0},
    {"checkpoint-seconds", KEY_EVERY, "N", 0,
     "Time between saves (default 300 s; 0: whenever possible)", 0},
    {0},
};
static const struct mx_verb_usage solve_usage = {
    .program = "mexbench-mpi",
    .name = "solve",
    .arguments = "boardgame [WORKLOAD]",
    .about = "Solves one board on all ranks, as boardgame_layered does: "
             "mpirun -n 4 mexbench-mpi solve boardgame worst:n=4,m=8"
             "\vWORKLOAD is a file, - for standard input (the default), or a generator spec. With "
             "--checkpoint, the same command on the same number of ranks resumes after a rank was "
             "killed; the files are removed once the answer is printed.",
    .flags = MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED,
    .least = 1,
    .most = 2,
    .options = solve_options,
    .option = set_solve_option,
};

/* Only the first rank reports what is wrong with the command line. */
static void parse_solve(struct job *job, int argc, char **argv) {
    const char *arguments[2];
    const bool first = is_first_rank();
    const int errors = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (!first) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    job->saving.every = 300;
    mx_parse(&solve_usage, argc, argv, &job->flags, job, arguments);
    job->problem = mx_require_problem(arguments[0]);
    if (strcmp(job->problem->name, "boardgame") != 0) {
        mx_complain("mexbench-mpi solves boardgame, not %s", job->problem->name);
        mx_exit(MX_EXIT_USAGE);
    }
    job->workload = arguments[1] == NULL ? "-" : arguments[1];
    if (!first)
        dup2(errors, STDERR_FILENO);
    close(errors);
    close(nowhere);
}

/* ---- Before the solve ---- */

/* Whether no rank has an error; otherwise one of them prints it. */
static bool all_agree(struct job *job) {
    const int mine = job->error[0] == '\0' ? INT_MAX : (int)job->rank.number;
    int first;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, job->rank.comm);
    if (first != INT_MAX && first == mine) {
        char host[MPI_MAX_PROCESSOR_NAME];
        int length;
        MPI_Get_processor_name(host, &length);
        mx_complain("rank %d on %s: %s", mine, host, job->error);
    }
    return first == INT_MAX;
}

/* Ranks of unequal builds or with unequal options would misunderstand each other. */
static bool builds_agree(struct job *job) {
    char own[SIGNATURE_ROOM] = {0}, wanted[SIGNATURE_ROOM];
    snprintf(own, sizeof own, "%s (%s%s), slices of %" PRIu64 " blocks%s%s", MX_VERSION, MX_COMMIT,
             MX_DIRTY ? ", modified" : "", (uint64_t)BOARDGAME_SLICE,
             job->digest ? ", --digest" : "", job->saving.prefix == NULL ? "" : ", --checkpoint");
    memcpy(wanted, own, sizeof wanted);
    MPI_Bcast(wanted, SIGNATURE_ROOM, MPI_BYTE, 0, job->rank.comm);
    if (memcmp(own, wanted, sizeof own) != 0)
        snprintf(job->error, sizeof job->error, "is mexbench-mpi %.200s, rank 0 is %.200s", own,
                 wanted);
    return all_agree(job);
}

/* On rank 0. NULL with an error. */
static const struct boardgame *read_board(struct job *job) {
    struct mx_workload workload;
    const void *board = NULL, *more;
    const char *found = "none";
    if (mx_workload_open(&workload, job->problem, 0, job->workload, job->flags.seed)) {
        enum mx_next next = mx_workload_next(&workload, &job->arena, &board);
        if (next == MX_NEXT_BOARD) {
            found = "more";
            next = mx_workload_next(&workload, &job->arena, &more);
        }
        if (next != MX_NEXT_ERROR && (board == NULL || next == MX_NEXT_BOARD))
            snprintf(workload.error, sizeof workload.error,
                     "mexbench-mpi solves one board, this workload has %s", found);
        mx_workload_close(&workload);
    }
    if (workload.error[0] != '\0')
        snprintf(job->error, sizeof job->error, "%s", workload.error);
    return job->error[0] == '\0' ? board : NULL;
}

/* Reads the board on rank 0 and sends it to all. */
static bool share_board(struct job *job) {
    const void *board = job->rank.number == 0 ? read_board(job) : NULL;
    uint64_t bytes = board == NULL ? 0 : job->problem->bytes(board);
    if (!all_agree(job))
        return false;
    MPI_Bcast(&bytes, 1, MPI_UINT64_T, 0, job->rank.comm);
    void *copy = mx_arena_take(&job->arena, (size_t)bytes);
    if (copy == NULL)
        snprintf(job->error, sizeof job->error, "out of memory");
    if (!all_agree(job))
        return false;
    if (board != NULL)
        memcpy(copy, board, (size_t)bytes);
    MPI_Bcast(copy, (int)bytes, MPI_BYTE, 0, job->rank.comm);
    job->rank.board = copy;
    char why[64];
    const char *reason = boardgame_beyond_tables(copy, why, sizeof why);
    if (reason != NULL)
        snprintf(job->error, sizeof job->error, "%s", reason);
    return all_agree(job);
}

/* The ranks of one machine reserve their memory at once, so each must know what all need. */
static void check_machine(struct job *job) {
    MPI_Comm machine;
    int ranks;
    char need[32], have[32];
    const uint64_t own = mx_rank_bytes(&job->rank), available = mx_memory_available();
    uint64_t all = own;
    MPI_Comm_split_type(job->rank.comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &ranks);
    MPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, machine);
    MPI_Comm_free(&machine);
    if (all >= available && ranks > 1)
        snprintf(job->error, sizeof job->error, "%d ranks here need %s of memory, %s available",
                 ranks, mx_bytes_in_words(all, need, sizeof need),
                 mx_bytes_in_words(available, have, sizeof have));
}

static bool reserve(struct job *job) {
    check_machine(job);
    if (job->error[0] == '\0')
        mx_rank_reserve(&job->rank, job->error, sizeof job->error);
    return all_agree(job);
}

/* Takes over what the checkpoints say. */
static bool checkpoints_agree(struct job *job) {
    snprintf(job->error, sizeof job->error, "%s", job->saving.error);
    return all_agree(job);
}

static bool resume(struct job *job) {
    struct mx_saving *saving = &job->saving;
    char name[64];
    snprintf(name, sizeof name, "boardgame_layered, rank %d of %d", saving->rank, saving->ranks);
    const struct mx_variant variant = {.name = name};
    uint64_t digest;
    const struct mx_run run = {
        .batch = {job->rank.board, 0, 1}, .threads = 1, .digests = job->digest ? &digest : NULL};
    saving->header = mx_checkpoint_of(job->problem, &variant, &run, job->rank.saved_bytes);
    saving->header.total = mx_predict_traffic(&job->spread).slices;
    mx_saving_start(saving);
    if (!checkpoints_agree(job))
        return false;
    mx_saving_resume(saving, job->rank.progress);
    if (!checkpoints_agree(job))
        return false;
    if (saving->resumed > 0 && job->rank.number == 0)
        fprintf(stderr, "resumes from %s, %.1f%% done\n", saving->prefix,
                100 * (double)saving->resumed / (double)saving->header.total);
    return true;
}

/* ---- The solve ---- */

/* The other ranks are in the middle of the solve. */
static _Noreturn void abort_job(const struct job *job) {
    mx_complain("rank %d: %s", job->saving.rank, job->saving.error);
    MPI_Abort(job->rank.comm, MX_EXIT_ERROR);
    mx_exit(MX_EXIT_ERROR);
}

static void solve(struct job *job) {
    MPI_Barrier(job->rank.comm);
    const double start = mx_seconds();
    if (job->rank.number == 0)
        mx_progress_start("");
    const enum mx_rank_outcome outcome = mx_rank_solve(&job->rank);
    if (job->rank.number == 0)
        mx_progress_end();
    if (outcome == MX_RANK_INTERRUPTED)
        mx_exit(MX_EXIT_INTERRUPTED); /* mpirun ends the others */
    if (outcome == MX_RANK_FAILED)
        abort_job(job);
    MPI_Barrier(job->rank.comm);
    job->seconds = mx_seconds() - start;
}

/* Prints on rank 0; all ranks return its exit code. */
static int report(struct job *job) {
    const int owner = (int)mx_owner(&job->spread, 0);
    uint64_t answer = 0, digest = 0;
    int code = MX_EXIT_OK;
    if (job->saving.rank == owner)
        answer = mx_rank_answer(&job->rank);
    MPI_Bcast(&answer, 1, MPI_UINT64_T, owner, job->rank.comm);
    MPI_Reduce(&job->rank.progress->digest, &digest, 1, MPI_UINT64_T, MPI_SUM, 0, job->rank.comm);
    if (job->rank.number == 0) {
        job->problem->write_answer(mx_out, 1, answer);
        code = mx_finish_output(MX_EXIT_OK);
        if (job->digest)
            fprintf(stderr, "digest of all tables: %016" PRIx64 "\n", digest);
    }
    if (job->time)
        mx_report_ranks(&job->rank, job->seconds);
    MPI_Bcast(&code, 1, MPI_INT, 0, job->rank.comm);
    if (code == MX_EXIT_OK)
        mx_saving_end(&job->saving);
    return code;
}

static int run_solve(int argc, char **argv) {
    static struct job job;
    int level, code = MX_EXIT_ERROR;
    parse_solve(&job, argc, argv);
    mx_interrupts_install();
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_dup(MPI_COMM_WORLD, &job.rank.comm);
    MPI_Comm_rank(job.rank.comm, &job.saving.rank);
    MPI_Comm_size(job.rank.comm, &job.saving.ranks);
    job.saving.comm = job.rank.comm;
    job.rank.number = (uint32_t)job.saving.rank;
    job.rank.spread = &job.spread;
    job.rank.saving = &job.saving;
    job.rank.solver = mx_slice_solver_for(job.flags.isa);
    job.rank.threads = job.flags.threads;
    job.rank.digests = job.digest;
    if (builds_agree(&job) && share_board(&job)) {
        mx_spread_start(&job.spread, boardgame_cells(job.rank.board), (uint32_t)job.saving.ranks);
        if (reserve(&job) && resume(&job)) {
            solve(&job);
            code = report(&job);
        }
    }
    mx_rank_free(&job.rank);
    mx_arena_free(&job.arena);
    MPI_Comm_free(&job.rank.comm);
    MPI_Finalize();
    return code;
}

int main(int argc, char **argv) {
    mx_hold_standard_files();
    mx_out = stdout;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    const char *verb = argc < 2 ? "" : argv[1];
    if (strcmp(verb, "solve") == 0) {
        mx_wait_passively(argv);
        return run_solve(argc - 1, argv + 1);
    }
    if (strcmp(verb, "--version") == 0) {
        printf("mexbench-mpi %s (%s%s)\n", MX_VERSION, MX_COMMIT, MX_DIRTY ? ", modified" : "");
        return mx_finish_output(MX_EXIT_OK);
    }
    if (strcmp(verb, "plan") == 0)
        return mx_verb_plan(argc - 1, argv + 1);
    FILE *file = strcmp(verb, "--help") == 0 ? stdout : stderr;
    if (is_first_rank() && verb[0] != '\0' && file == stderr)
        mx_complain("unknown verb '%s'; 'mexbench-mpi --help' lists them", verb);
    else if (is_first_rank())
        fputs("Usage: mexbench-mpi VERB [ARGUMENT...]\n"
              "Board Game on many machines.\n\n"
              "  solve    Answer one board, on all ranks that mpirun starts\n"
              "  plan     Say what each rank of such a solve stores and sends\n"
              "\n'mexbench-mpi VERB --help' lists the options of a verb.\n",
              file);
    return file == stdout ? mx_finish_output(MX_EXIT_OK) : MX_EXIT_USAGE;
}
