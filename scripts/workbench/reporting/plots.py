"""SVG with matplotlib: the same bytes from the same results. Readable on light and dark ground
(nothing behind, grey axes and text), colour-blind safe (Okabe and Ito's colours without black and
yellow, and a marker for each variant)."""
import io
import math
import re

import matplotlib

matplotlib.use("svg")

from matplotlib import pyplot, ticker  # noqa: E402

from workbench.reporting import growth  # noqa: E402

GREY = "#7d7d7d"
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9")
MARKERS = "osD^vP*Xph<>"

matplotlib.rcParams.update(
    {
        "svg.hashsalt": "mexbench",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "font.size": 10,
        "text.color": GREY,
        "axes.labelcolor": GREY,
        "axes.edgecolor": GREY,
        "axes.titlesize": 11,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.color": GREY,
        "ytick.color": GREY,
        "grid.color": GREY,
        "grid.alpha": 0.25,
        "legend.frameon": False,
        "lines.linewidth": 1.6,
        "lines.markersize": 5.5,
    }
)


class Look:
    """Colour and marker of each variant, the same in all pictures of a problem."""

    def __init__(self, variants):
        self.place = {variant: i for i, variant in enumerate(variants)}

    def of(self, variant):
        i = self.place[variant]
        return {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)]}


def new_axes(title):
    figure, axes = pyplot.subplots(figsize=(8.4, 4.6))
    axes.set_title(title, loc="left")
    axes.grid(True, which="major")
    return figure, axes


