/* What this machine is, for info and for the context of measurements. */
#ifndef MX_MACHINE_H
#define MX_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "support/cpu.h"

struct mx_machine {
    char cpu[96];       /* model as the processor states it */
    mx_isa isa;         /* widest instruction set that kernels can use */
    char features[256]; /* those that matter to kernels, by the kernel's names; "" = unknown */
    int cores;          /* online */
    size_t l1d, l2, l3; /* bytes; 0 = unknown */
    size_t memory;      /* bytes in the machine */
    char system[128];   /* "Linux 6.1.0 x86_64" */
    char governor[32];  /* of the clock frequency; "unknown" in most virtual machines */
};

/* Cores online, at least 1. */
int mx_core_count(void);

void mx_machine_look(struct mx_machine *machine);

#endif
