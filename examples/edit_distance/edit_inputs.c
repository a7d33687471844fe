/* Generators, simpler pairs, and neighbours. */
#include <string.h>

#include "edit.h"
#include "support/arena.h"
#include "support/rng.h"

static size_t bytes_for(uint64_t a, uint64_t b) {
    return (sizeof(struct edit) + a + b + 7) / 8 * 8;
}

size_t edit_bytes(const void *instance) {
    const struct edit *pair = instance;
    return bytes_for(pair->a, pair->b);
}

struct edit *edit_new(uint32_t a, uint32_t b, struct mx_arena *arena) {
    struct edit *pair = mx_arena_take(arena, bytes_for(a, b));
    if (pair != NULL)
        *pair = (struct edit){.a = a, .b = b};
    return pair;
}

/* ---- Generators -------------------------------------------------------------------------- */

static char letter(struct mx_rng *rng, uint64_t letters) {
    return (char)('a' + mx_rng_below(rng, letters));
}

static const void *make_random(const uint64_t *values, uint64_t seed, uint64_t index,
                               struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct edit *pair = edit_new((uint32_t)values[0], (uint32_t)values[1], arena);
    for (uint64_t i = 0; pair != NULL && i < values[0] + values[1]; i++)
        pair->text[i] = letter(&rng, values[2]);
    return pair;
}

/* The second text is the first with each letter replaced, or left out and another letter put in
 * somewhere, with the given probability. */
static const void *make_similar(const uint64_t *values, uint64_t seed, uint64_t index,
                                struct mx_arena *arena) {
    const uint64_t n = values[0], letters = 26;
    struct mx_rng rng = mx_rng_start(seed, index);
    struct edit *pair = edit_new((uint32_t)n, (uint32_t)n, arena);
    if (pair == NULL)
        return NULL;
    char *a = pair->text, *b = pair->text + n;
    for (uint64_t i = 0; i < n; i++)
        a[i] = letter(&rng, letters);
    memcpy(b, a, n);
    for (uint64_t i = 0; i < n; i++) {
        if (!mx_rng_chance(&rng, values[1]))
            continue;
        const uint64_t to = mx_rng_below(&rng, n);
        if (mx_rng_below(&rng, 2) == 0)
            b[i] = letter(&rng, letters);
        else if (to > i)
            memmove(b + i, b + i + 1, to - i);
        else
            memmove(b + to + 1, b + to, i - to);
        b[to] = letter(&rng, letters);
    }
    return pair;
}

/* Texts without a common letter: the distance is as large as possible, and nothing can be skipped.
 */
static const void *make_worst(const uint64_t *values, uint64_t seed, uint64_t index,
                              struct mx_arena *arena) {
    struct mx_rng rng = mx_rng_start(seed, index);
    struct edit *pair = edit_new((uint32_t)values[0], (uint32_t)values[1], arena);
    for (uint64_t i = 0; pair != NULL && i < values[0] + values[1]; i++)
        pair->text[i] = (char)(letter(&rng, 13) + (i < values[0] ? 0 : 13));
    return pair;
}

#define LENGTH(KEY, WORDS)                                                                         \
    { KEY, WORDS, false, 0, EDIT_MOST_LETTERS, 200, NULL }

const struct mx_generator edit_generators[] = {
    {.name = "random",
     .summary = "independent letters",
     .parameters = {LENGTH("n", "letters of the first text"),
                    LENGTH("m", "letters of the second text"),
                    {"letters", "different letters", false, 1, 26, 4, NULL}},
     .make = make_random},
    {.name = "similar",
     .summary = "the second text is the first with edits",
     .parameters = {LENGTH("n", "letters of both texts"),
                    {"edits", "edits for each letter", true, 0, MX_BILLION, MX_BILLION / 20, NULL}},
     .make = make_similar},
    {.name = "worst",
     .summary = "texts without a common letter",
     .parameters = {LENGTH("n", "letters of the first text"),
                    LENGTH("m", "letters of the second text")},
     .make = make_worst},
    {.name = NULL}};

/* ---- Searches ---------------------------------------------------------------------------- */

/* The pair without `size` letters of a from `from` on, or of b if `from` is beyond a. */
static const void *without(const struct edit *pair, uint64_t from, uint64_t size,
                           struct mx_arena *arena) {
    const bool first = from < pair->a;
    const uint64_t end = first ? pair->a : (uint64_t)pair->a + pair->b;
    const uint32_t gone = (uint32_t)(from + size > end ? end - from : size);
    struct edit *smaller =
        edit_new(pair->a - (first ? gone : 0), pair->b - (first ? 0 : gone), arena);
    if (smaller == NULL)
        return NULL;
    memcpy(smaller->text, pair->text, from);
    memcpy(smaller->text + from, pair->text + from + gone,
           (uint64_t)pair->a + pair->b - from - gone);
    return smaller;
}

/* The pair with one letter replaced by a smaller one. */
static const void *with(const struct edit *pair, uint64_t at, char letter, struct mx_arena *arena) {
    struct edit *other = edit_new(pair->a, pair->b, arena);
    if (other == NULL)
        return NULL;
    memcpy(other->text, pair->text, (uint64_t)pair->a + pair->b);
    other->text[at] = letter;
    return other;
}

const void *edit_shrink(const void *instance, uint64_t attempt, struct mx_arena *arena) {
    const struct edit *pair = instance;
    const uint64_t letters = (uint64_t)pair->a + pair->b;
    for (uint64_t size = letters; size > 0; size /= 2) {
        const uint64_t pieces = (letters + size - 1) / size;
        if (attempt < pieces)
            return without(pair, attempt * size, size, arena);
        attempt -= pieces;
    }
    for (uint64_t at = 0; at < letters; at++) {
        const uint64_t smaller = (uint64_t)(pair->text[at] - 'a');
        if (attempt < smaller)
            return with(pair, at, (char)('a' + attempt), arena);
        attempt -= smaller;
    }
    return NULL;
}

const void *edit_mutate(const void *instance, struct mx_rng *rng, struct mx_arena *arena) {
    const struct edit *pair = instance;
    const uint64_t letters = (uint64_t)pair->a + pair->b;
    const uint64_t at = letters == 0 ? 0 : mx_rng_below(rng, letters);
    return letters == 0 ? edit_new(0, 0, arena) : with(pair, at, letter(rng, 26), arena);
}
