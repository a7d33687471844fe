#include "measure/load.h"

#include "harness/input/optional.h"
#include "support/digest.h"
#include "support/say.h"

static void count_states(struct mx_load *load) {
    load->hash = MX_HASH_START;
    for (uint32_t i = 0; i < load->window.count; i++) {
        const void *board = load->window.boards[i];
        load->hash = mx_hash(load->hash, board, load->problem->bytes(board));
        load->states += (double)load->problem->states(board);
        load->options += (double)load->problem->options(board);
    }
}

bool mx_load_open(struct mx_load *load, const struct mx_problem *problem, const char *label,
                  const char *spec, int dialect, uint64_t seed, char *why, size_t room) {
    *load = (struct mx_load){.problem = problem, .label = label, .spec = spec};
    struct mx_workload workload;
    if (!mx_workload_open(&workload, problem, dialect, spec, seed))
        return mx_say(why, room, "%s", workload.error);
    if (workload.generated)
        load->generated = workload.spec;
    enum mx_next next = mx_window_fill(&load->window, &workload);
    mx_workload_close(&workload);
    if (next == MX_NEXT_ERROR)
        return mx_say(why, room, "%s", workload.error);
    if (next == MX_NEXT_BOARD)
        return mx_say(why, room, "%s has too many %ss to time; at most %u, or %zu MiB", spec,
                      mx_instance_noun(problem), MX_WINDOW_BOARDS, MX_WINDOW_BYTES >> 20);
    if (load->window.count == 0)
        return mx_say(why, room, "%s has no %ss", spec, mx_instance_noun(problem));
    count_states(load);
    return true;
}

bool mx_load_suits(const struct mx_load *load, const struct mx_variant *variant, mx_isa isa,
                   char *why, size_t room) {
    if (variant->isa > isa)
        return mx_say(why, room, "needs %s", mx_isa_name(variant->isa));
    char text[256];
    for (uint32_t i = 0; variant->unsupported != NULL && i < load->window.count; i++) {
        const char *reason = variant->unsupported(load->window.boards[i], text, sizeof text);
        if (reason != NULL)
            return mx_say(why, room, "%s", reason);
    }
    return true;
}

size_t mx_load_workspace(const struct mx_load *load, const struct mx_variant *variant,
                         int threads) {
    size_t most = 0;
    for (uint32_t i = 0; i < load->window.groups.count; i++) {
        struct mx_batch part =
            mx_batch_part(&load->window.groups.group[i].batch, 0, variant->max_batch);
        size_t bytes = variant->workspace_bytes(&part, threads);
        most = bytes > most ? bytes : most;
    }
    return most;
}

void mx_load_close(struct mx_load *load) {
    mx_window_free(&load->window);
}
