#!/usr/bin/python3
"""Checks solve --values: an oracle of its own on small boards, and published values.

The oracle plays the games in Python by their rules and shares nothing with the kernels.

usage: values.py      (environment: MEXBENCH, the command)
"""
import functools
import json
import subprocess

from workbench.common import MEXBENCH
from workbench.patterns import POLYOMINOES, case, polyomino

FINDERS = ("mex", "nimbers", "topdown")  # variants of boardgame that find nimbers

# Octal game 0.007, heaps 0 to 25: Treblecross on a row of M cells is the heap M + 2.
TREBLECROSS = [0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, 4, 0, 5]
WINNING_CELLS = {
    5: [3],
    7: [4],
    11: [3, 6, 9],
    15: [1, 4, 8, 12, 15],
    47: [1, 12, 15, 17, 20, 24, 28, 31, 33, 36, 47],
}
TROMINO_L = {(3, 3): 1, (3, 4): 0, (3, 5): 3, (3, 6): 2, (4, 4): 0, (4, 5): 0}
TROMINO_L_LOST = {4, 8, 14, 20, 24}  # on 2 x M: Dawson's Chess
TREBLECROSS_LOST = {2, 6, 12, 22, 30, 32, 44, 54, 64}


def mexbench(*words, text=None):
    run = subprocess.run([MEXBENCH, *words], input=text, capture_output=True, text=True)
    assert run.returncode == 0, f"{' '.join(words)}: {run.stderr}"
    return run.stdout


def values(problem, text, *flags):
    return json.loads(mexbench("solve", problem, "-", "--values", "--json", *flags, text=text))[
        "boards"
    ]


def mex(options):
    value = 0
    while value in options:
        value += 1
    return value


LARGE = [*range(31, 48), 54, 64]  # too large for a table
CORNER_LENGTHS = [*range(2, 12), 14, 20, 24]


# ---- Board Game ----------------------------------------------------------------------------


def boards_in(text):
    """(rows, cols, placements, misere, filled) of each board in the judge's format."""
    words = text.split()[::-1]
    take = words.pop
    while words:
        rows, cols, count = int(take()), int(take()), int(take())
        placements = set()
        for _ in range(count):
            h, w = int(take()), int(take())
            box = [take() for _ in range(h)]
            for top in range(rows - h + 1):
                for left in range(cols - w + 1):
                    placements.add(
                        frozenset(
                            (top + i) * cols + left + j
                            for i in range(h)
                            for j in range(w)
                            if box[i][j] == "1"
                        )
                    )
        misere = bool(words) and words[-1] in ("misere", "normal") and take() == "misere"
        start = "".join(take() for _ in range(rows)) if words and words[-1][0] in ".x" else ""
        yield rows, cols, placements, misere, frozenset(
            i for i, letter in enumerate(start) if letter == "x"
        )


class Position:
    """Board Game by its rules: filled cells as a frozenset."""

    def __init__(self, cells, placements, misere):
        self.cells, self.placements, self.misere = range(cells), placements, misere
        self.nimber = functools.lru_cache(None)(self.nimber)
        self.wins = functools.lru_cache(None)(self.wins)

    def over(self, filled):
        full = self.misere and len(filled) == len(self.cells)
        return full or any(p <= filled for p in self.placements)

    def options(self, filled):
        return [filled | {c} for c in self.cells if c not in filled]

    def wins(self, filled):
        if self.over(filled):
            return self.misere
        return any(not self.wins(option) for option in self.options(filled))

    def nimber(self, filled):
        """Of the game in which nobody lets the opponent complete a pattern at once or, in misere
        play, nobody completes one."""
        if self.over(filled):
            return "loony" if self.misere else 0
        options = self.options(filled)
        if not self.misere and any(self.over(option) for option in options):
            return "loony"
        return mex({self.nimber(option) for option in options} - {"loony"})

    def layers(self, start):
        empty = [c for c in self.cells if c not in start]
        found = [[0, 0] for _ in range(len(empty) + 1)]
        for bits in range(1 << len(empty)):
            more = {c for i, c in enumerate(empty) if bits >> i & 1}
            if not self.over(start | more):
                found[len(more)][0] += 1
                found[len(more)][1] += not self.wins(start | more)
        return found


