#include "choose.h"

#include <string.h>

bool mx_variant_able(const struct mx_variant *variant, mx_isa isa, const void *instance) {
    char why[256];
    return variant->isa <= isa && (variant->unsupported == NULL ||
                                   variant->unsupported(instance, why, sizeof why) == NULL);
}

static const struct mx_variant *find(const struct mx_variant *const *variants, const char *name) {
    for (; *variants != NULL; variants++)
        if (strcmp((*variants)->name, name) == 0)
            return *variants;
    return NULL;
}

const struct mx_variant *mx_choose_first_able(const struct mx_variant *const *variants,
                                              const char *const *names,
                                              const struct mx_batch *batch, mx_isa isa,
                                              int attempt) {
    for (; *names != NULL; names++) {
        const struct mx_variant *variant = find(variants, *names);
        if (variant != NULL && mx_variant_able(variant, isa, batch->instances) && attempt-- == 0)
            return variant;
    }
    return NULL;
}
