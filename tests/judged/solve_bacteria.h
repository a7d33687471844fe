/* Bacterial Tactics as a contestant writes it. SIDE is the side of the arrays, STRIDE that of the
 * board, SWEEPS how often the table is filled. */
#include <stdio.h>
#include <string.h>

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

int main(void) {
    int cases, rows, cols, answer = 0;
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
        for (int sweep = 0; sweep < SWEEPS; sweep++)
            answer = solve(rows, cols);
        printf("Case #%d: %d\n", number, answer);
    }
    return 0;
}
