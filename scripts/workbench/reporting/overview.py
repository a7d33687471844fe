"""RESULTS.md: what a reader wants to know first, of any number of runs side by side."""
import statistics
import textwrap

from workbench.reporting import head
from workbench.reporting.text import digits, duration, percent, size, table

SIZES = 3  # loads for each problem
CLOSE = 1.05  # two fastest techniques closer than this do not disagree

PAGE = """\
[docs/results.html](docs/results.html) is a page of charts for any browser, one file with its data:
the fastest kernels by load, size and machine, a map of which kernel to use, threads, noise, limits,
and runs compared.
"""
HOW_TO_READ = """\
Each time is the real time of one solve of all boards of the load: the median over the repetitions.
The *textbook* kernel is the plain bottom-up one. Its ratio has two factors. *Less work*: the
textbook kernel evaluates that many times as many options, because the fastest one prunes or
shares. *Faster work*: the same number of options takes that much less time.
{link} has the details.
`scripts/report --here RUN` writes all rows of one run, with intervals.
"""


class Machine:
    """A run, and the name of its column."""

    def __init__(self, found, label):
        self.found, self.label = found, label
        self.problems = {problem.name: problem for problem in found.problems}

    def load(self, problem, load):
        """The same load in this run, or None."""
        if problem not in self.problems:
            return None
        loads = self.problems[problem].loads
        return next((one for one in loads if one.spec == load.spec and one.hash == load.hash), None)

    def fastest(self, problem, load):
        """The fastest ranked timing on one thread, or None."""
        there = self.load(problem, load)
        timed = [t for t in self.problems[problem].on(there) if t.ranked] if there else []
        return min((t for t in timed if t.threads == 1), key=lambda t: t.median, default=None)

    def textbook(self, problem, load):
        there = self.load(problem, load)
        return self.problems[problem].textbook_on(there) if there else None


def common_loads(machines, problem):
    """The loads that all machines have and whose textbook kernel was timed, cheapest first."""
    first = machines[0]
    found = [
        load
        for load in first.problems[problem].loads
        if all(machine.textbook(problem, load) for machine in machines)
    ]
    return sorted(found, key=lambda load: first.textbook(problem, load).median)


