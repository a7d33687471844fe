#include "support/text_stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 4096 };

/* Room for `bytes` more and a zero byte; false when memory is short. */
static bool make_room(struct mx_text_stream *stream, size_t bytes) {
    size_t room = stream->room;
    while (room - stream->bytes <= bytes)
        room = room > 0 ? 2 * room : FIRST_ROOM;
    char *text = room > stream->room ? realloc(stream->text, room) : stream->text;
    if (text == NULL)
        return false;
    stream->text = text;
    stream->room = room;
    return true;
}

/* Returns 0 to report an error, as fopencookie wants it. */
static ssize_t append(void *context, const char *bytes, size_t count) {
    struct mx_text_stream *stream = context;
    if (!make_room(stream, count)) {
        errno = ENOMEM;
        return 0;
    }
    memcpy(stream->text + stream->bytes, bytes, count);
    stream->bytes += count;
    return (ssize_t)count;
}

FILE *mx_text_open(struct mx_text_stream *stream) {
    *stream = (struct mx_text_stream){0};
    stream->file = fopencookie(stream, "w", (cookie_io_functions_t){.write = append});
    return stream->file;
}

char *mx_text_close(struct mx_text_stream *stream) {
    bool failed = fflush(stream->file) != 0 || ferror(stream->file);
    failed = fclose(stream->file) != 0 || failed || !make_room(stream, 0);
    stream->file = NULL;
    if (failed) {
        free(stream->text);
        return NULL;
    }
    stream->text[stream->bytes] = '\0';
    return stream->text;
}
