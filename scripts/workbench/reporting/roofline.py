"""The roofline of Williams, Waterman and Patterson (2009), with options in place of operations:
options per second by options per byte of the table, and the limits of one core above them."""
from matplotlib import ticker

from workbench.reporting import plots

CAPTION = (
    "Options evaluated per second, by options evaluated per byte of the table, on one thread; one "
    "mark per load. Rising lines: the limit if the table is written once to the named level. "
    "Level lines: the limit if every operation decides as many options as it can."
)


NOTE = {"fontsize": 8, "textcoords": "offset points"}


def points_of(problem):
    """variant -> [(options per byte, options per second)]"""
    found = {}
    for timing in problem.timings:
        work, table = timing.count("work"), timing.count("table_bytes")
        if timing.threads == 1 and timing.median is not None and work and table:
            point = (work / table, work / timing.median)
            found.setdefault(timing.variant, []).append(point)
    return found


def draw_levels(axes, limits, across):
    for level in limits.levels:
        if level.most is not None:
            rates = [level.most * x for x in across]
            axes.plot(across, rates, color=plots.GREY, linewidth=1, zorder=1)
            axes.annotate(level.name, (across[0], rates[0]), (3, 5), **NOTE)


def draw_issue(axes, limits, problem, across):
    roofs = {}
    for timing in problem.timings:
        rate = limits.options_per_second(timing)
        if rate:
            roofs[rate] = f"{timing.isa}, {timing.count('lanes'):g} options per operation"
    for rate, name in roofs.items():
        axes.axhline(rate, color=plots.GREY, linewidth=1, linestyle=":", zorder=1)
        axes.annotate(name, (across[1], rate), (0, 2), ha="right", **NOTE)


def picture(problem, limits, points, title):
    figure, axes = plots.new_axes(title)
    look = plots.Look(problem.ideas)
    xs = [x for found in points.values() for x, _ in found]
    across = (min(xs) / 2, max(xs) * 2)
    axes.set_xscale("log")
    axes.set_yscale("log")
    draw_levels(axes, limits, across)
    draw_issue(axes, limits, problem, across)
    for variant, found in points.items():
        axes.plot(
            *zip(*found),
            linestyle="none",
            markerfacecolor="none",
            label=variant,
            **look.of(variant),
        )
    axes.set_xlim(*across)
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(plots.plain))
    axes.xaxis.set_minor_formatter(ticker.NullFormatter())
    axes.yaxis.set_major_formatter(ticker.EngFormatter())
    axes.set_xlabel("options evaluated per byte of the table")
    axes.set_ylabel("options evaluated per second")
    return plots.finish(figure, axes)


def of_problem(problem, limits):
    """The same as plots.of_problem; [] without limits, or if no kernel states its demands."""
    points = points_of(problem)
    if limits is None or not points:
        return []
    title = f"{problem.title}: distance from the limits of one core"
    made = picture(problem, limits, points, title)
    return [("", title, CAPTION, plots.file_name(problem, "roofline"), made)]
