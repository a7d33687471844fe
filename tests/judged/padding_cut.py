"""Cuts the zeros around a pattern off, which then fits in more places."""
import boardgame


def cut(pattern):
    while len(pattern) > 1 and "1" not in pattern[0]:
        pattern = pattern[1:]
    while len(pattern) > 1 and "1" not in pattern[-1]:
        pattern = pattern[:-1]
    return pattern


boardgame.change = lambda pattern: list(
    map("".join, zip(*cut(list(map("".join, zip(*cut(pattern)))))))
)
boardgame.main()