def three_sizes(loads):
    """A small, a middle and the costliest load."""
    places = (len(loads) // 6, len(loads) // 2, len(loads) - 1)
    return [loads[place] for place in dict.fromkeys(places)][:SIZES]


def gain(plain, best):
    """(ratio, of it less work, of it faster work); a factor is None if work was not counted."""
    ratio = plain.median / best.median
    counts = plain.count("work"), best.count("work")
    if not all(counts):
        return ratio, None, None
    return ratio, counts[0] / counts[1], ratio * counts[1] / counts[0]


def times(number):
    return "" if number is None else f"{digits(number, 3)}×"


def answers(machines, names):
    """For each problem the costliest load: the fastest kernel, its gain, how sure, where."""
    lines = []
    for name in names:
        load = common_loads(machines, name)[-1]
        for machine in machines:
            best, plain = machine.fastest(name, load), machine.textbook(name, load)
            made = best.interval
            sure = percent((made.high - made.low) / 2 / best.median) if made else "not known"
            lines.append(
                (
                    machine.problems[name].title,
                    f"`{load.spec}`",
                    machine.label,
                    f"{best.variant} {duration(best.median)}",
                    f"±{sure}",
                    *map(times, gain(plain, best)),
                )
            )
    columns = ("problem", "load", "machine", "fastest, one thread", "interval")
    columns += ("over textbook", "less work", "faster work")
    return table(columns, lines, right=(4, 5, 6, 7))


def kernels(machines, name):
    """A row for each variant; for each of three loads a column for each machine."""
    loads = three_sizes(common_loads(machines, name))
    places = [(load, machine) for load in loads for machine in machines]
    variants = dict.fromkeys(
        timing.variant for machine in machines for timing in machine.problems[name].timings
    )
    rows = []
    for variant in variants:
        cells = []
        for load, machine in places:
            there = machine.load(name, load)
            timings = machine.problems[name].on(there)
            found = (t for t in timings if t.variant == variant and t.threads == 1 and t.ranked)
            timing = next(found, None)
            cell = duration(timing and timing.median)
            cells.append(f"**{cell}**" if timing is machine.fastest(name, load) and cell else cell)
        if any(cells):
            rows.append((variant, *cells))
    columns = [f"{letter}, {m.label}" for letter, _ in zip("ABC", loads) for m in machines]
    legend = "; ".join(
        f"{letter} is `{load.spec}`, {load.boards} {'board' if load.boards == 1 else 'boards'}"
        for letter, load in zip("ABC", loads)
    )
    legend = textwrap.fill(f"{legend}.", 100, break_on_hyphens=False, break_long_words=False)
    return f"{legend}\n\n" + table(("one thread", *columns), rows, right=range(1, 10))


def disagreements(machines, name):
    """Where the fastest technique of the first machine is not the fastest of another."""
    shared = [
        load
        for load in machines[0].problems[name].loads
        if all(machine.fastest(name, load) for machine in machines)
    ]
    rows, count = [], 0
    for load in shared:
        best = [machine.fastest(name, load) for machine in machines]
        names = {timing.variant for timing in best}
        costs = [cost(machine, name, load, names) for machine in machines]
        if len(names) > 1 and max(costs) >= CLOSE:
            count += 1
            rows.append((max(costs), f"`{load.spec}`", *(t.variant for t in best)))
    text = f"The machines disagree about the fastest variant on {count} of {len(shared)} loads"
    text += f" by {percent(CLOSE - 1)} or more"
    if not rows:
        return text + ".\n"
    rows = [(spec, *best, times(most)) for most, spec, *best in sorted(rows, reverse=True)[:5]]
    columns = ("load", *(machine.label for machine in machines), "wrong choice costs")
    return text + ", most on these:\n\n" + table(columns, rows, right=(len(columns) - 1,))


def cost(machine, name, load, variants):
    """How many times as long the worst of these variants takes on this machine as the fastest."""
    timings = machine.problems[name].on(machine.load(name, load))
    found = [t.median for t in timings if t.variant in variants and t.threads == 1 and t.ranked]
    return max(found) / machine.fastest(name, load).median


def about(machines):
    rows = []
    for label, value in (
        ("processor", lambda c: f"{c['cpu']}, {c['cores']} cores, {c['isa']}"),
        ("level 2 cache", lambda c: size(int(c["l2_bytes"]))),
        ("compiler", lambda c: f"{c['compiler']}, {c['flags']}"),
        ("commit", lambda c: c["commit"] + (", changed" if c["dirty"] == "true" else "")),
        ("started", lambda c: c["date"][:16].replace("T", " ")),
        ("load average before", lambda c: digits(c["load_avg"][0], 2)),
    ):
        rows.append((label, *(value(machine.found.context) for machine in machines)))
    rows.append(("time stolen", *(head.stolen(machine.found) for machine in machines)))
    for label, pick in (("half", statistics.median), ("nine tenths", tenth)):
        widths = [machine.found.half_widths for machine in machines]
        cells = (f"±{percent(pick(one))}" if one else "not known" for one in widths)
        rows.append((f"{label} of the intervals are at most", *cells))
    return table(("", *(machine.label for machine in machines)), rows)


def tenth(values):
    return head.quantile(values, 0.9)


def not_measured(machines):
    lines = [
        "The published programs: the suite times kernels in one process. "
        "`scripts/processes` times whole processes.\n"
    ]
    rows = []
    for machine in machines:
        timings = machine.found.timings
        skipped = sum(t.skipped for t in timings)
        alone = sum(bool(t.not_compared) for t in timings)
        absent = sum(len(problem.not_run) for problem in machine.found.problems)
        rows.append((machine.label, f"{skipped} of {len(timings)}", alone, absent))
    columns = (
        "",
        "skipped: one solve takes too long",
        "timed, not compared with another technique",
    )
    columns += ("variants whose instruction set the machine lacks",)
    return "\n".join(lines) + "\n" + table(columns, rows, right=(1, 2, 3))


def document(machines, command):
    names = [
        name
        for name in machines[0].problems
        if all(name in machine.problems and common_loads(machines, name) for machine in machines)
    ]
    parts = [
        f"# Results\n\nGenerated by this command (do not edit):\n\n    {command}\n",
        PAGE,
        "## In short\n\nThe costliest load that the textbook kernel solved on every machine:\n",
        answers(machines, names),
        HOW_TO_READ.format(link="[docs/methodology.md](docs/methodology.md)"),
    ]
    for name in names:
        parts += [
            f"## {machines[0].problems[name].title} (`{name}`)\n",
            kernels(machines, name),
        ]
        if len(machines) > 1:
            parts.append(disagreements(machines, name))
    parts += ["## Machines\n", about(machines), "## Not measured\n"]
    parts.append(not_measured(machines))
    return "\n".join(parts)
