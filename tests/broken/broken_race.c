/* Threads add what their rows and columns win to a shared sum without a lock. They meet between
 * reading and writing it, so that the race is lost nearly always. */
#include "broken.h"
#include "sound.h"

static uint64_t won_by_row(const struct bacteria_table *t, uint32_t row) {
    struct bacteria_rectangle all = {0, 0, t->rows, t->cols};
    return bacteria_row_open(t, row, 0, t->cols) && bacteria_row_option(t, all, row) == 0 ? t->cols
                                                                                          : 0;
}

static uint64_t won_by_column(const struct bacteria_table *t, uint32_t col) {
    struct bacteria_rectangle all = {0, 0, t->rows, t->cols};
    bool wins =
        bacteria_column_open(t, col, 0, t->rows) && bacteria_column_option(t, all, col) == 0;
    return wins ? t->rows : 0;
}

/* Rows and columns one after the other. */
static uint64_t won_by(const struct bacteria_table *t, uint32_t line) {
    return line < t->rows ? won_by_row(t, line) : won_by_column(t, line - t->rows);
}

static enum mx_outcome solve(const struct mx_run *run) {
    struct bacteria_table table = sound_solve(run);
    volatile uint64_t sum = 0;
#pragma omp parallel num_threads(run->threads)
    {
        uint64_t mine = 0;
#pragma omp for schedule(static, 1) nowait
        for (uint32_t line = 0; line < table.rows + table.cols; line++)
            mine += won_by(&table, line);
        uint64_t seen = sum;
#pragma omp barrier
        sum = seen + mine;
    }
    run->answers[0] = sum;
    return MX_SOLVED;
}

SOUND_BUT_THREADED(race, "adds up in several threads without a lock", solve);
