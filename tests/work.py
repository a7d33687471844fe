#!/usr/bin/python3
"""Compares the counted work of every variant with data/golden/work.tsv.

Counted work is exact on every machine and the same for every instruction set, so a technique has
one line for each workload. This test finds a kernel that evaluates more options than before, or
counts fewer, although its answers are right.

usage: work.py FILE [--write]   (environment: MEXBENCH, the command; --write keeps the workloads and
                                 counts anew)
"""

import json
import pathlib
import subprocess
import sys

from workbench.cases import variants_of
from workbench.common import MEXBENCH

COLUMNS = ["problem", "workload", "technique", "work"]


def technique(variant):
    name, _, isa = variant.rpartition("_")
    return name if isa in ("base", "avx2", "avx512", "neon") else variant


def work(problem, workload, variant):
    """As a string; "-" when the variant cannot solve the workload."""
    command = [MEXBENCH, "solve", problem, workload, "--variant", variant, "--count", "--json"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        assert "cannot solve" in run.stderr or "needs" in run.stderr, f"{variant}: {run.stderr}"
        return "-"
    return str(json.loads(run.stdout)["work"])


def read(path):
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    assert lines and lines[0] == COLUMNS, f"{path}: the first line is not {COLUMNS}"
    assert all(len(line) == len(COLUMNS) for line in lines), f"{path}: a line is cut"
    return lines[1:]


def derive(path):
    workloads = dict.fromkeys((problem, workload) for problem, workload, *_ in read(path))
    rows = [COLUMNS]
    for problem, workload in workloads:
        found = {}
        for variant in variants_of(problem):
            found.setdefault(technique(variant), work(problem, workload, variant))
        rows += [[problem, workload, name, count] for name, count in found.items()]
    path.write_text("".join("\t".join(row) + "\n" for row in rows))
    return 0


def compare(path):
    """A technique without any line in the file is new: it is named, and passes."""
    failed, counts, new, rows = 0, 0, set(), read(path)
    recorded = {row[2] for row in rows}
    for problem, workload in dict.fromkeys((row[0], row[1]) for row in rows):
        expected = {row[2]: row[3] for row in rows if row[:2] == [problem, workload]}
        for variant in variants_of(problem):
            if technique(variant) not in recorded:
                new.add(technique(variant))
                continue
            want, got = expected.get(technique(variant)), work(problem, workload, variant)
            counts += 1
            if got != want:
                failed += 1
                print(f"{variant} on {workload}: the record says {want}, it counts {got}")
    for name in sorted(new):
        print(f"{name} has no record; tests/work.py {path} --write adds it")
    print(f"{counts} counts, {failed} wrong")
    return 1 if failed or counts == 0 else 0


if __name__ == "__main__":
    file = pathlib.Path(sys.argv[1])
    sys.exit(derive(file) if sys.argv[2:] == ["--write"] else compare(file))
