/* The plain kernels: the definition itself, the definition with a memory, and two rows of the
 * table. The first is the reference: it is obviously right, and far too slow for long texts. */
#include "edit.h"

#define NAIVE_LETTERS 12          /* of both texts; 8,989 calls for two texts of six */
#define MEMOISED_CELLS (1u << 24) /* the recursion is as deep as both texts are long */
#define MEMOISED_LETTERS 20000

static uint32_t least(uint32_t x, uint32_t y) {
    return x < y ? x : y;
}

static size_t no_workspace(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return 0;
}

/* ---- The definition ---------------------------------------------------------------------- */

static uint32_t distance(const struct edit *pair, uint32_t i, uint32_t j, uint64_t *cells) {
    if (i == 0 || j == 0)
        return i + j;
    ++*cells;
    const uint32_t replaced =
        distance(pair, i - 1, j - 1, cells) + (edit_a(pair)[i - 1] != edit_b(pair)[j - 1]);
    return least(replaced,
                 1 + least(distance(pair, i - 1, j, cells), distance(pair, i, j - 1, cells)));
}

static enum mx_outcome naive_solve(const struct mx_run *run) {
    for (uint32_t i = 0; i < run->batch.count; i++) {
        const struct edit *pair = mx_instance(&run->batch, i);
        uint64_t cells = 0;
        run->answers[i] = distance(pair, pair->a, pair->b, &cells);
        if (run->work != NULL)
            run->work[i] = cells;
    }
    return MX_SOLVED;
}

static uint32_t naive_probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    uint64_t cells = 0;
    return distance(mx_instance(&run->batch, which), (uint32_t)(state >> 32), (uint32_t)state,
                    &cells);
}

static const char *naive_unsupported(const void *instance, char *why, size_t room) {
    const struct edit *pair = instance;
    (void)why, (void)room;
    return (uint64_t)pair->a + pair->b > NAIVE_LETTERS ? "has more than 12 letters" : NULL;
}

const struct mx_variant edit_naive = {.name = "edit_naive",
                                      .idea = "the recursive definition",
                                      .max_batch = 64,
                                      .workspace_bytes = no_workspace,
                                      .solve = naive_solve,
                                      .unsupported = naive_unsupported,
                                      .probe = naive_probe,
                                      .keeps = MX_KEEPS_ALL};

/* ---- The definition with a memory -------------------------------------------------------- */

/* One more than D(i, j) at [i * (b + 1) + j]; 0 = not computed yet. */
struct memory {
    const struct edit *pair;
    uint32_t *table;
    uint64_t cells;
};

static uint32_t remembered(struct memory *m, uint32_t i, uint32_t j) {
    uint32_t *known = &m->table[(size_t)i * (m->pair->b + 1) + j];
    if (*known != 0)
        return *known - 1;
    uint32_t value = i + j;
    if (i > 0 && j > 0) {
        m->cells++;
        value = remembered(m, i - 1, j - 1);
        if (edit_a(m->pair)[i - 1] != edit_b(m->pair)[j - 1]) /* else a match is never worse */
            value = 1 + least(value, least(remembered(m, i - 1, j), remembered(m, i, j - 1)));
    }
    *known = value + 1;
    return value;
}

static size_t memoised_bytes(const struct mx_batch *batch, int threads) {
    const struct edit *pair = batch->instances;
    (void)threads;
    return ((size_t)pair->a + 1) * ((size_t)pair->b + 1) * sizeof(uint32_t);
}

static enum mx_outcome memoised_solve(const struct mx_run *run) {
    struct memory m = {run->batch.instances, run->workspace, 0};
    const size_t states = memoised_bytes(&run->batch, 1) / sizeof(uint32_t);
    for (size_t i = 0; i < states; i++)
        m.table[i] = 0;
    run->answers[0] = remembered(&m, m.pair->a, m.pair->b);
    if (run->work != NULL)
        run->work[0] = m.cells;
    return MX_SOLVED;
}

static uint32_t memoised_probe(const struct mx_run *run, uint32_t which, uint64_t state) {
    const struct edit *pair = mx_instance(&run->batch, which);
    const uint32_t *table = run->workspace;
    const uint32_t known = table[(state >> 32) * (pair->b + 1) + (state & UINT32_MAX)];
    return known == 0 ? MX_NOT_COMPUTED : known - 1;
}

static const char *memoised_unsupported(const void *instance, char *why, size_t room) {
    const struct edit *pair = instance;
    (void)why, (void)room;
    return (uint64_t)pair->a * pair->b > MEMOISED_CELLS || pair->a + pair->b > MEMOISED_LETTERS
               ? "its recursion would be too deep"
               : NULL;
}

const struct mx_variant edit_memoised = {.name = "edit_memoised",
                                         .idea = "recursion that remembers, and follows matches",
                                         .max_batch = 1,
                                         .workspace_bytes = memoised_bytes,
                                         .solve = memoised_solve,
                                         .unsupported = memoised_unsupported,
                                         .probe = memoised_probe,
                                         .keeps = MX_KEEPS_VISITED};

/* ---- Two rows ---------------------------------------------------------------------------- */

static size_t two_rows_bytes(const struct mx_batch *batch, int threads) {
    (void)threads;
    return 2 * ((size_t)((const struct edit *)batch->instances)->b + 1) * sizeof(uint32_t);
}

static bool two_rows(const struct mx_run *run, uint32_t which) {
    const struct edit *pair = mx_instance(&run->batch, which);
    uint32_t *before = run->workspace, *row = before + pair->b + 1;
    for (uint32_t j = 0; j <= pair->b; j++)
        before[j] = j;
    for (uint32_t i = 1; i <= pair->a; i++) {
        const char letter = edit_a(pair)[i - 1];
        row[0] = i;
        for (uint32_t j = 1; j <= pair->b; j++)
            row[j] = least(before[j - 1] + (letter != edit_b(pair)[j - 1]),
                           1 + least(before[j], row[j - 1]));
        uint32_t *swapped = before;
        before = row;
        row = swapped;
        if (i % 256 == 0 && !mx_stage(run, i, pair->a))
            return false;
    }
    run->answers[which] = before[pair->b];
    if (run->work != NULL)
        run->work[which] = (uint64_t)pair->a * pair->b;
    return true;
}

static enum mx_outcome two_rows_solve(const struct mx_run *run) {
    for (uint32_t i = 0; i < run->batch.count; i++)
        if (!two_rows(run, i))
            return MX_STOPPED;
    return MX_SOLVED;
}

const struct mx_variant edit_two_rows = {.name = "edit_two_rows",
                                         .idea = "bottom-up over rows, of which it keeps two",
                                         .max_batch = 64,
                                         .workspace_bytes = two_rows_bytes,
                                         .solve = two_rows_solve,
                                         .every_option = true};
