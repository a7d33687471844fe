/* World of Darkraft as a contestant writes it, for one case. ROW and COLUMN are the letters that
 * cut a row and a column of the turned grid, BOUND is the number of its rows, LARGEST the largest
 * nimber that is kept, SCRATCH what a call keeps on the stack. */
#include <stdio.h>
#include <string.h>

#ifndef ROW
#define ROW 'L'
#define COLUMN 'R'
#endif
#ifndef BOUND
#define BOUND ((n + m + 1) / 2)
#endif
#ifndef LARGEST
#define LARGEST 255
#endif
#ifndef SCRATCH
#define SCRATCH 1
#endif

static int n, m;
static char board[32][32], cell[2][24][24]; /* [parity][(i + j) / 2][(i - j + m) / 2] */
static short known[24][24][24][24];

static int nimber(char (*grid)[24], int top, int bottom, int left, int right) {
    volatile unsigned char scratch[SCRATCH];
    char seen[256] = {0};
    if (top >= bottom || left >= right)
        return 0;
    short *value = &known[top][bottom][left][right];
    if (*value >= 0)
        return *value;
    for (int u = top; u < bottom; u++)
        for (int v = left; v < right; v++) {
            int after = 0;
            if (grid[u][v] == 0)
                continue;
            if (grid[u][v] == ROW)
                after =
                    nimber(grid, top, u, left, right) ^ nimber(grid, u + 1, bottom, left, right);
            else if (grid[u][v] == COLUMN)
                after =
                    nimber(grid, top, bottom, left, v) ^ nimber(grid, top, bottom, v + 1, right);
            else
                after = nimber(grid, top, u, left, v) ^ nimber(grid, u + 1, bottom, left, v) ^
                        nimber(grid, top, u, v + 1, right) ^
                        nimber(grid, u + 1, bottom, v + 1, right);
            if (after <= LARGEST)
                seen[after] = 1;
        }
    scratch[SCRATCH - 1] = 0;
    int mex = scratch[SCRATCH - 1];
    while (seen[mex])
        mex++;
    return *value = (short)mex;
}

int main(void) {
    int sum = 0;
    if (scanf("%d %d", &n, &m) != 2)
        return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%31s", board[i]) != 1)
            return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            cell[(i + j) % 2][(i + j) / 2][(i - j + m) / 2] = board[i][j];
    for (int parity = 0; parity < 2; parity++) {
        memset(known, -1, sizeof known);
        sum ^= nimber(cell[parity], 0, BOUND, 0, (n + m) / 2 + 1);
    }
    puts(sum ? "WIN" : "LOSE");
    return 0;
}
