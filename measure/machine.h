/* The machine and the conditions of a measurement, for info and for the context of results. */
#ifndef MX_MACHINE_H
#define MX_MACHINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "support/cpu.h"

struct mx_machine {
    char cpu[96];       /* model as the processor states it */
    mx_isa isa;         /* widest instruction set that kernels can use */
    char features[256]; /* those that kernels use, by Linux's names; "" = unknown */
    int cores;          /* online */
    size_t l1d, l2, l3; /* bytes; 0 = unknown */
    size_t memory;      /* bytes in the machine */
    char system[128];   /* "Linux 6.1.0 x86_64" */
    char governor[32];  /* of the clock frequency; "unknown" in most virtual machines */
};

/* Cores online, at least 1. */
int mx_core_count(void);

void mx_read_machine(struct mx_machine *machine);

/* 16 hexadecimal digits that are equal for machines of the same kind: model, cores, caches, memory
 * and instruction sets. They do not identify this machine. */
void mx_machine_key(const struct mx_machine *machine, char key[17]);

/* Conditions that may differ from run to run on one machine. */
struct mx_conditions {
    int aslr;         /* kernel.randomize_va_space, 0 when this process has it off; -1 = unknown */
    double load;      /* average of the last minute; NAN = unknown */
    double megahertz; /* of the first core, now; NAN = unknown */
    char affinity[128]; /* the cores that this process may use, "0-3,8"; "" = unknown */
};

void mx_read_conditions(struct mx_conditions *conditions);

/* ---- Stolen time: what the hypervisor gave to other machines, from /proc/stat ---- */

struct mx_steal {
    uint64_t stolen, total; /* ticks of all cores since boot; total 0 = not known */
};

/* Reads the first line of /proc/stat (proc(5)). */
struct mx_steal mx_steal_read(FILE *stat);

struct mx_steal mx_steal_now(void);

/* The stolen share of the time of all cores between the two, 0 .. 1; -1 when it is unknown or no
 * tick passed. */
double mx_steal_fraction(struct mx_steal before, struct mx_steal after);

#endif
