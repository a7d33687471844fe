"""Builds revisions in temporary git worktrees and pairs them."""
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile

from workbench.common import ROOT, fail, how_it_ended, last_words

WORK_TREE = "the work tree"
PASSED, REGRESSION, UNRESOLVED = 0, 3, 5  # exit codes of compare --expect not-slower
ATTEMPTS = (1, 4)  # multiples of the budget, one per attempt


def git(*arguments, **environment):
    run = subprocess.run(
        ["git", "-C", str(ROOT), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    if run.returncode != 0:
        fail(1, f"git {arguments[0]}: {last_words(run)}")
    return run.stdout.strip()


def commit_named(revision):
    """The commit of a revision; exits with 2 if it does not exist."""
    run = subprocess.run(
        ["git", "-C", str(ROOT), "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"],
        capture_output=True,
        text=True,
    )
    if run.returncode != 0:
        fail(2, f"no revision '{revision}'")
    return run.stdout.strip()


def commit_of_work_tree():
    """HEAD or, if the work tree has changed or new files, a commit of them outside all branches."""
    with tempfile.TemporaryDirectory(prefix="mexbench-index-") as folder:
        index = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
        git("read-tree", "HEAD", **index)
        git("add", "--all", **index)
        tree = git("write-tree", **index)
    if tree == git("rev-parse", "HEAD^{tree}"):
        return git("rev-parse", "HEAD")
    name = {"GIT_AUTHOR_NAME": "gate", "GIT_AUTHOR_EMAIL": "gate@localhost"}
    name |= {"GIT_COMMITTER_NAME": "gate", "GIT_COMMITTER_EMAIL": "gate@localhost"}
    return git("commit-tree", tree, "-p", "HEAD", "-m", "the work tree, for gate", **name)


@contextlib.contextmanager
def worktree(commit):
    """A folder with the sources of a commit, removed at the end."""
    with tempfile.TemporaryDirectory(prefix="mexbench-gate-") as folder:
        sources = pathlib.Path(folder) / "mexbench"
        git("worktree", "add", "--detach", str(sources), commit)
        try:
            yield sources
        finally:
            git("worktree", "remove", "--force", str(sources))


# The beginnings of errors of compilers, linkers and CMake; a file name with "error" does not match.
ERROR = re.compile(
    r"(?:^|:\d+: |: |\s)(?:fatal )?error(?::| in )|^CMake Error|undefined reference|"
    r"(?i:^ninja: error:)"
)


def build_error(run):
    """The first error of a build; after CMake's bare "CMake Error", the next line, too."""
    lines = (run.stdout + "\n" + run.stderr).splitlines()
    for after, line in enumerate(lines, start=1):
        if ERROR.search(line):
            more = [text.strip() for text in lines[after:] if text.strip()]
            return f"{line.strip()} {more[0]}" if line.startswith("CMake Error") and more else line
    return last_words(run)


def build(sources, preset="release", folder=None, *definitions):
    """Builds the command in build/FOLDER (default: the preset's); returns its path."""
    folder = sources / "build" / (folder or preset)
    steps = [["cmake", "--preset", preset, "-B", folder, "-DBUILD_TESTING=OFF", *definitions]]
    steps += [["cmake", "--build", folder, "--target", "mexbench"]]
    for step in steps:
        run = subprocess.run(step, cwd=sources, capture_output=True, text=True)
        if run.returncode != 0:
            fail(1, f"the build failed: {build_error(run)}")
    return folder / "mexbench"


@dataclasses.dataclass
class Built:
    """A build of the command."""

    name: str  # of its revision, for people
    command: pathlib.Path
    layouts: pathlib.Path = None  # a folder of its links; None = this layout alone


def command(binary, *arguments):
    """The output of a build's mexbench. If it fails, ends the script with its error."""
    run = subprocess.run([str(binary), *arguments], capture_output=True, text=True)
    if run.returncode != 0:
        fail(max(run.returncode, 1), f"{last_words(run)} ({how_it_ended(run)})")
    return run.stdout


def variants_of(binary):
    """(problem, variant) -> its entry in `list`, for variants that run on this machine."""
    problems = json.loads(command(binary, "list", "--json"))["problems"]
    return {
        (problem["name"], variant["name"]): variant
        for problem in problems
        for variant in problem["variants"]
        if variant["runs_here"]
    }


def pair(before, after, key, *arguments):
    """Pairs one variant in two builds, in all their links. Returns the exit code of compare, and
    its JSON without the samples. compare shows its own progress."""
    call = [str(after.command), "compare", *key, f"--against={before.layouts or before.command}"]
    call += [f"--links={after.layouts}"] if after.layouts else []
    call += ["--json", *arguments]
    run = subprocess.run(call, stdout=subprocess.PIPE)
    if run.returncode not in (PASSED, REGRESSION, UNRESOLVED):
        fail(max(run.returncode, 1), f"{key[1]} cannot be compared ({how_it_ended(run)})")
    found = json.loads(run.stdout)
    for part in ("same", "run"):
        for process in found[part]["processes"]:
            del process["real_seconds"], process["processor_seconds"]
    return run.returncode, found


def pair_until_resolved(before, after, key, budget, *arguments):
    """Pairs one variant; an unresolved pair is repeated with a larger budget."""
    for times in ATTEMPTS:
        code, found = pair(before, after, key, f"--budget={budget * times}", *arguments)
        if code != UNRESOLVED:
            break
    return code, found


def in_words(found):
    """The verdict on two builds, in one line."""
    verdict = found["verdicts"][0]
    ratio, (low, high) = verdict["ratio"], verdict["interval"]
    slower = ratio > 1
    if not slower:
        ratio, low, high = 1 / ratio, 1 / high, 1 / low
    return (
        f"{verdict['verdict']:<10} {ratio:.3f}x {'slower' if slower else 'faster'}"
        f"  [{low:.3f}, {high:.3f}]  floor {100 * found['floor']:.1f}%"
    )


def end_on_sigterm():
    """Makes SIGTERM end the script like an interrupt, so that nothing is left behind."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
