#!/usr/bin/python3
"""Checks the atlas of boardgame: it is complete, agrees with known results, and can be recomputed.

Every seventh row of up to 20 cells is solved again, lying on its side (m x n), so that what the
atlas says about that is tried as well, by a plainer variant than auto takes.

usage: atlas.py FILE      (environment: MEXBENCH, the command)
"""
import pathlib
import subprocess
import sys

from workbench.common import MEXBENCH
from workbench.patterns import POLYOMINOES, case, pattern_sets, polyomino

SHAPES = [(n, m) for n in range(1, 26) for m in range(n, 26) if n * m <= 25]
THREE_ALICE = [(3, 3), (4, 4), (3, 5), (3, 7), (4, 6), (5, 5)]
THREE_BOB = [(3, 4), (4, 5), (3, 6), (2, 6), (2, 7)]
TREBLECROSS_BOB = {2, 6, 12, 22}


def read(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert lines[0].split("\t") == ["pattern", "n", "m", "winner"], "columns"
    rows = [line.split("\t") for line in lines[1:]]
    return {(name, int(n), int(m)): winner for name, n, m, winner in rows}


def sizes():
    """How many polyominoes there are, turned and mirrored or not, is known (A000105, A001168)."""
    for cells, free, fixed in [(1, 1, 1), (2, 1, 2), (3, 2, 6), (4, 5, 19), (5, 12, 63)]:
        sets = [polyomino(p) for p in POLYOMINOES.values() if p.count("#") == cells]
        assert len(sets) == free, f"{len(sets)} polyominoes of {cells} cells"
        together = {pattern for patterns in sets for pattern in patterns}
        assert len(together) == sum(map(len, sets)) == fixed, f"orientations of {cells} cells"


def whole(atlas):
    expected = [(name, n, m) for name in pattern_sets() for n, m in SHAPES]
    assert list(atlas) == expected, "a row is missing, out of place or too many"
    assert set(atlas.values()) == {"Alice", "Bob"}, "winners"


def truths(atlas):
    def wins(name, n, m, winner):
        assert atlas[name, n, m] == winner, f"{name} on {n}x{m}: {winner} wins"

    for n, m in THREE_ALICE:
        wins("row3-diagonals", n, m, "Alice")
    for n, m in THREE_BOB:
        wins("row3-diagonals", n, m, "Bob")
    for m in range(1, 26):
        for name in ("row3", "row3-diagonals", "tromino-I"):
            wins(name, 1, m, "Bob" if m in TREBLECROSS_BOB else "Alice")
    for n, m in SHAPES:
        wins("monomino", n, m, "Alice")
        for k, same in (("3", "tromino-I"), ("4", "tetromino-I"), ("5", "pentomino-I")):
            wins(f"row{k}", n, m, atlas[same, n, m])
        if m < 3:  # no fit: the last cell wins
            wins("row3", n, m, "Alice" if n * m % 2 else "Bob")


def again(atlas):
    sets = pattern_sets()
    keys = [key for key in list(atlas)[::7] if key[1] * key[2] <= 20]
    text = "".join(case(m, n, sets[name]) for name, n, m in keys)
    command = [MEXBENCH, "solve", "boardgame", "--variant", "iterative"]
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    wrong = [
        f"{name} on {m}x{n}: {winner} wins, the atlas says {atlas[name, n, m]} on {n}x{m}"
        for (name, n, m), winner in zip(keys, run.stdout.split(), strict=True)
        if winner != atlas[name, n, m]
    ]
    assert not wrong, "\n".join(wrong)
    return len(keys)


def main(path):
    atlas = read(path)
    sizes()
    whole(atlas)
    truths(atlas)
    print(f"{len(atlas)} rows, {again(atlas)} derived again")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
