/* The output of the command, its end, its error messages, and text that several verbs print.
 *
 * What a kernel or a plug-in prints must not mix with the command's output, so the two go different
 * ways: the command prints to mx_out, and stdout leads to standard error. */
#ifndef MX_OUTPUT_H
#define MX_OUTPUT_H

#include "problem.h"

enum mx_exit {
    MX_EXIT_OK = 0,
    MX_EXIT_ERROR = 1,
    MX_EXIT_USAGE = 2, /* or nothing matched */
    MX_EXIT_REGRESSION = 3,
    MX_EXIT_DISAGREEMENT = 4,
    MX_EXIT_UNRESOLVED = 5,
    MX_EXIT_INTERRUPTED = 130
};

/* The command's output: stdout until mx_output_begin. */
extern FILE *mx_out;

/* From now on mx_out writes to what was standard output, and stdout to standard error. Exits with a
 * message when that fails. */
void mx_output_begin(void);

/* Prints to mx_out. */
void mx_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "mexbench: ..." on stderr, after what mx_out has buffered. Control characters,
 * such as those of a name that the user gave, are escaped. */
void mx_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the process. All code of the command ends it in this way, or by returning from main: any
 * other exit once plug-ins are loaded is that of foreign code (run_guarded.h). */
_Noreturn void mx_exit(int code);
extern bool mx_exiting; /* mx_exit was called */

/* Reports that memory is short and ends the process with MX_EXIT_ERROR. */
_Noreturn void mx_out_of_memory(void);

/* Flushes mx_out. Returns `code`, or MX_EXIT_ERROR with a message when some output could not be
 * written. Prints no message when the reader of a pipe has ended (| head). */
int mx_finish_output(int code);

/* An input of `count` boards in the judge's format, ready to be pasted into a file. The caller
 * frees it; NULL when memory is short. */
char *mx_input_text(const struct mx_problem *problem, const void *const *boards, uint32_t count,
                    int dialect);

/* Prints the text with every line indented by four blanks. */
void mx_print_indented(const char *text);

#endif
