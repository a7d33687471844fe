"""The speed-up of the fastest kernels over the plain ones on the costliest loads."""
from workbench.reporting.text import digits, duration, table

MOST = 3  # loads for each problem

INTRODUCTION = (
    "The fastest kernel, on one thread and on any number of threads, for the costliest loads that\n"
    "the plain bottom-up (*textbook*) kernel solved:\n"
)


def costliest(problem):
    """The costliest loads. Loads outside families come first: those of a family differ little."""
    solved = [load for load in problem.loads if problem.textbook_on(load) is not None]
    single = [load for load in solved if load.side == 0] or solved
    return sorted(single, key=lambda load: -problem.textbook_on(load).median)[:MOST]


def fastest(problem, load, alone):
    timed = [t for t in problem.on(load) if t.ranked and (t.threads == 1 or not alone)]
    return min(timed, key=lambda timing: timing.median)


def row(problem, load):
    plain = problem.textbook_on(load)
    one, any_number = fastest(problem, load, True), fastest(problem, load, False)
    return (
        problem.title,
        f"`{load.spec}`",
        load.boards,
        duration(plain.median),
        f"{one.variant} {duration(one.median)}",
        f"{digits(plain.median / one.median, 3)}×",
        f"{any_number.variant}, {any_number.threads}: {duration(any_number.median)}",
        f"{digits(plain.median / any_number.median, 3)}×",
    )


def section(found):
    """The table; "" if no plain kernel ran."""
    rows = [row(problem, load) for problem in found.problems for load in costliest(problem)]
    if not rows:
        return ""
    head = ("problem", "load", "boards", "textbook", "one thread", "speed-up")
    head += ("fastest, threads", "speed-up")
    return INTRODUCTION + "\n" + table(head, rows, right=(2, 3, 5, 7))
