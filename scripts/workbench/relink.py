"""Links one build of the command many times: the same objects in other layouts of code and data."""
import contextlib
import json
import math
import random
import re
import shlex
import subprocess
import sys

from workbench import builds
from workbench.common import PROGRAM, fail, last_words

FLAGS = "-ffunction-sections"  # so that the linker can place each function
LEAST, MOST = 12, 400  # links of a side that compare takes; an even number
LEAST_BUDGET, MOST_BUDGET = 0.1, 21600  # a quarter of compare's default
STEP, MOST_PADDING = 16, 4096  # bytes before a function
ALIGNMENTS = (16, 32, 64)  # of all functions of a link, like -falign-functions
COLD = (".text.unlikely.", ".text.exit.", ".text.startup.", ".text.hot.")


def count_of(text):
    """Parses an argument that is a number of links."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number % 2 != 0 or not LEAST <= number <= MOST:
        raise ValueError(f"'{text}' is not an even number from {LEAST} to {MOST}")
    return number


def ask(folder, *command):
    """The output of a tool that runs in a folder."""
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode != 0:
        fail(1, f"{command[0]}: {builds.build_error(run)}")
    return run.stdout


def link_parts(folder):
    """The objects of the command, and the words of its link command without them and without -o."""
    objects = [
        name
        for name in ask(folder, "ninja", "-t", "inputs", "mexbench").split()
        if name[-2:] == ".o"
    ]
    last = ask(folder, "ninja", "-t", "commands", "mexbench").splitlines()[-1]
    steps = [step for step in last.split("&&") if " -o mexbench " in step]
    if len(steps) != 1 or not objects:
        fail(1, f"{folder}: no link command of mexbench with objects")
    words = shlex.split(steps[0].replace(" -o mexbench ", " "))
    known = set(objects)
    own = re.compile(r"^(?!/).*\.a$")  # an archive of this build: its objects are linked one by one
    return objects, [word for word in words if word not in known and not own.match(word)]


def functions_of(folder, objects):
    """(object, section) of every function."""
    found = []
    for line in ask(folder, "readelf", "--section-headers", "--wide", *objects).splitlines():
        if line.startswith("File: "):
            name = line.removeprefix("File: ")
        section = re.match(r"\s*\[ *\d+\] (\.text\.\S+)\s+PROGBITS .* AX ", line)
        if section and not section[1].startswith(COLD):
            found.append((name, section[1]))
    return found


def default_script(folder, words):
    """The script of the linker that this link command uses."""
    run = subprocess.run(
        [*words, "-Wl,--verbose", "-o", "/dev/null"], cwd=folder, capture_output=True, text=True
    )
    parts = re.split(r"^={20,}$", run.stdout, flags=re.MULTILINE)
    if len(parts) < 3 or not re.search(r"^  \.text +:\n  \{$", parts[1], re.MULTILINE):
        fail(1, "links needs GNU ld, whose script --verbose shows")
    return parts[1]


def script_with(script, functions, chance):
    """The script with these functions in another order and with paddings."""
    align = chance.choice(ALIGNMENTS)
    lines = []
    for name, section in chance.sample(functions, len(functions)):
        padding = chance.randrange(0, MOST_PADDING + STEP, STEP) // align * align
        lines.append(f'    . = ALIGN({align}) + {padding}; "{name}"({section})')
    placed = "\n".join(lines)
    return re.sub(r"(?m)^  \.text +:\n  \{$", lambda found: f"{found[0]}\n{placed}", script)


def make(folder, count, seed, out):
    """Links the build in `folder` `count` times, as out/mexbench-NNN."""
    objects, words = link_parts(folder)
    functions = functions_of(folder, objects)
    script = default_script(folder, words)
    if not functions:
        fail(1, f"{folder} was not compiled with {FLAGS}")
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("mexbench-*"):
        old.unlink()
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        path = out / f"mexbench-{number:03}"
        layout = out / "layout.ld"
        layout.write_text(script_with(script, functions, chance))
        inputs = chance.sample(objects, len(objects))
        run = subprocess.run(
            [words[0], *inputs, *words[1:], f"-Wl,-T,{layout}", "-o", str(path)],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        if run.returncode != 0:
            fail(1, f"cannot link: {last_words(run)}")
        layout.unlink()
    return out


def build(sources, preset="release"):
    """Compiles the command for `make`; returns its folder."""
    return builds.build(sources, preset, "links", f"-DCMAKE_C_FLAGS={FLAGS}").parent


@contextlib.contextmanager
def built(name, commit, options, preset="release"):
    """A Built of a commit in a folder of its own, with its links (--links, --seed)."""
    print(f"{PROGRAM}: building {name}", file=sys.stderr)
    with builds.worktree(commit) as sources:
        if options.links == 0:
            yield builds.Built(name, builds.build(sources, preset))
            return
        folder = build(sources, preset)
        layouts = make(folder, options.links, f"{options.seed} {name}", folder / "layouts")
        yield builds.Built(name, folder / "mexbench", layouts)


def add_options(parser):
    """The options of scripts that pair builds; finish_options checks them."""
    parser.add_argument(
        "--budget", metavar="S", type=float, default=6, help="time for each variant (default 6 s)"
    )
    parser.add_argument(
        "--variant", metavar="REGEX", default="", help="variants to compare (default all)"
    )
    parser.add_argument(
        "--links",
        metavar="N",
        default=str(LEAST),
        help="links of each build, an even number from 12 to 400, or 0 for one build in its own "
        "layout (default 12)",
    )
    parser.add_argument(
        "--seed", metavar="S", type=int, help="seed for the layouts (default: fresh, printed)"
    )


def finish_options(parser, options):
    if not LEAST_BUDGET <= options.budget <= MOST_BUDGET:
        parser.error(
            f"--budget: found {options.budget:g}, expected {LEAST_BUDGET} to {MOST_BUDGET}"
        )
    try:
        options.links = 0 if options.links == "0" else count_of(options.links)
    except ValueError as error:
        parser.error(f"--links: {error}")
    if options.seed is None:
        options.seed = random.randrange(1000000)
    try:
        re.compile(options.variant)
    except re.error as error:
        parser.error(f"--variant: {error}")


def effect(command, problem, variant, first, second, budget):
    """The largest part by which two links of one variant differ, over pairs of two folders of
    links. A pair counts with the smaller of its differences in two comparisons, because a machine's
    noise seldom comes twice; and not at all when their signs differ."""
    pair = [str(command), "compare", problem, variant, f"--against={first}", f"--links={second}"]
    logs = []
    for _ in range(2):
        run = subprocess.run(
            [*pair, f"--budget={budget / 2}", "--json"], stdout=subprocess.PIPE, text=True
        )
        if run.returncode != 0:
            fail(max(run.returncode, 1), f"{variant} cannot be compared")
        found = json.loads(run.stdout)
        logs.append(found["same"]["log_ratios"][0] + found["run"]["log_ratios"][0])
    repeated = [min(abs(one), abs(other)) for one, other in zip(*logs) if one * other > 0]
    return math.expm1(max(repeated, default=0))
