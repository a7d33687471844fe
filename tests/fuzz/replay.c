/* Runs a fuzz target on the files of folders, in place of libFuzzer. usage: TARGET FOLDER... */
#include <dirent.h>
#include <limits.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { MOST_BYTES = 1 << 20 };

static int is_input(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

/* Exactly as many bytes as the file has, so that a sanitizer sees a read past their end. */
static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *block = malloc(MOST_BYTES);
    if (file == NULL || block == NULL) {
        perror(path);
        exit(1);
    }
    size_t size = fread(block, 1, MOST_BYTES, file);
    fclose(file);
    uint8_t *data = malloc(size > 0 ? size : 1);
    REQUIRE(data != NULL);
    memcpy(data, block, size);
    free(block);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

static int run_folder(const char *folder) {
    struct dirent **names;
    int count = scandir(folder, &names, is_input, alphasort);
    if (count < 0)
        perror(folder);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        fprintf(stderr, "%s\n", path); /* a crash belongs to the last name printed */
        run_file(path);
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return count;
}

int main(int argc, char **argv) {
    int inputs = 0;
    for (int i = 1; i < argc; i++) {
        int count = run_folder(argv[i]);
        if (count <= 0)
            return 1;
        inputs += count;
    }
    printf("%d inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}
