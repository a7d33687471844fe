#include "harness/solve/window.h"

#include <stdlib.h>

static bool allocate(struct mx_window *window) {
    if (window->boards == NULL)
        window->boards = malloc(MX_WINDOW_BOARDS * sizeof *window->boards);
    if (window->answers == NULL)
        window->answers = malloc(MX_WINDOW_BOARDS * sizeof *window->answers);
    if (window->group_answers == NULL)
        window->group_answers = malloc(MX_WINDOW_BOARDS * sizeof *window->group_answers);
    if (window->group_work == NULL)
        window->group_work = malloc(MX_WINDOW_BOARDS * sizeof *window->group_work);
    return window->boards != NULL && window->answers != NULL && window->group_answers != NULL &&
           window->group_work != NULL;
}

static enum mx_next out_of_memory(struct mx_workload *workload) {
    snprintf(workload->error, sizeof workload->error, "out of memory");
    return MX_NEXT_ERROR;
}

enum mx_next mx_window_fill(struct mx_window *window, struct mx_workload *workload) {
    window->count = 0;
    if (!allocate(window))
        return out_of_memory(workload);
    mx_arena_clear(&window->board_arena);
    mx_arena_clear(&window->group_arena);
    enum mx_next next = MX_NEXT_BOARD;
    while (next == MX_NEXT_BOARD && window->count < MX_WINDOW_BOARDS &&
           window->board_arena.used < MX_WINDOW_BYTES) {
        next = mx_workload_next(workload, &window->board_arena, &window->boards[window->count]);
        window->count += next == MX_NEXT_BOARD;
    }
    if (!mx_group_by_shape(&window->groups, workload->problem, window->boards, window->count,
                           &window->group_arena)) {
        window->count = 0;
        return out_of_memory(workload);
    }
    return next;
}

static void scatter(struct mx_window *window, const struct mx_group *group) {
    for (uint32_t i = 0; i < group->batch.count; i++)
        window->answers[group->place[i]] = window->group_answers[i];
}

/* The first board of the window that belongs to group `from` or a later one; all boards before it
 * are done. */
static uint32_t boards_done(const struct mx_window *window, uint32_t from) {
    uint32_t least = window->count;
    for (; from < window->groups.count; from++)
        if (window->groups.group[from].place[0] < least)
            least = window->groups.group[from].place[0];
    return least;
}

enum mx_solved mx_window_solve(struct mx_window *window, struct mx_solver *solver,
                               uint32_t *solved) {
    for (uint32_t i = 0; i < window->groups.count; i++) {
        const struct mx_group *group = &window->groups.group[i];
        enum mx_solved result = mx_solver_solve(solver, &group->batch, window->group_answers,
                                                solver->counts ? window->group_work : NULL);
        if (result != MX_SOLVE_DONE) {
            *solved = boards_done(window, i);
            return result;
        }
        scatter(window, group);
        for (uint32_t board = 0; solver->counts && board < group->batch.count; board++)
            solver->work += window->group_work[board];
    }
    *solved = window->count;
    return MX_SOLVE_DONE;
}

void mx_window_free(struct mx_window *window) {
    free(window->boards);
    free(window->answers);
    free(window->group_answers);
    free(window->group_work);
    mx_arena_free(&window->board_arena);
    mx_arena_free(&window->group_arena);
    *window = (struct mx_window){0};
}
