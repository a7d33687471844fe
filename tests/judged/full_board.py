"""The player to move wins when the board is full without a pattern."""

import boardgame

boardgame.FULL = True
boardgame.main()
