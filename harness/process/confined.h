/* Runs a program that is not trusted, with limits and if wanted in a sandbox. Nothing of it
 * remains.
 *
 * The program is a process group of its own. It reads its input from a file and writes its output
 * to one, so it may read nothing, close any descriptor or leave children without harm to the
 * caller. At its end, at a limit, or when the caller is interrupted, all its descendants are killed
 * and reaped. When the caller is killed, the program is killed as well. It leaves no core file. The
 * caller must have no other children (harness/process/descendants.h).
 *
 * Time in which the caller itself was stopped (Ctrl-Z, SIGSTOP) does not count, and neither does
 * time in which the program waits for a processor.
 */
#ifndef MX_CONFINED_H
#define MX_CONFINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The settings of a run. */
struct mx_confinement {
    char *const *argv; /* argv[0] is found along PATH */
    const char *input_name,
        *output_name;            /* NULL: standard input and output; else files in a new folder */
    double seconds;              /* of processor time; see MX_CONFINED_IDLE */
    uint64_t memory_bytes;       /* of all its processes together: resident, and files in memory */
    uint64_t output_bytes;       /* of standard output or the file; also of standard error */
    void (*tick)(void *context); /* NULL, or called now and then while it runs */
    void *context;
    bool deep_stack;     /* the largest stack that this process may give */
    const char *sandbox; /* NULL, or the program that keeps a sandbox (harness/process/sandbox.h) */
};

enum mx_confined_end {
    MX_CONFINED_EXITED,    /* detail: the exit code */
    MX_CONFINED_SIGNALLED, /* detail: the signal */
    MX_CONFINED_LEFT,      /* it exited with 0, but its children did not end */
    MX_CONFINED_TIME,      /* used its processor time */
    MX_CONFINED_IDLE,      /* waited for a second longer than its processor time */
    MX_CONFINED_MEMORY,
    MX_CONFINED_OUTPUT,      /* some file grew to the limit: too_large says which */
    MX_CONFINED_INTERRUPTED, /* mx_interrupted() */
    MX_CONFINED_NOT_STARTED  /* complaint: why */
};

struct mx_confined {
    enum mx_confined_end end;
    int detail;
    double seconds;        /* processor time of all its processes */
    double paused_seconds; /* for which this process itself was stopped */
    uint64_t peak_bytes;   /* the largest use of memory that was observed */
    char *output;          /* the caller's to free; "" at least, ended by a 0 */
    size_t output_bytes;
    bool no_output_file; /* it did not write its output file */
    char too_large[80];  /* the place of too much output: "on standard error", "in game.out" */
    char complaint[160]; /* the most informative line on standard error, "" for none */
};

/* Call it once before the first run. A program inherits the limits of this process (ulimit). The
 * function checks that they allow the promised limits, and raises this process's limit on the size
 * of files as far as it may. On false, why[room] names the limit that is too low. */
bool mx_confined_prepare(const struct mx_confinement *confinement, char *why, size_t room);

/* Runs it once on the input. Returns false when memory or the system fails; complaint says how. */
bool mx_confined_run(const struct mx_confinement *confinement, const char *input,
                     size_t input_bytes, struct mx_confined *result);

/* Tries whether a program can run in a sandbox on this machine, with the keeper at that path
 * (harness/process/sandbox.h). On false, why[room] says why not. */
bool mx_confined_sandbox_works(const char *keeper, char *why, size_t room);

#endif
