#include "harness/solve/rates.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "build_version.h"
#include "harness/process/files.h"
#include "support/digest.h"
#include "support/say.h"

#define MOST_BYTES 65536 /* of a file */
#define MOST_NS 1e12     /* of a rate */

static size_t cache_bytes(int name, size_t otherwise) {
    const long bytes = sysconf(name);
    return bytes > 0 ? (size_t)bytes : otherwise;
}

void mx_machine_and_version(char key[MX_RATES_KEY]) {
    char identity[128];
    snprintf(key, MX_RATES_KEY, "%s, caches %zu %zu %zu, mexbench %s, %s",
             mx_cpu_identity(identity, sizeof identity), cache_bytes(_SC_LEVEL1_DCACHE_SIZE, 0),
             cache_bytes(_SC_LEVEL2_CACHE_SIZE, 0), cache_bytes(_SC_LEVEL3_CACHE_SIZE, 0),
             MX_VERSION, MX_COMPILER);
}

void mx_rates_key(char key[MX_RATES_KEY]) {
    mx_machine_and_version(key);
    const size_t length = strlen(key);
    snprintf(key + length, MX_RATES_KEY - length, " %s", MX_FLAGS);
}

/* ---- The path ----------------------------------------------------------------------------- */

/* The folder for caches, as the XDG base directory specification says: a relative path counts as
 * not set. Returns false without a place. */
static bool cache_folder(char folder[PATH_MAX]) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (cache != NULL && cache[0] == '/')
        length = snprintf(folder, PATH_MAX, "%s/mexbench", cache);
    else if (home != NULL && home[0] == '/')
        length = snprintf(folder, PATH_MAX, "%s/.cache/mexbench", home);
    return length >= 0 && length < PATH_MAX - 32;
}

bool mx_machine_file(const char *name, const char *key, char path[PATH_MAX]) {
    char folder[PATH_MAX];
    path[0] = '\0';
    if (!cache_folder(folder))
        return false;
    const int length = snprintf(path, PATH_MAX, "%s/%s-%016" PRIx64 ".json", folder, name,
                                mx_hash(MX_HASH_START, key, strlen(key)));
    if (length >= 0 && length < PATH_MAX)
        return true;
    path[0] = '\0';
    return false;
}

