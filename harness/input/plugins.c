/* dlopen loads the object. The symbol table gives the descriptor's size, so that no byte beyond it
 * is read. */
#include "harness/input/plugins.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "harness/input/completion.h"
#include "harness/input/plugin_checks.h"
#include "harness/input/select.h"
#include "harness/process/child.h"
#include "harness/process/surroundings.h"
#include "support/arena.h"
#include "support/say.h"

#define SILENCE_SECONDS 10.0 /* the longest time that loading may take */
#define MOST_IDEA 400        /* longer ones are cut */

const struct mx_problem *const *mx_problems = mx_built_in_problems;

/* ---- The descriptor ---------------------------------------------------------------------- */

/* The content of a shared object: a variant or a problem; the other is NULL. */
struct offer {
    const struct mx_plugin *variant;
    const struct mx_problem_plugin *problem;
};

static bool variant_plugin_is_good(const struct mx_plugin *plugin, char *why, size_t room) {
    char shown[MX_MOST_NAME + 5];
    const uint32_t theirs[] = {plugin->run_bytes, plugin->variant_bytes};
    const size_t ours[] = {sizeof(struct mx_run), sizeof(struct mx_variant)};
    if (!mx_contract_is_ours(plugin->contract, theirs, ours, 2, why, room))
        return false;
    if (plugin->problem == NULL || plugin->variant == NULL)
        return mx_say(why, room, "its descriptor has no %s (a null pointer)",
                      plugin->problem == NULL ? "problem" : "variant");
    const struct mx_problem *problem = mx_find_problem(plugin->problem);
    if (problem == NULL)
        return mx_say(why, room,
                      "is for the unknown problem '%s'; the plug-in of a problem comes before its "
                      "variants",
                      mx_printable(plugin->problem, shown, sizeof shown));
    return mx_variant_is_good(problem, plugin->variant, why, room);
}

static bool problem_plugin_is_good(const struct mx_problem_plugin *plugin, char *why, size_t room) {
    const uint32_t theirs[] = {plugin->run_bytes, plugin->variant_bytes, plugin->problem_bytes,
                               plugin->generator_bytes};
    const size_t ours[] = {sizeof(struct mx_run), sizeof(struct mx_variant),
                           sizeof(struct mx_problem), sizeof(struct mx_generator)};
    if (!mx_contract_is_ours(plugin->contract, theirs, ours, 4, why, room))
        return false;
    if (plugin->problem == NULL)
        return mx_say(why, room, "its descriptor has no problem (a null pointer)");
    return mx_problem_is_good(plugin->problem, why, room);
}

/* ---- The object -------------------------------------------------------------------------- */

/* Looks a descriptor up. Returns false, with `why` set, when the symbol is not a descriptor of
 * `bytes` bytes; a descriptor of another version may have only its first member. *found is NULL
 * when the object does not export the symbol. */
static bool find_descriptor(void *object, const char *name, size_t bytes, const void **found,
                            char *why, size_t room) {
    void *symbol = dlsym(object, name), *entry = NULL;
    Dl_info info;
    *found = symbol;
    if (symbol == NULL)
        return true;
    dladdr1(symbol, &info, &entry, RTLD_DL_SYMENT);
    const ElfW(Sym) *declared = entry;
    const uint32_t *contract = symbol;
    bool is_object = declared != NULL && ELF64_ST_TYPE(declared->st_info) == STT_OBJECT &&
                     declared->st_size >= sizeof *contract;
    if (is_object && declared->st_size >= bytes)
        return true;
    if (is_object && *contract != MX_CONTRACT_VERSION)
        return mx_contract_is_ours(*contract, NULL, NULL, 0, why, room);
    return mx_say(why, room, "its %s is not a descriptor", name);
}

