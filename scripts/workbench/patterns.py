"""The pattern sets of the boardgame atlas: k in a row, and polyominoes in all orientations.

A pattern is a tuple of rows, strings of '1' and '0', without an empty border. Every set is closed
under the eight symmetries of the square.
"""

# One orientation of each polyomino up to 5 cells, by its usual name.
POLYOMINOES = {
    "monomino": "#",
    "domino": "##",
    "tromino-I": "###",
    "tromino-L": "##/#.",
    "tetromino-I": "####",
    "tetromino-L": "###/#..",
    "tetromino-O": "##/##",
    "tetromino-S": ".##/##.",
    "tetromino-T": "###/.#.",
    "pentomino-F": ".##/##./.#.",
    "pentomino-I": "#####",
    "pentomino-L": "####/#...",
    "pentomino-N": "##../.###",
    "pentomino-P": "##/##/#.",
    "pentomino-T": "###/.#./.#.",
    "pentomino-U": "#.#/###",
    "pentomino-V": "#../#../###",
    "pentomino-W": "#../##./.##",
    "pentomino-X": ".#./###/.#.",
    "pentomino-Y": ".#../####",
    "pentomino-Z": "##./.#./.##",
}


def turned(pattern):
    return tuple("".join(column) for column in zip(*pattern[::-1]))


def orientations(pattern):
    """The distinct orientations of a pattern, at most eight, sorted."""
    found = set()
    for _ in range(4):
        found |= {pattern, pattern[::-1]}
        pattern = turned(pattern)
    return sorted(found)


def polyomino(picture):
    return orientations(tuple(picture.replace("#", "1").replace(".", "0").split("/")))


def in_a_row(k, diagonals):
    straight = orientations(("1" * k,))
    slanting = orientations(tuple("0" * i + "1" + "0" * (k - 1 - i) for i in range(k)))
    return straight + (slanting if diagonals else [])


def pattern_sets():
    """{name: patterns}, in the atlas's order."""
    sets = {}
    for k in (3, 4, 5):
        sets[f"row{k}"] = in_a_row(k, False)
        sets[f"row{k}-diagonals"] = in_a_row(k, True)
    for name, picture in POLYOMINOES.items():
        sets[name] = polyomino(picture)
    return sets


def case(rows, cols, patterns):
    """A board in the judge's format."""
    lines = [f"{rows} {cols} {len(patterns)}"]
    for pattern in patterns:
        lines += [f"{len(pattern)} {len(pattern[0])}", *pattern]
    return "\n".join(lines) + "\n"
