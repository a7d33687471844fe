/* Loads the objects of --plugin, and explains a crash that follows. */
#ifndef MX_LOAD_PLUGINS_H
#define MX_LOAD_PLUGINS_H

#include "harness/input/plugins.h"

/* Exits with a message when one of them cannot be loaded. Afterwards a crash of this process is
 * reported in one line, with exit code MX_EXIT_ERROR: 'mexbench check' runs variants in children
 * and can tell which board it was. */
void mx_load_plugins(const struct mx_plugin_paths *plugins);

#endif
