/* Plug-ins: variants from shared objects, added to those of the build. */
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

/* Loads the shared object and adds its variant after those of its problem. This replaces
 * mx_problems (harness/input/select.h) and the problem itself, so call it before any look-up.
 * `auto` never selects the variant.
 *
 * First a child loads the object and inspects the descriptor. An object that crashes, hangs or
 * exits while it is loaded is therefore an ordinary error. Returns the problem with its new
 * variant. On NULL, why[room] says what is wrong, without the path. Everything lives until the
 * process ends. */
const struct mx_problem *mx_plugin_load(const char *path, char *why, size_t room);

#endif
