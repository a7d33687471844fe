/* Threads that wait without spinning. */
#ifndef MX_PASSIVE_H
#define MX_PASSIVE_H

/* Starts this program anew with OMP_WAIT_POLICY=passive in the environment, unless the variable is
 * set already: OpenMP reads it when the program starts. For programs that run teams larger than
 * the machine, where threads that spin at barriers make everything tens of times slower; not for
 * those that time. argv is what main was given, ended by NULL. Returns when there is nothing to do,
 * or when it cannot be done. */
void mx_wait_passively(char *const *argv);

#endif
