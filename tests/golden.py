#!/usr/bin/python3
"""Solves every workload of data/golden/digests.tsv with every variant and compares the digests.

The digest of all tables is the same for every kernel, layout, thread count and machine, so the
digests in the file must never change. A variant that does not keep every state, or cannot solve the
boards, has no digest; at least two variants must have one.

usage: golden.py FILE [--write]   (environment: MEXBENCH, the command; --write keeps the workloads
                                   and computes their digests again, where all variants agree)
"""
import json
import pathlib
import subprocess
import sys

from workbench.cases import variants_of
from workbench.common import MEXBENCH

COLUMNS = ["problem", "workload", "digest"]


def digest(problem, workload, variant):
    command = [MEXBENCH, "solve", problem, workload, "--variant", variant, "--digest", "--json"]
    run = subprocess.run(command + ["--threads=2"], capture_output=True, text=True)
    if run.returncode != 0:
        assert "cannot solve" in run.stderr or "needs" in run.stderr, f"{variant}: {run.stderr}"
        return None
    return json.loads(run.stdout)["digest"]


def digests(problem, workload):
    """variant -> digest, for variants that have one."""
    found = {v: digest(problem, workload, v) for v in variants_of(problem)}
    return {v: d for v, d in found.items() if d is not None}


def read(path):
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    assert lines and lines[0] == COLUMNS, f"{path}: the first line is not {COLUMNS}"
    assert all(len(line) == len(COLUMNS) for line in lines), f"{path}: a line is cut"
    return lines[1:]


def write(path, rows):
    partial = path.with_suffix(".partial")
    partial.write_text("".join("\t".join(row) + "\n" for row in [COLUMNS, *rows]))
    partial.replace(path)


def derive(path):
    rows = []
    for problem, workload, _ in read(path):
        found = digests(problem, workload)
        assert len(found) > 1 and len(set(found.values())) == 1, f"{workload}: {found}"
        rows.append([problem, workload, found.popitem()[1]])
    write(path, rows)
    return 0


def compare(path):
    failed, rows = 0, read(path)
    for problem, workload, expected in rows:
        found = digests(problem, workload)
        wrong = [f"{v} has {d}" for v, d in found.items() if d != expected]
        if len(found) < 2:
            wrong.append(f"{len(found)} variants have a digest")
        for words in wrong:
            print(f"{problem} {workload}: the record says {expected}, {words}")
        print(f"{len(found)} variants on {problem} {workload}")
        failed += bool(wrong)
    print(f"{len(rows)} workloads, {failed} failures")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    file = pathlib.Path(sys.argv[1])
    sys.exit(derive(file) if sys.argv[2:] == ["--write"] else compare(file))
