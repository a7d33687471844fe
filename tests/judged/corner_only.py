"""Looks for patterns in the top left corner only."""

import boardgame

boardgame.places = lambda size, length: range(1) if length <= size else range(0)
boardgame.main()
