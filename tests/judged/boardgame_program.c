/* Right: Board Game over words of 64 states. Answers any number of cases. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long word;

/* Bit s: state s of a word lacks cell c. */
static const word lacks[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                              0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
static word *ended, *won;

static void mark(int rows, int cols) {
    int h, w;
    char text[64][64];
    if (scanf("%d %d", &h, &w) != 2)
        exit(1);
    for (int i = 0; i < h; i++)
        if (scanf("%63s", text[i]) != 1)
            exit(1);
    for (int top = 0; top + h <= rows; top++)
        for (int left = 0; left + w <= cols; left++) {
            word cells = 0;
            for (int i = 0; i < h; i++)
                for (int j = 0; j < w; j++)
                    cells |= (word)(text[i][j] == '1') << ((top + i) * cols + left + j);
            ended[cells >> 6] |= 1ull << (cells & 63);
        }
}

static void close_upwards(int cells) {
    for (word i = 0; i < 1ull << (cells > 6 ? cells - 6 : 0); i++) {
        for (int c = 6; c < cells; c++)
            if (i >> (c - 6) & 1)
                ended[i] |= ended[i ^ 1ull << (c - 6)];
        for (int c = 0; c < 6 && c < cells; c++)
            ended[i] |= (ended[i] & lacks[c]) << (1 << c);
    }
}

static void decide(int cells) {
    for (word i = 1ull << (cells > 6 ? cells - 6 : 0); i-- > 0;) {
        word win = 0;
        for (int c = 6; c < cells; c++)
            if (!(i >> (c - 6) & 1))
                win |= ~won[i | 1ull << (c - 6)];
        win &= ~ended[i];
        for (int s = 63; s >= 0; s--) {
            if (ended[i] >> s & 1)
                continue;
            for (int c = 0; c < 6 && c < cells; c++)
                if (!(s >> c & 1) && !(win >> (s | 1 << c) & 1))
                    win |= 1ull << s;
        }
        won[i] = win;
    }
}

int main(void) {
    int rows, cols, patterns;
    while (scanf("%d %d %d", &rows, &cols, &patterns) == 3) {
        size_t words = (size_t)1 << (rows * cols > 6 ? rows * cols - 6 : 0);
        ended = calloc(words, sizeof *ended);
        won = calloc(words, sizeof *won);
        if (ended == NULL || won == NULL)
            return 1;
        while (patterns-- > 0)
            mark(rows, cols);
        close_upwards(rows * cols);
        decide(rows * cols);
        puts(won[0] & 1 ? "Alice" : "Bob");
        free(ended);
        free(won);
    }
    return 0;
}
