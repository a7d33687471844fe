"""Answers single cells wrongly, and loops forever on boards of more than five cells."""

import bacteria

right = bacteria.answer


def wrong(board, known):
    cells = len(board) * len(board[0])
    while cells > 5:
        pass
    return right(board, known) + (cells == 1)


bacteria.answer = wrong
bacteria.main()
