"""Inputs on which the choice between kernels is measured: points of a grid, each with its key.

A key has the values that `choose` in kernels/PROBLEM/PROBLEM.c reads, in the same order. It is
empty if `choose` follows a rule instead of a table. The committed table comes from the grid of
`tune`. The points of `tune --verify` lie between those, and show the choice where nothing was
measured.
"""
import collections
import itertools

from workbench import common

Point = collections.namedtuple("Point", "spec key row column")

MOST_STATES = 12e6  # in a point of bacteria
MOST_LOOK_UPS = 2.1e8  # in a point of darkraft, about


def rectangles(rows, cols):
    return rows * (rows + 1) / 2 * cols * (cols + 1) / 2


def bacteria_point(count, short, long, permille):
    spec = f"random:n={short},m={long},density={permille / 1000:.3f},cases={count},seed=3"
    barred = common.mexbench("gen", "bacteria", spec).count("#")
    key = (count, short, long, 1000 * barred // (count * short * long))
    return Point(spec, key, f"{short}x{long}", f"{permille / 10:g}%")


def bacteria_grid(counts, shapes, permilles):
    return [
        bacteria_point(count, short, long, permille)
        for count, (short, long), permille in itertools.product(counts, shapes, permilles)
        if rectangles(short, long) * count <= MOST_STATES
    ]


def bacteria():
    shorts = (1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96)
    shapes = [(short, short) for short in shorts] + [(s, 6 * s) for s in (1, 2, 4, 8, 16, 32)]
    shapes += [(1, 100), (1, 400), (2, 60), (4, 120), (8, 120), (24, 144), (48, 120)]
    shapes += [(12, 36), (24, 72)]
    large = [
        shape for shape in shapes if shape[0] >= 24
    ]  # an empty board differs much from one with 0.2%
    return bacteria_grid((1, 8, 64), shapes, (0, 10, 40, 100, 180, 300)) + bacteria_grid(
        (1, 8, 64), large, (2,)
    )


def bacteria_between(count):
    shorts = (3, 6, 10, 14, 18, 28, 40, 56, 80)
    shapes = [(s, s) for s in shorts] + [(s, 3 * s) for s in (3, 10, 18, 40)]
    return bacteria_grid((count,), shapes, (3, 14, 50, 130, 230))


def darkraft_point(count, short, long, kind, share):
    board = f"n={short},m={long}"
    spec = f"random:{board},x={share[0]},l={share[1]},cases={count},seed=3"
    text = common.mexbench("gen", "darkraft", spec)
    crosses, rarer = text.count("X"), min(text.count("L"), text.count("R"))
    cells = count * short * long
    key = (count, short, long, 1000 * crosses // cells, 1000 * rarer // cells)
    return Point(spec, key, f"{short}x{long}", kind)


def darkraft():
    shapes = [(side, side) for side in (1, 2, 4, 7, 10, 14, 20, 30)]
    shapes += [(1, 30), (2, 16), (4, 30), (8, 60)]
    shares = {"L": (0, 1), "L, R": (0, 0.5), "L, R, X": (0.333, 0.333), "L, X": (0.5, 0.5)}
    shares |= {"80% X": (0.8, 0.1), "X": (1, 0)}
    return [
        darkraft_point(count, short, long, kind, share)
        for count, (short, long), (kind, share) in itertools.product(
            (1, 8, 64), shapes, shares.items()
        )
        if ((short + long) / 2) ** 5 * count <= MOST_LOOK_UPS
    ]


def boardgame_kinds(n, m):
    board = f"n={n},m={m}"
    return {
        "large patterns": f"worst:{board},seed=3",
        "random": f"random:{board},patterns=4,size=3,seed=3",
        "connected": f"clustered:{board},patterns=3,cells=5,seed=3",
        "3 in a row": f"row:{board},k=3",
        "5 in a row": f"row:{board},k=5",
        "last cell": f"empty:{board}",
        "100000 boxes": f"random:{board},patterns=100000,size=7,seed=3",
    }


def boardgame():
    shapes = (
        (2, 5),
        (3, 4),
        (4, 4),
        (3, 6),
        (4, 5),
        (3, 7),
        (2, 11),
        (4, 6),
        (5, 5),
        (3, 9),
        (4, 7),
    )
    return [
        Point(f"{spec},cases=1", (), f"{n}x{m}", kind)
        for n, m in shapes
        for kind, spec in boardgame_kinds(n, m).items()
    ]


def darkraft_kinds(board):
    return {
        "L, R, X": f"random:{board}",
        "L, R": f"random:{board},x=0",
        "L": f"random:{board},x=0,l=1",
        "80% X": f"random:{board},x=0.8,l=0.1",
        "X": f"allx:{board}",
        "trails": f"clustered:{board}",
    }


def darkraft_between(count):
    shapes = ((3, 3), (5, 5), (8, 8), (4, 16), (12, 12), (16, 16), (20, 20), (8, 40), (28, 28))
    return [
        Point(f"{spec},cases={count},seed=3", (), f"{n}x{m}", kind)
        for n, m in shapes
        for kind, spec in darkraft_kinds(f"n={n},m={m}").items()
        if (n * m) ** 2 * count <= 2e6
    ]


TUNED = {"bacteria": bacteria, "darkraft": darkraft}

# Per problem: name of a map -> its points; `row` and `column` give their place in the map.
VERIFIED = {
    "bacteria": {
        "one board": lambda: bacteria_between(1),
        "32 boards": lambda: bacteria_between(32),
    },
    "darkraft": {
        "one board": lambda: darkraft_between(1),
        "32 boards": lambda: darkraft_between(32),
    },
    "boardgame": {"one board": boardgame},
}
