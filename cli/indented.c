#include "cli/indented.h"

#include <stdlib.h>
#include <string.h>

char *mx_input_text(const struct mx_problem *problem, const void *const *boards, uint32_t count,
                    int dialect) {
    char *text = NULL;
    size_t bytes;
    FILE *file = open_memstream(&text, &bytes);
    if (file == NULL)
        return NULL;
    problem->write_header(file, count);
    for (uint32_t i = 0; i < count; i++)
        problem->write(file, boards[i], dialect);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

void mx_print_indented(const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        printf("    %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}
