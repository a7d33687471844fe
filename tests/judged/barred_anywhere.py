"""Treats a row as barred if it has a # anywhere on the board."""
import bacteria

bacteria.row_open = lambda board, row, left, right: "#" not in board[row]
bacteria.col_open = lambda board, col, top, bottom: all(row[col] == "." for row in board)
bacteria.main()
