#!/usr/bin/python3
"""Checks the atlas of boardgame: it is complete, agrees with known results, and can be recomputed.

Every seventh row of up to 18 cells is solved again, lying on its side (m x n), so that what the
atlas says about that is tried as well, by a plainer variant than auto takes.

usage: atlas.py FILE      (environment: MEXBENCH, the command)
"""
import json
import pathlib
import subprocess
import sys

from workbench.common import MEXBENCH
from workbench.patterns import POLYOMINOES, case, pattern_sets, polyomino

COLUMNS = "pattern rule n m winner value winning positions p_positions digest".split()
THREE_ALICE = [(3, 3), (4, 4), (3, 5), (3, 7), (4, 6), (5, 5)]
THREE_BOB = [(3, 4), (4, 5), (3, 6), (2, 6), (2, 7)]
LEAST_CELLS = 25  # the atlas has all boards up to at least this many
# Octal game 0.007: a row of m cells is the heap m + 2.
TREBLECROSS = [0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, 4, 0, 5]
CORNER = {(3, 3): 1, (3, 4): 0, (3, 5): 3, (3, 6): 2, (4, 4): 0, (4, 5): 0}


def read(path):
    """{(pattern, rule, n, m): row by column}"""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert lines[0].split("\t") == COLUMNS, "columns"
    rows = [dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines[1:]]
    return {(row["pattern"], row["rule"], int(row["n"]), int(row["m"])): row for row in rows}


def sizes():
    """How many polyominoes there are, turned and mirrored or not, is known (A000105, A001168)."""
    for cells, free, fixed in [(1, 1, 1), (2, 1, 2), (3, 2, 6), (4, 5, 19), (5, 12, 63)]:
        sets = [polyomino(p) for p in POLYOMINOES.values() if p.count("#") == cells]
        assert len(sets) == free, f"{len(sets)} polyominoes of {cells} cells"
        together = {pattern for patterns in sets for pattern in patterns}
        assert len(together) == sum(map(len, sets)) == fixed, f"orientations of {cells} cells"


def whole(atlas):
    most = max(n * m for _, _, n, m in atlas)
    assert most >= LEAST_CELLS, f"boards of up to {most} cells"
    shapes = [(n, m) for n in range(1, most + 1) for m in range(n, most // n + 1)]
    expected = [
        (p, rule, *s) for rule in ("normal", "misere") for p in pattern_sets() for s in shapes
    ]
    assert list(atlas) == expected, "a row is missing, out of place or too many"
    for key, row in atlas.items():
        wins = row["winner"] == "Alice"
        assert row["winner"] in ("Alice", "Bob"), key
        assert wins == (row["value"] != "0") == (row["winning"] != "-"), key
        assert int(row["p_positions"]) <= int(row["positions"]) <= 2 ** (key[2] * key[3]), key
    return shapes


def truths(atlas, shapes):
    def wins(name, n, m, winner):
        assert atlas[name, "normal", n, m]["winner"] == winner, f"{name} on {n}x{m}: {winner} wins"

    for n, m in THREE_ALICE:
        wins("row3-diagonals", n, m, "Alice")
    for n, m in THREE_BOB:
        wins("row3-diagonals", n, m, "Bob")
    for m in range(3, 24):
        for name in ("row3", "row3-diagonals", "tromino-I"):
            row = atlas[name, "normal", 1, m]
            assert row["value"] == str(TREBLECROSS[m + 2]), f"{name} on 1x{m}: {row}"
    for shape, value in CORNER.items():
        row = atlas["tromino-L", "normal", *shape]
        assert row["value"] == str(value), f"tromino-L on {shape}: {row}"
    assert atlas["row3-diagonals", "misere", 3, 3]["winning"] == "2,2", "Notakto"
    for k in (3, 4, 5):
        wins(f"row{k}-diagonals", k, k, "Alice" if k % 2 else "Bob")
    for n, m in shapes:
        wins("monomino", n, m, "Alice")
        assert atlas["monomino", "misere", n, m]["winner"] == "Bob", f"monomino on {n}x{m}"
        for rule in ("normal", "misere"):
            for k, same in (("3", "tromino-I"), ("4", "tetromino-I"), ("5", "pentomino-I")):
                one, other = atlas[f"row{k}", rule, n, m], atlas[same, rule, n, m]
                assert list(one.values())[1:] == list(other.values())[1:], (one, other)
        if m < 3:  # no fit: the last cell wins
            wins("row3", n, m, "Alice" if n * m % 2 else "Bob")


def again(atlas):
    """Boards on their side, by the plainest kernel with nimbers."""
    sets = pattern_sets()
    keys = [key for key in list(atlas)[::7] if key[2] * key[3] <= 18]
    text = "".join(case(m, n, sets[name]) + rule + "\n" for name, rule, n, m in keys)
    command = [MEXBENCH, "solve", "boardgame", "--values", "--json", "--variant", "mex"]
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    for key, board in zip(keys, json.loads(run.stdout)["boards"], strict=True):
        row = atlas[key]
        moves = sorted((move["column"], move["row"]) for move in board["winning_moves"])
        found = {
            "winner": "Alice" if board["answer"] else "Bob",
            "value": str(board["value"]),
            "winning": " ".join(f"{r},{c}" for r, c in moves) or "-",
            "positions": str(board["positions"]),
            "p_positions": str(board["p_positions"]),
        }
        assert found == {name: row[name] for name in found}, f"{key}: {row}, on its side {found}"
    return len(keys)


def main(path):
    atlas = read(path)
    sizes()
    truths(atlas, whole(atlas))
    print(f"{len(atlas)} rows, {again(atlas)} derived again")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
