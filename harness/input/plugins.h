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

/* Loads the shared object and adds its variant behind those of its problem: mx_problems
 * (harness/input/select.h) is another table then, and that problem another one, so this comes
 * before anything is looked up. `auto` never takes the variant.
 *
 * A child loads the object and looks at the descriptor first, so that one which crashes, hangs or
 * leaves the process while it is loaded is an error like any other. Returns the problem with its
 * new variant; NULL: why[room] says what is wrong, without the path. Everything lives until the
 * process ends. */
const struct mx_problem *mx_plugin_load(const char *path, char *why, size_t room);

#endif
