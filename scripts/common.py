#!/usr/bin/python3 -B
"""What hyperfine and profile share: the mexbench command, its problems, variants and inputs.

Environment: MEXBENCH, the command; standard: build/release/mexbench.
"""
import contextlib
import difflib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEXBENCH = os.environ.get("MEXBENCH", str(ROOT / "build/release/mexbench"))
PROGRAM = pathlib.Path(sys.argv[0]).name


def fail(code, message):
    """Ends the program with one line on standard error."""
    print(f"{PROGRAM}: {message}", file=sys.stderr)
    sys.exit(code)


def guarded(main):
    """Runs main; an interrupt ends in 130 and a closed pipe quietly, both without a traceback."""
    try:
        code = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def require(tool, package, otherwise=""):
    """Ends with exit code 1 when a tool is not installed."""
    if shutil.which(tool) is None:
        fail(
            1, f"{tool} is not installed; scripts/setup installs it (package {package}){otherwise}"
        )


def mexbench(*arguments):
    """Runs mexbench; its own message and exit code become ours when it fails."""
    if shutil.which(MEXBENCH) is None:
        fail(1, f"there is no {MEXBENCH}; scripts/build makes it, MEXBENCH names another")
    run = subprocess.run([MEXBENCH, *arguments], capture_output=True, text=True)
    if run.returncode != 0:
        end = f"mexbench failed ({how_it_ended(run)}): " if run.returncode < 0 else ""
        fail(max(run.returncode, 1), f"{end}{last_words(run)}")
    return run.stdout


def last_words(run):
    """The last thing that a process said, without hints at its help."""
    lines = [line for line in run.stderr.splitlines() if line.strip() and line[:5] != "Try `"]
    return lines[-1].strip().removeprefix("mexbench: ") if lines else "it said nothing"


def how_it_ended(run):
    code = run.returncode
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"


def problem_named(name):
    """What `mexbench list` knows about a problem."""
    return json.loads(mexbench("list", "--json", name))["problems"][0]


def variant_named(problem, word):
    """The variant with this short or full name, or None. A technique that is compiled for several
    instruction sets means the widest one that runs here."""
    found = None
    for variant in problem["variants"]:
        names = (variant["name"], short_name(problem, variant))
        if word in names:
            return variant
        if f"{word}_{variant['isa']}" in names and variant["runs_here"]:
            found = variant
    return found


def short_name(problem, variant):
    return variant["name"].removeprefix(problem["name"] + "_")


def fail_unknown_variant(problem, word):
    names = [short_name(problem, variant) for variant in problem["variants"]]
    near = difflib.get_close_matches(word, names, 1)
    hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(names)}"
    fail(2, f"no variant of {problem['name']} is called '{word}'; {hint}")


def is_spec(problem, word):
    """Whether mexbench takes a word as a generator spec; anything else is a file."""
    return word.split(":")[0] in [generator["name"] for generator in problem["generators"]]


def looks_like_workload(problem, word):
    marked = word == "-" or any(c in word for c in ":/.")
    return marked or is_spec(problem, word) or pathlib.Path(word).exists()


def add_shared_flags(parser):
    """The flags of the mexbench command that scripts hand on to it."""
    parser.add_argument("--threads", metavar="N", help="threads for variants that use them")
    parser.add_argument("--isa", metavar="ISA", help="nothing wider runs: base, avx2, avx512")
    parser.add_argument("--dialect", metavar="NAME", help="dialect of the text")
    parser.add_argument("--seed", metavar="N", help="seed of what is made at random")


def shared_flags(options, *names):
    """Those of the named flags that were given, as arguments."""
    given = [(name, getattr(options, name)) for name in names]
    return [f"--{name}={value}" for name, value in given if value is not None]


def write_input(problem, workload, path, options):
    """Writes what a workload stands for to a file, so that every process reads the same bytes."""
    if workload == "-":
        path.write_bytes(sys.stdin.buffer.read())
    elif not is_spec(problem, workload) and (
        pathlib.Path(workload).exists() or "/" in workload or ":" not in workload
    ):
        try:
            shutil.copyfile(workload, path)
        except OSError as error:
            fail(1, f"cannot read {workload}: {error.strerror}")
    else:
        flags = shared_flags(options, "dialect", "seed")
        path.write_text(mexbench("gen", problem["name"], workload, *flags))


def source_line(file, line):
    """The text of one line of a source of this project; empty when it is not at hand."""
    try:
        return (ROOT / file).read_text(errors="replace").splitlines()[line - 1].strip()
    except (OSError, IndexError):
        return ""


def shown_path(file):
    """A path as shown: sources of this project from its root, others by name."""
    path = pathlib.Path(os.path.normpath(file))
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


@contextlib.contextmanager
def kept_folder(given, prefix):
    """A folder for results: the given one, or a new temporary one, which goes when all fails."""
    if given is not None:
        try:
            pathlib.Path(given).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            fail(1, f"cannot make the folder {given}: {error.strerror}")
    folder = pathlib.Path(given or tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    except BaseException:
        if given is None:
            shutil.rmtree(folder, ignore_errors=True)
        raise
