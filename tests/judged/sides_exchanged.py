"""Counts a winning row once for each row, and a winning column once for each column."""
import bacteria


def exchanged(board, known):
    rows, cols = len(board), len(board[0])
    wins = [
        (one[2] == rows and other[0] == 0)
        for _, one, other in bacteria.moves(board, 0, 0, rows, cols)
        if bacteria.nimber(board, known, one) == bacteria.nimber(board, known, other)
    ]
    return sum(cols if column else rows for column in wins)


bacteria.answer = exchanged
bacteria.main()
