"""Reads a limits.json (mexbench info --limits --json). Its limits are those of one core, so a run
on several threads has no limit here. "The limits of the machine" in docs/methodology.md defines
them.
"""
import dataclasses
import json
import re

from workbench.common import ROOT

ANDS = {"AMD": 4, "Intel": 3}  # vector ANDs that a vendor's cores do in a cycle (measure/limits.c)


def code_bounds():
    """{variant: [cycles that a unit of work takes at best, model]}, from kernels/bounds.def."""
    text = (ROOT / "kernels/bounds.def").read_text(encoding="utf-8")
    found = re.findall(r"^BOUND\((\w+), ([\w-]+), ([0-9.e+-]+)\)$", text, re.MULTILINE)
    return {name: [float(cycles), model] for name, model, cycles in found}


@dataclasses.dataclass
class Level:
    name: str
    cache: int  # bytes that it holds; None = all (memory), or not known
    read: float  # bytes a second; None = not measured
    copy: float

    @property
    def most(self):
        return None if self.read is None else max(self.read, self.copy)


@dataclasses.dataclass
class Floor:
    """A lower bound of the time of a solve, and the resource that it follows from."""

    seconds: float
    by: str  # "issue" or "table"


class Limits:
    def __init__(self, info):
        found = info["limits"]
        self.levels = [
            Level(
                level["level"],
                level.get("cache_bytes"),
                level.get("read_bytes_per_s"),
                level.get("copy_bytes_per_s"),
            )
            for level in found["levels"]
        ]
        ands = next((r["and_per_ns"] for r in found["issue"] if r["isa"] == "base"), None)
        width = next((n for vendor, n in ANDS.items() if vendor in info["cpu"]), None)
        implied = 1e9 * ands / width if ands and width else None
        self.clock = found.get("clock_hz", implied)  # cycles a second; older files have none
        self.issue = {
            rate["isa"]: 1e9 * max(rate["and_per_ns"], rate["add_per_ns"])
            for rate in found["issue"]
        }

    def level_of(self, table_bytes):
        """The nearest level that holds a table of this size; None if a nearer level, which might
        hold it, was not measured."""
        for level in self.levels:
            if level.most is None:
                return None
            if level.cache is None or table_bytes <= level.cache:
                return level
        return None

    def options_per_second(self, timing):
        """The rate if every operation decides `lanes` options; None if it is not known."""
        lanes, rate = timing.count("lanes"), self.issue.get(timing.isa)
        return lanes * rate if lanes and rate else None

    def floors(self, timing):
        """All known floors."""
        found = []
        if timing.threads != 1:
            return found
        rate, work, table = (
            self.options_per_second(timing),
            timing.count("work"),
            timing.count("table_bytes"),
        )
        if rate and work:
            found.append(Floor(work / rate, "issue"))
        level = self.level_of(table / timing.count("boards")) if table else None
        if level:
            found.append(Floor(table / level.most, "table"))
        return found

    def reached(self, timing):
        """(share of the binding limit that the timing reaches, name of the limit), or None."""
        if timing.median is None:
            return None
        binding = max(self.floors(timing), key=lambda floor: floor.seconds, default=None)
        return binding and (binding.seconds / timing.median, binding.by)


def read(path, context):
    """The limits in the file; None if the file does not exist."""
    if not path.exists():
        return None
    info = json.loads(path.read_text(encoding="utf-8"))
    if (info["cpu"], str(info["cores"])) != (context["cpu"], context["cores"]):
        raise ValueError(f"{path.name} is from another machine")
    return Limits(info)
