"""Removes the zeros around a pattern, so that it fits in more places."""

import boardgame


def cut(pattern):
    while len(pattern) > 1 and "1" not in pattern[0]:
        pattern = pattern[1:]
    while len(pattern) > 1 and "1" not in pattern[-1]:
        pattern = pattern[:-1]
    return pattern


def transposed(pattern):
    return ["".join(column) for column in zip(*pattern)]


boardgame.change = lambda pattern: [transposed(cut(transposed(cut(pattern))))]
boardgame.main()
