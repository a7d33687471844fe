/* Plug-ins: variants from shared objects, beside those of the build. */
#ifndef MX_PLUGINS_H
#define MX_PLUGINS_H

#include <stdbool.h>
#include <stddef.h>

#define MX_MOST_PLUGINS 16

/* Loads the shared object and adds its variant behind those of its problem: mx_problems
 * (harness/input/select.h) is another table then, and that problem another one, so this comes
 * before anything is looked up. `auto` never takes the variant.
 *
 * A child loads the object and looks at the descriptor first, so that one which crashes, hangs or
 * leaves the process while it is loaded is an error like any other. False: why[room] says what is
 * wrong, without the path. Everything lives until the process ends. */
bool mx_plugin_load(const char *path, char *why, size_t room);

#endif
