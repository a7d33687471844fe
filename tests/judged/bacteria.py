"""A right solution of Bacterial Tactics, in parts that the wrong programs replace."""
import sys


def row_open(board, row, left, right):
    return "#" not in board[row][left:right]


def col_open(board, col, top, bottom):
    return all(board[row][col] == "." for row in range(top, bottom))


def moves(board, top, left, bottom, right):
    """The value that each open line leaves, with the number of its cells."""
    for row in range(top, bottom):
        if row_open(board, row, left, right):
            yield right - left, (top, left, row, right), (row + 1, left, bottom, right)
    for col in range(left, right):
        if col_open(board, col, top, bottom):
            yield bottom - top, (top, left, bottom, col), (top, col + 1, bottom, right)


def nimber(board, known, rectangle):
    top, left, bottom, right = rectangle
    if top == bottom or left == right:
        return 0
    if rectangle not in known:
        left = {
            nimber(board, known, one) ^ nimber(board, known, other)
            for _, one, other in moves(board, *rectangle)
        }
        known[rectangle] = next(value for value in range(99) if value not in left)
    return known[rectangle]


def answer(board, known):
    return sum(
        cells
        for cells, one, other in moves(board, 0, 0, len(board), len(board[0]))
        if nimber(board, known, one) == nimber(board, known, other)
    )


def boards(words):
    words = iter(words)
    for _ in range(int(next(words))):
        rows = int(next(words))
        next(words)
        yield [next(words) for _ in range(rows)]


def main(show="Case #{}: {}".format):
    for number, board in enumerate(boards(sys.stdin.read().split()), 1):
        print(show(number, answer(board, {})))
