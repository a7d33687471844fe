"""The results of a run, the only source of the report. This module names no variant.

A *load* is a timed input: boards of one spec, with a label. Loads with the same label and different
sides are a family. A *timing* is one variant on one load with a number of threads.
"""
import dataclasses
import re
import statistics

from workbench import common, medians
from workbench.reporting import limits, runs
from workbench.reporting.runs import NothingToReport

NAME = re.compile(
    r"(?P<problem>[^/]+)/(?P<variant>[^/]+)/(?P<label>.+)/threads:(?P<threads>\d+)"
    r"(?:/(?P<side>\d+))?/process_time/real_time"
)
LOAD = re.compile(r"(?P<spec>.*) (?:boards|instances)=(?P<boards>\d+) hash=(?P<hash>[0-9a-f]{16})")
CONFIDENCE = 0.95


@dataclasses.dataclass
class Interval:
    low: float
    high: float
    coverage: float  # probability that it covers the median, exact for every distribution


def interval(values):
    """The interval of the sign test, from order statistics: the narrowest symmetric interval that
    covers the median with at least 95%. With fewer than six values no interval does; the result is
    the whole range with its lower coverage. None for a single value."""
    values, count = sorted(values), len(values)
    if count < 2:
        return None
    inner = medians.most_inner(count, CONFIDENCE) or 0
    return Interval(values[inner], values[-1 - inner], medians.coverage(count, inner))


@dataclasses.dataclass
class Load:
    problem: str
    label: str
    side: int  # 0 = not part of a family
    spec: str
    boards: int
    hash: str

    @property
    def parameters(self):
        """The parameters of a generator's spec, in order; {} for a file."""
        generator, colon, rest = self.spec.partition(":")
        pairs = [pair.partition("=") for pair in rest.split(",")] if colon else []
        return {key: value for key, equals, value in pairs if equals}


@dataclasses.dataclass
class Timing:
    problem: str
    variant: str
    label: str
    side: int
    threads: int
    place: tuple  # position in the order of registration
    seconds: list = dataclasses.field(default_factory=list)  # real time per solve
    busy: list = dataclasses.field(default_factory=list)  # processor time over real time
    steal: list = dataclasses.field(default_factory=list)
    counters: dict = dataclasses.field(default_factory=dict)
    events: dict = dataclasses.field(default_factory=dict)  # name -> [per solve]
    isa: str = ""  # instruction set of the variant; "" = not known
    reason: str = ""  # why it has no time
    not_compared: str = ""  # why it was not compared with another technique

    @property
    def key(self):
        return self.problem, self.variant, self.label, self.side, self.threads

    @property
    def skipped(self):
        return self.reason.startswith("skipped: ")

    @property
    def median(self):
        return statistics.median(self.seconds) if self.seconds and not self.reason else None

    @property
    def ranked(self):
        """Whether it has a time and was compared with another technique. Other timings are in no
        ranking and no ratio."""
        return self.median is not None and not self.not_compared

    @property
    def interval(self):
        return None if self.reason else interval(self.seconds)

    def count(self, name):
        """The value of a counter; None if it was not reported."""
        return self.counters.get(name)

    def event(self, name):
        """The median of an event; None if it was not counted."""
        values = self.events.get(name)
        return statistics.median(values) if values and not self.reason else None

    def per(self, name):
        """Seconds per unit of the counter; None if it is not known."""
        count = self.count(name)
        return self.median / count if self.median is not None and count else None


@dataclasses.dataclass
class Family:
    """Loads of one label, in order of their sides, and the parameter that changes."""

    label: str
    loads: list
    kind: str  # "size", "sweep" (of another parameter), "grid" (rows x columns), "" = none
    axis: str  # name of the values of `at`
    at: dict  # side -> position on the axis


def family_of(label, loads):
    loads = sorted(loads, key=lambda load: load.side)
    shapes = [(load.parameters.get("n"), load.parameters.get("m")) for load in loads]
    changing = [
        key for key in loads[0].parameters if len({load.parameters.get(key) for load in loads}) > 1
    ]
    if len(loads) < 2 or loads[0].side == 0 or not changing:
        return Family(label, loads, "", "", {})
    if not set(changing) <= {"n", "m"}:
        key = next(key for key in changing if key not in "nm")
        at = {load.side: float(load.parameters[key]) for load in loads}
        return Family(label, loads, "sweep", key, at)
    rows, columns = {shape[0] for shape in shapes}, {shape[1] for shape in shapes}
    if min(len(rows), len(columns)) > 1 and len(rows) * len(columns) == len(set(shapes)):
        at = {load.side: shape for load, shape in zip(loads, shapes)}
        return Family(label, loads, "grid", "rows x columns", at)
    return Family(label, loads, "size", size_axis(label, loads), {x.side: x.side for x in loads})


