/* What is said when foreign code crashes this process. */
#ifndef MX_CRASH_NOTICE_H
#define MX_CRASH_NOTICE_H

/* From now on a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, a stack overflow among them) is
 * reported in one line that says how to find the board: by check of `problem`, whose children crash
 * in this process's stead. The exit code is MX_EXIT_ERROR. Handlers that a sanitizer or a debugger
 * has installed stay. The name must outlive the process. */
void mx_crash_notice_install(const char *problem);

#endif