def finish(figure, axes):
    """The picture's bytes."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
    file = io.BytesIO()
    figure.savefig(
        file, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None}
    )
    pyplot.close(figure)
    return file.getvalue()


def plain(value, _=None):
    return f"{value:g}"


def ticks_at(axis, values):
    """Puts ticks at the values, except where two labels would overlap."""
    place = math.log if axis.get_scale() == "log" else float
    values = sorted(values)
    apart = 0.045 * (place(values[-1]) - place(values[0]))
    kept = values[:1]
    for value in values[1:]:
        if place(value) - place(kept[-1]) > apart:
            kept.append(value)
    axis.set_major_locator(ticker.FixedLocator(kept))
    axis.set_major_formatter(ticker.FuncFormatter(plain))
    axis.set_minor_locator(ticker.NullLocator())


def time_axis(axes):
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(ticker.EngFormatter(unit="s"))
    axes.yaxis.set_minor_formatter(ticker.NullFormatter())
    axes.set_ylabel("time of one solve, median and interval")


def series(problem, family):
    """(variant, threads) -> [(x, timing)] in order of x, for timings with a median. Each variant
    appears with its smallest number of threads; threads_picture shows the others."""
    found, fewest = {}, {}
    for load in family.loads:
        for timing in problem.on(load):
            if timing.median is not None:
                points = found.setdefault((timing.variant, timing.threads), [])
                points.append((family.at[load.side], timing))
                known = fewest.get(timing.variant, timing.threads)
                fewest[timing.variant] = min(known, timing.threads)
    return {
        key: sorted(points, key=lambda point: point[0])
        for key, points in found.items()
        if key[1] == fewest[key[0]]
    }


def draw_series(axes, look, key, points, note=""):
    variant, threads = key
    spans = [timing.interval for _, timing in points]
    medians = [timing.median for _, timing in points]
    low = [m - s.low if s else 0 for m, s in zip(medians, spans)]
    high = [s.high - m if s else 0 for m, s in zip(medians, spans)]
    label = variant if threads == 1 else f"{variant}, {threads} threads"
    axes.errorbar(
        [x for x, _ in points],
        medians,
        yerr=(low, high),
        label=f"{label}: {note}" if note else label,
        capsize=2,
        **look.of(variant),
    )


def draw_all(axes, look, problem, family, note=lambda points: ""):
    for key, points in series(problem, family).items():
        draw_series(axes, look, key, points, note(points))


def size_picture(title, problem, look, family):
    """Time by size. Growth is a straight line: both axes are logarithmic for powers of n, only the
    time axis where the cost is exponential."""
    figure, axes = new_axes(title)
    draw_all(
        axes,
        look,
        problem,
        family,
        lambda points: growth.fitted(problem, [(x, t.median) for x, t in points]),
    )
    time_axis(axes)
    if not growth.grows_exponentially(problem):
        axes.set_xscale("log")
    ticks_at(axes.xaxis, family.at.values())
    axes.set_xlabel(family.axis)
    return finish(figure, axes)


def sweep_picture(title, problem, look, family):
    figure, axes = new_axes(title)
    draw_all(axes, look, problem, family)
    time_axis(axes)
    values = sorted(family.at.values())
    if values[0] > 0 and values[len(values) // 2] < values[-1] / 4:
        axes.set_xscale("log")
        ticks_at(axes.xaxis, values)
    axes.set_xlabel(f"{family.axis}, as the generator takes it")
    return finish(figure, axes)


def grid_picture(title, problem, look, family):
    """The fastest variant by rows and columns."""
    rows = sorted({int(n) for n, _ in family.at.values()})
    columns = sorted({int(m) for _, m in family.at.values()})
    figure, axes = new_axes(title)
    axes.grid(False)
    for load in family.loads:
        best = problem.best(load)
        if best is None:
            continue
        y, x = (places.index(int(v)) for places, v in zip((rows, columns), family.at[load.side]))
        colour = look.of(best.variant)["color"]
        axes.add_patch(pyplot.Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, alpha=0.25))
        name = best.variant if best.threads == 1 else f"{best.variant}\n{best.threads} threads"
        axes.text(x, y, name, ha="center", va="center", fontsize=8)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xlabel("columns")
    axes.set_ylabel("rows")
    return finish(figure, axes)


def thread_gains(problem):
    """(variant, threads) -> [(seconds on one thread, speed-up)] over all loads."""
    found = {}
    for load in problem.loads:
        timed = [timing for timing in problem.on(load) if timing.ranked]
        alone = {timing.variant: timing for timing in timed if timing.threads == 1}
        for timing in timed:
            if timing.threads > 1 and timing.variant in alone:
                one = alone[timing.variant].median
                gains = found.setdefault((timing.variant, timing.threads), [])
                gains.append((one, one / timing.median))
    return {key: sorted(gains) for key, gains in found.items()}


def threads_picture(title, problem, look):
    """A picture; None if no variant ran both on one thread and on several."""
    gains = thread_gains(problem)
    if not gains:
        return None
    figure, axes = new_axes(title)
    for (variant, threads), points in gains.items():
        axes.plot(
            *zip(*points),
            linestyle="none",
            label=f"{variant}, {threads} threads",
            markerfacecolor="none",
            **look.of(variant),
        )
    for threads in sorted({1} | {threads for _, threads in gains}):
        axes.axhline(threads, color=GREY, linewidth=1, linestyle=":")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(ticker.EngFormatter(unit="s"))
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(plain))
    axes.set_xlabel("median time of one solve on one thread; one mark per load")
    axes.set_ylabel("times faster than one thread")
    return finish(figure, axes)


FIT = (
    "The number after each name is the growth of its time over the larger half of the sizes (least "
    "squares). The cost of the textbook kernel is {cost}."
)
TITLES = {
    "size": "{problem}: time by size ({label})",
    "sweep": "{problem}: time by {axis} ({label})",
    "grid": "{problem}: the fastest variant ({label})",
}
CAPTIONS = {
    "size": "Time by size, on one thread. " + FIT,
    "sweep": "Time by {axis} on one thread; all boards have the same size.",
    "grid": "The fastest variant by rows and columns.",
}
PICTURES = {"size": size_picture, "sweep": sweep_picture, "grid": grid_picture}
THREADS = (
    "Speed-up by threads: time on one thread divided by time on several, by the time on one "
    "thread. Dotted lines mark no speed-up, and a speed-up equal to the number of threads."
)


def of_problem(problem):
    """[(label of the family or "", title, caption, file name, bytes)]"""
    look = Look(problem.ideas)
    made = []
    for family in problem.families:
        if not family.kind:
            continue
        words = {
            "problem": problem.title,
            "label": family.label,
            "axis": family.axis,
            "cost": problem.textbook_cost or "not known",
        }
        title = TITLES[family.kind].format(**words)
        picture = PICTURES[family.kind](title, problem, look, family)
        caption = CAPTIONS[family.kind].format(**words)
        made.append((family.label, title, caption, file_name(problem, family.label), picture))
    title = f"{problem.title}: speed-up by threads"
    picture = threads_picture(title, problem, look)
    if picture is not None:
        made.append(("", title, THREADS, file_name(problem, "threads"), picture))
    return made


def file_name(problem, what):
    return f"{problem.name}-{re.sub('[^a-z0-9]+', '-', what.lower())}.svg"
