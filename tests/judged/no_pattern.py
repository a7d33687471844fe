"""Answers the wrong way round where no pattern fits the board."""

import boardgame

right = boardgame.wins


def wrong(rows, cols, patterns):
    fits = any(len(pattern) <= rows and len(pattern[0]) <= cols for pattern in patterns)
    return right(rows, cols, patterns) == fits


boardgame.wins = wrong
boardgame.main()
