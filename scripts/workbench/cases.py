"""Inputs with known answers: FOLDER/PROBLEM/*.in, each with an *.ans of the same name."""
import pathlib

from workbench import common


def inputs_of(folder, problem):
    return sorted(pathlib.Path(folder, problem).glob("*.in"))


def answers_to(path):
    """The expected output for an input."""
    answers = path.with_suffix(".ans")
    if not answers.exists():
        common.fail(2, f"{path} has no {answers.name} next to it")
    return answers.read_text()


def solve(problem, path, variant, *flags):
    """The finished mexbench process; variant None stands for auto."""
    chosen = [] if variant is None else ["--variant", variant]
    return common.try_mexbench("solve", problem, str(path), *chosen, *flags)


def refused(run):
    """Whether a variant said that it cannot solve a board."""
    return run.returncode == 1 and "cannot solve" in run.stderr


def variants_of(problem):
    """Full names of the variants that run on this machine."""
    found = common.problem_named(problem)["variants"]
    return [variant["name"] for variant in found if variant["runs_here"]]
