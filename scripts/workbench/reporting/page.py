"""The page: one HTML file with the data of any number of runs, a library for charts, and nothing
that the network would have to bring. Its parts are in the folder page. Names no variant."""
import json
import pathlib

from scipy import stats

from workbench.reporting import head, limits, results, runs

PARTS = pathlib.Path(__file__).parent / "page"
LIBRARIES = ("d3.min.js", "plot.umd.min.js")
SCRIPTS = (*LIBRARIES, "model.js", "charts.js", "views.js", "trust.js", "page.js")
MOST = 2_000_000  # bytes of the page
ISAS = ("base", "neon", "avx2", "avx512")  # narrowest first


def rounded(value, digits=5):
    """A number of so many significant digits, as short as JSON can have it."""
    return None if value is None else runs.short(float(f"{value:.{digits}g}"))


def ratio_inner(count, other):
    """How many of the ratios between `count` and `other` times lie outside the interval of Mann
    and Whitney on either side, and its coverage; None if even the whole range has less."""
    inner, coverage = None, None
    for u in range(count * other // 2):
        # Samples of which exactly u pairs are the other way round.
        above, rest = divmod(u, other)
        low = [-1 - i for i in range(count)]
        for i in range(above):
            low[i] = other + i
        if rest:
            low[above] = rest - 0.5
        found = stats.mannwhitneyu(low, range(other), method="exact").pvalue
        if found > 1 - results.CONFIDENCE:
            break
        inner, coverage = u, 1 - found
    return None if inner is None else [inner, rounded(coverage)]


def median_inner(count):
    found = results.interval(range(count))
    return found and [found.low, rounded(found.coverage)]


def row_of(timing, variants, loads):
    """A list; makeRow in model.js names its places. Unknown values at the end are left out."""
    counters = ("work", "lanes", "table_bytes", "workspace_bytes")
    row = [
        variants.index(timing.variant),
        loads.index((timing.label, timing.side)),
        timing.threads,
        [rounded(1e9 * seconds) for seconds in timing.seconds],
        *(timing.count(name) for name in counters),
        timing.reason or None,
        timing.not_compared or None,
    ]
    while row[-1] is None:
        row.pop()
    return row


def family_of(family, loads):
    places = [loads.index((load.label, load.side)) for load in family.loads]
    at = [[place, family.at[load.side]] for place, load in zip(places, family.loads)]
    return {"label": family.label, "kind": family.kind, "axis": family.axis, "at": at}


def load_of(problem, load):
    timing = problem.first(load) or next(iter(problem.on(load)))
    counts = [timing.count("states"), timing.count("options")]
    return [load.label, load.side, load.spec, load.boards, load.hash, *counts]


def problem_of(problem, found):
    variants, context = list(problem.ideas), found.context
    bounds = {} if context["isa"] == "neon" else limits.code_bounds()  # of x86-64 code
    loads = [(load.label, load.side) for load in problem.loads]
    return {
        "name": problem.name,
        "title": problem.title,
        "textbook": problem.textbook,
        "cost": problem.textbook_cost,
        "variants": [
            [name, context.get(f"isa/{problem.name}/{name}", "base"), problem.ideas[name]]
            + bounds.get(f"{problem.name}_{name}", [])
            for name in variants
        ],
        "not_run": list(problem.not_run),
        "loads": [load_of(problem, load) for load in problem.loads],
        "families": [family_of(one, loads) for one in problem.families if one.kind],
        "rows": [
            row_of(timing, variants, loads)
            for timing in problem.timings
            if (timing.label, timing.side) in loads
        ],
    }


def limits_of(found):
    if found is None:
        return None
    return {
        "levels": [
            [level.name, level.cache, rounded(level.most)]
            for level in found.levels
            if level.most is not None
        ],
        "issue": {isa: rounded(rate) for isa, rate in found.issue.items()},
        "clock": rounded(found.clock),
    }


def read_maps(path, context):
    """The maps of a choice.json (scripts/choice-trial --maps): the times of every technique and of
    auto on a grid of inputs; [] if the file does not exist."""
    if not path.exists():
        return []
    found = json.loads(path.read_text(encoding="utf-8"))
    for key in ("cpu", "isa", "commit"):
        if found[key] != context[key]:
            raise ValueError(f"{path.name} has a different {key} from the suite")
    return found["maps"]


def map_of(one):
    """A map of choice.json: for each cell the seconds of every technique and of auto."""
    prefix = one["problem"] + "_"
    return {
        "problem": one["problem"],
        "title": one["map"],
        "rounds": one["rounds"],
        "cells": [
            {
                "row": cell["row"],
                "column": cell["column"],
                "spec": cell["spec"],
                "seconds": {
                    name.removeprefix(prefix): rounded(seconds, 4)
                    for name, seconds in cell["seconds"].items()
                },
            }
            for cell in one["cells"]
        ],
    }


def pair_of(pair):
    return {
        "problem": pair.problem,
        "variant": pair.variant,
        "workload": pair.workload,
        "seconds": [rounded(seconds) for seconds in pair.seconds],
        "builds": pair.builds,
        "ratio": rounded(pair.verdict["ratio"]),
        "interval": [rounded(end) for end in pair.verdict["interval"]],
        "verdict": pair.verdict["verdict"],
        "floor": rounded(pair.floor),
    }


def run_of(name, found, maps=(), compilers=None, second=None):
    """`second`: whether it repeats the run before it."""
    return {
        "id": name + ("+again" if second else ""),
        "title": name + (", second run" if second else ""),
        "again": bool(second),
        "cores": int(found.context["cores"]),
        "commit": found.context["commit"],
        "facts": [[label, text.replace("**", "")] for label, text in head.facts(found)],
        "limits": limits_of(found.limits),
        "problems": [problem_of(problem, found) for problem in found.problems],
        "maps": [map_of(one) for one in maps],
        "compilers": [pair_of(pair) for pair in compilers.pairs] if compilers else [],
    }


def counts_of(data):
    return {len(row[3]) for run in data for problem in run["problems"] for row in problem["rows"]}


def document(data, command):
    """The page's bytes. `data`: what run_of returns, for each run."""
    counts = sorted(counts_of(data))
    pairs = {f"{a},{b}": ratio_inner(a, b) for a in counts for b in counts}
    whole = {
        "command": command,
        "isas": ISAS,
        "median_inner": {str(count): median_inner(count) for count in counts},
        "ratio_inner": {key: value for key, value in pairs.items() if value},
        "runs": data,
    }
    text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    scripts = "\n".join(
        f"<script>\n{(PARTS / name).read_text(encoding='utf-8').strip()}\n</script>"
        for name in SCRIPTS
    )
    page = (PARTS / "page.html").read_text(encoding="utf-8")
    for mark, part in (
        ("/* STYLE */", (PARTS / "page.css").read_text(encoding="utf-8")),
        ("<!-- DATA -->", text),
        ("<!-- SCRIPTS -->", scripts),
    ):
        page = page.replace(mark, part)
    made = page.encode()
    if len(made) > MOST:
        raise ValueError(f"the page has {len(made):,} bytes, more than {MOST:,}: name fewer runs")
    return made
