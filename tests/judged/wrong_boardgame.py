"""Solutions of Board Game, each with one mistake: wrong_boardgame.py MISTAKE."""

import sys

import boardgame


def transposed(pattern):
    return ["".join(column) for column in zip(*pattern)]


def corner_only():
    """Looks for patterns in the top left corner only."""
    boardgame.places = lambda size, length: range(1) if length <= size else range(0)


def last_place():
    """Leaves out the last place of a pattern in both directions."""
    boardgame.places = lambda size, length: range(size - length)


def pattern_transposed():
    """Reads the patterns with rows and columns exchanged."""
    boardgame.change = lambda pattern: [transposed(pattern)]


def patterns_turned():
    """Counts rotated patterns, too."""

    def all_turns(pattern):
        turns = [pattern]
        for _ in range(3):
            turns.append(transposed(turns[-1][::-1]))
        return turns

    boardgame.change = all_turns


def padding_cut():
    """Removes the zeros around a pattern, so that it fits in more places."""

    def cut(pattern):
        while len(pattern) > 1 and "1" not in pattern[0]:
            pattern = pattern[1:]
        while len(pattern) > 1 and "1" not in pattern[-1]:
            pattern = pattern[:-1]
        return pattern

    boardgame.change = lambda pattern: [transposed(cut(transposed(cut(pattern))))]


def misere():
    """The player who completes a pattern loses."""
    boardgame.ENDED = True


def full_board():
    """The player to move wins when the board is full without a pattern."""
    boardgame.FULL = True


def no_pattern():
    """Answers the wrong way round where no pattern fits the board."""
    right = boardgame.wins

    def wrong(rows, cols, patterns):
        fits = any(len(pattern) <= rows and len(pattern[0]) <= cols for pattern in patterns)
        return right(rows, cols, patterns) == fits

    boardgame.wins = wrong


globals()[sys.argv[1]]()
boardgame.main()
