#include "measure/layout.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/process/files.h"

#define MOST_BYTES 65536 /* of the file */
#define MOST_PART 10.0   /* of an effect; a layout never has more */

/* The largest of all variants, as a part of the time; negative when one is not a figure. */
static double largest(const json_t *parts) {
    const char *name;
    json_t *part;
    double most = -1;
    json_object_foreach((json_t *)parts, name, part) {
        const double value = json_number_value(part);
        if (!json_is_number(part) || !(value >= 0 && value <= MOST_PART))
            return -1;
        most = fmax(most, value);
    }
    return most;
}

static double effect_on(const json_t *parts, const struct mx_variant *const *variants,
                        unsigned count) {
    const double all = largest(parts);
    double most = count > 0 ? 0 : all;
    for (unsigned i = 0; i < count; i++) {
        const json_t *part = json_object_get(parts, variants[i]->name);
        most = fmax(most, part == NULL ? all : json_number_value(part));
    }
    return all < 0 ? -1 : most;
}

void mx_layout_read(const struct mx_variant *const *variants, unsigned count,
                    struct mx_layout *layout) {
    size_t length = 0;
    *layout = (struct mx_layout){.floor = log1p(MX_LAYOUT_DEFAULT)};
    mx_machine_and_version(layout->key);
    if (!mx_machine_file("layout", layout->key, layout->path))
        return;
    char *text = mx_read_small_file(layout->path, MOST_BYTES, &length);
    json_t *all = text == NULL ? NULL : json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *key = json_string_value(json_object_get(all, "key"));
    const char *measured = json_string_value(json_object_get(all, "measured"));
    const double part = effect_on(json_object_get(all, "parts"), variants, count);
    if (key != NULL && measured != NULL && strcmp(key, layout->key) == 0 && part >= 0) {
        layout->floor = log1p(part);
        snprintf(layout->measured, sizeof layout->measured, "%s", measured);
    }
    json_decref(all);
    free(text);
}
