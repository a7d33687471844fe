"""Right; reads game.in and writes game.out, which must not exist yet."""
import sys

import bacteria

sys.stdin = open("game.in")
sys.stdout = open("game.out", "x")
bacteria.main()
