/* Divides by the number of open rows. */
#define main honest_main
#include "solve_bacteria.h"
#undef main

int main(void) {
    int cases, rows, cols;
    volatile int open = 0;
    if (scanf("%d", &cases) != 1)
        return 1;
    for (int number = 1; number <= cases; number++) {
        if (scanf("%d %d", &rows, &cols) != 2)
            return 1;
        memset(board, '.', sizeof board);
        open = 0;
        for (int row = 0; row < rows; row++) {
            if (scanf("%15s", board + row * STRIDE) != 1)
                return 1;
            board[row * STRIDE + cols] = '.';
            open += row_open(row, 0, cols);
        }
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): its fault */
        printf("Case #%d: %d\n", number, solve(rows, cols) / open * open);
    }
    return 0;
}
