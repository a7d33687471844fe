"""Random loads for scripts/choice-trial: shapes, numbers of boards and kinds of all problems, from
boards that take a microsecond to streams that take half a second."""
import math
import random

PATTERNS = (
    "worst:{board}",
    "random:{board},patterns={patterns},size={size}",
    "row:{board},k={k}",
    "clustered:{board},patterns={few},cells={cells}",
)
BOARDGAME = ((2, 6), (3, 5), (4, 4), (2, 9), (4, 5), (3, 7), (2, 11), (4, 6), (5, 5), (3, 9))
BOARDGAME += ((4, 7), (2, 14), (1, 20), (1, 26), (5, 3))
LETTERS = ((0.333, 0.333), (0, 0.5), (0.8, 0.1), (1, 0), (0, 1), (0.5, 0.5), (0.1, 0.45))


def between(chance, least, most):
    """Small numbers are as likely as large ones."""
    return round(2 ** chance.uniform(math.log2(least), math.log2(most)))


def bacteria(chance):
    n, m = between(chance, 2, 60), between(chance, 2, 60)
    if chance.random() < 0.1:
        n, m = between(chance, 60, 600), between(chance, 2, 8)
    count = chance.choice((1, 1, between(chance, 2, 40), between(chance, 40, 1500)))
    density = chance.choice((0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3))
    spec = f"random:n={n},m={m},density={density},cases={count}"
    return spec if (n * m) ** 2 * count * (n + m) < 2e9 else None


def darkraft(chance):
    n, m = between(chance, 2, 40), between(chance, 2, 40)
    count = chance.choice((1, 1, between(chance, 2, 20), between(chance, 20, 200)))
    x, l_share = chance.choice(LETTERS)
    spec = f"random:n={n},m={m},x={x},l={l_share},cases={count}"
    return spec if ((n + m) / 2) ** 5.2 * count < 1e9 else None


def boardgame(chance):
    n, m = chance.choice(BOARDGAME)
    spec = chance.choice(PATTERNS).format(
        board=f"n={n},m={m}",
        patterns=chance.choice((1, 2, 4, 10, 40)),
        size=chance.choice((2, 3, 4)),
        k=chance.choice((3, 4, 5)),
        few=chance.choice((1, 3, 8)),
        cells=chance.choice((3, 4, 5, 6)),
    )
    return f"{spec},cases=1"


def draw(seed, count):
    """A list of (problem, spec)."""
    chance, loads = random.Random(seed), []
    while len(loads) < count:
        kind = chance.choice((bacteria, bacteria, darkraft, boardgame))
        spec = kind(chance)
        if spec is not None and spec.startswith("row:"):
            loads.append((kind.__name__, spec))
        elif spec is not None:
            loads.append((kind.__name__, f"{spec},seed={chance.randrange(1000)}"))
    return loads