static bool find_offer(void *object, struct offer *offer, char *why, size_t room) {
    const void *variant, *problem;
    if (!find_descriptor(object, "mx_plugin", sizeof *offer->variant, &variant, why, room) ||
        !find_descriptor(object, "mx_problem_plugin", sizeof *offer->problem, &problem, why, room))
        return false;
    if (variant == NULL && problem == NULL)
        return mx_say(why, room,
                      "exports no mx_plugin: does it end in MX_PLUGIN(...) or "
                      "MX_PROBLEM_PLUGIN(...)?");
    if (variant != NULL && problem != NULL)
        return mx_say(why, room,
                      "exports both mx_plugin and mx_problem_plugin: a problem lists its variants "
                      "itself");
    *offer = (struct offer){variant, problem};
    return variant != NULL ? variant_plugin_is_good(variant, why, room)
                           : problem_plugin_is_good(problem, why, room);
}

static bool open_plugin(const char *path, struct offer *offer, char *why, size_t room) {
    char real[PATH_MAX]; /* contains a slash, so that dlopen searches no other folders */
    if (realpath(path, real) == NULL)
        return mx_say(why, room, "%s", strerror(errno));
    errno = 0;
    void *object = dlopen(real, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL && errno == ENOMEM) /* dlerror may have no text in this case */
        return mx_say(why, room, "out of memory");
    if (object == NULL) {
        const char *error = dlerror(), *behind = error + strlen(real);
        bool names_it = strncmp(error, real, strlen(real)) == 0 && strncmp(behind, ": ", 2) == 0;
        return mx_say(why, room, "%s", names_it ? behind + 2 : error);
    }
    return find_offer(object, offer, why, room);
}

/* ---- The rehearsal ----------------------------------------------------------------------- */

/* A message of the child: the step that it begins or, at the end, its result. */
struct opinion {
    bool good;
    char step[160]; /* "" = this is the opinion */
    char why[512];
};

struct rehearsal {
    const char *path;
    const struct mx_child_line *line;
    char step[160]; /* what the child does now */
    struct opinion opinion;
};

static void tell_step(void *context, const char *step) {
    const struct rehearsal *rehearsal = context;
    struct opinion message = {.good = false};
    mx_printable(step, message.step, sizeof message.step);
    mx_child_tell(rehearsal->line, &message);
}

/* The constructor of an object runs in this process. If the object is linked with -ffast-math, for
 * example, all code of the process flushes small numbers to zero. */
static void rehearse(void *context, const struct mx_child_line *line) {
    struct rehearsal *rehearsal = context;
    struct mx_surroundings before;
    mx_surroundings_note(&before);
    rehearsal->line = line;
    struct opinion opinion = {.good = false};
    struct offer offer = {NULL, NULL};
    opinion.good = open_plugin(rehearsal->path, &offer, opinion.why, sizeof opinion.why);
    mx_surroundings_accept(&before); /* libraries may start threads and open files */
    const char *change = mx_surroundings_change(&before);
    if (opinion.good && change != NULL)
        opinion.good = mx_say(opinion.why, sizeof opinion.why, "loading it %s", change);
    if (opinion.good && offer.problem != NULL)
        opinion.good = mx_problem_rehearse(offer.problem->problem, tell_step, rehearsal,
                                           opinion.why, sizeof opinion.why);
    mx_child_tell(line, &opinion);
}

static void hear(void *context, const void *message) {
    struct rehearsal *rehearsal = context;
    const struct opinion *told = message;
    if (told->step[0] != '\0')
        memcpy(rehearsal->step, told->step, sizeof rehearsal->step);
    else
        rehearsal->opinion = *told;
}

static bool loads_well(const char *path, char *why, size_t room) {
    struct rehearsal rehearsal = {.path = path, .step = "loading it"};
    const struct mx_child_job job = {rehearse, hear, &rehearsal, sizeof(struct opinion),
                                     SILENCE_SECONDS};
    char words[128];
    struct mx_child_result result = mx_child_run(&job);
    if (result.end != MX_CHILD_FINISHED)
        return mx_say(why, room, "%s %s", rehearsal.step,
                      mx_child_end_in_words(result, job.silence, words, sizeof words));
    return rehearsal.opinion.good || mx_say(why, room, "%s", rehearsal.opinion.why);
}

/* ---- The table --------------------------------------------------------------------------- */

static size_t count_pointers(const void *const *pointers) {
    size_t count = 0;
    while (pointers[count] != NULL)
        count++;
    return count;
}

static size_t no_workspace(const struct mx_batch *batch, int threads) {
    (void)batch, (void)threads;
    return 0;
}

