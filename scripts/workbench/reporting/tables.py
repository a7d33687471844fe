"""Makes Markdown from results. An unknown value is an empty cell, never 0."""
import textwrap

from workbench.reporting import columns, summary
from workbench.reporting.head import again, intervals, machine
from workbench.reporting.text import amount, digits, duration, folded, size, table, unit_of


def time_range(timing):
    found = timing.interval
    if found is None:
        return ""
    scale, name = unit_of(timing.median)
    return f"{digits(found.low / scale)} to {digits(found.high / scale)} {name}"


def ratio(slower, faster):
    if slower is None or slower.median is None or faster.median is None:
        return ""
    return digits(slower.median / faster.median, 3)


def nearest(problem, variant, limits):
    """The timing of the variant that comes closest to its limit."""
    found = [timing for timing in problem.timings if timing.variant == variant]
    found = [timing for timing in found if limits.reached(timing)]
    return max(found, key=limits.reached, default=None)


def variants(problem, limits):
    wins = [problem.best(load) for load in problem.loads]
    wins = [timing.variant for timing in wins if timing is not None]
    rows = []
    for variant, idea in problem.ideas.items():
        notes = [
            name
            for name, is_it in (
                ("reference", variant == problem.reference),
                (f"textbook, {problem.textbook_cost}", variant == problem.textbook),
            )
            if is_it
        ]
        title = f"{variant} ({'; '.join(notes)})" if notes else variant
        row = [title, idea, f"{wins.count(variant)} of {len(wins)}"]
        if limits:
            row.append(columns.reached(limits, nearest(problem, variant, limits)))
        rows.append(row)
    blank = [""] if limits else []
    rows += [(variant, idea, "not run", *blank) for variant, idea in problem.not_run.items()]
    head = ["variant", "idea", "fastest on"] + (["of its limit (best load)"] if limits else [])
    return table(head, rows)


def title_of(load):
    return f"{load.label} {load.side}" if load.side else load.label


def loads(problem):
    rows = []
    for load in problem.loads:
        best, any_timing = problem.best(load), problem.first(load)
        rows.append(
            (
                title_of(load),
                f"`{load.spec}`",
                load.boards,
                amount(any_timing and any_timing.count("states")),
                amount(any_timing and any_timing.count("options")),
                f"`{load.hash}`",
                f"{best.variant}, {best.threads}" if best else "",
                duration(best and best.median),
            )
        )
    head = ("load", "spec", "boards", "states", "options", "hash", "fastest, threads", "median")
    return table(head, rows, right=(2, 3, 4, 7))


TIMES_HEAD = (
    "load",
    "variant",
    "threads",
    "median",
    "interval",
    "ns/option",
    "states/s",
    "× first",
    "× textbook",
    "memory",
)


def time_row(problem, load, timing, more):
    if timing.median is None:
        blank = [""] * (len(TIMES_HEAD) - 3 + len(more))
        return [title_of(load), timing.variant, timing.threads, *blank, timing.reason]
    option, state = timing.per("options"), timing.per("states")
    row = [
        title_of(load),
        timing.variant,
        timing.threads,
        duration(timing.median),
        time_range(timing),
        "" if option is None else digits(1e9 * option, 3),
        "" if state is None else amount(1 / state),
        ratio(problem.first(load), timing) if timing.ranked else "",
        ratio(problem.textbook_on(load), timing) if timing.ranked else "",
        size(timing.count("workspace_bytes")),
        *[column.cell(timing) for column in more],
        timing.not_compared or "agrees",
    ]
    if timing is problem.best(load):
        row[1], row[3] = f"**{row[1]}**", f"**{row[3]}**"
    return row


def times(problem, wanted, more):
    """`more`: columns in addition to those that every report has."""
    rows = [time_row(problem, load, t, more) for load in wanted for t in problem.on(load)]
    head = [*TIMES_HEAD, *[column.head for column in more], "agreement"]
    return table(head, rows, right=range(2, len(head) - 1))


def section(problem, limits, more):
    alone = [load for one in problem.families if not one.kind for load in one.loads]
    parts = [f"## {problem.title} (`{problem.name}`)\n", variants(problem, limits)]
    parts += [folded("Loads, and the fastest variant on each", loads(problem))]
    if alone:
        parts.append(times(problem, alone, more))
    parts += [
        folded(f"{one.label}: the figures", times(problem, one.loads, more))
        for one in problem.families
        if one.kind
    ]
    return "\n".join(parts)


HOW_TO_READ = """\
*median*: the real time of one solve of all boards of the load, the median over the repetitions; the
fastest variant on a load is bold. *interval*: the exact confidence interval of the median, from
order statistics. *ns/option*, *states/s*: computed from the median and the problem's own count of
options and states, which includes those that a variant skips. *× first*: the speed-up over the
first variant of the registry that ran on the load (the reference where it can). *× textbook*: the
speed-up over the plain bottom-up kernel on one thread. *memory*: the variant's workspace.
*agreement*: *agrees* means that the variant agreed with another technique on this load. A variant
that disagrees has no time. In a row *not compared*, no other technique solved the load within the
time limit; the row is in no ranking and no ratio. A skipped row gives the reason. An empty cell
means that the value is not known. [docs/methodology.md]({methodology}) has the details.
"""


def document(found, second, command, methodology):
    more = columns.present(found)
    parts = [
        "# Results\n",
        f"Generated from `{command.split()[-1]}` by this command (do not edit):\n\n    {command}\n",
        "[results.html](results.html) shows this run in charts.\n",
        "## In short\n",
        summary.section(found),
        "## Machine and method\n",
        machine(found),
        intervals(found),
        again(found, second),
        HOW_TO_READ.format(methodology=methodology),
    ]
    if more:
        parts.append(textwrap.fill(" ".join(column.legend for column in more), 100) + "\n")
    parts += [section(problem, found.limits, more) for problem in found.problems]
    return "\n".join(parts)