void mx_rates_default(struct mx_rates *rates) {
    memset(rates, 0, sizeof *rates);
    rates->stage_ns = 10000;
    rates->gain = 0.7;
    rates->second_level = cache_bytes(_SC_LEVEL2_CACHE_SIZE, 512 << 10);
    char key[MX_RATES_KEY];
    mx_rates_key(key);
    mx_machine_file("rates", key, rates->path);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static bool number_in(const json_t *value, double least, double most, double *number) {
    *number = json_number_value(value);
    return json_is_number(value) && isfinite(*number) && *number >= least && *number <= most;
}

static bool read_rate(struct mx_rates *rates, const char *name, const json_t *terms) {
    if (rates->count == MX_MOST_RATES || strlen(name) >= MX_RATE_NAME ||
        json_array_size(terms) != MX_RATE_TERMS)
        return false;
    struct mx_machine_rate *rate = &rates->rate[rates->count++];
    snprintf(rate->variant, sizeof rate->variant, "%s", name);
    for (size_t i = 0; i < MX_RATE_TERMS; i++)
        if (!number_in(json_array_get(terms, i), 0, MOST_NS, &rate->ns[i]))
            return false;
    return true;
}

/* Returns what is wrong with the document; NULL = nothing. */
static const char *read_document(struct mx_rates *rates, const json_t *all) {
    char key[MX_RATES_KEY];
    const char *theirs = json_string_value(json_object_get(all, "key")), *name;
    const char *measured = json_string_value(json_object_get(all, "measured"));
    json_t *each = json_object_get(all, "rates"), *terms;
    mx_rates_key(key);
    if (theirs == NULL || measured == NULL || !json_is_object(each))
        return "it has another form than `mexbench tune` writes";
    if (strcmp(key, theirs) != 0)
        return "it was measured with another machine or build";
    if (!number_in(json_object_get(all, "stage_ns"), 0, MOST_NS, &rates->stage_ns) ||
        !number_in(json_object_get(all, "thread_gain"), 0, 1, &rates->gain))
        return "a figure for threads is missing or out of range";
    json_object_foreach(each, name, terms) {
        if (!read_rate(rates, name, terms))
            return "a rate is missing or out of range";
    }
    snprintf(rates->measured, sizeof rates->measured, "%s", measured);
    return rates->count > 0 ? NULL : "it has no rates";
}

static void ignore(struct mx_rates *rates, const char *why) {
    struct mx_rates plain;
    mx_rates_default(&plain);
    snprintf(plain.warning, sizeof plain.warning,
             "%.200s is ignored: %s; 'mexbench tune' writes a new one", rates->path, why);
    *rates = plain;
}

void mx_rates_load(struct mx_rates *rates) {
    size_t length = 0;
    mx_rates_default(rates);
    if (rates->path[0] == '\0')
        return;
    char *text = mx_read_small_file(rates->path, MOST_BYTES, &length);
    if (text == NULL) {
        if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
            ignore(rates, errno == 0 ? "it is not a small regular file" : strerror(errno));
        return;
    }
    json_t *all = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *wrong = all == NULL ? "it is not valid JSON" : read_document(rates, all);
    if (wrong != NULL)
        ignore(rates, wrong);
    json_decref(all);
    free(text);
}

const struct mx_rates *mx_rates(void) {
    static struct mx_rates rates;
    static bool loaded;
    if (!loaded)
        mx_rates_load(&rates);
    loaded = true;
    return &rates;
}

const double *mx_rate_of(const struct mx_rates *rates, const struct mx_problem *problem,
                         const struct mx_variant *variant) {
    for (uint32_t i = 0; i < rates->count; i++)
        if (strcmp(rates->rate[i].variant, variant->name) == 0)
            return rates->rate[i].ns;
    for (const struct mx_rate *rate = problem->rates; rate != NULL && rate->variant != NULL; rate++)
        if (strcmp(rate->variant, variant->name) == 0)
            return rate->ns;
    return NULL;
}

/* ---- Writing ------------------------------------------------------------------------------ */

json_t *mx_rates_json(const struct mx_rates *rates) {
    json_t *each = json_object();
    for (uint32_t i = 0; i < rates->count; i++) {
        json_t *terms = json_array();
        for (int term = 0; term < MX_RATE_TERMS; term++)
            json_array_append_new(terms, json_real(rates->rate[i].ns[term]));
        json_object_set_new(each, rates->rate[i].variant, terms);
    }
    return json_pack("{s:s, s:f, s:f, s:o}", "measured", rates->measured, "stage_ns",
                     rates->stage_ns, "thread_gain", rates->gain, "rates", each);
}

static json_t *document_of(const struct mx_rates *rates) {
    char key[MX_RATES_KEY];
    json_t *document = mx_rates_json(rates);
    mx_rates_key(key);
    if (json_object_set_new(document, "key", json_string(key)) == 0)
        return document;
    json_decref(document);
    return NULL;
}

/* Makes the folders of the path that are missing. */
static bool make_folders(const char *path) {
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

static bool open_replacement(const struct mx_rates *rates, struct mx_replacement *file, char why[],
                             size_t room) {
    if (rates->path[0] == '\0')
        return mx_say(why, room, "no place to keep rates: neither XDG_CACHE_HOME nor HOME is set");
    if (!make_folders(rates->path))
        return mx_say(why, room, "%s: %s", rates->path, strerror(errno));
    return mx_replacement_open(file, rates->path, why, room);
}

bool mx_rates_can_save(const struct mx_rates *rates, char why[], size_t room) {
    struct mx_replacement file;
    const bool can = open_replacement(rates, &file, why, room);
    if (can)
        mx_replacement_discard(&file);
    return can;
}

bool mx_rates_save(const struct mx_rates *rates, char why[], size_t room) {
    struct mx_replacement file;
    if (!open_replacement(rates, &file, why, room))
        return false;
    json_t *all = document_of(rates);
    FILE *stream = mx_replacement_stream(&file);
    const bool written = all != NULL && stream != NULL &&
                         json_dumpf(all, stream, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0;
    json_decref(all);
    if (!written) {
        mx_replacement_discard(&file);
        return mx_say(why, room, "%s: %s", rates->path, strerror(errno));
    }
    return mx_replacement_finish(&file) ||
           mx_say(why, room, "%s: %s", rates->path, strerror(errno));
}