/* The variant with an idea that can be printed, and nothing left out. NULL when memory is short. */
static const struct mx_variant *with_idea(const struct mx_variant *variant,
                                          struct mx_arena *arena) {
    struct mx_variant *copy = mx_arena_take(arena, sizeof *copy);
    char *idea = mx_arena_take(arena, MOST_IDEA);
    if (copy == NULL || idea == NULL)
        return NULL;
    *copy = *variant;
    if (copy->workspace_bytes == NULL)
        copy->workspace_bytes = no_workspace;
    copy->idea = mx_printable(variant->idea, idea, MOST_IDEA);
    return copy;
}

/* The variants, and one more unless it is NULL, each with an idea that can be printed: those of
 * `problem` have one already unless they are `fresh`. NULL when memory is short. */
static const struct mx_variant **list_variants(const struct mx_problem *problem, bool fresh,
                                               const struct mx_variant *added,
                                               struct mx_arena *arena) {
    size_t count = count_pointers((const void *const *)problem->variants);
    const struct mx_variant **variants = mx_arena_take(arena, (count + 2) * sizeof *variants);
    bool good = variants != NULL;
    for (size_t i = 0; good && i < count; i++) {
        variants[i] = fresh ? with_idea(problem->variants[i], arena) : problem->variants[i];
        good = variants[i] != NULL;
    }
    if (good && added != NULL)
        good = (variants[count] = with_idea(added, arena)) != NULL;
    return good ? variants : NULL;
}

/* The problem with one more variant. NULL when memory is short. */
static const struct mx_problem *with_variant(const struct mx_problem *problem,
                                             const struct mx_variant *added,
                                             struct mx_arena *arena) {
    struct mx_problem *larger = mx_arena_take(arena, sizeof *larger);
    const struct mx_variant **variants = list_variants(problem, false, added, arena);
    if (larger == NULL || variants == NULL)
        return NULL;
    *larger = *problem;
    larger->variants = variants;
    return larger;
}

/* The problem of a plug-in, with nothing left out. Its textbook is a variant of the new list. */
static const struct mx_problem *completed(const struct mx_problem *problem,
                                          struct mx_arena *arena) {
    struct mx_problem *full = mx_problem_complete(problem, arena);
    const struct mx_variant **variants = list_variants(problem, true, NULL, arena);
    if (full == NULL || variants == NULL)
        return NULL;
    for (size_t i = 0; problem->variants[i] != NULL; i++)
        if (problem->variants[i] == full->textbook)
            full->textbook = variants[i];
    full->variants = variants;
    return full;
}

/* Returns the problem that is in the table now; NULL when memory is short. */
static const struct mx_problem *add_to_table(const struct offer *offer) {
    static struct mx_arena kept; /* until the process ends: mx_problems points into it */
    const struct mx_problem *former =
        offer->variant == NULL ? NULL : mx_find_problem(offer->variant->problem);
    const struct mx_problem *joined = offer->problem != NULL
                                          ? completed(offer->problem->problem, &kept)
                                          : with_variant(former, offer->variant->variant, &kept);
    size_t count = count_pointers((const void *const *)mx_problems);
    const struct mx_problem **table = mx_arena_take(&kept, (count + 2) * sizeof *table);
    if (joined == NULL || table == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        table[i] = mx_problems[i] == former ? joined : mx_problems[i];
    if (former == NULL)
        table[count] = joined;
    mx_problems = table;
    return joined;
}

const struct mx_problem *mx_plugin_load(const char *path, char *why, size_t room) {
    struct offer offer = {NULL, NULL};
    if (!loads_well(path, why, room) || !open_plugin(path, &offer, why, room))
        return NULL;
    const struct mx_problem *problem = add_to_table(&offer);
    if (problem == NULL)
        mx_say(why, room, "out of memory");
    return problem;
}

size_t mx_plugin_words(const struct mx_plugin_paths *plugins, const char **words) {
    size_t count = 0;
    for (size_t i = 0; i < plugins->count; i++) {
        words[count++] = "--plugin";
        words[count++] = plugins->path[i];
    }
    return count;
}
