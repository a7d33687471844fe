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

#include "harness/input/select.h"
#include "harness/process/child.h"
#include "harness/process/surroundings.h"
#include "support/arena.h"
#include "support/say.h"

#define SILENCE_SECONDS 10.0 /* the longest time that loading may take */
#define MOST_NAME 64
#define MOST_IDEA 400      /* longer ones are cut */
#define SYMBOL "mx_plugin" /* the name that MX_PLUGIN gives to the descriptor */

const struct mx_problem *const *mx_problems = mx_built_in_problems;

/* ---- The descriptor ---------------------------------------------------------------------- */

static bool refuse_version(const struct mx_plugin *plugin, char *why, size_t room) {
    if (plugin->contract == MX_CONTRACT_VERSION)
        return mx_say(why, room,
                      "its structures have other sizes than ours, though it says "
                      "contract version %u",
                      MX_CONTRACT_VERSION);
    const char *change =
        plugin->contract == 1 ? "include \"variant.h\" instead of \"kernel.h\" and " : "";
    return mx_say(why, room,
                  "was built for contract version %u, but this mexbench has version %u: %sbuild it "
                  "against the headers of this mexbench",
                  plugin->contract, MX_CONTRACT_VERSION, change);
}

static bool name_is_good(const struct mx_problem *problem, const char *name) {
    size_t prefix = strlen(problem->name), length = strnlen(name, MOST_NAME + 1);
    return strncmp(name, problem->name, prefix) == 0 && name[prefix] == '_' &&
           name[prefix + 1] != '\0' && length <= MOST_NAME &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

/* The required member that a variant lacks; NULL = none. */
static const char *missing_member(const struct mx_variant *variant) {
    if (variant->name == NULL)
        return "name";
    if (variant->idea == NULL)
        return "idea";
    if (variant->workspace_bytes == NULL)
        return "workspace_bytes";
    if (variant->solve == NULL)
        return "solve";
    return variant->probe == NULL && variant->keeps != MX_KEEPS_ANSWER ? "probe" : NULL;
}

static bool reserved_is_unset(const struct mx_variant *variant) {
    for (size_t i = 0; i < sizeof variant->reserved / sizeof *variant->reserved; i++)
        if (variant->reserved[i] != NULL)
            return false;
    return true;
}

static bool variant_is_good(const struct mx_problem *problem, const struct mx_variant *variant,
                            char *why, size_t room) {
    char shown[MOST_NAME + 5];
    const char *missing = missing_member(variant);
    if (missing != NULL)
        return mx_say(why, room, "its variant has no %s (a null pointer)", missing);
    if (!name_is_good(problem, variant->name))
        return mx_say(why, room,
                      "its variant must be named %s_... in at most %d letters a-z, "
                      "digits and _, not '%s'",
                      problem->name, MOST_NAME, mx_printable(variant->name, shown, sizeof shown));
    if (variant->isa > MX_ISA_AVX512 || variant->keeps > MX_KEEPS_ALL || variant->max_batch == 0)
        return mx_say(why, room, "%s: isa, keeps or max_batch is out of range", variant->name);
    if (!reserved_is_unset(variant))
        return mx_say(why, room, "%s: reserved must be NULL in contract version %u", variant->name,
                      MX_CONTRACT_VERSION);
    if (mx_find_variant(problem, variant->name) != NULL)
        return mx_say(why, room, "there already is a %s: rename the plug-in's variant",
                      variant->name);
    return true;
}

static bool plugin_is_good(const struct mx_plugin *plugin, char *why, size_t room) {
    char shown[MOST_NAME + 5];
    if (plugin->contract != MX_CONTRACT_VERSION || plugin->run_bytes != sizeof(struct mx_run) ||
        plugin->variant_bytes != sizeof(struct mx_variant))
        return refuse_version(plugin, why, room);
    if (plugin->problem == NULL || plugin->variant == NULL)
        return mx_say(why, room, "its descriptor has no %s (a null pointer)",
                      plugin->problem == NULL ? "problem" : "variant");
    const struct mx_problem *problem = mx_find_problem(plugin->problem);
    if (problem == NULL)
        return mx_say(why, room, "is for the unknown problem '%s'",
                      mx_printable(plugin->problem, shown, sizeof shown));
    return variant_is_good(problem, plugin->variant, why, room);
}

/* ---- The object -------------------------------------------------------------------------- */

/* The descriptor; NULL when the object has none. A descriptor of another version may have only its
 * first member. */
static const struct mx_plugin *descriptor_in(void *object, char *why, size_t room) {
    void *symbol = dlsym(object, SYMBOL), *entry = NULL;
    Dl_info info;
    if (symbol == NULL) {
        mx_say(why, room, "exports no " SYMBOL ": does it end in MX_PLUGIN(...)?");
        return NULL;
    }
    dladdr1(symbol, &info, &entry, RTLD_DL_SYMENT);
    const ElfW(Sym) *declared = entry;
    const struct mx_plugin *plugin = symbol;
    bool is_object = declared != NULL && ELF64_ST_TYPE(declared->st_info) == STT_OBJECT &&
                     declared->st_size >= sizeof plugin->contract;
    if (is_object && declared->st_size >= sizeof *plugin)
        return plugin;
    if (is_object && plugin->contract != MX_CONTRACT_VERSION)
        refuse_version(plugin, why, room);
    else
        mx_say(why, room, "its " SYMBOL " is no descriptor");
    return NULL;
}

static const struct mx_plugin *open_plugin(const char *path, char *why, size_t room) {
    char real[PATH_MAX]; /* contains a slash, so that dlopen searches no other folders */
    if (realpath(path, real) == NULL) {
        mx_say(why, room, "%s", strerror(errno));
        return NULL;
    }
    errno = 0;
    void *object = dlopen(real, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL && errno == ENOMEM) { /* dlerror may have no text in this case */
        mx_say(why, room, "out of memory");
        return NULL;
    }
    if (object == NULL) {
        const char *error = dlerror(), *behind = error + strlen(real);
        bool names_it = strncmp(error, real, strlen(real)) == 0 && strncmp(behind, ": ", 2) == 0;
        mx_say(why, room, "%s", names_it ? behind + 2 : error);
        return NULL;
    }
    const struct mx_plugin *plugin = descriptor_in(object, why, room);
    return plugin != NULL && plugin_is_good(plugin, why, room) ? plugin : NULL;
}

/* ---- The rehearsal ----------------------------------------------------------------------- */

struct opinion {
    bool good;
    char why[512];
};

struct rehearsal {
    const char *path;
    struct opinion opinion;
};

/* The constructor of an object runs in this process. If the object is linked with -ffast-math, for
 * example, all code of the process flushes small numbers to zero. */
static void rehearse(void *context, const struct mx_child_line *line) {
    const struct rehearsal *rehearsal = context;
    struct mx_surroundings before;
    mx_surroundings_note(&before);
    struct opinion opinion = {.good = false};
    opinion.good = open_plugin(rehearsal->path, opinion.why, sizeof opinion.why) != NULL;
    const char *change = mx_surroundings_change(&before);
    if (opinion.good && change != NULL)
        opinion.good = mx_say(opinion.why, sizeof opinion.why, "loading it %s", change);
    mx_child_tell(line, &opinion);
}

static void hear(void *context, const void *message) {
    struct rehearsal *rehearsal = context;
    rehearsal->opinion = *(const struct opinion *)message;
}

static bool loads_well(const char *path, char *why, size_t room) {
    struct rehearsal rehearsal = {.path = path};
    const struct mx_child_job job = {rehearse, hear, &rehearsal, sizeof(struct opinion),
                                     SILENCE_SECONDS};
    char words[128];
    struct mx_child_result result = mx_child_run(&job);
    if (result.end != MX_CHILD_FINISHED)
        return mx_say(why, room, "loading it %s",
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

/* The variant with an idea that can be printed. NULL when memory is short. */
static const struct mx_variant *with_idea(const struct mx_variant *variant,
                                          struct mx_arena *arena) {
    struct mx_variant *copy = mx_arena_take(arena, sizeof *copy);
    char *idea = mx_arena_take(arena, MOST_IDEA);
    if (copy == NULL || idea == NULL)
        return NULL;
    *copy = *variant;
    copy->idea = mx_printable(variant->idea, idea, MOST_IDEA);
    return copy;
}

/* The problem with one more variant. NULL when memory is short. */
static const struct mx_problem *with_variant(const struct mx_problem *problem,
                                             const struct mx_variant *added,
                                             struct mx_arena *arena) {
    const struct mx_variant *variant = with_idea(added, arena);
    size_t count = count_pointers((const void *const *)problem->variants);
    struct mx_problem *larger = mx_arena_take(arena, sizeof *larger);
    const struct mx_variant **variants = mx_arena_take(arena, (count + 2) * sizeof *variants);
    if (variant == NULL || larger == NULL || variants == NULL)
        return NULL;
    memcpy(variants, problem->variants, count * sizeof *variants);
    variants[count] = variant;
    variants[count + 1] = NULL;
    *larger = *problem;
    larger->variants = variants;
    return larger;
}

/* Returns the problem that is in the table now; NULL when memory is short. */
static const struct mx_problem *add_to_table(const struct mx_plugin *plugin) {
    static struct mx_arena kept; /* until the process ends: mx_problems points into it */
    const struct mx_problem *former = mx_find_problem(plugin->problem);
    const struct mx_problem *larger = with_variant(former, plugin->variant, &kept);
    size_t count = count_pointers((const void *const *)mx_problems);
    const struct mx_problem **table = mx_arena_take(&kept, (count + 1) * sizeof *table);
    if (larger == NULL || table == NULL)
        return NULL;
    for (size_t i = 0; i <= count; i++)
        table[i] = mx_problems[i] == former ? larger : mx_problems[i];
    mx_problems = table;
    return larger;
}

const struct mx_problem *mx_plugin_load(const char *path, char *why, size_t room) {
    if (!loads_well(path, why, room))
        return NULL;
    const struct mx_plugin *plugin = open_plugin(path, why, room);
    if (plugin == NULL)
        return NULL;
    const struct mx_problem *problem = add_to_table(plugin);
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
