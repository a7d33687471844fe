# Debian's python3. The text of RESULTS.md, for scripts/report.
"""Markdown from results. What is not known is an empty cell, never 0."""
import statistics

from reporting import results

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def digits(value, significant=4):
    """A decimal number with so many significant digits."""
    if value == 0:
        return "0"
    text = f"{value:.{significant}g}"
    if "e" in text:
        return f"{float(text):,.0f}" if value >= 1 else f"{float(text):.12f}".rstrip("0")
    return text


def unit_of(seconds):
    return next((unit for unit in UNITS if seconds >= unit[0]), UNITS[-1])


def duration(seconds):
    if seconds is None:
        return ""
    scale, name = unit_of(seconds)
    return f"{digits(seconds / scale)} {name}"


def time_range(timing):
    found = timing.interval
    if found is None:
        return ""
    scale, name = unit_of(timing.median)
    return f"{digits(found.low / scale)} to {digits(found.high / scale)} {name}"


def scaled(value, step, names):
    if value is None:
        return ""
    for name in names[:-1]:
        if value < step:
            return f"{digits(value, 3)} {name}".rstrip()
        value /= step
    return f"{digits(value, 3)} {names[-1]}"


def size(count):
    return scaled(count, 1024, ("B", "KiB", "MiB", "GiB"))


def amount(count):
    return scaled(count, 1000, ("", "k", "M", "G", "T", "P", "E"))


def percent(part):
    return f"{digits(100 * part, 2)}%"


def ratio(slower, faster):
    if slower is None or slower.median is None or faster.median is None:
        return ""
    return digits(slower.median / faster.median, 3)


def table(head, rows, right=()):
    """A table; the columns numbered in `right` are aligned to the right."""
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("|" + "|".join("--:" if i in right else "---" for i in range(len(head))) + "|")
    for row in rows:
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(lines) + "\n"


# -- The head. --


def machine(found):
    context = found.context
    changed = ", **with changes that are not committed**" if context["dirty"] == "true" else ""
    settings = [
        f"{name}={value}" for name, value in context.items() if name.startswith("OMP_") and value
    ]
    rows = [
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
    ]
    return table(("", ""), rows)


def stolen(found):
    parts = [part for timing in found.timed for part in timing.steal]
    if not parts:
        return "not known"
    return f"{percent(statistics.mean(parts))} on average, {percent(max(parts))} at most"


def undisturbed(found):
    """Below 100% somebody else had the core."""
    parts = sorted(part for timing in found.timed if timing.threads == 1 for part in timing.busy)
    if not parts:
        return "not known"
    return f"{percent(statistics.median(parts))} in the median, {percent(parts[0])} at least"


def quantile(values, part):
    return values[min(len(values) - 1, int(part * len(values)))]


def intervals(found):
    """What the intervals are, for each number of repetitions that occurs."""
    lines = []
    for count in found.repetitions:
        made = results.interval(range(1, count + 1))
        if made is None:
            lines.append("One repetition: no interval.")
            continue
        short = "" if made.coverage >= results.CONFIDENCE else ", **less than 95%**"
        lines.append(
            f"Of {count} repetitions the interval goes from number {made.low} to number "
            f"{made.high} by size and covers the median with {100 * made.coverage:.1f}%{short}."
        )
    widths = found.half_widths
    if widths:
        lines.append(
            f"Half of the intervals are within ±{percent(statistics.median(widths))} of their "
            f"median, nine tenths within ±{percent(quantile(widths, 0.9))}."
        )
    return "\n".join(lines) + "\n"


def again(found, second):
    """The A/A figures: the same suite by the same program, run twice."""
    if second is None:
        return (
            "No second run of this suite stands beside the first, so the noise between runs is "
            "not known. `scripts/bench` makes one when given `--again`.\n"
        )
    medians = {timing.key: timing for timing in second.timed}
    pairs = [(timing, medians[timing.key]) for timing in found.timed if timing.key in medians]
    apart = sorted(abs(b.median / a.median - 1) for a, b in pairs)
    both = [(a.interval, b.interval) for a, b in pairs if a.interval and b.interval]
    disjoint = sum(a.high < b.low or b.high < a.low for a, b in both)
    return (
        f"The suite was run a second time by the same program ({second.context['date']}). Of "
        f"{len(pairs)} medians in both, half are within {percent(statistics.median(apart))} of "
        f"each other, nine tenths within {percent(quantile(apart, 0.9))}, all within "
        f"{percent(apart[-1])}; {disjoint} of {len(both)} pairs of intervals do not meet. "
        "Smaller differences between variants than these mean nothing.\n"
    )


