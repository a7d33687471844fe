#!/usr/bin/python3
"""Re-derives every score of data/worst/scores.tsv: counted work is exact on every machine.

usage: worst.py FOLDER      (environment: MEXBENCH, the command)
"""
import csv
import json
import pathlib
import subprocess
import sys

from workbench.common import MEXBENCH


def score(row, folder):
    command = [MEXBENCH, "solve", row["problem"], str(folder / row["file"])]
    command += ["--variant", row["variant"], "--json", "--count"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["work"]


def main(folder):
    failed = 0
    with open(folder / "scores.tsv", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        found = score(row, folder)
        if str(found) != row["score"]:
            failed += 1
            print(f"{row['variant']} on {row['file']}: {found}, the record says {row['score']}")
    print(f"{len(rows)} scores, {failed} failures")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
