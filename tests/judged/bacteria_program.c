/* Bacterial Tactics as a contestant writes it. WAY is how the program goes about it (default: the
 * usual way, right), STRIDE the side of the board's array, SWEEPS how often the table is filled. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef WAY
#define WAY usual
#endif

#ifndef STRIDE
#define STRIDE 16
#endif
#ifndef SWEEPS
#define SWEEPS 1
#endif

static char board[STRIDE * STRIDE + 16];
static unsigned char nimber[17][17][17][17]; /* [top][bottom][left][right] */

static int row_open(int row, int left, int right) {
    for (int col = left; col < right; col++)
        if (board[row * STRIDE + col] == '#')
            return 0;
    return 1;
}

static int col_open(int col, int top, int bottom) {
    for (int row = top; row < bottom; row++)
        if (board[row * STRIDE + col] == '#')
            return 0;
    return 1;
}

static int after_row(int row, int top, int bottom, int left, int right) {
    return nimber[top][row][left][right] ^ nimber[row + 1][bottom][left][right];
}

static int after_col(int col, int top, int bottom, int left, int right) {
    return nimber[top][bottom][left][col] ^ nimber[top][bottom][col + 1][right];
}

static unsigned char mex(int top, int bottom, int left, int right) {
    unsigned long long seen = 0;
    unsigned char value = 0;
    for (int row = top; row < bottom; row++)
        if (row_open(row, left, right))
            seen |= 1ull << after_row(row, top, bottom, left, right);
    for (int col = left; col < right; col++)
        if (col_open(col, top, bottom))
            seen |= 1ull << after_col(col, top, bottom, left, right);
    while (seen >> value & 1)
        value++;
    return value;
}

static int solve(int rows, int cols) {
    int count = 0;
    for (int height = 1; height <= rows; height++)
        for (int width = 1; width <= cols; width++)
            for (int top = 0; top + height <= rows; top++)
                for (int left = 0; left + width <= cols; left++)
                    nimber[top][top + height][left][left + width] =
                        mex(top, top + height, left, left + width);
    for (int row = 0; row < rows; row++)
        if (row_open(row, 0, cols) && after_row(row, 0, rows, 0, cols) == 0)
            count += cols;
    for (int col = 0; col < cols; col++)
        if (col_open(col, 0, rows) && after_col(col, 0, rows, 0, cols) == 0)
            count += rows;
    return count;
}

/* Reads all cases and prints what `answer` says of each. */
static int answer_all(int (*answer)(int rows, int cols)) {
    int cases, rows, cols;
    char line[32];
    if (scanf("%d", &cases) != 1)
        return 1;
    for (int number = 1; number <= cases; number++) {
        if (scanf("%d %d", &rows, &cols) != 2)
            return 1;
        memset(board, '.', sizeof board);
        for (int row = 0; row < rows; row++) {
            if (scanf("%31s", line) != 1)
                return 1;
            memcpy(board + row * STRIDE, line, (size_t)cols);
        }
        printf("Case #%d: %d\n", number, answer(rows, cols));
    }
    return 0;
}

static int swept(int rows, int cols) {
    int answer = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        answer = solve(rows, cols);
    return answer;
}

int usual(void) {
    return answer_all(swept);
}

static int code;

static void *solve_all(void *unused) {
    (void)unused;
    code = usual();
    return NULL;
}

/* Right. The first thread only waits for another one. */
int threaded(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, solve_all, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    return code;
}

/* Right. Four processes share 40 MiB. */
int shares_memory(void) {
    const size_t bytes = 40u << 20;
    char *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    memset(shared, 1, bytes);
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            memset(shared, 2, bytes);
            usleep(200000);
            _exit(0);
        }
    while (wait(NULL) > 0)
        continue;
    return usual();
}

static int divided(int rows, int cols) {
    volatile int open = 0;
    for (int row = 0; row < rows; row++)
        open += row_open(row, 0, cols);
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): its fault */
    return solve(rows, cols) / open * open;
}

/* Divides by the number of open rows. */
int divides(void) {
    return answer_all(divided);
}

static int from_mask(int rows, int cols) {
    unsigned barred = 0;
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++)
            barred |= (unsigned)(board[row * STRIDE + col] == '#') << (row * cols + col) % 32;
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++)
            board[row * STRIDE + col] = barred >> (row * cols + col) % 32 & 1 ? '#' : '.';
    return solve(rows, cols);
}

/* Keeps the barred cells as bits of an int. */
int int_mask(void) {
    return answer_all(from_mask);
}

/* Answers right and leaves a chain behind: each process leaves the session, forks the next one and
 * ends. */
int fork_chain(void) {
    usual();
    fflush(stdout);
    while (fork() == 0)
        setsid();
    return 0;
}

/* Keeps 100 MiB in files in memory that it does not map. */
int hidden_memory(void) {
    static char block[1 << 20];
    for (int i = 0; i < 10; i++) {
        int file = memfd_create("hidden", 0);
        for (int j = 0; j < 10; j++)
            if (write(file, block, sizeof block) != (ssize_t)sizeof block)
                return 1;
    }
    usleep(500000);
    puts("Case #1: 0");
    return 0;
}

/* Prints without end. */
int endless_output(void) {
    for (;;)
        puts("Case #1: 0");
}

static void compute(void) {
    struct timespec used;
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec == 0 && used.tv_nsec < 300000000);
}

/* Lets ten children compute, one after the other, and waits for none of them. */
int unwaited_children(void) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 10; i++) {
        pid_t child = fork();
        if (child == 0) {
            compute();
            _exit(0);
        }
        while (kill(child, 0) == 0)
            usleep(1000);
    }
    puts("Case #1: 0");
    return 0;
}

int main(void) {
    return WAY();
}
