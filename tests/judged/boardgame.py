"""A right solution of Board Game for small boards, in parts that the wrong ones replace."""

import functools
import sys

# The result for the player to move: with a complete pattern, and on a full board without one.
ENDED, FULL = False, False


def change(pattern):
    """The patterns that count for this pattern."""
    return [pattern]


def places(size, length):
    return range(size - length + 1)


def placements(rows, cols, patterns):
    for pattern in (other for one in patterns for other in change(one)):
        height, width = len(pattern), len(pattern[0])
        for top in places(rows, height):
            for left in places(cols, width):
                yield sum(
                    1 << (top + i) * cols + left + j
                    for i in range(height)
                    for j in range(width)
                    if pattern[i][j] == "1"
                )


def wins(rows, cols, patterns):
    ends = set(placements(rows, cols, patterns))
    full = (1 << rows * cols) - 1

    @functools.lru_cache(None)
    def win(filled):
        if any(filled & cells == cells for cells in ends):
            return ENDED
        if filled == full:
            return FULL
        empty = (1 << c for c in range(rows * cols) if not filled >> c & 1)
        return any(not win(filled | cell) for cell in empty)

    return win(0)


def main():
    words = iter(sys.stdin.read().split())
    for word in words:
        rows, cols, count = int(word), int(next(words)), int(next(words))
        patterns = []
        for _ in range(count):
            height = int(next(words))
            next(words)
            patterns.append([next(words) for _ in range(height)])
        print("Alice" if wins(rows, cols, patterns) else "Bob", flush=True)