def boardgame_oracle():
    text = mexbench("gen", "boardgame", "every:cells=3")
    text += mexbench("gen", "boardgame", "mix:cells=9,cases=120", "--seed", "20")
    text += mexbench("gen", "boardgame", "random:n=3,m=3,patterns=2,cases=40", "--seed", "21")
    spec = "random:n=2,m=5,patterns=2,rule=misere,filled=0.2,cases=40"
    text += mexbench("gen", "boardgame", spec, "--seed", "24")
    boards = list(boards_in(text))
    found = {name: values("boardgame", text, "--variant", name) for name in FINDERS}
    assert any(misere and start for *_, misere, start in boards)
    for number, (rows, cols, placements, misere, start) in enumerate(boards):
        position = Position(rows * cols, placements, misere)
        nimber, wins, layers = position.nimber(start), position.wins(start), position.layers(start)
        moves = [min(option - start) for option in position.options(start)]
        moves = [c for c in moves if not position.wins(start | {c}) and not position.over(start)]
        for name in FINDERS:
            board = found[name][number]
            cells = [(m["row"] - 1) * cols + m["column"] - 1 for m in board["winning_moves"]]
            assert board["answer"] == wins and board["value"] == nimber, (name, number, board)
            assert cells == moves, (name, number, board, moves)
            if name == "topdown":
                assert "positions" not in board, board
                continue
            assert board["layers"] == layers, (name, number, board, layers)
            assert board["positions"] == sum(p for p, _ in layers)
            assert board["p_positions"] == sum(p for _, p in layers)
    return len(boards)


def boardgame_published():
    lengths = range(1, 24)  # heaps 3 to 25
    rows = "".join(case(1, m, [("111",)]) for m in lengths)
    large = "".join(case(1, m, [("111",)]) for m in LARGE)
    for name in ("auto", "nimbers"):
        flags = [] if name == "auto" else ["--variant", name]
        for m, board in zip(lengths, values("boardgame", rows, *flags), strict=True):
            value = TREBLECROSS[m + 2] if m != 2 else 0  # no pattern fits: the last cell wins
            assert board["value"] == value, f"{name} on 1x{m}: {board}"
            cells = [move["column"] for move in board["winning_moves"]]
            assert cells == WINNING_CELLS.get(m, cells), f"{name} on 1x{m}: {cells}"
            assert (cells == []) == (m in TREBLECROSS_LOST), f"{name} on 1x{m}: {cells}"
    for m, board in zip(LARGE, values("boardgame", large), strict=True):
        assert board["variant"] == "boardgame_topdown"
        cells = [move["column"] for move in board["winning_moves"]]
        assert cells == WINNING_CELLS.get(m, cells), f"1x{m}: {cells}"
        assert (board["value"] == 0) == (m in TREBLECROSS_LOST), f"1x{m}: {board}"
    corner = polyomino(POLYOMINOES["tromino-L"])
    text = "".join(case(*shape, corner) for shape in TROMINO_L)
    for shape, board in zip(TROMINO_L, values("boardgame", text), strict=True):
        assert board["value"] == TROMINO_L[shape], f"tromino-L on {shape}: {board}"
    text = "".join(case(2, m, corner) for m in CORNER_LENGTHS)
    for m, board in zip(CORNER_LENGTHS, values("boardgame", text), strict=True):
        assert (board["value"] == 0) == (m in TROMINO_L_LOST), f"tromino-L on 2x{m}: {board}"


# ---- The other problems: their states have nimbers already --------------------------------


def bacteria_value(grid, states):
    """Fills {(top, left, bottom, right): nimber}, for all rectangles of the grid."""

    def nimber(top, left, bottom, right):
        if top >= bottom or left >= right:
            return 0
        key = (top, left, bottom, right)
        if key not in states:
            options = set()
            for r in range(top, bottom):
                if "#" not in grid[r][left:right]:
                    options.add(nimber(top, left, r, right) ^ nimber(r + 1, left, bottom, right))
            for c in range(left, right):
                if all(grid[r][c] != "#" for r in range(top, bottom)):
                    options.add(nimber(top, left, bottom, c) ^ nimber(top, c + 1, bottom, right))
            states[key] = mex(options)
        return states[key]

    for top in range(len(grid)):
        for left in range(len(grid[0])):
            for bottom in range(top + 1, len(grid) + 1):
                for right in range(left + 1, len(grid[0]) + 1):
                    nimber(top, left, bottom, right)
    return nimber(0, 0, len(grid), len(grid[0]))


def bacteria_oracle():
    text = mexbench("gen", "bacteria", "mix:cases=60", "--seed", "22")
    words = iter(text.split()[1:])
    for number, board in enumerate(values("bacteria", text)):
        rows, _ = int(next(words)), next(words)
        states = {}
        value = bacteria_value([next(words) for _ in range(rows)], states)
        assert board["value"] == value, (number, board, value)
        assert board["answer"] == sum(move["moves"] for move in board["winning_moves"]), board
        assert board["positions"] == len(states), (number, board)
        assert board["p_positions"] == sum(v == 0 for v in states.values()), (number, board)
        assert "layers" not in board
    for board in values("darkraft", mexbench("gen", "darkraft", "mix:cases=60", "--seed", "23")):
        assert board["answer"] == (board["value"] != 0) == (board["winning_moves"] != []), board


def main():
    boards = boardgame_oracle()
    boardgame_published()
    bacteria_oracle()
    print(f"{boards} boards as the oracle says, published values hold")


if __name__ == "__main__":
    main()
