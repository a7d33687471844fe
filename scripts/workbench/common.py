"""Functions that the scripts share: the mexbench command with its problems, variants and inputs,
and the end of a script.

The environment variable MEXBENCH names the command (default build/release/mexbench).
"""
import argparse
import contextlib
import difflib
import errno
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEXBENCH = os.environ.get("MEXBENCH", str(ROOT / "build/release/mexbench"))
PROGRAM = pathlib.Path(sys.argv[0]).name


def fail(code, message):
    """Ends the program with one line on standard error."""
    print(f"{PROGRAM}: {message}", file=sys.stderr)
    sys.exit(code)


def warn(message):
    print(f"{PROGRAM}: {message}", file=sys.stderr)


def guarded(main):
    """Runs main and exits with what it returns. No traceback reaches a user: an interrupt is exit
    code 130, a reader that closes the pipe ends the script quietly, anything else is one line."""
    try:
        code = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        fail(1, f"{where}{error.strerror or error}")
    except Exception as error:  # a fault of the script itself
        if "MEXBENCH_TRACEBACK" in os.environ:
            raise
        why = f"{type(error).__name__}: {error}"
        fail(1, f"fault in the script ({why}); MEXBENCH_TRACEBACK=1 shows where")
    sys.exit(code)


def parser_for(description, epilog=None, **more):
    """An argument parser that prints description and epilog unchanged."""
    return argparse.ArgumentParser(
        prog=PROGRAM,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        **more,
    )


def positive(text):
    """Parses an argument that is a whole number above 0."""
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def require(tool, package, otherwise=""):
    """Ends with exit code 1 when a tool is not installed."""
    if shutil.which(tool) is None:
        hint = f"scripts/setup installs it (package {package}){otherwise}"
        fail(1, f"{tool} is not installed; {hint}")


def try_mexbench(*arguments):
    """Runs mexbench; returns the finished process, with any exit code."""
    if shutil.which(MEXBENCH) is None:
        fail(1, f"there is no {MEXBENCH}; scripts/build makes it, MEXBENCH names another")
    return subprocess.run([MEXBENCH, *arguments], capture_output=True, text=True)


def mexbench(*arguments):
    """The output of mexbench. If it fails, ends the script with its message and exit code."""
    run = try_mexbench(*arguments)
    if run.returncode != 0:
        end = f"mexbench failed ({how_it_ended(run)}): " if run.returncode < 0 else ""
        fail(max(run.returncode, 1), f"{end}{last_words(run)}")
    return run.stdout


def last_words(run):
    """The last line of a process's standard error, without the hint to --help."""
    lines = [line for line in run.stderr.splitlines() if line.strip() and line[:5] != "Try `"]
    return lines[-1].strip().removeprefix("mexbench: ") if lines else "no message"


def how_it_ended(run):
    code = run.returncode
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"


def problems():
    """The entries of all problems in `mexbench list`."""
    return json.loads(mexbench("list", "--json"))["problems"]


def problem_named(name, *plugins):
    """The entry of one problem in `mexbench list`. `plugins`: --plugin=FILE of each."""
    return json.loads(mexbench("list", "--json", name, *plugins))["problems"][0]


def variant_named(problem, word):
    """The variant with this short or full name, or None. A technique stands for the variant with
    the widest instruction set that runs here."""
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


SHARED_FLAGS = {
    "threads": ("N", "threads for threaded variants"),
    "isa": ("ISA", "widest instruction set to use: base, avx2, avx512, neon"),
    "dialect": ("NAME", "dialect of the input"),
    "seed": ("N", "seed for random inputs"),
}


def add_shared_flags(parser, names=tuple(SHARED_FLAGS)):
    """The flags that scripts pass on to mexbench: those of the names, and --plugin."""
    for name in names:
        metavar, text = SHARED_FLAGS[name]
        parser.add_argument(f"--{name}", metavar=metavar, help=text)
    parser.add_argument(
        "--plugin",
        metavar="FILE",
        action="append",
        help="load a variant or a problem from FILE; may be repeated",
    )


def shared_flags(options, *names):
    """The named flags that were given, as arguments."""
    given = [(name, getattr(options, name)) for name in names]
    return [
        f"--{name}={value}"
        for name, values in given
        for value in (values if isinstance(values, list) else [values])
        if value is not None
    ]


def write_input(problem, workload, path, options):
    """Writes the boards of a workload to a file, so that every process reads the same bytes."""
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
        flags = shared_flags(options, "dialect", "seed", "plugin")
        path.write_text(mexbench("gen", problem["name"], workload, *flags))


def source_line(file, line):
    """The text of a line of this project's source; empty when the file cannot be read."""
    try:
        return (ROOT / file).read_text(errors="replace").splitlines()[line - 1].strip()
    except (OSError, IndexError):
        return ""


def shown_path(file):
    """A path for display: sources of this project from its root, others by name."""
    path = pathlib.Path(os.path.normpath(ROOT / file))
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def require_replaceable(path):
    """Raises OSError when the path exists and is a symbolic link, a pipe or a device: results
    replace a regular file. The command does the same (harness/process/files.h)."""
    if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
        why = "not a regular file, which could be replaced"
        raise OSError(errno.EEXIST, why, str(path))


def write_whole(path, content):
    """Replaces a file by text or bytes; until they are complete, they are in a hidden file in the
    same folder."""
    require_replaceable(path)
    data = content.encode() if isinstance(content, str) else content
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o666 & ~umask())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextlib.contextmanager
def kept_folder(given, prefix):
    """A folder for results: the given one, or a temporary one, which is removed on failure."""
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
