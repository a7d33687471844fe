"""Reads a compilers.json (scripts/gate --compilers): every variant by gcc and by clang."""
import json
import textwrap

from workbench.reporting.results import NothingToReport
from workbench.reporting.text import digits, duration, percent, table

HEAD = (
    *("variant", "workload", "gcc", "clang", "clang to gcc", "interval", "floor", "faster"),
    *("× textbook, gcc", "× textbook, clang"),
)


class Pair:
    """One variant in both builds."""

    def __init__(self, comparison):
        self.problem, self.workload = comparison["problem"], comparison["workload"]
        self.variant = comparison["sides"][0]["variant"].removeprefix(self.problem + "_")
        self.seconds = [side["median_seconds"] for side in comparison["sides"]]
        self.builds = [side["build"].partition(" ")[2] for side in comparison["sides"]]
        self.floor, self.verdict = comparison["floor"], comparison["verdicts"][0]


class Compilers:
    def __init__(self, path):
        found = json.loads(path.read_text(encoding="utf-8"))
        if not found["comparisons"]:
            raise NothingToReport(f"{path.name} has no comparison: nothing to report")
        self.pairs = [Pair(comparison) for comparison in found["comparisons"]]
        self.context = found["comparisons"][0]["context"]
        self.delta = found["gate"]["delta"]

    def on(self, problem):
        return [pair for pair in self.pairs if pair.problem == problem]


def read(path):
    """The comparisons in the file; None if the file does not exist."""
    return Compilers(path) if path.exists() else None


def wins(pair, textbook):
    """Speed-ups over the textbook kernel on the same workload, for each compiler; [] if there is
    no textbook kernel, or this is it."""
    if textbook is None or textbook is pair or textbook.workload != pair.workload:
        return []
    return [base / own for base, own in zip(textbook.seconds, pair.seconds)]


def row(pair, textbook):
    verdict = pair.verdict
    low, high = verdict["interval"]
    gains = [digits(win, 3) for win in wins(pair, textbook)] or ["", ""]
    return (
        pair.variant,
        f"`{pair.workload}`",
        *(duration(seconds) for seconds in pair.seconds),
        f"{verdict['ratio']:.3f}",
        f"{low:.3f} to {high:.3f}",
        percent(pair.floor),
        {"faster": "clang", "slower": "gcc"}.get(verdict["verdict"], verdict["verdict"]),
        *gains,
    )


def summary(found, textbooks):
    words = [pair.verdict["verdict"] for pair in found.pairs]
    changes = sorted(
        max(gains) / min(gains)
        for pair in found.pairs
        if (gains := wins(pair, textbooks.get(pair.problem)))
    )
    gcc, clang = found.pairs[0].builds
    text = (
        f"`mexbench compare --against` paired every variant built by {gcc} with the same variant "
        f"built by {clang} (commit {found.context['commit']}, {found.context['date'][:10]}). "
        f"There are {len(words)} pairs: clang's build is faster in {words.count('faster')}, gcc's "
        f"in {words.count('slower')}, {words.count('same')} are the same within "
        f"{digits(100 * found.delta, 3)}%, and {words.count('unresolved')} are unresolved."
    )
    if changes:
        text += (
            " A variant's speed-up over the textbook kernel changes with the compiler by a factor "
            f"of {digits(changes[len(changes) // 2], 3)} in the median and of at most "
            f"{digits(changes[-1], 3)}."
        )
    return textwrap.fill(text, 100)


def section(found, problems):
    """`problems`: the problems of the suite, in its order."""
    textbooks = {
        problem.name: next(
            (pair for pair in found.on(problem.name) if pair.variant == problem.textbook), None
        )
        for problem in problems
    }
    parts = ["## The influence of the compiler\n", summary(found, textbooks) + "\n"]
    for problem in problems:
        rows = [row(pair, textbooks[problem.name]) for pair in found.on(problem.name)]
        if rows:
            parts += [f"### {problem.title}\n", table(HEAD, rows, right=(2, 3, 4, 5, 6, 8, 9))]
    return "\n".join(parts)
