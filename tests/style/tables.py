#!/usr/bin/python3
"""Checks that every table of figures in docs/ says where its figures come from.

usage: tables.py FILE.md...

A table holds figures when three of its cells or more are a number, with or without a unit. It must
either stand between `<!-- figures NAME -->` and `<!-- end -->`, which scripts/figures fills in and
checks, or have a line near it that says how the figures came about, in one of two forms:

    Measured with `scripts/fuzz 601`, 2026-11-30, AMD EPYC, 2 cores.
    Computed by `unit_paired`, the same on every machine.

A page of docs/log names machine, compiler and date once, by a link to its README.md; there a commit
in the table, or in the lines above it, is enough.

Exit codes: 0 all do, 1 a table does not, 2 no file.
"""
import pathlib
import re
import sys

NUMBER = re.compile(
    r"[~<>≈±+-]?\s*[\d,]*\.?\d+(e-?\d+)?\s*(%|x|×|[nµum]?s|[KMGT]?i?B|[kMGT]|ns/\w+|minutes?)?"
)
SOURCE = re.compile(
    r"^(Measured with `[^`]+`, 20\d\d-\d\d-\d\d, \S.*"
    r"|Computed by `[^`]+`, the same on every machine)\.$"
)
LOG_PAGE = re.compile(r"^Machine, compiler and date: see \[.*\]\(README\.md\)\.$", re.MULTILINE)
COMMIT = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{7}\b")
ENOUGH, NEAR = 3, 6


def is_row(line):
    return line.lstrip().startswith("|")


def tables(lines):
    """(first line, end) of each table."""
    start = None
    for number, line in enumerate([*lines, ""]):
        if is_row(line) and start is None:
            start = number
        elif not is_row(line) and start is not None:
            yield start, number
            start = None


def holds_figures(rows):
    cells = [cell.strip(" *`") for row in rows[2:] for cell in row.strip().strip("|").split("|")]
    return sum(NUMBER.fullmatch(cell) is not None for cell in cells) >= ENOUGH


def is_generated(lines, start):
    markers = [line for line in lines[:start] if line.startswith("<!-- ")]
    return bool(markers) and markers[-1].startswith("<!-- figures ")


def has_source(lines, start, end):
    first = max(0, start - NEAR)
    above = lines[first:start]
    if any(SOURCE.search(line) for line in above + lines[end:][:NEAR]):
        return True
    in_log = LOG_PAGE.search("\n".join(lines[:5])) is not None
    return in_log and COMMIT.search("\n".join(above + lines[start:end])) is not None


def main(*names):
    wrong = 0
    for name in names:
        lines = pathlib.Path(name).read_text().splitlines()
        for start, end in tables(lines):
            if not holds_figures(lines[start:end]):
                continue
            if not (is_generated(lines, start) or has_source(lines, start, end)):
                wrong += 1
                print(f"{name}:{start + 1}: this table's figures have no source")
    return 1 if wrong else 0 if names else 2


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
