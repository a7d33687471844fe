/* Plug-ins: shared objects that bring a variant of a problem, or a problem with its variants. */
#ifndef MX_PLUGINS_H
#define MX_PLUGINS_H

#include <stdbool.h>
#include <stddef.h>

#define MX_MOST_PLUGINS 16

struct mx_problem;

/* Paths of plug-ins, as given. */
struct mx_plugin_paths {
    const char *path[MX_MOST_PLUGINS];
    size_t count;
};

/* Writes "--plugin", PATH for each into `words`, which has room for MX_PLUGIN_WORDS: arguments for
 * another mexbench. Returns the number of words. */
#define MX_PLUGIN_WORDS (2 * MX_MOST_PLUGINS)
size_t mx_plugin_words(const struct mx_plugin_paths *plugins, const char **words);

/* Loads the shared object and adds its variant after those of its problem, or its problem after the
 * others. This replaces mx_problems (harness/input/select.h) and the problem itself, so call it
 * before any look-up. `auto` never selects a variant that comes alone, unless its problem came from
 * a plug-in and leaves the choice to the harness.
 *
 * First a child loads the object, inspects the descriptor and, of a problem, makes an instance with
 * each generator. An object that crashes, hangs or exits there is therefore an ordinary error.
 * Returns the problem as it is in the table now. On NULL, why[room] says what is wrong, without the
 * path. Everything lives until the process ends. */
const struct mx_problem *mx_plugin_load(const char *path, char *why, size_t room);

#endif
