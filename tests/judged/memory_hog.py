"""Allocates as much memory as it can get."""
import bacteria

kept = []
right = bacteria.answer


def hungry(board, known):
    if len(board) * len(board[0]) > 9:
        while True:
            kept.append(bytearray(b"x" * (1 << 20)))
    return right(board, known)


bacteria.answer = hungry
bacteria.main()
