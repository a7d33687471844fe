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

/* Reserves room for the long answers of each group, side by side. Returns false when memory is
 * short. */
static bool reserve_answers(struct mx_window *window, const struct mx_problem *problem) {
    window->long_answers = NULL;
    if (problem->answer_bytes == NULL)
        return true;
    struct mx_arena *arena = &window->group_arena;
    window->long_answers = mx_arena_take(arena, window->count * sizeof *window->long_answers);
    for (uint32_t i = 0; window->long_answers != NULL && i < window->groups.count; i++) {
        const struct mx_group *group = &window->groups.group[i];
        const size_t stride = mx_answer_stride(problem, group->batch.instances);
        char *room = mx_arena_take(arena, stride * group->batch.count);
        if (room == NULL)
            return false;
        for (uint32_t at = 0; at < group->batch.count; at++)
            window->long_answers[group->place[at]] = room + at * stride;
    }
    return window->long_answers != NULL;
}

enum mx_next mx_window_fill(struct mx_window *window, struct mx_workload *workload) {
    window->count = 0;
    if (!allocate(window))
        return out_of_memory(workload);
    mx_arena_clear(&window->board_arena);
    mx_arena_clear(&window->group_arena);
    enum mx_next next = MX_NEXT_BOARD;
    bool one_shape = window->enough > 0;
    while (next == MX_NEXT_BOARD && window->count < MX_WINDOW_BOARDS &&
           window->board_arena.used < MX_WINDOW_BYTES &&
           !(one_shape && window->count >= window->enough)) {
        const void **newest = &window->boards[window->count];
        next = mx_workload_next(workload, &window->board_arena, newest);
        window->count += next == MX_NEXT_BOARD;
        one_shape = one_shape && (next != MX_NEXT_BOARD ||
                                  workload->problem->same_shape(window->boards[0], *newest));
    }
    if (!mx_group_by_shape(&window->groups, workload->problem, window->boards, window->count,
                           &window->group_arena) ||
        !reserve_answers(window, workload->problem)) {
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
        solver->long_answers =
            window->long_answers == NULL ? NULL : window->long_answers[group->place[0]];
        enum mx_solved result = mx_solver_solve(solver, &group->batch, window->group_answers,
                                                solver->counts ? window->group_work : NULL);
        solver->long_answers = NULL;
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
