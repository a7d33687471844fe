#include "harness/solve/digests.h"

#include "support/digest.h"

#define PART (UINT64_C(1) << 20) /* states between two calls of the monitor */

bool mx_can_digest(const struct mx_variant *variant) {
    return variant->digests || (variant->keeps == MX_KEEPS_ALL && variant->probe != NULL);
}

static bool add_by_probe(const struct mx_problem *problem, const struct mx_variant *variant,
                         const struct mx_run *run, uint32_t which, uint64_t *sum) {
    const void *instance = mx_instance(&run->batch, which);
    const uint64_t states = problem->states(instance);
    for (uint64_t index = 0; index < states; index++) {
        if (index % PART == 0 && !mx_stage(run, index, states))
            return false;
        const uint64_t state = problem->state(instance, index);
        *sum += mx_digest_pair(state, variant->probe(run, which, state));
    }
    return true;
}

bool mx_add_digests(const struct mx_problem *problem, const struct mx_variant *variant,
                    const struct mx_run *run, uint64_t *sum) {
    for (uint32_t i = 0; i < run->batch.count; i++)
        if (run->digests != NULL)
            *sum += run->digests[i];
        else if (!add_by_probe(problem, variant, run, i, sum))
            return false;
    return true;
}
