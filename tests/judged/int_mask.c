/* Keeps the barred cells as bits of an int. */
#define main honest_main
#include "solve_bacteria.h"
#undef main

int main(void) {
    int cases, rows, cols;
    char line[32];
    if (scanf("%d", &cases) != 1)
        return 1;
    for (int number = 1; number <= cases; number++) {
        unsigned barred = 0;
        if (scanf("%d %d", &rows, &cols) != 2)
            return 1;
        for (int row = 0; row < rows; row++) {
            if (scanf("%31s", line) != 1)
                return 1;
            for (int col = 0; col < cols; col++)
                barred |= (unsigned)(line[col] == '#') << (row * cols + col) % 32;
        }
        memset(board, '.', sizeof board);
        for (int row = 0; row < rows; row++)
            for (int col = 0; col < cols; col++)
                if (barred >> (row * cols + col) % 32 & 1)
                    board[row * STRIDE + col] = '#';
        printf("Case #%d: %d\n", number, solve(rows, cols));
    }
    return 0;
}
