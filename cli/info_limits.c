#include "cli/info_limits.h"

#include <math.h>
#include <stdio.h>

#include "harness/solve/memory.h"

void mx_limits_print(const struct mx_limits *limits) {
    char size[32];
    printf("limits     of one core, the best of many samples in %.1f s\n", limits->seconds);
    for (int i = 0; i < limits->issues; i++) {
        const struct mx_issue_rate *issue = &limits->issue[i];
        printf("  %-8s %5.2f AND/ns, %5.2f ADD/ns, on vectors of %zu bytes\n",
               mx_isa_name(issue->isa), issue->and_rate, issue->add_rate, issue->vector_bytes);
    }
    for (int i = 0; i < MX_LIMIT_LEVELS; i++) {
        const struct mx_bandwidth *level = &limits->level[i];
        if (isnan(level->read))
            printf("  %-8s not measured: %s\n", level->level, level->why);
        else
            printf("  %-8s %5.1f GB/s read, %5.1f GB/s copied, within %s\n", level->level,
                   level->read * 1e-9, level->copy * 1e-9,
                   mx_bytes_in_words(level->working_set, size, sizeof size));
    }
}

static json_t *level_json(const struct mx_bandwidth *level) {
    if (isnan(level->read))
        return json_pack("{s:s, s:s}", "level", level->level, "missing", level->why);
    json_t *all = json_pack("{s:s, s:I, s:f, s:f}", "level", level->level, "working_set_bytes",
                            (json_int_t)level->working_set, "read_bytes_per_s", level->read,
                            "copy_bytes_per_s", level->copy);
    if (level->cache > 0)
        json_object_set_new(all, "cache_bytes", json_integer((json_int_t)level->cache));
    return all;
}

json_t *mx_limits_json(const struct mx_limits *limits) {
    json_t *levels = json_array(), *issue = json_array();
    for (int i = 0; i < MX_LIMIT_LEVELS; i++)
        json_array_append_new(levels, level_json(&limits->level[i]));
    for (int i = 0; i < limits->issues; i++) {
        const struct mx_issue_rate *rate = &limits->issue[i];
        json_array_append_new(issue, json_pack("{s:s, s:I, s:f, s:f}", "isa",
                                               mx_isa_name(rate->isa), "vector_bytes",
                                               (json_int_t)rate->vector_bytes, "and_per_ns",
                                               rate->and_rate, "add_per_ns", rate->add_rate));
    }
    return json_pack("{s:o, s:o, s:s, s:f}", "issue", issue, "levels", levels, "bandwidth_isa",
                     mx_isa_name(limits->isa), "seconds", limits->seconds);
}
