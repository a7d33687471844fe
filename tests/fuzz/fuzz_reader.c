/* The text format of the problem FUZZ_PROBLEM, in every dialect. Any bytes are read to an error or
 * to the end. The same bytes through a file with a buffer of a few bytes give the same boards and
 * an error at the same place; a board that was read is written, read again and is the same. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/input/select.h"
#include "problem.h"
#include "support/arena.h"
#include "support/digest.h"
#include "support/reader.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_CASES = 64, TINY_BUFFER = 8 };
#define MOST_BYTES ((size_t)1 << 22) /* of a board that is written again */

/* The end of reading. */
struct reading {
    uint64_t cases, hash;
    bool ok;
    unsigned long long line, column; /* of the error */
};

static const struct mx_problem *problem(void) {
    return mx_find_problem(FUZZ_PROBLEM);
}

static void write_and_read_again(const struct mx_problem *p, const void *board, int dialect) {
    char *text;
    size_t bytes;
    FILE *stream = open_memstream(&text, &bytes);
    REQUIRE(stream != NULL);
    p->write_header(stream, 1);
    p->write(stream, board, dialect);
    fclose(stream);
    struct mx_arena arena = {0};
    struct mx_reader reader;
    uint64_t cases;
    REQUIRE(mx_reader_open_text(&reader, "again", text, bytes));
    REQUIRE(p->read_header(&reader, &cases));
    const void *again = p->read(&reader, &arena, dialect);
    REQUIRE(again != NULL && mx_reader_at_end(&reader) && mx_reader_ok(&reader));
    REQUIRE(p->bytes(board) == p->bytes(again) && p->bytes(board) % 8 == 0);
    REQUIRE(memcmp(board, again, p->bytes(board)) == 0);
    mx_reader_close(&reader);
    mx_arena_free(&arena);
    free(text);
}

static void look_at_error(const struct mx_reader *reader, struct reading *reading) {
    reading->ok = mx_reader_ok(reader);
    if (!reading->ok)
        REQUIRE(sscanf(reader->error, "in:%llu:%llu: ", &reading->line, &reading->column) == 2);
}

static struct reading read_all(struct mx_reader *reader, int dialect, bool write) {
    const struct mx_problem *p = problem();
    struct reading reading = {.hash = MX_HASH_START};
    struct mx_arena arena = {0};
    const void *board = NULL;
    uint64_t cases = 0;
    bool more = p->read_header(reader, &cases);
    REQUIRE(more == mx_reader_ok(reader));
    while (more && reading.cases < cases && reading.cases < MOST_CASES &&
           (board = p->read(reader, &arena, dialect)) != NULL) {
        if (write && p->bytes(board) <= MOST_BYTES)
            write_and_read_again(p, board, dialect);
        reading.hash = mx_hash(reading.hash, board, p->bytes(board));
        reading.cases++;
        mx_arena_clear(&arena);
        more = !mx_reader_at_end(reader);
    }
    REQUIRE(!more || board != NULL || reading.cases == cases || !mx_reader_ok(reader));
    look_at_error(reader, &reading);
    mx_arena_free(&arena);
    return reading;
}

static struct reading read_from_memory(const uint8_t *data, size_t size, int dialect) {
    struct mx_reader reader;
    REQUIRE(mx_reader_open_text(&reader, "in", (const char *)data, size));
    struct reading reading = read_all(&reader, dialect, true);
    mx_reader_close(&reader);
    return reading;
}

/* Through a file, in reads of a few bytes: so that the buffer slides and grows often. */
static struct reading read_from_file(const uint8_t *data, size_t size, int dialect) {
    char path[64];
    struct mx_reader reader;
    int file = memfd_create("in", MFD_CLOEXEC);
    REQUIRE(file >= 0 && write(file, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    REQUIRE(mx_reader_open(&reader, path));
    reader.name = "in";
    reader.room = TINY_BUFFER;
    struct reading reading = read_all(&reader, dialect, false);
    mx_reader_close(&reader);
    close(file);
    return reading;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *const *dialects = problem()->dialects;
    for (int dialect = 0; dialect == 0 || (dialects != NULL && dialects[dialect]); dialect++) {
        struct reading one = read_from_memory(data, size, dialect);
        struct reading other = read_from_file(data, size, dialect);
        REQUIRE(one.cases == other.cases && one.hash == other.hash && one.ok == other.ok);
        REQUIRE(one.line == other.line && one.column == other.column);
    }
    return 0;
}
