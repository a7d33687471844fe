#!/usr/bin/python3
"""Solves FOLDER/PROBLEM/*.in with every variant and compares with the *.ans beside it.

A variant may stop at the first board that is too large for it, which it must say in so many
words; the answers before that must be right. 'auto' must solve everything, and every variant
must solve something.

usage: cases.py FOLDER PROBLEM      (environment: MEXBENCH, the command)
"""
import json
import os
import pathlib
import subprocess
import sys

MEXBENCH = os.environ["MEXBENCH"]


def variants_of(problem):
    text = subprocess.run(
        [MEXBENCH, "list", problem, "--json"], check=True, capture_output=True
    ).stdout
    variants = json.loads(text)["problems"][0]["variants"]
    return [v["name"] for v in variants if v["runs_here"]]


def solve(problem, path, variant):
    command = [MEXBENCH, "solve", problem, str(path)]
    if variant is not None:
        command += ["--variant", variant]
    return subprocess.run(command, capture_output=True, text=True)


def complaint(run, expected, variant):
    """What is wrong with a run; None when nothing is."""
    got = run.stdout.split("\n")
    want = expected.split("\n")
    refused = run.returncode == 1 and "cannot solve" in run.stderr
    if run.returncode == 0 and got == want:
        return None
    if variant is not None and refused and got[:-1] == want[: len(got) - 1]:
        return None
    if run.returncode != 0 and not refused:
        return f"exit {run.returncode}: {run.stderr.strip()}"
    return f"wrong answers: {run.stdout[:200]!r} instead of {expected[:200]!r}"


def main(folder, problem):
    inputs = sorted(pathlib.Path(folder, problem).glob("*.in"))
    failed = 0 if inputs else 1
    for variant in [None] + variants_of(problem):
        solved = 0
        for path in inputs:
            run = solve(problem, path, variant)
            wrong = complaint(run, path.with_suffix(".ans").read_text(), variant)
            solved += run.stdout.count("\n")
            if wrong is not None:
                failed += 1
                print(f"{variant or 'auto'} on {path.name}: {wrong}")
        print(f"{variant or 'auto'}: {solved} answers")
        failed += solved == 0
    print(f"{len(inputs)} files, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
