#!/usr/bin/python3
"""Checks the rooms of the tree by its #include lines, and prints the picture that they make.

usage: rooms.py TREE [--dot]     prints the picture as text, or as graphviz source

A room is a folder, or a header that authors read. A file may include its own room and rooms below
it; rooms of one floor may include each other in one direction. The harness, the measuring library,
the benchmark driver and the command name no problem and no variant; mexbench-mpi is for one
problem. Files of a room do not include each other in a circle either; a source and its headers
count as one.

Exit codes: 0 all rules hold, 1 a rule is broken.
"""
import collections
import graphlib
import pathlib
import re
import sys

# From the bottom up. "process" starts programs for every room that needs one.
FLOORS = (
    ("support",),
    ("variant.h", "process"),
    ("problem.h",),
    ("<problem>",),
    ("registry",),
    ("input", "solve"),
    ("check", "judge", "measure"),
    ("bench",),
    ("cli",),
    ("mpi",),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
NAMELESS = ("process", "input", "solve", "check", "judge", "measure", "bench", "cli")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
VARIANT = re.compile(r"^VARIANT(?:_ISA)?\(([a-z0-9_]+)", re.MULTILINE)


def room_of(path):
    """The room of a file, by its path in the tree; None outside all rooms."""
    parts = path.parts
    if parts[0] == "kernels":
        if len(parts) > 2:
            return "support" if parts[1] == "support" else "<problem>"
        return {"variant.h": "variant.h", "registry.c": "registry"}.get(parts[1], "problem.h")
    return parts[1] if parts[0] == "harness" else parts[0] if parts[0] in FLOOR else None


def unit_of(tree, path):
    """X.c with its headers: X.h, and X_more.h where X_more has no source of its own."""
    stem = path.stem
    if path.suffix == ".h":
        while not any((tree / path.parent / f"{stem}{kind}").exists() for kind in (".c", ".cc")):
            stem, _, _ = stem.rpartition("_")
            if not stem:
                return path.parent / path.stem
    return path.parent / stem


def sources(tree):
    for top in ("kernels", "harness", "measure", "bench", "cli", "mpi"):
        for path in sorted((tree / top).rglob("*")):
            if path.suffix in (".c", ".cc", ".h"):
                yield path.relative_to(tree)


def included(tree, path):
    """The files of the tree that a file includes."""
    for name in INCLUDE.findall((tree / path).read_text()):
        for folder in (path.parent, pathlib.Path("."), pathlib.Path("kernels")):
            if (tree / folder / name).exists():
                yield folder / name
                break


def circles(graph):
    """Circles of a graph (node -> set of nodes), as text; at least one of every knot."""
    graph = {node: sorted(graph[node]) for node in sorted(graph)}
    while True:
        try:
            graphlib.TopologicalSorter(graph).prepare()
            return
        except graphlib.CycleError as error:
            nodes = error.args[1][::-1]
            yield " -> ".join(str(node) for node in nodes)
            graph[nodes[0]].remove(nodes[1])


def upward(path, other):
    """Why a file may not include another; None when it may."""
    here, there = room_of(path), room_of(other)
    if there is None or here == there == "<problem>" and path.parts[1] != other.parts[1]:
        return f"{path} includes {other}, which belongs to none of its rooms"
    if here != there and FLOOR[there] > FLOOR[here]:
        return f"{path} ({here}) includes {other} ({there}), a room above"
    if there == "<problem>" and here in NAMELESS:
        return f"{path} ({here}) includes {other}, a problem's header"
    return None


def names(tree):
    """Problems and variants."""
    lists = sorted(tree.glob("kernels/*/variants.def"))
    variants = [name for path in lists for name in VARIANT.findall(path.read_text())]
    return [path.parent.name for path in lists] + variants


def named(tree, path, pattern):
    text = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), (tree / path).read_text())
    for number, line in enumerate(text.splitlines(), 1):
        for name in pattern.findall(line):
            yield f"{path}:{number} names {name}"


def faults(tree, rooms, units):
    """Every broken rule, in words."""
    for path in sources(tree):
        if room_of(path) not in FLOOR:
            yield f"{path} is in no room"
            continue
        for other in included(tree, path):
            found = upward(path, other)
            if found:
                yield found
    for graph, kind in ((rooms, "rooms"), (units, "files")):
        yield from (f"a circle of {kind}: {found}" for found in circles(graph))
    known = names(tree)
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, known)) + r")\b")
    for path in sources(tree):
        if room_of(path) in NAMELESS:
            yield from named(tree, path, pattern)


def graphs(tree):
    """The includes between rooms, and between units of files."""
    rooms, units = collections.defaultdict(set), collections.defaultdict(set)
    for path in sources(tree):
        for other in included(tree, path):
            if unit_of(tree, path) != unit_of(tree, other):
                units[unit_of(tree, path)].add(unit_of(tree, other))
            if room_of(path) != room_of(other):
                rooms[room_of(path)].add(room_of(other))
    return rooms, units


def direct(rooms):
    """The arrows that do not follow from others."""

    def reach(room):
        return {room}.union(*(reach(other) for other in rooms.get(room, ())))

    return {
        room: {
            other
            for other in others
            if not any(other in reach(third) for third in others if third != other)
        }
        for room, others in rooms.items()
    }


def picture(rooms):
    """One line per room, from the top, with the rooms directly below it."""
    for floor in reversed(FLOORS):
        for room in floor:
            below = sorted(rooms.get(room, ()), key=lambda other: (-FLOOR[other], other))
            yield f"{room:<10} -> {', '.join(below)}" if below else room


def dot(rooms):
    yield "digraph rooms {\n  rankdir=BT; node [shape=box];"
    for floor in FLOORS:
        yield "  {rank=same; " + " ".join(f'"{room}";' for room in floor) + "}"
    for room in sorted(rooms):
        yield from (f'  "{other}" -> "{room}" [dir=back];' for other in sorted(rooms[room]))
    yield "}"


def main(tree, *flags):
    rooms, units = graphs(tree)
    found = list(faults(tree, rooms, units))
    if not units:
        found.append(f"{tree} has no sources")
    for fault in found:
        print(fault)
    if not any(circles(rooms)):
        print("\n".join((dot if "--dot" in flags else picture)(direct(rooms))))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
