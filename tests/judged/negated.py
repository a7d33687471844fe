"""Prints the answers with the wrong sign."""

import bacteria

bacteria.main(lambda number, answer: f"Case #{number}: {-answer}")
