#!/usr/bin/python3
"""Reads the machine code of every vector variant, as one compiler builds it, and fails where a hot
loop, or a loop around it, takes a vector apart (workbench/vector_faults.py). No time is measured:
the test reads instructions, so it holds for every machine. Functions that run seldom are named in
variants.def, each with its reason: /* cold <function>: <reason> */."""

import argparse
import pathlib
import re
import sys
import tempfile

from workbench import hot_code, machine_code
from workbench.common import ROOT


def examine(name, path, isa, cold):
    """Prints the faults of an object; returns its number of hot loops and of faults."""
    loops = sum(len(list(machine_code.hot_loops(f, isa))) for f in machine_code.functions(path))
    faults = [fault for fault in hot_code.faults(path, isa, cold) if fault["cold"] is None]
    for fault in faults:
        where = f"{fault['source']}, {fault['address']:x} in {fault['symbol']}"
        print(f"{name}: {fault['fault']} ({where})")
    if loops == 0:
        print(f"{name}: no loop on full vectors: is this the object of a vector kernel?")
    return loops, len(faults) + (loops == 0)


def stale(problem, cold):
    """Functions that variants.def calls cold or hot and that the problem's sources do not have."""
    files = (ROOT / "kernels" / problem).glob("*.[ch]")
    text = "\n".join(file.read_text() for file in files)
    return [name for name in cold if not re.search(rf"\b{name}\(", text)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", help="a build folder with compile_commands.json")
    parser.add_argument("compiler", nargs="?", help="default: the objects of the build")
    arguments = parser.parse_args()
    sources = [s for s in machine_code.sources(arguments.build) if s.isa]
    loops = bad = 0
    for problem in sorted({source.problem for source in sources}):
        for kind in ("cold", "hot"):
            for name in stale(problem, hot_code.named_functions(problem, kind)):
                bad += 1
                print(f"kernels/{problem}/variants.def: no function '{name}' for '{kind} {name}'")
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            path = source.built
            if arguments.compiler:
                path = pathlib.Path(folder) / "code.o"
                machine_code.compiled(source, arguments.compiler, path)
            cold = hot_code.named_functions(source.problem, "cold")
            found = examine(machine_code.name_of(source), path, source.isa, cold)
            loops, bad = loops + found[0], bad + found[1]
    print(f"{len(sources)} objects, {loops} hot loops, {bad} faults")
    if not sources:
        print("nothing was examined", file=sys.stderr)
        return 2
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
