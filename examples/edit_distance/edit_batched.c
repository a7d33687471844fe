/* One pair in each 16-bit lane of a vector: the plain two-row kernel on several pairs of the same
 * lengths at once, one row in place. Each cell waits for its left neighbour, so the latency of four
 * operations bounds it, not their number. */
#include "edit.h"
#include "support/isa.h"

#define LANES (MX_ISA_WIDTH / 2)
#define MOST_LETTERS 32000 /* distances fit an int16_t */

typedef int16_t numbers __attribute__((vector_size(MX_ISA_WIDTH)));

static size_t workspace_bytes(const struct mx_batch *batch, int threads) {
    const struct edit *pair = batch->instances;
    (void)threads;
    return ((size_t)pair->a + 2 * (size_t)pair->b + 1) * sizeof(numbers);
}

static inline numbers least(numbers x, numbers y) {
    const numbers smaller = x < y;
    return (x & smaller) | (y & ~smaller);
}

/* text[i][lane]: letter i of the pair in the lane. The last pair fills the lanes that are left. */
static void interleave(const struct mx_run *run, uint32_t first, numbers *text) {
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t last = run->batch.count - 1;
        const struct edit *pair =
            mx_instance(&run->batch, first + lane < last ? first + lane : last);
        for (size_t i = 0; i < (size_t)pair->a + pair->b; i++)
            text[i][lane] = pair->text[i];
    }
}

/* The distances of LANES pairs. */
static numbers distances(const struct edit *shape, const numbers *text, numbers *row) {
    const numbers *a = text, *b = text + shape->a, one = (numbers){0} + 1;
    for (size_t j = 0; j <= shape->b; j++)
        row[j] = (numbers){0} + (int16_t)j;
    for (size_t i = 0; i < shape->a; i++) {
        numbers diagonal = row[0], left = row[0] + one;
        row[0] = left;
        for (size_t j = 1; j <= shape->b; j++) {
            const numbers replaced = diagonal - (numbers)(a[i] != b[j - 1]); /* true is -1 */
            diagonal = row[j];
            left = least(least(replaced, diagonal + one), left + one);
            row[j] = left;
        }
    }
    return row[shape->b];
}

static enum mx_outcome solve(const struct mx_run *run) {
    const struct edit *shape = run->batch.instances;
    numbers *row = run->workspace, *text = row + shape->b + 1;
    for (uint32_t first = 0; first < run->batch.count; first += LANES) {
        if (first > 0 && !mx_stage(run, first, run->batch.count))
            return MX_STOPPED;
        interleave(run, first, text);
        const numbers found = distances(shape, text, row);
        for (uint32_t i = first; i < run->batch.count && i < first + LANES; i++) {
            run->answers[i] = (uint64_t)found[i - first];
            if (run->work != NULL)
                run->work[i] = (uint64_t)shape->a * shape->b;
        }
    }
    return MX_SOLVED;
}

static const char *unsupported(const void *instance, char *why, size_t room) {
    const struct edit *pair = instance;
    snprintf(why, room, "has a text of more than %d letters", MOST_LETTERS);
    return pair->a > MOST_LETTERS || pair->b > MOST_LETTERS ? why : NULL;
}

const struct mx_variant MX_ISA_SYMBOL(edit_batched) = {.name = MX_ISA_LABEL("edit_batched"),
                                                       .idea = "a pair in each lane of a vector",
                                                       .max_batch = 64,
                                                       .workspace_bytes = workspace_bytes,
                                                       .solve = solve,
                                                       .unsupported = unsupported,
                                                       .isa = MX_ISA_LEVEL,
                                                       .every_option = true,
                                                       .lanes = LANES};
