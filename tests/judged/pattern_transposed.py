"""Reads the patterns with rows and columns exchanged."""

import boardgame

boardgame.change = lambda pattern: [["".join(column) for column in zip(*pattern)]]
boardgame.main()
