#!/usr/bin/python3
"""Compares with known results about the games: closed forms and published sequences.

Writes boards for which the answer is known, solves them with every variant, and compares.

A truth is a text, its answers, and part of the names of the variants that can solve it if they are
few.

usage: truths.py PROBLEM      (environment: MEXBENCH, the command)
"""
import subprocess
import sys

from workbench.cases import variants_of
from workbench.common import MEXBENCH


def bacteria():
    """Empty boards: none wins if both sides are even, all openings on the long lines if one is,
    and the middle lines only if both are odd."""

    def openings(rows, cols):
        if rows % 2 == 0 and cols % 2 == 0:
            return 0
        if rows % 2 == 0 or cols % 2 == 0:
            return rows * cols

        def a(k):
            return 1 if k == 1 else k - 2

        return cols * a(rows) + rows * a(cols)

    shapes = [(r, c) for r in range(1, 13) for c in range(1, 13)] + [(1, 255), (255, 1), (2, 70)]
    boards = ["\n".join([f"{r} {c}"] + ["." * c] * r) for r, c in shapes]
    answers = [f"Case #{i}: {openings(*shape)}" for i, shape in enumerate(shapes, 1)]
    yield f"{len(boards)}\n" + "\n".join(boards), answers
    yield "2\n1 1\n.\n1 4\n#...\n", ["Case #1: 2", "Case #2: 2"]


def darkraft():
    def board(rows, cols, letter):
        return "\n".join([f"{rows} {cols}"] + [letter * cols] * rows)

    def word(wins):
        return "WIN" if wins else "LOSE"

    sides = range(1, 12)
    for letter in "LR":
        shapes = [(n, m) for n in sides for m in sides]
        yield "\n".join(board(n, m, letter) for n, m in shapes), [
            word((n + m) % 2 == 0) for n, m in shapes
        ]
    for letter in "LRX":
        shapes = [(1, n) for n in range(1, 25)] + [(n, 1) for n in range(1, 25)]
        yield "\n".join(board(n, m, letter) for n, m in shapes), [
            word(max(shape) % 2 == 1) for shape in shapes
        ]
    shapes = [(n, m) for n in range(1, 16) for m in range(1, 16)]
    yield "\n".join(board(n, m, "X") for n, m in shapes), [
        word(n * m % 2 == 1 and {n, m} != {7, 11}) for n, m in shapes
    ]
    yield "2 2\nLL\nRX\n", ["LOSE"]


def squares(n):
    """N in a row as four patterns: height, width, rows."""
    yield 1, n, ["1" * n]
    yield n, 1, ["1"] * n
    for cells in (range(n), range(n - 1, -1, -1)):
        yield n, n, ["".join("01"[col == cell] for col in range(n)) for cell in cells]


def boardgame():
    losing = {2, 6, 12, 22}
    lengths = range(1, 24)
    yield "\n".join(f"1 {n} 1\n1 3\n111" for n in lengths), [
        "Bob" if n in losing else "Alice" for n in lengths
    ]
    three = "4\n1 3\n111\n3 1\n1\n1\n1\n3 3\n100\n010\n001\n3 3\n001\n010\n100"
    alice = [(3, 3), (4, 4), (3, 5), (3, 7), (4, 6), (5, 5)]
    bob = [(3, 4), (4, 5), (3, 6), (2, 6), (2, 7)]
    yield "\n".join(f"{n} {m} {three}" for n, m in alice + bob), ["Alice"] * len(alice) + [
        "Bob"
    ] * len(bob)
    # larger boards, where the theory of sums is needed
    losing |= {30, 32, 44, 54, 64}
    lengths = [30, 31, 32, 33, 43, 44, 45, 53, 54, 55, 62, 63, 64]
    yield "\n".join(f"1 {n} 1\n1 3\n111" for n in lengths), [
        "Bob" if n in losing else "Alice" for n in lengths
    ], "topdown"
    # Notakto: the first player wins by the centre alone; a start with one cell is the reply's turn
    starts = ["".join("x" if i == cell else "." for i in range(9)) for cell in range(9)]
    rows = ["\n".join(map("".join, zip(*[iter(start)] * 3))) for start in starts]
    yield "\n".join(f"3 3 {three}\nmisere\n{start}" for start in ["", *rows]), ["Alice"] + [
        "Bob" if cell == 4 else "Alice" for cell in range(9)
    ]
    # full boards, starts with a pattern, and boards without one, under both rules
    yield "1 2 0\nxx\n1 2 0\nmisere\nxx\n2 2 1\n1 2\n11\nxx\n..\n2 2 1\n1 2\n11\nmisere xx ..\n" + (
        "1 3 0\nmisere\n1 4 0 misere\n1 4 0 normal .x.. "
    ), ["Bob", "Alice", "Bob", "Alice", "Bob", "Alice", "Alice"]
    # N in a row on NxN: the first player wins for odd N alone
    for n in (3, 4, 5):
        lines = "\n".join(f"{h} {w}\n" + "\n".join(rows) for h, w, rows in squares(n))
        yield f"{n} {n} 4\n{lines}", ["Alice" if n % 2 else "Bob"]
    shapes = [(n, m) for n in range(1, 5) for m in range(1, 5)]
    yield "\n".join(f"{n} {m} 0" for n, m in shapes), [
        "Alice" if n * m % 2 else "Bob" for n, m in shapes
    ]
    yield "1 6 1\n1 3\n010\n2 2 1\n1 1\n0\n2 3 1\n1 1\n1\n1 2 1\n1 1000000000\n" + "0" * 10, None


def holds(problem, variant, text, answers):
    """Whether the variant gives the answers, or as many as it can do before it says it cannot."""
    command = [MEXBENCH, "solve", problem] + (["--variant", variant] if variant else [])
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    got = run.stdout.splitlines()
    if answers is None:
        return run.returncode == 1 and "row has 10 characters, expected 1000000000" in run.stderr
    refused = variant is not None and run.returncode == 1 and "cannot solve" in run.stderr
    return got == (answers[: len(got)] if refused else answers)


def main(problem):
    failed = 0
    for number, (text, answers, *some) in enumerate(globals()[problem](), 1):
        for variant in [None] + [v for v in variants_of(problem) if not some or some[0] in v]:
            if not holds(problem, variant, text, answers):
                failed += 1
                print(f"{problem} truth {number}: {variant or 'auto'} says otherwise")
    print(f"{problem}: {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
