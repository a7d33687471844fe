/* A short correct kernel in parts, for variants that are correct except for one fault. */
#ifndef MX_BROKEN_SOUND_H
#define MX_BROKEN_SOUND_H

#include <string.h>

#include "bacteria/table.h"
#include "support/digest.h"

/* Computes one rectangle whose parts are all known; adds the options evaluated. */
typedef uint16_t sound_mex(const struct bacteria_table *table, struct bacteria_rectangle r,
                           uint64_t *options);

static inline struct bacteria_table sound_table(const struct mx_run *run) {
    return bacteria_table_at(mx_instance(&run->batch, 0), run->workspace);
}

/* Empty rectangles have value 0 and are never written again. */
static inline void sound_clear(const struct bacteria_table *table, const struct mx_run *run) {
    const struct bacteria *board = mx_instance(&run->batch, 0);
    memset(table->value, 0, bacteria_table_entries(board) * sizeof table->value[0]);
}

static inline void sound_measure(const struct bacteria_table *table, const struct mx_run *run) {
    bacteria_table_measure_runs(table, mx_instance(&run->batch, 0));
}

/* Computes all rectangles, parts first; writes the answer and work. */
static inline void sound_fill(const struct bacteria_table *table, const struct mx_run *run,
                              sound_mex *mex) {
    uint64_t options = 0;
    for (uint32_t right = 1; right <= table->cols; right++)
        for (uint32_t left = right; left-- > 0;)
            for (uint32_t bottom = 1; bottom <= table->rows; bottom++)
                for (uint32_t top = bottom; top-- > 0;) {
                    struct bacteria_rectangle r = {top, left, bottom, right};
                    *bacteria_table_entry(table, top, left, bottom, right) =
                        mex(table, r, &options);
                }
    run->answers[0] = bacteria_table_answer(table);
    if (run->work != NULL)
        run->work[0] = options;
}

/* The whole solve. */
static inline struct bacteria_table sound_solve(const struct mx_run *run) {
    struct bacteria_table table = sound_table(run);
    sound_clear(&table, run);
    sound_measure(&table, run);
    sound_fill(&table, run, bacteria_table_mex);
    return table;
}

/* The contribution of one rectangle to the table digest. */
static inline uint64_t sound_digest_of(const struct bacteria_table *table,
                                       struct bacteria_rectangle r) {
    return mx_digest_pair(bacteria_state(r),
                          *bacteria_table_entry(table, r.top, r.left, r.bottom, r.right));
}

static inline uint64_t sound_digest(const struct bacteria_table *table) {
    uint64_t digest = 0;
    for (uint32_t right = 1; right <= table->cols; right++)
        for (uint32_t left = 0; left < right; left++)
            for (uint32_t bottom = 1; bottom <= table->rows; bottom++)
                for (uint32_t top = 0; top < bottom; top++)
                    digest += sound_digest_of(
                        table, (struct bacteria_rectangle){top, left, bottom, right});
    return digest;
}

/* A variant broken_NAME that solves by this function, and how it is wrong. */
#define SOUND_BUT(what, how, function) SOUND_BUT_TEAMS(what, how, function, false)
#define SOUND_BUT_THREADED(what, how, function) SOUND_BUT_TEAMS(what, how, function, true)
#define SOUND_BUT_TEAMS(what, how, function, teams)                                                \
    const struct mx_variant broken_##what = {.name = "broken_" #what,                              \
                                             .idea = how,                                          \
                                             .every_option = true,                                 \
                                             .threaded = teams,                                    \
                                             .keeps = MX_KEEPS_ALL,                                \
                                             .max_batch = 1,                                       \
                                             .workspace_bytes = bacteria_table_workspace,          \
                                             .solve = function,                                    \
                                             .probe = bacteria_table_probe}

#endif
