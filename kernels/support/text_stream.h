/* A stream that keeps what is written to it. open_memstream would do, but with glibc it loses text
 * without an error when memory is short. */
#ifndef MX_TEXT_STREAM_H
#define MX_TEXT_STREAM_H

#include <stdio.h>

struct mx_text_stream {
    FILE *file; /* to write to */
    char *text;
    size_t bytes, room;
};

/* Opens `stream`, which must stay in place until it is closed. Returns stream->file; NULL when
 * memory is short, and then there is nothing to close. */
FILE *mx_text_open(struct mx_text_stream *stream);

/* Closes the stream. Returns the text, ended by a zero byte, which the caller frees; its length is
 * stream->bytes. NULL when memory was too short for all of it. */
char *mx_text_close(struct mx_text_stream *stream);

#endif
