"""The machine, what disturbed it, and how far the figures can be trusted."""
import statistics

from workbench.reporting import results
from workbench.reporting.text import digits, percent, size, table


def facts(found):
    """[(what, text)] of the machine and what disturbed it."""
    context = found.context
    changed = ", **with changes that are not committed**" if context["dirty"] == "true" else ""
    settings = [
        f"{name}={value}" for name, value in context.items() if name.startswith("OMP_") and value
    ]
    return [
        ("processor", f"{context['cpu']}, {context['cores']} cores, {context['isa']} kernels"),
        ("memory", size(int(context["memory_bytes"]))),
        ("level 2 cache", size(int(context["l2_bytes"]))),
        ("system", context["system"]),
        ("clock governor", context["governor"]),
        ("hardware counters", context["counters"]),
        ("compiler", f"{context['compiler']}, {context['flags']}"),
        ("OpenMP", " ".join([context["openmp_runtime"], context["openmp"], *settings])),
        ("mexbench", f"{context['mexbench_version']}, commit {context['commit']}{changed}"),
        ("suite", f"{context['suite']}, seed {context['seed']}"),
        ("started", context["date"]),
        ("load average at the start", ", ".join(digits(load, 3) for load in context["load_avg"])),
        ("time stolen by the hypervisor", stolen(found)),
        ("processor time over real time, on one thread", undisturbed(found)),
        *afterwards(context),
        *software_events(found),
        *limits_of(found.limits),
    ]


def machine(found):
    return table(("", ""), facts(found))


def afterwards(context):
    """Rows for the values that the driver adds after the last benchmark."""
    rows = []
    if "load_avg_after" in context:
        loads = ", ".join(digits(load, 3) for load in context["load_avg_after"])
        rows.append(("load average at the end", loads))
    before, after = context.get("steal_before"), context.get("steal_after")
    if before and after and after["total"] > before["total"]:
        part = (after["stolen"] - before["stolen"]) / (after["total"] - before["total"])
        rows.append(("time stolen from start to end, checks included", percent(part)))
    return rows


def software_events(found):
    """Rows for the software events that disturb a solve."""
    rows = []
    for name in ("context_switches", "cpu_migrations", "page_faults"):
        counts = [timing.event(name) for timing in found.timed]
        counts = sorted(count for count in counts if count is not None)
        if counts:
            text = f"median of all benchmarks {digits(statistics.median(counts), 2)}, "
            text += f"90th percentile {digits(quantile(counts, 0.9), 2)}"
            source = found.context.get(f"source/{name}", "")
            rows.append((f"{name.replace('_', ' ')} per solve ({source})", text))
    return rows


def limits_of(limits):
    if limits is None:
        return []
    rates = [f"{isa} {digits(rate / 1e9, 3)}" for isa, rate in limits.issue.items()]
    levels = [
        f"{level.name} {digits(level.read / 1e9, 3)} read, {digits(level.copy / 1e9, 3)} copied"
        for level in limits.levels
        if level.read is not None
    ]
    return [
        ("vector operations per ns, one core", ", ".join(rates)),
        ("GB/s, one core", "; ".join(levels)),
    ]


def stolen(found):
    parts = [part for timing in found.timed for part in timing.steal]
    if not parts:
        return "not known"
    return f"mean {percent(statistics.mean(parts))}, maximum {percent(max(parts))}"


def undisturbed(found):
    """Processor time over real time. Below 100%, other programs used the core."""
    parts = sorted(part for timing in found.timed if timing.threads == 1 for part in timing.busy)
    if not parts:
        return "not known"
    return f"median {percent(statistics.median(parts))}, minimum {percent(parts[0])}"


def quantile(values, part):
    return values[min(len(values) - 1, int(part * len(values)))]


def intervals(found):
    """Describes the intervals, for each number of repetitions that occurs."""
    lines = []
    for count in found.repetitions:
        made = results.interval(range(1, count + 1))
        if made is None:
            lines.append("One repetition: no interval.")
            continue
        short = "" if made.coverage >= results.CONFIDENCE else ", **less than 95%**"
        lines.append(
            f"With {count} repetitions, the interval runs from number {made.low} to number "
            f"{made.high} in order of size and covers the median with a probability of "
            f"{100 * made.coverage:.1f}%{short}."
        )
    widths = found.half_widths
    if widths:
        lines.append(
            f"Half of the intervals are at most ±{percent(statistics.median(widths))} wide, "
            f"relative to their median; 90% are at most ±{percent(quantile(widths, 0.9))} wide."
        )
    return "\n".join(lines) + "\n"


def again(found, second):
    """The A/A figures: the same suite by the same program, run twice."""
    if second is None:
        return (
            "This suite was run only once, so the noise between runs is not known. "
            "`scripts/bench --again` makes a second run.\n"
        )
    medians = {timing.key: timing for timing in second.timed}
    pairs = [(timing, medians[timing.key]) for timing in found.timed if timing.key in medians]
    apart = sorted(abs(b.median / a.median - 1) for a, b in pairs)
    both = [(a.interval, b.interval) for a, b in pairs if a.interval and b.interval]
    disjoint = sum(a.high < b.low or b.high < a.low for a, b in both)
    return (
        f"The same program ran the suite a second time ({second.context['date']}). Both runs have "
        f"{len(pairs)} medians. Half of them differ by at most "
        f"{percent(statistics.median(apart))}, 90% by at most {percent(quantile(apart, 0.9))}, "
        f"and all by at most {percent(apart[-1])}. The intervals of the two runs do not overlap "
        f"for {disjoint} of {len(both)} rows. Smaller differences between variants than these "
        "mean nothing.\n"
    )
