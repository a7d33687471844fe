"""After Williams, Waterman and Patterson (2009), with options for operations: what a solve gets
done over what it must at least move, below what one core can do."""
from matplotlib import ticker

from workbench.reporting import plots

CAPTION = (
    "Options that were looked at a second, over those for each byte of the table, on one thread; "
    "one mark a load. Lines that rise: the table written once, from the level that is named. Level "
    "lines: one operation for as many options as it can decide."
)


NOTE = {"fontsize": 8, "textcoords": "offset points"}


def points_of(problem):
    """variant -> [(options a byte, options a second)]"""
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
            roofs[rate] = f"{timing.isa}, {timing.count('lanes'):g} options an operation"
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
    axes.set_xlabel("options looked at for each byte of the table")
    axes.set_ylabel("options looked at a second")
    return plots.finish(figure, axes)


def of_problem(problem, limits):
    """As plots.of_problem; nothing without limits, or without a kernel whose demands are known."""
    points = points_of(problem)
    if limits is None or not points:
        return []
    title = f"{problem.title}: how far from the limits of one core"
    made = picture(problem, limits, points, title)
    return [("", title, CAPTION, plots.file_name(problem, "roofline"), made)]
