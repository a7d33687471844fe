"""A right solution of Board Game for one small board, in parts that the wrong ones replace."""
import functools
import sys


def change(pattern):
    return pattern


def placements(rows, cols, patterns):
    for pattern in map(change, patterns):
        height, width = len(pattern), len(pattern[0])
        for top in range(rows - height + 1):
            for left in range(cols - width + 1):
                yield sum(
                    1 << (top + i) * cols + left + j
                    for i in range(height)
                    for j in range(width)
                    if pattern[i][j] == "1"
                )


def wins(rows, cols, patterns):
    ends = set(placements(rows, cols, patterns))

    @functools.lru_cache(None)
    def win(filled):
        if any(filled & cells == cells for cells in ends):
            return False
        empty = (1 << c for c in range(rows * cols) if not filled >> c & 1)
        return any(not win(filled | cell) for cell in empty)

    return win(0)


def main():
    words = iter(sys.stdin.read().split())
    rows, cols, count = (int(next(words)) for _ in range(3))
    patterns = []
    for _ in range(count):
        height = int(next(words))
        next(words)
        patterns.append([next(words) for _ in range(height)])
    print("Alice" if wins(rows, cols, patterns) else "Bob")
