#include "measure/steal.h"

#include <inttypes.h>

struct mx_steal mx_steal_read(FILE *stat) {
    /* user nice system idle iowait irq softirq steal; guests are part of user and nice */
    uint64_t ticks[8] = {0};
    int got = fscanf(stat,
                     "cpu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
                     " %" SCNu64 " %" SCNu64,
                     &ticks[0], &ticks[1], &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6],
                     &ticks[7]);
    if (got != 8)
        return (struct mx_steal){0, 0};
    struct mx_steal steal = {ticks[7], 0};
    for (int i = 0; i < 8; i++)
        steal.total += ticks[i];
    return steal;
}

struct mx_steal mx_steal_now(void) {
    FILE *stat = fopen("/proc/stat", "re");
    if (stat == NULL)
        return (struct mx_steal){0, 0};
    const struct mx_steal steal = mx_steal_read(stat);
    fclose(stat);
    return steal;
}

double mx_steal_fraction(struct mx_steal before, struct mx_steal after) {
    if (before.total == 0 || after.total <= before.total)
        return -1;
    return (double)(after.stolen - before.stolen) / (double)(after.total - before.total);
}
