#!/usr/bin/python3
"""Plays random games of boardgame by the rules, without any of the project's code, and compares.

The boards have random shapes, patterns, starts and both rules. Every variant solves them from text.

usage: oracle.py [COUNT [SEED]]    (environment: MEXBENCH, the command)
"""
import functools
import random
import subprocess
import sys

from workbench.cases import variants_of
from workbench.common import MEXBENCH

MOST_EMPTY = 12  # cells that are played out


def random_pattern(rng, rows, cols):
    height, width = rng.randint(1, rows + 1), rng.randint(1, cols + 1)
    if rng.random() < 0.7:
        height, width = min(height, 3), min(width, 3)
    density = rng.choice([0.3, 0.6, 0.9])
    return ["".join("01"[rng.random() < density] for _ in range(width)) for _ in range(height)]


def random_game(rng):
    rows, cols = rng.choice(
        [(n, m) for n in range(1, 9) for m in range(1, 17) if n * m <= rng.choice([6, 12, 24, 64])]
    )
    places = [(r, c) for r in range(rows) for c in range(cols)]
    least = max(0, rows * cols - MOST_EMPTY)
    most = rows * cols if rng.random() < 0.1 else max(least, rows * cols // 2)
    filled = frozenset(
        rng.sample(places, rng.randint(least, most) if rng.random() < 0.6 else least)
    )
    patterns = [random_pattern(rng, rows, cols) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 5]))]
    return rows, cols, patterns, rng.random() < 0.5, filled


def text(game):
    rows, cols, patterns, misere, filled = game
    lines = [f"{rows} {cols} {len(patterns)}"]
    for pattern in patterns:
        lines += [f"{len(pattern)} {len(pattern[0])}", *pattern]
    lines += ["misere"] if misere else []
    if filled:
        lines += ["".join(".x"[(r, c) in filled] for c in range(cols)) for r in range(rows)]
    return "\n".join(lines)


def has_pattern(game, filled):
    rows, cols, patterns, _, _ = game
    return any(
        all(
            (top + r, left + c) in filled
            for r, line in enumerate(pattern)
            for c, cell in enumerate(line)
            if cell == "1"
        )
        for pattern in patterns
        for top in range(rows - len(pattern) + 1)
        for left in range(cols - len(pattern[0]) + 1)
    )


def winner(game):
    rows, cols, _, misere, start = game
    places = [(r, c) for r in range(rows) for c in range(cols)]

    @functools.lru_cache(None)
    def wins(filled):
        """Whether the player to move wins."""
        if has_pattern(game, filled):
            return misere
        if len(filled) == rows * cols:
            return misere
        return any(not wins(filled | {place}) for place in places if place not in filled)

    return "Alice" if wins(start) else "Bob"


def answers_of(variant, games):
    """An answer for each game; None where the variant says that it cannot solve it."""
    command = [MEXBENCH, "solve", "boardgame"] + (["--variant", variant] if variant else [])
    answers = []
    while len(answers) < len(games):
        first = len(answers)
        rest = "\n".join(text(game) for game in games[first:])
        run = subprocess.run(command, input=rest, capture_output=True, text=True)
        answers += run.stdout.split()
        if run.returncode == 1 and "cannot solve" in run.stderr and variant:
            answers.append(None)
        elif len(answers) < len(games):
            sys.exit(f"{variant or 'auto'}: {len(answers)} answers, then {run.stderr}")
    return answers


def main(count=300, seed=1):
    rng = random.Random(seed)
    games = [random_game(rng) for _ in range(count)]
    expected = [winner(game) for game in games]
    failed = 0
    for variant in [None] + variants_of("boardgame"):
        answers = answers_of(variant, games)
        for game, want, got in zip(games, expected, answers):
            if got not in (want, None):
                failed += 1
                print(f"{variant or 'auto'} says {got}, not {want}:\n{text(game)}")
        solved = sum(map(str.__eq__, expected, map(str, answers)))
        failed += solved < count / 3 or len(answers) != count
        print(f"{variant or 'auto'}: {solved} of {count} games right")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
