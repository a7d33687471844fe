"""Counters and limits differ from machine to machine. A column that is empty throughout is left
out; a figure that is not known is an empty cell, never 0."""
import dataclasses
import typing

from workbench.reporting.text import digits, percent

HARDWARE = "hardware event"


@dataclasses.dataclass(frozen=True)
class Column:
    head: str
    cell: typing.Callable  # of a timing
    legend: str


def reached(limits, timing):
    found = limits.reached(timing) if limits and timing else None
    return f"{percent(found[0])} {found[1]}" if found else ""


def looked_at(timing):
    work, options = timing.count("work"), timing.count("options")
    return percent(work / options) if work and options else ""


def event(timing, name, per=None, unit=1):
    """The median over the repetitions; for each `unit` of a counter."""
    value, share = timing.event(name), timing.event("counted_share")
    count = timing.count(per) / unit if per and timing.count(per) else None
    if value is None or (per and not count):
        return ""
    estimated = "≈" if share is not None else ""
    return estimated + digits(value / (count or 1), 3)


def per_option(name, unit=1):
    return lambda timing: event(timing, name, "options", unit)


def present(found):
    """Those that some timing of the results fills."""
    source = f"from {HARDWARE}s of user code; ≈ where they took turns"
    columns = (
        Column(
            "looked at",
            looked_at,
            "*looked at*: the options that the variant evaluated, by its own count, as a part of "
            "all.",
        ),
        Column(
            "IPC",
            lambda timing: event(timing, "ipc"),
            f"*IPC*: instructions a cycle, {source}.",
        ),
        Column(
            "cycles/option",
            per_option("cycles"),
            f"*cycles/option*: of all threads, {source}.",
        ),
        Column(
            "branch misses/k",
            per_option("branch_misses", 1000),
            f"*branch misses/k*: for each thousand options, {source}.",
        ),
        Column(
            "cache misses/k",
            per_option("cache_misses", 1000),
            f"*cache misses/k*: of the last level, for each thousand options, {source}.",
        ),
        Column(
            "bytes/cycle",
            lambda timing: event(timing, "bytes_per_cycle"),
            f"*bytes/cycle*: a line for each miss of the last level, over cycles, {source}.",
        ),
        Column(
            "of the limit",
            lambda timing: reached(found.limits, timing),
            "*of the limit*: the least time that one core of this machine could take, over the "
            "median; *issue* where every operation on a vector would decide as many options as it "
            "can, *table* where the table would be written once and nothing else; the larger of "
            "the two. Empty: not known, or on several threads.",
        ),
    )
    return [c for c in columns if any(c.cell(timing) for timing in found.timed)]
