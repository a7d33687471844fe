"""Inputs for maps of how well `auto` chooses: points of a grid, each with its row and column."""
import collections
import itertools


Point = collections.namedtuple("Point", "spec row column")

MOST_STATES = 12e6  # of a bacteria point


def rectangles(rows, cols):
    return rows * (rows + 1) / 2 * cols * (cols + 1) / 2


def bacteria_point(count, short, long, permille):
    spec = f"random:n={short},m={long},density={permille / 1000:.3f},cases={count},seed=3"
    return Point(spec, f"{short}x{long}", f"{permille / 10:g}%")


def bacteria_grid(counts, shapes, permilles):
    return [
        bacteria_point(count, short, long, permille)
        for count, (short, long), permille in itertools.product(counts, shapes, permilles)
        if rectangles(short, long) * count <= MOST_STATES
    ]


def bacteria_between(count):
    shorts = (3, 6, 10, 14, 18, 28, 40, 56, 80)
    shapes = [(s, s) for s in shorts] + [(s, 3 * s) for s in (3, 10, 18, 40)]
    return bacteria_grid((count,), shapes, (3, 14, 50, 130, 230))


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
        Point(f"{spec},cases=1", f"{n}x{m}", kind)
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
        Point(f"{spec},cases={count},seed=3", f"{n}x{m}", kind)
        for n, m in shapes
        for kind, spec in darkraft_kinds(f"n={n},m={m}").items()
        if (n * m) ** 2 * count <= 2e6
    ]


# Per problem: the name of a map, and its points; `row` and `column` are where they stand in it.
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
