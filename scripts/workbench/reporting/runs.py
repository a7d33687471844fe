"""The files of a run.

`mexbench bench` writes Google Benchmark's JSON, one object a repetition. The rows of a run that is
kept (NAME.jsonl.gz) are what the reports read: compressed JSON lines, first {"context": {...}},
then one timing a line:
  name          of the benchmark: PROBLEM/VARIANT/LABEL/threads:T[/SIDE]/...
  place         in the order of registration, two numbers
  seconds       real time of a solve, for each repetition
  busy, steal   processor time over real time, share of stolen time: as seconds
  counters      of one solve, by name; events: by name, as seconds
  reason, not_compared   why it has no time; why it is in no ranking
An empty value is left out. Times have six significant digits.
"""
import datetime
import gzip
import itertools
import json
import math
import pathlib
import re
import sys

from workbench import common

RESULTS = pathlib.Path("data/results")  # in the current folder
SUFFIX = ".jsonl.gz"
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
COUNTERS = ("boards", "states", "options", "workspace_bytes", "work", "lanes", "table_bytes")
EVENTS = (  # counted on some machines only
    *("cycles", "instructions", "branch_misses", "cache_misses", "ipc"),
    *("bytes_per_cycle", "counted_share"),
    *("context_switches", "cpu_migrations", "page_faults"),
)


class NothingToReport(Exception):
    """The file has no row to report, or a row that cannot be trusted."""


def short(value):
    """Six significant digits, as an integer where that is the same."""
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded == int(rounded) else rounded


def new_row(repetition):
    return {
        "name": repetition["run_name"],
        "place": [repetition["family_index"], repetition["per_family_instance_index"]],
        **{key: [] for key in ("seconds", "busy", "steal")},
        **{key: {} for key in ("counters", "events")},
        **{key: "" for key in ("reason", "not_compared")},
    }


def add_repetition(row, repetition):
    if repetition.get("error_occurred"):
        row["reason"] = row["reason"] or repetition["error_message"]
        return
    for key in ("real_time", "cpu_time"):
        time = repetition[key]
        if not (math.isfinite(time) and time >= 0) or repetition["real_time"] == 0:
            raise NothingToReport(f"{repetition['name']}: {key} {time} is not a time")
    row["seconds"].append(short(repetition["real_time"] * SECONDS[repetition["time_unit"]]))
    row["busy"].append(short(repetition["cpu_time"] / repetition["real_time"]))
    if repetition.get("not_compared"):
        row["not_compared"] = repetition.get("label") or "not compared"
    if "steal_fraction" in repetition:
        row["steal"].append(short(repetition["steal_fraction"]))
    row["counters"] |= {name: short(repetition[name]) for name in COUNTERS if name in repetition}
    for name in EVENTS:
        if name in repetition:
            row["events"].setdefault(name, []).append(short(repetition[name]))


def rows_of(document):
    """(context, rows) of Google Benchmark's JSON."""
    rows = {}
    for repetition in document["benchmarks"]:
        if repetition["run_type"] == "iteration":
            row = rows.setdefault(repetition["run_name"], new_row(repetition))
            add_repetition(row, repetition)
    return document["context"], list(rows.values())


def refuse_faulty(context, rows):
    """Refuses a run in which a row failed, or that has an invalid time."""
    for row in rows:
        if row["reason"] and not row["reason"].startswith("skipped: "):
            raise NothingToReport(f"{row['name']} failed: {row['reason']}")
        for time in row["seconds"]:
            if not (math.isfinite(time) and time > 0):
                raise NothingToReport(f"{row['name']}: {time} is not a time")
    return context, rows


def lines_of(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def context_of(path):
    return next(lines_of(path))["context"]


def kept(path):
    """(context, rows) of a run that was kept."""
    context, *rows = lines_of(path)
    empty = new_row({"run_name": "", "family_index": 0, "per_family_instance_index": 0})
    return context["context"], [empty | row for row in rows]


def read(path):
    """(context, rows) of either kind of file."""
    try:
        if path.name.endswith(SUFFIX):
            return refuse_faulty(*kept(path))
        with open(path, encoding="utf-8") as file:
            return refuse_faulty(*rows_of(json.load(file)))
    except NothingToReport as error:
        raise NothingToReport(f"{path.name}: {error}") from None


def keep(source, target):
    """Writes the rows of Google Benchmark's JSON. The same rows give the same bytes."""
    context, rows = read(source)
    lines = [{"context": context}]
    lines += [{key: value for key, value in row.items() if value} for row in rows]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    target.write_bytes(gzip.compress(text.encode(), mtime=0))


def machine_label(cpuinfo, isa):
    """A name for kinds of machines, from /proc/cpuinfo: vendor, family, model, stepping, widest
    instruction set. Two kinds of processor may have one marketing name."""
    found = dict(re.findall(r"^(.+?)\s*: *(.*)$", cpuinfo, re.MULTILINE)[::-1])
    vendors = {"AuthenticAMD": "amd", "GenuineIntel": "intel", "0x41": "arm", "0x61": "apple"}
    vendor = found.get("vendor_id") or found.get("CPU implementer") or "unknown"
    keys = ("cpu family", "model", "stepping", "CPU architecture", "CPU part", "CPU revision")
    words = [vendors.get(vendor, vendor), *(found[key] for key in keys if key in found), isa]
    return "-".join(re.sub("[^a-z0-9]+", "-", word.lower()) for word in words)


def folder_for(suite, name):
    """The folder of a new run. For a second run, the folder of today's latest one without it."""
    isa = json.loads(common.mexbench("info", "--json"))["isa"]
    label = machine_label(pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), isa)
    first = f"{datetime.date.today()}-{label}{'-quick' if suite == 'quick' else ''}"
    there, folder = None, RESULTS / first
    for number in itertools.count(2):
        if not folder.exists():
            break
        there, folder = folder, RESULTS / f"{first}-{number}"
    if name == "suite":
        return folder
    if there is None or not (there / f"suite{SUFFIX}").exists():
        common.fail(1, f"--again repeats today's latest run, and there is no {RESULTS}/{first}")
    if (there / f"again{SUFFIX}").exists():
        common.fail(1, f"{there} has its second run already")
    return there


def main():
    match sys.argv[1:]:
        case ["keep", source, target]:
            try:
                keep(pathlib.Path(source), pathlib.Path(target))
            except NothingToReport as error:
                common.fail(2, str(error))
        case ["folder", suite, name]:
            print(folder_for(suite, name))
        case _:
            common.fail(2, "expected 'keep SUITE.json TARGET' or 'folder quick|full suite|again'")


if __name__ == "__main__":
    common.guarded(main)
