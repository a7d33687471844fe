"""Keeps the nimbers of the case before."""
import bacteria

nimbers = {}
right = bacteria.answer
bacteria.answer = lambda board, known: right(board, nimbers)
bacteria.main()
