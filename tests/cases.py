#!/usr/bin/python3
"""Solves FOLDER/PROBLEM/*.in with every variant and compares with the *.ans of the same name.

A variant may stop, with a message, at the first board that is too large for it; its answers
before that must be right. 'auto' must solve every board, and every variant at least one.

usage: cases.py FOLDER PROBLEM      (environment: MEXBENCH, the command)
"""
import sys

from workbench.cases import answers_to, inputs_of, refused, solve, variants_of


def complaint(run, expected, variant):
    """Describes the fault of a run; None if the run is right."""
    got = run.stdout.split("\n")
    want = expected.split("\n")
    if run.returncode == 0 and got == want:
        return None
    if variant is not None and refused(run) and got[:-1] == want[: len(got) - 1]:
        return None
    if run.returncode != 0 and not refused(run):
        return f"exit {run.returncode}: {run.stderr.strip()}"
    return f"wrong answers: {run.stdout[:200]!r} instead of {expected[:200]!r}"


def main(folder, problem):
    inputs = inputs_of(folder, problem)
    failed = 0 if inputs else 1
    for variant in [None] + variants_of(problem):
        solved, refusal = 0, "no inputs"
        for path in inputs:
            run = solve(problem, path, variant)
            refusal = run.stderr.strip() or refusal
            wrong = complaint(run, answers_to(path), variant)
            solved += run.stdout.count("\n")
            if wrong is not None:
                failed += 1
                print(f"{variant or 'auto'} on {path.name}: {wrong}")
        print(f"{variant or 'auto'}: {solved} answers")
        if solved == 0:
            failed += 1
            print(f"{variant or 'auto'} solved nothing: {refusal}")
    print(f"{len(inputs)} files, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
