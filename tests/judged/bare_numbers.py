"""Prints the answers alone."""
import bacteria

bacteria.main(lambda number, answer: answer)