# -- A problem. --


def variants(problem):
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
        rows.append((title, idea, f"{wins.count(variant)} of {len(wins)}"))
    rows += [(variant, idea, "not run") for variant, idea in problem.not_run.items()]
    return table(("variant", "idea", "fastest on"), rows)


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
    "agreement",
)


def time_row(problem, load, timing):
    if timing.median is None:
        return [title_of(load), timing.variant, timing.threads, *[""] * 7, timing.reason]
    option, state = timing.per("options"), timing.per("states")
    row = [
        title_of(load),
        timing.variant,
        timing.threads,
        duration(timing.median),
        time_range(timing),
        "" if option is None else digits(1e9 * option, 3),
        "" if state is None else amount(1 / state),
        ratio(problem.first(load), timing),
        ratio(problem.textbook_on(load), timing),
        size(timing.count("workspace_bytes")),
        "agrees",
    ]
    if timing is problem.best(load):
        row[1], row[3] = f"**{row[1]}**", f"**{row[3]}**"
    return row


def times(problem, wanted):
    rows = [time_row(problem, load, t) for load in wanted for t in problem.on(load)]
    return table(TIMES_HEAD, rows, right=range(2, 10))


def folded(summary, text):
    return f"<details><summary>{summary}</summary>\n\n{text}\n</details>\n"


def shown(title, caption, link):
    return f"![{title}]({link})\n\n{caption}\n"


def family(problem, one, pictures):
    """Pictures first, the figures folded below."""
    lines = [shown(*picture) for picture in pictures]
    lines.append(folded(f"{one.label}: the figures", times(problem, one.loads)))
    return "\n".join(lines)


def section(problem, pictures):
    """`pictures`: label of a family, or "" for the problem -> [(title, caption, link)]"""
    alone = [load for one in problem.families if not one.kind for load in one.loads]
    parts = [f"## {problem.title} (`{problem.name}`)\n", variants(problem)]
    parts += [folded("The loads, and which variant is the fastest on each", loads(problem))]
    if alone:
        parts.append(times(problem, alone))
    parts += [
        family(problem, one, pictures.get(one.label, [])) for one in problem.families if one.kind
    ]
    parts += [shown(*picture) for picture in pictures.get("", [])]
    if not any(one.kind == "grid" for one in problem.families):
        parts.append(
            "No picture of the fastest variant over rows and columns: no loads of this run vary "
            "the two independently.\n"
        )
    return "\n".join(parts)


HOW_TO_READ = """\
*median*: of the real time of one solve of all boards of the load, over the repetitions; the
fastest of a load is bold. *interval*: exact, from order statistics. *ns/option*, *states/s*: the
median over what the load has by the problem's own count, whether or not a variant looked at all of
it. *× first*: how many times faster than the first variant, in the order of the registry, that ran
on the load (the reference wherever it could). *× textbook*: the same over the plain bottom-up
kernel on one thread. *memory*: the variant's workspace. *agreement*: nothing has a time that did
not agree with the others on that very load; what was skipped says why. Empty: not known. More in
[docs/methodology.md]({methodology}).
"""


def document(found, second, command, methodology, pictures):
    """`pictures`: problem's name -> what `section` takes."""
    parts = [
        "# Results\n",
        f"Made from `{command.split()[-1]}` by\n\n    {command}\n\nand not edited by hand.\n",
        "## Machine and method\n",
        machine(found),
        intervals(found),
        again(found, second),
        HOW_TO_READ.format(methodology=methodology),
    ]
    parts += [section(problem, pictures.get(problem.name, {})) for problem in found.problems]
    return "\n".join(parts)
