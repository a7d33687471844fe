"""Walks to the last cell by recursion, one call for each cell, sixty times as deep as necessary."""
import bacteria

right = bacteria.answer


def walk(left):
    return 0 if left == 0 else walk(left - 1)


def deep(board, known):
    walk(len(board) * len(board[0]) * 60)
    return right(board, known)


bacteria.answer = deep
bacteria.main()
