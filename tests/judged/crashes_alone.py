"""Answers all cases wrongly, and fails when there is only one."""

import sys

import bacteria

boards = list(bacteria.boards(sys.stdin.read().split()))
if len(boards) == 1:
    sys.exit(1)
for number, board in enumerate(boards, 1):
    print(f"Case #{number}: {bacteria.answer(board, {}) + 1}")
