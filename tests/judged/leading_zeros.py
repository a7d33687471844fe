"""Prints the answers with leading zeros."""

import bacteria

bacteria.main(lambda number, answer: f"Case #{number}: {answer:03}")
