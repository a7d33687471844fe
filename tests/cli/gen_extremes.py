#!/usr/bin/python3
"""The reader accepts everything that gen writes, also at the ends of each parameter's range.

Each parameter takes its smallest and its largest value while the others have their defaults. Then
all have their smallest values, and a seeded sample covers the ranges. Specs that gen refuses (exit
2) are counted; the reader must read everything that gen writes. MEXBENCH is the command.
"""

import json
import os
import random
import re
import subprocess
import sys

MEXBENCH = os.environ["MEXBENCH"]
SAMPLE = 4  # random specs a generator
MOST_CELLS = 1 << 16  # of a board


def ask(*arguments):
    return subprocess.run([MEXBENCH, *arguments], capture_output=True, check=True).stdout


def described(problem, generator, key):
    """The parameter and its range, from the error of gen about a value out of range."""
    errors = [
        subprocess.run(
            [MEXBENCH, "gen", problem, f"{generator}:{key}={value}"], capture_output=True
        ).stderr.decode()
        for value in ("9999999999", "0.5")
    ]
    if named := re.search(r"not one of (.*)", errors[0]):
        return {"key": key, "words": named[1].split(", ")}
    least, most = re.search(r"out of range ([0-9.]+) to ([0-9.]+)", errors[0]).groups()
    fraction = "not a whole number" not in errors[1]
    kind = float if fraction else int
    return {"key": key, "fraction": fraction, "least": kind(least), "most": kind(most)}


def spec_of(generator, values):
    pairs = [f"{key}={value}" for key, value in values.items()]
    return generator["name"] + ":" + ",".join(pairs + ["cases=2"])


def limits_of(parameter):
    if "words" in parameter:
        return parameter["words"][0], parameter["words"][-1]
    most = parameter["most"]
    return parameter["least"], most if parameter["fraction"] else min(most, MOST_CELLS)


def drawn(parameter, chance):
    if "words" in parameter:
        return chance.choice(parameter["words"])
    least, most = limits_of(parameter)
    if parameter["fraction"]:
        return round(chance.uniform(least, most), 6)
    return chance.choice((chance.randint(least, min(most, least + 8)), least, most))


def value_sets(problem, generator):
    """Dictionaries of the parameters that are given."""
    chance = random.Random(generator["name"])
    parameters = [described(problem, generator["name"], key) for key in generator["parameters"]]
    yield {}
    yield {p["key"]: limits_of(p)[0] for p in parameters}
    for parameter in parameters:
        for value in limits_of(parameter):
            yield {parameter["key"]: value}
    for _ in range(SAMPLE):
        yield {p["key"]: drawn(p, chance) for p in parameters}


def too_large(values):
    sides = [values.get(key, 1) for key in ("n", "m")]
    return sides[0] * sides[1] > MOST_CELLS


def read_error(problem, dialect, text):
    """The reader's error about a text, or None. explain reads to the end to find a missing case."""
    command = [MEXBENCH, "explain", problem, "-", "--case=99"] + [dialect] * bool(dialect)
    done = subprocess.run(command, input=text, capture_output=True)
    if done.returncode == 2 and b"the workload has no board 99, only " in done.stderr:
        return None
    return f"exit {done.returncode}: {done.stderr[-300:]}"


def main():
    written = refused = wrong = 0
    for problem in json.loads(ask("list", "--json"))["problems"]:
        name = problem["name"]
        details = json.loads(ask("list", name, "--json"))["problems"][0]
        dialects = [f"--dialect={d}" for d in details["dialects"] or []] or [""]
        for generator in details["generators"]:
            for index, values in enumerate(value_sets(name, generator)):
                if too_large(values):
                    continue
                spec = spec_of(generator, values)
                dialect = dialects[index % len(dialects)]
                made = subprocess.run(
                    [MEXBENCH, "gen", name, spec] + [dialect] * bool(dialect),
                    capture_output=True,
                )
                written += made.returncode == 0
                refused += made.returncode == 2
                error = None
                if made.returncode == 0:
                    error = read_error(name, dialect, made.stdout)
                elif made.returncode != 2 or not made.stderr:
                    error = f"gen: exit {made.returncode}: {made.stderr[-300:]}"
                if error:
                    wrong += 1
                    print(f"FAILED: {name} {spec} {dialect}: {error}")
    print(f"{written} texts written and read, {refused} specs refused; {wrong} wrong")
    return wrong > 0 or written == 0 or refused == 0


sys.exit(main())
