"""Time or instructions by source line and in the hottest loop, from perf's samples or callgrind's
file. A Hit is a place in machine code; the weights of hits are samples or counts."""
import collections
import pathlib
import re
import subprocess

from workbench import common, hot_code, machine_code

# The address is the one of the file's own tables. Without a file of ours, it is not used.
Hit = collections.namedtuple("Hit", "dso symbol address")


def segment_shifts(binary):
    """(file offset, end, address minus offset) of each loaded segment: perf gives file offsets."""
    run = subprocess.run(["readelf", "-lW", str(binary)], capture_output=True, text=True)
    loads = re.findall(r"LOAD\s+(0x\w+)\s+(0x\w+)\s+0x\w+\s+(0x\w+)", run.stdout)
    numbers = [[int(text, 16) for text in load] for load in loads]
    return [(offset, offset + size, address - offset) for offset, address, size in numbers]


def shift(shifts, address):
    return next((delta for start, end, delta in shifts if start <= address < end), 0)


class Code:
    """The executable and the plug-ins that a job runs: what has source lines and loops."""

    def __init__(self, files):
        self.files = {str(pathlib.Path(file).resolve()) for file in files}
        self.shifts = {file: segment_shifts(file) for file in self.files}
        self.places = {}

    def address(self, frame):
        """The address of perf's frame in the file's own tables."""
        return frame.address + shift(self.shifts.get(frame.dso, ()), frame.address)

    def find(self, hits):
        """Reads the source lines of all hits in these files."""
        for file in self.files:
            wanted = [hit.address for hit in hits if hit.dso == file]
            found = machine_code.places(file, wanted)
            self.places |= {(file, address): place for address, place in found.items()}

    def place(self, hit):
        """The Place of a hit; None if the line tables do not have it."""
        place = self.places.get((hit.dso, hit.address))
        return place if place and place.line > 0 else None


def of_samples(samples, code):
    """The weight of each hit."""
    hits = collections.Counter()
    for weight, frames in samples:
        leaf = frames[0] if frames else None
        hit = Hit(leaf.dso, leaf.symbol, code.address(leaf)) if leaf else None
        hits[hit or Hit("unknown", "[unknown]", 0)] += weight
    return hits


def of_callgrind(path):
    """The instructions of each hit, from a file with instructions and without compressed names and
    positions."""
    hits = collections.Counter()
    function = dso = ""
    inclusive = False
    for line in pathlib.Path(path).read_text(errors="replace").splitlines():
        key, _, value = line.partition("=")
        if key == "fn":
            function = value
        elif key == "ob":
            dso = value
        elif key == "calls":
            inclusive = True  # the next line has the counts of the called function
        elif match := re.fullmatch(r"(0x[0-9a-f]+) \d+ (\d+)", line):
            if not inclusive:
                hits[Hit(dso, function, int(match[1], 16))] += int(match[2])
            inclusive = False
    return hits


def callgrind(command, data):
    """Runs a command under callgrind; the hits of the process that executes the most, whose file
    stays at `data`. With a plug-in, that process is not the first."""
    how = ["--dump-instr=yes", "--compress-strings=no", "--compress-pos=no"]
    tool = ["valgrind", "-q", "--tool=callgrind", *how, f"--callgrind-out-file={data}.%p", "--"]
    run = subprocess.run([*tool, *command], capture_output=True, text=True)
    if run.returncode != 0:
        why = f"{common.last_words(run)} ({common.how_it_ended(run)})"
        common.fail(1, f"valgrind does not work here: {why}")
    files = list(data.parent.glob(f"{data.name}.*[0-9]"))
    hits = {path: of_callgrind(path) for path in files}
    largest = max(hits, key=lambda path: hits[path].total())
    largest.rename(data)
    for path in files:
        path.unlink(missing_ok=True)
    return hits[largest]


def outside(hit):
    """The name of a place without a source line."""
    name = f"[{pathlib.Path(hit.dso.strip('[]')).name}]"
    return name if hit.symbol == "[unknown]" else f"{name} {hit.symbol}"


def by_line(hits, code):
    """The weight of each (file, line), or of a name where there is no source line."""
    weights = collections.Counter()
    for hit, weight in hits.items():
        place = code.place(hit)
        weights[(place.file, place.line) if place else outside(hit)] += weight
    return weights


def table(weights, most, counted=False):
    """The heaviest places, one line of text each, with their source."""
    total = sum(weights.values()) or 1
    ranked = sorted(weights.items(), key=lambda item: (-item[1], str(item[0])))[:most]
    names = [
        place if isinstance(place, str) else f"{common.shown_path(place[0])}:{place[1]}"
        for place, _ in ranked
    ]
    width = max(map(len, names), default=0)
    for (place, weight), name in zip(ranked, names):
        text = "" if isinstance(place, str) else common.source_line(*place)
        count = f" {weight:>16,}" if counted else ""
        yield f"  {100 * weight / total:5.1f}%{count}  {name:<{width}}  {text}".rstrip()


class HotLoop:
    """A loop of a file of ours. `weights`: by address, of the function that it is in."""

    def __init__(self, file, body, weights):
        self.file, self.body, self.weights = file, body, weights
        self.weight = sum(weights[instruction.address] for instruction in body)


def hottest_loop(hits, code):
    """The innermost loop with the most weight; None if no function has a loop with weight."""
    functions = collections.defaultdict(collections.Counter)
    for hit, weight in hits.items():
        if hit.dso in code.files:
            functions[hit.dso, hit.symbol][hit.address] += weight
    best = None
    for (file, _), weights in sorted(functions.items(), key=lambda item: -item[1].total()):
        if best is not None and weights.total() <= best.weight:
            break
        function = machine_code.function_at(file, max(weights, key=weights.get))
        for body in machine_code.hot_loops(function, None) if function else ():
            loop = HotLoop(file, body, weights)
            if loop.weight > (best.weight if best else 0):
                best = loop
    return best


def loop_lines(loop, hits, unit):
    """The text of a hot loop: its share, and each instruction with its own share."""
    total = sum(hits.values())
    where = machine_code.places(loop.file, [instruction.address for instruction in loop.body])

    def share_of(address):
        weight = loop.weights[address]
        return f"{100 * weight / total:5.1f}%  " if weight else " " * 8

    name = where[loop.body[-1].address].functions[-1]
    share = f"{100 * loop.weight / total:.1f}% of the {unit}"
    yield f"hottest loop: {share}, {len(loop.body)} instructions, in {name}"
    yield from hot_code.listing(loop.body, where, share_of)


def outside_share(hits, code):
    """(share of the weight outside our files, name of the heaviest place there)."""
    found = {hit: weight for hit, weight in hits.items() if hit.dso not in code.files}
    share = sum(found.values()) / (sum(hits.values()) or 1)
    return share, outside(max(found, key=found.get)) if found else ""
