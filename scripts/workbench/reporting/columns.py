"""The columns for counters and limits, which not every machine has. A column without any value is
left out. An unknown value is an empty cell, never 0."""
import dataclasses
import typing

from workbench.reporting.text import digits, percent

HARDWARE = "hardware event"


@dataclasses.dataclass(frozen=True)
class Column:
    head: str
    cell: typing.Callable  # the text for a timing
    legend: str


def reached(limits, timing):
    found = limits.reached(timing) if limits and timing else None
    return f"{percent(found[0])} {found[1]}" if found else ""


def evaluated(timing):
    work, options = timing.count("work"), timing.count("options")
    return percent(work / options) if work and options else ""


def event(timing, name, per=None, unit=1):
    """The median over the repetitions as text; per `unit` of the counter `per`."""
    value, share = timing.event(name), timing.event("counted_share")
    count = timing.count(per) / unit if per and timing.count(per) else None
    if value is None or (per and not count):
        return ""
    estimated = "≈" if share is not None else ""
    return estimated + digits(value / (count or 1), 3)


def per_option(name, unit=1):
    return lambda timing: event(timing, name, "options", unit)


def present(found):
    """The columns that have a value for some timing of the results."""
    source = f"from {HARDWARE}s of user code; ≈ where events shared a counter"
    columns = (
        Column(
            "evaluated",
            evaluated,
            "*evaluated*: the share of all options that the variant evaluated, by its own count.",
        ),
        Column(
            "IPC",
            lambda timing: event(timing, "ipc"),
            f"*IPC*: instructions per cycle, {source}.",
        ),
        Column(
            "cycles/option",
            per_option("cycles"),
            f"*cycles/option*: of all threads, {source}.",
        ),
        Column(
            "branch misses/k",
            per_option("branch_misses", 1000),
            f"*branch misses/k*: per thousand options, {source}.",
        ),
        Column(
            "cache misses/k",
            per_option("cache_misses", 1000),
            f"*cache misses/k*: misses of the last level per thousand options, {source}.",
        ),
        Column(
            "bytes/cycle",
            lambda timing: event(timing, "bytes_per_cycle"),
            f"*bytes/cycle*: a cache line per miss of the last level, over cycles, {source}.",
        ),
        Column(
            "of the limit",
            lambda timing: reached(found.limits, timing),
            "*of the limit*: a lower bound of the time on one core of this machine, divided by the "
            "median. The bound *issue* assumes that every vector operation decides as many options "
            "as it can; the bound *table* assumes that the table is written once and nothing else "
            "is done. The larger bound counts. The cell is empty on several threads, or if the "
            "bound is not known.",
        ),
    )
    return [c for c in columns if any(c.cell(timing) for timing in found.timed)]
