"""The player who completes a pattern loses."""

import boardgame

boardgame.ENDED = True
boardgame.main()
