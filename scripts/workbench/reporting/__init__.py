"""RESULTS.md and its pictures, from a results file of the benchmark driver alone."""
