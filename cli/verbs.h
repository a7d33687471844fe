/* The verbs of the command. Each gets its own argv (argv[0] is the verb) and returns the exit
 * code of the process (enum mx_exit). */
#ifndef MX_VERBS_H
#define MX_VERBS_H

struct mx_verb {
    const char *name, *summary; /* summary NULL = --help omits it */
    int (*run)(int argc, char **argv);
};

/* Ended by a NULL name; in the order that --help shows. */
extern const struct mx_verb mx_verbs[];

int mx_verb_list(int argc, char **argv);
int mx_verb_solve(int argc, char **argv);
int mx_verb_gen(int argc, char **argv);
int mx_verb_check(int argc, char **argv);
int mx_verb_bench(int argc, char **argv);
int mx_verb_compare(int argc, char **argv);
int mx_verb_sampler(int argc, char **argv);
int mx_verb_try(int argc, char **argv);
int mx_verb_worst(int argc, char **argv);
int mx_verb_judge(int argc, char **argv);
int mx_verb_keeper(int argc, char **argv); /* for judge; not shown */
int mx_verb_explain(int argc, char **argv);
int mx_verb_new(int argc, char **argv);
int mx_verb_info(int argc, char **argv);
int mx_verb_tune(int argc, char **argv);

#endif
