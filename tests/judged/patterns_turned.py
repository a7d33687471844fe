"""Counts rotated patterns, too."""

import boardgame


def all_turns(pattern):
    turns = [pattern]
    for _ in range(3):
        turns.append(["".join(column) for column in zip(*turns[-1][::-1])])
    return turns


boardgame.change = all_turns
boardgame.main()
