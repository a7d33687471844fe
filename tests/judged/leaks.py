"""Keeps two megabytes for each case."""

import bacteria

kept = []
right = bacteria.answer


def leak(board, known):
    kept.append(bytearray(b"x" * (2 << 20)))
    return right(board, known)


bacteria.answer = leak
bacteria.main()
