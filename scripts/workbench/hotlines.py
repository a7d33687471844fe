"""Time or instructions by source line, from perf's samples or callgrind's file."""
import collections
import pathlib
import re
import subprocess

from workbench import common


class Lines:
    """Source lines of addresses in one executable, by addr2line and its line tables."""

    def __init__(self, binary, addresses):
        binary = str(binary)
        ordered = sorted(set(addresses))
        shifts = segment_shifts(binary)
        asked = "\n".join(hex(address + shift(shifts, address)) for address in ordered)
        run = subprocess.run(
            ["addr2line", "-e", binary], input=asked, capture_output=True, text=True
        )
        self.found = dict(zip(ordered, map(parse_place, run.stdout.splitlines())))

    def place(self, address):
        """(file as shown, line); None if the line tables do not have the address."""
        return self.found.get(address)


def segment_shifts(binary):
    """(file offset, end, address minus offset) of each loaded segment: perf gives file offsets."""
    run = subprocess.run(["readelf", "-lW", binary], capture_output=True, text=True)
    loads = re.findall(r"LOAD\s+(0x\w+)\s+(0x\w+)\s+0x\w+\s+(0x\w+)", run.stdout)
    numbers = [[int(text, 16) for text in load] for load in loads]
    return [(offset, offset + size, address - offset) for offset, address, size in numbers]


def shift(shifts, address):
    return next((delta for start, end, delta in shifts if start <= address < end), 0)


def parse_place(text):
    match = re.match(r"(.+):(\d+)", text)
    if match is None or match[1] == "??" or match[2] == "0":
        return None
    return common.shown_path(match[1]), int(match[2])


def outside(dso, symbol):
    """The name of a place without a source line."""
    name = f"[{pathlib.Path(dso.strip('[]')).name}]"
    return name if symbol == "[unknown]" else f"{name} {symbol}"


def of_samples(samples, lines, binary):
    """Weight of each place: a (file, line), or a name if it has no source line."""
    weights = collections.Counter()
    for weight, frames in samples:
        if not frames:
            weights["[unknown]"] += weight
            continue
        leaf = frames[0]
        place = lines.place(leaf.address) if leaf.dso == str(binary) else None
        weights[place or outside(leaf.dso, leaf.symbol)] += weight
    return weights


def of_callgrind(path):
    """Instructions of each place, from a file without compressed names and positions."""
    counts = collections.Counter()
    file = function = dso = ""
    inclusive = False
    for line in pathlib.Path(path).read_text(errors="replace").splitlines():
        key, _, value = line.partition("=")
        if key in ("fl", "fi", "fe"):
            file = value
        elif key == "fn":
            function = value
        elif key == "ob":
            dso = value
        elif key == "calls":
            inclusive = True  # the next line has the counts of the called function
        elif match := re.fullmatch(r"(\d+) (\d+)", line):
            if not inclusive:
                counts[callgrind_place(file, int(match[1]), dso, function)] += int(match[2])
            inclusive = False
    return counts


def callgrind_place(file, line, dso, function):
    ours = pathlib.Path(file).is_absolute() and (common.ROOT / common.shown_path(file)).exists()
    return (common.shown_path(file), line) if ours and line > 0 else outside(dso, function)


def table(weights, most, counted=False):
    """The heaviest places, one line of text each, with their source."""
    total = sum(weights.values()) or 1
    ranked = sorted(weights.items(), key=lambda item: (-item[1], str(item[0])))[:most]
    names = [place if isinstance(place, str) else f"{place[0]}:{place[1]}" for place, _ in ranked]
    width = max(map(len, names), default=0)
    for (place, weight), name in zip(ranked, names):
        text = "" if isinstance(place, str) else common.source_line(*place)
        count = f" {weight:>16,}" if counted else ""
        yield f"  {100 * weight / total:5.1f}%{count}  {name:<{width}}  {text}".rstrip()
