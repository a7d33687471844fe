"""Reads a choice.json (scripts/choice-trial --maps): the times of every technique and of auto on a
grid of inputs. Draws them as maps, whose captions say how often auto was close to the best."""
import json

from matplotlib import colors

from workbench.reporting import plots

CLOSE = 1.15  # auto is close if it takes at most this many times the best time
MOST = 2.0  # the colour scale ends at this ratio
CAPTION = (
    "Each cell shows the fastest technique, and the time of <code>auto</code> divided by its time. "
    "The ratio is at most {CLOSE} in {close} of {count} cells; the largest is {worst}. One thread; "
    "each time is the minimum of {rounds} interleaved runs."
)


class Cell:
    def __init__(self, found):
        self.row, self.column = found["row"], found["column"]
        seconds = dict(found["seconds"])
        auto = seconds.pop("auto")
        self.best = min(seconds, key=seconds.get)
        self.ratio = auto / seconds[self.best]


class Map:
    def __init__(self, found):
        self.problem, self.title, self.rounds = found["problem"], found["map"], found["rounds"]
        self.cells = [Cell(cell) for cell in found["cells"]]
        self.rows = list(dict.fromkeys(cell.row for cell in self.cells))
        self.columns = list(dict.fromkeys(cell.column for cell in self.cells))

    def short(self, technique):
        return technique.removeprefix(self.problem + "_")

    def caption(self):
        close = sum(cell.ratio <= CLOSE for cell in self.cells)
        worst = max(cell.ratio for cell in self.cells)
        return CAPTION.format(
            close=close,
            count=len(self.cells),
            CLOSE=CLOSE,
            worst=f"{worst:.2f}",
            rounds=self.rounds,
        )


def read(path, context):
    """The maps in the file; [] if the file does not exist."""
    if not path.exists():
        return []
    found = json.loads(path.read_text(encoding="utf-8"))
    for key in ("cpu", "isa", "commit"):
        if found[key] != context[key]:
            raise ValueError(f"{path.name} has a different {key} from the suite")
    return [Map(one) for one in found["maps"]]


def picture(one, title):
    """A map: light where auto is as fast as the best, dark where it takes MOST times as long."""
    figure, axes = plots.pyplot.subplots(
        figsize=(1.15 * len(one.columns) + 1.5, 0.36 * len(one.rows) + 1.2)
    )
    grid = [[float("nan")] * len(one.columns) for _ in one.rows]
    shade = colors.LinearSegmentedColormap.from_list("cost", ["#d9e8f2", "#0072b2"])
    for cell in one.cells:
        row, column = one.rows.index(cell.row), one.columns.index(cell.column)
        grid[row][column] = min(cell.ratio, MOST)
        axes.text(
            column,
            row,
            f"{one.short(cell.best)} {cell.ratio:.2f}",
            ha="center",
            va="center",
            fontsize=7.5,
            color="#202020" if cell.ratio < 1.5 else "#ffffff",
        )
    axes.imshow(grid, cmap=shade, vmin=1, vmax=MOST, aspect="auto")
    axes.set_title(title, loc="left")
    axes.set_xticks(range(len(one.columns)), one.columns)
    axes.set_yticks(range(len(one.rows)), one.rows)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return plots.finish(figure, axes)


def of_problem(problem, maps):
    """The same as plots.of_problem; [] if there is no map of the problem."""
    made = []
    for one in maps:
        if one.problem == problem.name:
            title = f"{problem.title}: the best technique and what auto costs, {one.title}"
            name = plots.file_name(problem, "choice-" + one.title.replace(" ", "-"))
            made.append(("", title, one.caption(), name, picture(one, title)))
    return made
