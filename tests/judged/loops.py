"""Loops forever on a board of two rows and one column."""

import bacteria

right = bacteria.answer


def stuck(board, known):
    while len(board) == 2 and len(board[0]) == 1:
        pass
    return right(board, known)


bacteria.answer = stuck
bacteria.main()
