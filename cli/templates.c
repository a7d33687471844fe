#include "cli/templates.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *text_of(const char *name) {
    const struct mx_template *template = mx_templates;
    while (template->name != NULL && strcmp(template->name, name) != 0)
        template ++;
    return template->text;
}

/* The word whose key, between two @, begins at `at`; NULL = there is none. */
static const struct mx_filled *word_at(const char *at, const struct mx_filled *filled) {
    for (; filled->key != NULL; filled++) {
        const size_t length = strlen(filled->key);
        if (strncmp(at + 1, filled->key, length) == 0 && at[1 + length] == '@')
            return filled;
    }
    return NULL;
}

static void write_filled(FILE *file, const char *text, const struct mx_filled *filled) {
    while (*text != '\0') {
        const struct mx_filled *word = *text == '@' ? word_at(text, filled) : NULL;
        if (word == NULL) {
            fputc(*text++, file);
            continue;
        }
        fputs(word->value, file);
        text += strlen(word->key) + 2;
    }
}

bool mx_template_write(const char *folder, const char *file, const char *name,
                       const struct mx_filled *filled) {
    char path[4096];
    const char *text = text_of(name);
    if (text == NULL || snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    FILE *stream = fopen(path, "wxe");
    if (stream == NULL)
        return false;
    write_filled(stream, text, filled);
    const bool good = !ferror(stream);
    return fclose(stream) == 0 && good;
}
