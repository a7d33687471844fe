"""Leaves out the last place of a pattern in both directions."""

import boardgame

boardgame.places = lambda size, length: range(size - length)
boardgame.main()
