/* The processes below this one, and how none of them stays behind.
 *
 * For a process that runs programs which it does not trust: they may fork, leave their process
 * group, and end before their children do. Orphans are adopted, so all of them stay below.
 * Everything here concerns every child of the process: it must have no others.
 */
#ifndef MX_DESCENDANTS_H
#define MX_DESCENDANTS_H

#include <stdint.h>

struct mx_usage {
    double seconds;     /* of processor time, user and system, ended children included */
    uint64_t bytes;     /* resident now */
    uint32_t processes; /* that there are; zombies are none */
    uint32_t busy;      /* of these, that compute, wait for a processor or for a disk */
};

/* From now on a process whose parent ends becomes a child of this one. */
void mx_descendants_adopt(void);

/* What all of them use together; zeros where /proc does not tell. */
struct mx_usage mx_descendants_usage(void);

/* Kills and reaps all of them. */
void mx_descendants_end(void);

#endif
