"""Solutions of Bacterial Tactics, each with one mistake: wrong_bacteria.py MISTAKE."""

import os
import signal
import sys
import time

import bacteria

right = bacteria.answer
kept = []


def bare_numbers():
    """Prints the answers alone."""
    bacteria.main(lambda number, answer: answer)


def leading_zeros():
    """Prints the answers with leading zeros."""
    bacteria.main(lambda number, answer: f"Case #{number}: {answer:03}")


def negated():
    """Prints the answers with the wrong sign."""
    bacteria.main(lambda number, answer: f"Case #{number}: {-answer}")


def barred_anywhere():
    """Treats a row as barred if it has a # anywhere on the board."""
    bacteria.row_open = lambda board, row, left, right: "#" not in board[row]
    bacteria.col_open = lambda board, col, top, bottom: all(row[col] == "." for row in board)
    bacteria.main()


def not_cleared():
    """Keeps the nimbers of the case before."""
    nimbers = {}
    bacteria.answer = lambda board, known: right(board, nimbers)
    bacteria.main()


def sides_exchanged():
    """Counts a winning row once for each row, and a winning column once for each column."""

    def exchanged(board, known):
        rows, cols = len(board), len(board[0])
        wins = [
            (one[2] == rows and other[0] == 0)
            for _, one, other in bacteria.moves(board, 0, 0, rows, cols)
            if bacteria.nimber(board, known, one) == bacteria.nimber(board, known, other)
        ]
        return sum(cols if column else rows for column in wins)

    bacteria.answer = exchanged
    bacteria.main()


def won_or_lost():
    """Adds positions as won or lost, instead of by their nimbers."""

    def won(board, known, rectangle):
        top, left, bottom, right = rectangle
        if top == bottom or left == right:
            return 0
        if rectangle not in known:
            known[rectangle] = 0  # not read before the result is known
            known[rectangle] = int(
                any(
                    won(board, known, one) == won(board, known, other)
                    for _, one, other in bacteria.moves(board, *rectangle)
                )
            )
        return known[rectangle]

    bacteria.nimber = won
    bacteria.main()


def crashes_alone():
    """Answers all cases wrongly, and fails when there is only one."""
    boards = list(bacteria.boards(sys.stdin.read().split()))
    if len(boards) == 1:
        sys.exit(1)
    for number, board in enumerate(boards, 1):
        print(f"Case #{number}: {bacteria.answer(board, {}) + 1}")


def deep_recursion():
    """Walks to the last cell by recursion, one call for each cell, sixty times as deep as
    necessary."""

    def walk(left):
        return 0 if left == 0 else walk(left - 1)

    def deep(board, known):
        walk(len(board) * len(board[0]) * 60)
        return right(board, known)

    bacteria.answer = deep
    bacteria.main()


def wrong_and_slow():
    """Answers single cells wrongly, and loops forever on boards of more than five cells."""

    def wrong(board, known):
        cells = len(board) * len(board[0])
        while cells > 5:
            pass
        return right(board, known) + (cells == 1)

    bacteria.answer = wrong
    bacteria.main()


def loops():
    """Loops forever on a board of two rows and one column."""

    def stuck(board, known):
        while len(board) == 2 and len(board[0]) == 1:
            pass
        return right(board, known)

    bacteria.answer = stuck
    bacteria.main()


def sleeps():
    """Does not end, and ignores signals to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(100)


def memory_hog():
    """Allocates as much memory as it can get."""

    def hungry(board, known):
        while len(board) * len(board[0]) > 9:
            kept.append(bytearray(b"x" * (1 << 20)))
        return right(board, known)

    bacteria.answer = hungry
    bacteria.main()


def leaks():
    """Keeps two megabytes for each case."""

    def leak(board, known):
        kept.append(bytearray(b"x" * (2 << 20)))
        return right(board, known)

    bacteria.answer = leak
    bacteria.main()


def leaves_child():
    """Answers, and leaves a process in another session that runs for a minute."""
    bacteria.main()
    sys.stdout.flush()
    if os.fork() == 0:
        os.setsid()
        time.sleep(60)
        os._exit(0)


globals()[sys.argv[1]]()
