#include "harness/solve/explanation.h"

#include "harness/input/optional.h"
#include "harness/solve/choice.h"
#include "harness/solve/run.h"
#include "harness/solve/solver.h"
#include "support/arena.h"
#include "support/say.h"

static bool out_of_memory(struct mx_explanation *e) {
    e->no_memory = true;
    return mx_say(e->why, sizeof e->why, "out of memory");
}

static bool answer_only(struct mx_explanation *e, mx_isa isa, const struct mx_monitor *monitor) {
    struct mx_solver solver = {.problem = e->problem, .isa = isa, .threads = 1, .monitor = monitor};
    const struct mx_batch batch = {e->instance, e->problem->bytes(e->instance), 1};
    bool solved = mx_solver_solve(&solver, &batch, &e->answer, NULL) == MX_SOLVE_DONE;
    if (!solved)
        mx_say(e->why, sizeof e->why, "%s", solver.error);
    mx_solver_free(&solver);
    return solved;
}

/* Whether the values of all parts are known and XOR to 0. */
static bool wins(const struct mx_values *values, struct mx_valued_opening *opening) {
    opening->together = 0;
    for (uint32_t i = 0; i < opening->move.parts; i++) {
        opening->values[i] = mx_value_of(values, opening->move.part[i]);
        if (opening->values[i] == MX_NOT_COMPUTED)
            return false;
        opening->together ^= opening->values[i];
    }
    return opening->together == 0;
}

/* An opening that is known to win, because the variant has visited all parts that it leaves; NULL =
 * none. */
static const struct mx_valued_opening *
known_to_win(struct mx_explanation *e, const struct mx_values *values, struct mx_arena *arena) {
    struct mx_valued_opening *opening = mx_arena_take(arena, sizeof *opening);
    if (opening == NULL) {
        out_of_memory(e);
        return NULL;
    }
    for (uint64_t i = 0; e->problem->opening(e->instance, i, &opening->move); i++)
        if (wins(values, opening))
            return opening;
    return NULL;
}

/* Gets the answer and a winning opening from a search, which keeps only the states that it
 * visited. */
static bool with_visited(struct mx_explanation *e, mx_isa isa, const struct mx_monitor *monitor,
                         struct mx_arena *arena) {
    const struct mx_batch batch = {e->instance, e->problem->bytes(e->instance), 1};
    struct mx_values values = {
        .problem = e->problem,
        .run = {.batch = batch, .threads = 1, .answers = &e->answer, .monitor = monitor}};
    char why[256];
    bool solved = false;
    for (int attempt = 0;
         !solved && (values.variant = mx_choose(e->problem, &batch, isa, 1, attempt)) != NULL;
         attempt++) {
        size_t bytes = values.variant->workspace_bytes(&batch, 1);
        if (values.variant->keeps != MX_KEEPS_VISITED)
            continue;
        if (!mx_memory_reserve(&values.workspace, bytes, why, sizeof why)) {
            e->no_memory |= values.workspace.refused;
            continue;
        }
        values.run.workspace = values.workspace.base;
        solved = mx_run_variant(values.variant, &values.run, why, sizeof why) == MX_SOLVED;
        if (solved) {
            e->no_memory = false;
            e->best = known_to_win(e, &values, arena);
        }
    }
    mx_values_close(&values);
    return solved || (e->no_memory && out_of_memory(e));
}

/* Enters the opening where it is made. */
static void place(struct mx_explanation *e, const struct mx_valued_opening *opening) {
    const struct mx_opening *move = &opening->move;
    if (move->col == MX_WHOLE_LINE)
        e->row[move->row] = opening;
    else if (move->row == MX_WHOLE_LINE)
        e->col[move->col] = opening;
    else
        e->at[(size_t)move->row * e->cols + move->col] = opening;
    bool line = move->col == MX_WHOLE_LINE || move->row == MX_WHOLE_LINE;
    *(line ? &e->has_lines : &e->has_cells) = true;
    e->moves += move->moves;
    if (opening->together != 0)
        return;
    e->winning++;
    e->winning_moves += move->moves;
    if (e->best == NULL)
        e->best = opening;
}

/* Returns false when memory is short. */
static bool lay_out(struct mx_explanation *e, const struct mx_values *values,
                    struct mx_arena *arena) {
    const size_t cells = (size_t)e->rows * e->cols;
    e->at = mx_arena_take(arena, cells * sizeof *e->at);
    e->row = mx_arena_take(arena, e->rows * sizeof *e->row);
    e->col = mx_arena_take(arena, e->cols * sizeof *e->col);
    if (e->at == NULL || e->row == NULL || e->col == NULL ||
        !mx_openings_list(&e->openings, values, arena))
        return out_of_memory(e);
    for (uint64_t i = 0; i < e->openings.count; i++)
        if (e->openings.opening[i].together == MX_NOT_COMPUTED)
            return mx_say(e->why, sizeof e->why, "%s gave up on an opening", values->variant->name);
    for (uint64_t i = 0; i < e->openings.count; i++)
        place(e, &e->openings.opening[i]);
    return true;
}

static bool with_values(struct mx_explanation *e, mx_isa isa, const struct mx_monitor *monitor,
                        struct mx_arena *arena) {
    struct mx_values values;
    if (!mx_nimbers_open(&values, e->problem, e->instance, NULL, isa, monitor, e->why,
                         sizeof e->why))
        return values.refused && out_of_memory(e);
    e->answer = values.answer;
    e->value_noun = mx_value_noun(&values);
    e->valued = lay_out(e, &values, arena);
    mx_values_close(&values);
    return e->valued;
}

bool mx_explain(struct mx_explanation *explanation, const struct mx_problem *problem,
                const void *instance, int dialect, mx_isa isa, const struct mx_monitor *monitor,
                struct mx_arena *arena) {
    *explanation =
        (struct mx_explanation){.problem = problem, .instance = instance, .dialect = dialect};
    explanation->value_noun = problem->value_noun;
    explanation->openings.parts = problem->start(instance, explanation->openings.part);
    mx_sides(problem, instance, &explanation->rows, &explanation->cols);
    if (with_values(explanation, isa, monitor, arena))
        return true;
    if (explanation->no_memory)
        return false;
    return (with_visited(explanation, isa, monitor, arena) && !explanation->no_memory) ||
           (!explanation->no_memory && answer_only(explanation, isa, monitor));
}

uint32_t mx_part_of_cell(const struct mx_explanation *explanation, const uint64_t *parts,
                         uint32_t count, uint32_t row, uint32_t col) {
    uint32_t i = 0;
    while (i < count &&
           !explanation->problem->drawing->is_free(explanation->instance, parts[i], row, col))
        i++;
    return i;
}
