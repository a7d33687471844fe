/* mexbench tune: measures the rates of this machine and keeps them. */
#include <stdlib.h>

#include "cli/flags.h"
#include "cli/json_output.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "harness/process/clock.h"
#include "measure/tune.h"

#define SECONDS 12 /* for all variants */

static bool show(void *context, const char *variant) {
    (void)context;
    mx_progress_update(0, 0, variant);
    return !mx_interrupted();
}

static void print_json(const struct mx_rates *rates) {
    json_t *document = mx_rates_json(rates);
    json_object_set_new(document, "file", json_string(rates->path));
    mx_json_print(document);
}

static const struct mx_verb_usage usage = {
    .name = "tune",
    .arguments = "",
    .about = "Measures what a unit of each kernel's work costs on this machine, for 'auto'."
             "\vTakes up to 15 s on an idle machine. The rates are kept in "
             "$XDG_CACHE_HOME/mexbench (default "
             "~/.cache/mexbench), in a file of this processor and build, which replaces an earlier "
             "one. Without it, 'auto' uses rates of a common machine. Run it while the machine is "
             "idle.",
    .flags = MX_FLAG_JSON,
};

int mx_verb_tune(int argc, char **argv) {
    struct mx_flags flags;
    static struct mx_rates rates;
    char why[512];
    mx_parse(&usage, argc, argv, &flags, NULL, NULL);
    mx_interrupts_install();
    mx_rates_default(&rates);
    if (!mx_rates_can_save(&rates, why, sizeof why)) {
        mx_complain("%s", why);
        return MX_EXIT_ERROR;
    }
    const struct mx_tune_watch watch = {show, NULL};
    const double start = mx_seconds();
    mx_progress_start("");
    const bool tuned = mx_tune(&rates, SECONDS, &watch, why, sizeof why);
    mx_progress_end();
    if (mx_interrupted())
        return MX_EXIT_INTERRUPTED;
    if (!tuned || !mx_rates_save(&rates, why, sizeof why)) {
        mx_complain("%s", why);
        return MX_EXIT_ERROR;
    }
    if (rates.warning[0] != '\0')
        mx_complain("warning: %s", rates.warning);
    if (flags.json)
        print_json(&rates);
    else
        mx_print("rates of %u variants, measured in %.1f s: %s\n", rates.count,
                 mx_seconds() - start, rates.path);
    return mx_finish_output(MX_EXIT_OK);
}
