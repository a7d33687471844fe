#!/usr/bin/python3
"""Many patterns for one board, on standard output.

usage: boardgame_patterns.py supersets N M COUNT    three in a row, then patterns that contain it,
                                                    boxes of 1x1 to 8x8: the winner is known
       boardgame_patterns.py antichain N M COUNT    boxes of the board's size, half of it filled:
                                                    none contains another
       boardgame_patterns.py twice                  standard input's board, patterns given twice
"""
import random
import sys
from itertools import islice

THREE = [["111"], ["1", "1", "1"], ["100", "010", "001"], ["001", "010", "100"]]


def superset(rng):
    shape = rng.choice(THREE)
    rows, cols = rng.randint(len(shape), 8), rng.randint(len(shape[0]), 8)
    cells = [["01"[rng.random() < 0.4] for _ in range(cols)] for _ in range(rows)]
    top, left = rng.randint(0, rows - len(shape)), rng.randint(0, cols - len(shape[0]))
    for row, line in enumerate(shape):
        for col, cell in enumerate(line):
            if cell == "1":
                cells[top + row][left + col] = cell
    return ["".join(row) for row in cells]


def half(rng, rows, cols):
    filled = set(rng.sample(range(rows * cols), rows * cols // 2))
    cells = "".join("01"[cell in filled] for cell in range(rows * cols))
    starts = range(0, rows * cols, cols)
    return ["".join(islice(cells, start, start + cols)) for start in starts]


def write(rows, cols, patterns):
    lines = [f"{rows} {cols} {len(patterns)}"]
    for pattern in patterns:
        lines += [f"{len(pattern)} {len(pattern[0])}", *pattern]
    print("\n".join(lines))


def twice(words):
    rows, cols, count = words[:3]
    rest = "\n".join(words[3:])
    print(f"{rows} {cols} {2 * int(count)}\n{rest}\n{rest}")


def main(kind, *numbers):
    rng = random.Random(20190427)
    if kind == "twice":
        twice(sys.stdin.read().split())
        return
    rows, cols, count = map(int, numbers)
    if kind == "supersets":
        write(rows, cols, THREE + [superset(rng) for _ in range(count - len(THREE))])
    else:
        write(rows, cols, [half(rng, rows, cols) for _ in range(count)])


if __name__ == "__main__":
    main(*sys.argv[1:])
