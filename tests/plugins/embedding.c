/* A program that solves boards with the installed library: the answers to a file, by the
 * plain bottom-up variant. */
#include <stdlib.h>

#include "problem.h"
#include "support/arena.h"
#include "support/reader.h"

static uint64_t solve(const struct mx_problem *problem, const void *board) {
    uint64_t answer = 0;
    struct mx_run run = {
        .batch = {board, problem->bytes(board), 1}, .threads = 1, .answers = &answer};
    const struct mx_variant *variant = problem->textbook;
    size_t bytes = variant->workspace_bytes(&run.batch, 1);
    run.workspace = aligned_alloc(64, (bytes + 63) / 64 * 64);
    bool solved = variant->solve(&run) == MX_SOLVED;
    free(run.workspace);
    return solved ? answer : UINT64_MAX;
}

int main(int argc, char **argv) {
    const struct mx_problem *problem = mx_built_in_problems[0];
    struct mx_reader reader;
    struct mx_arena arena = {0};
    uint64_t cases;
    if (argc != 2 || !mx_reader_open(&reader, argv[1]) || !problem->read_header(&reader, &cases))
        return 1;
    for (uint64_t i = 1; i <= cases; i++)
        problem->write_answer(stdout, i, solve(problem, problem->read(&reader, &arena, 0)));
    mx_reader_close(&reader);
    mx_arena_free(&arena);
    return 0;
}
