/* mexbench sampler: the process that compare starts again and again (measure/serve.h). Not for
 * people, so --help does not show it. */
#include <errno.h>
#include <string.h>

#include "cli/flags.h"
#include "cli/verbs.h"
#include "harness/input/select.h"
#include "measure/paired.h"
#include "measure/serve.h"

int mx_verb_sampler(int argc, char **argv) {
    static const struct mx_verb_usage usage = {
        .name = "sampler",
        .arguments = "PROBLEM WORKLOAD VARIANT...",
        .about = "Times variants for mexbench compare, which tells it what to do line by line. It "
                 "talks on the standard input and output that it was started with; what kernels "
                 "print goes to standard error.",
        .flags = MX_FLAG_THREADS | MX_FLAG_ISA | MX_FLAG_SEED | MX_FLAG_DIALECT | MX_FLAG_PLUGIN,
        .least = 3,
        .most = 2 + MX_MOST_SIDES,
    };
    struct mx_flags flags;
    const char *arguments[2 + MX_MOST_SIDES];
    const struct mx_variant *subjects[MX_MOST_SIDES];
    struct mx_protocol protocol;
    if (!mx_protocol_begin(&protocol)) { /* before plug-ins run code of their own */
        mx_complain("sampler: cannot duplicate standard input and output: %s", strerror(errno));
        return MX_EXIT_ERROR;
    }
    mx_parse(&usage, argc, argv, &flags, NULL, arguments);
    struct mx_serving serving = {.protocol = protocol,
                                 .problem = mx_require_problem(arguments[0]),
                                 .workload = arguments[1],
                                 .seed = flags.seed,
                                 .isa = flags.isa,
                                 .threads = flags.threads,
                                 .subjects = subjects};
    serving.dialect = mx_require_dialect(serving.problem, &flags);
    for (unsigned i = 0; i < MX_MOST_SIDES && arguments[2 + i] != NULL; i++) {
        flags.variant = arguments[2 + i];
        subjects[serving.count++] = mx_require_single_variant(serving.problem, &flags);
    }
    if (mx_serve(&serving))
        return MX_EXIT_OK;
    if (errno == ENOMEM)
        mx_complain("sampler: out of memory");
    return MX_EXIT_ERROR;
}