def size_axis(label, loads):
    shapes = [(load.parameters.get("n", ""), load.parameters.get("m", "")) for load in loads]
    if all(shape == (str(load.side),) * 2 for load, shape in zip(loads, shapes)):
        return "n, the side of a square board"
    if all(
        n.isdigit() and m.isdigit() and int(n) * int(m) == load.side
        for load, (n, m) in zip(loads, shapes)
    ):
        return "n, the cells of the board"
    return f"n, as {label} counts"


class Problem:
    def __init__(self, name, context, loads, timings):
        self.name = name
        self.title = context.get(f"title/{name}", name)
        self.reference = context.get(f"reference/{name}")
        self.textbook = context.get(f"textbook/{name}")
        self.textbook_cost = context.get(f"textbook_cost/{name}", "")
        self.timings = timings
        place = {(timing.label, timing.side): timing.place for timing in reversed(timings)}
        self.loads = sorted(
            (load for load in loads if (load.label, load.side) in place),
            key=lambda load: place[load.label, load.side],
        )
        ran = list(dict.fromkeys(timing.variant for timing in timings))
        ideas = {
            key.split("/", 2)[2]: value
            for key, value in context.items()
            if key.startswith(f"idea/{name}/")
        }
        self.ideas = {variant: ideas.get(variant, "") for variant in ran}
        self.not_run = {variant: ideas[variant] for variant in ideas if variant not in ran}

    @property
    def families(self):
        labels = dict.fromkeys(timing.label for timing in self.timings)
        return [
            family_of(label, [load for load in self.loads if load.label == label])
            for label in labels
            if any(load.label == label for load in self.loads)
        ]

    def on(self, load):
        """The timings on a load, in the order of registration."""
        return [t for t in self.timings if (t.label, t.side) == (load.label, load.side)]

    def best(self, load):
        timed = [timing for timing in self.on(load) if timing.ranked]
        return min(timed, key=lambda timing: timing.median, default=None)

    def first(self, load):
        """The first ranked timing in the order of registration: the reference where it can."""
        return next((timing for timing in self.on(load) if timing.ranked), None)

    def textbook_on(self, load):
        found = (timing for timing in self.on(load) if timing.variant == self.textbook)
        return next((timing for timing in found if timing.ranked), None)


def newest_full():
    """The newest full run of each machine, behind the committed report and docs, newest first."""
    found = {}
    for path in sorted(common.ROOT.glob(f"data/results/*/suite{runs.SUFFIX}")):
        context = runs.context_of(path)
        if context["suite"] == "full":
            machine = path.parent.name.split("-", 3)[3]  # without the date
            found[machine] = (context["date"], path)
    if not found:
        raise NothingToReport("no full results in data/results; 'scripts/bench --full' makes them")
    return [path for _, path in sorted(found.values(), reverse=True)]


class Results:
    def __init__(self, path):
        self.context, rows = runs.read(path)
        self.limits = limits.read(path.with_name("limits.json"), self.context)
        self.timings = read_timings(rows)
        for timing in self.timings:
            timing.isa = self.context.get(f"isa/{timing.problem}/{timing.variant}", "")
        if not self.timed:
            raise NothingToReport(f"{path.name} has no row with a time: nothing to report")
        loads = read_loads(self.context)
        names = dict.fromkeys(timing.problem for timing in self.timings)
        self.problems = [
            Problem(
                name,
                self.context,
                [load for load in loads if load.problem == name],
                [timing for timing in self.timings if timing.problem == name],
            )
            for name in names
        ]

    @property
    def timed(self):
        return [timing for timing in self.timings if timing.median is not None]

    @property
    def repetitions(self):
        return sorted({len(timing.seconds) for timing in self.timed})

    @property
    def half_widths(self):
        """Half widths of the intervals relative to their medians, sorted."""
        found = [(timing.interval, timing.median) for timing in self.timed]
        return sorted((i.high - i.low) / 2 / median for i, median in found if i is not None)


def read_timings(rows):
    """The timings in the order of registration; a shuffled run has another order in the file."""
    timings = []
    for row in rows:
        name = NAME.fullmatch(row["name"])
        if name is None:
            continue
        timing = Timing(
            name["problem"],
            name["variant"],
            name["label"],
            int(name["side"] or 0),
            int(name["threads"]),
            tuple(row["place"]),
        )
        for key in ("seconds", "busy", "steal", "counters", "events", "reason", "not_compared"):
            setattr(timing, key, row[key])
        timings.append(timing)
    return sorted(timings, key=lambda timing: timing.place)


def read_loads(context):
    loads = []
    for key, value in context.items():
        what = LOAD.fullmatch(value) if key.startswith("load/") else None
        if what is None:
            continue
        _, problem, label = key.split("/", 2)
        head, _, side = label.rpartition("/")
        if not (head and side.isdigit()):
            head, side = label, "0"
        loads.append(
            Load(problem, head, int(side), what["spec"], int(what["boards"]), what["hash"])
        )
    return loads
