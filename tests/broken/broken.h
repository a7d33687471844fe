/* Variants of bacteria that are deliberately wrong, each in one way. */
#ifndef MX_BROKEN_H
#define MX_BROKEN_H

#include "variant.h"

extern const struct mx_variant broken_loop_bound, broken_barred_row, broken_junk, broken_static,
    broken_hang, broken_crash, broken_race, broken_work, broken_instance, broken_lane,
    broken_far_state, broken_forgetful, broken_timid, broken_digest, broken_resume, broken_locale,
    broken_rounding, broken_handler, broken_forks, broken_exit, broken_quick_exit, broken_sleep,
    broken_no_nimber, broken_nimber, broken_contrary, broken_stop, broken_pause, broken_starve,
    broken_uninvited, broken_no_outcome;

/* broken_surroundings.c */
extern const struct mx_variant broken_limit, broken_closes, broken_opens, broken_alarm, broken_sets,
    broken_clears, broken_moves, broken_masks, broken_batch, broken_thread, broken_team;

/* broken_edges.c */
extern const struct mx_variant broken_workspace_start, broken_workspace_end, broken_answers_start,
    broken_answers_end, broken_work_start, broken_work_end, broken_digests_start,
    broken_digests_end, broken_instances_start, broken_instances_end;

#endif
