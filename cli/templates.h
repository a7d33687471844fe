/* The files that 'mexbench new' writes, from cli/templates (the build embeds them), and how words
 * are put into them. */
#ifndef MX_TEMPLATES_H
#define MX_TEMPLATES_H

#include <stdbool.h>

/* Ended by a NULL name. */
struct mx_template {
    const char *name, *text; /* "variant.c" */
};
extern const struct mx_template mx_templates[];

/* The text that replaces @KEY@ in a template. */
struct mx_filled {
    const char *key, *value; /* ended by a NULL key */
};

/* Creates FOLDER/FILE from the template of that name. Returns false with errno set; a file that
 * exists is not touched. */
bool mx_template_write(const char *folder, const char *file, const char *name,
                       const struct mx_filled *filled);

#endif
