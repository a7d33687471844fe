#!/usr/bin/python3
"""Lets each request for memory fail in turn: of every verb, call by call.

usage: test_faults.py LIBRARY [--all] [NAME...]
First the calls are counted, then call number 1, 2, 3 ... fails, once alone and once with all that
follow. A command whose memory fails must end in a clear error and exit 1 with nothing on stdout but
the beginning of what it would have printed, or, when it could do without, as if nothing had
happened. Without --all an even sample of the calls fails, about 100 s on two cores; the last line
tells how many were left out. A NAME selects commands. The faults are in processes of mexbench
alone, not in programs that it runs; a script's are in each mexbench that it starts.
MEXBENCH is the command, SOURCE the tree, BUILD its build.
"""

import concurrent.futures
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import time

MEXBENCH = os.path.abspath(os.environ["MEXBENCH"])
SOURCE = pathlib.Path(os.environ["SOURCE"])
BUILD = pathlib.Path(os.environ["BUILD"])
LAST = 2**64 - 1
LIMIT = 120  # seconds; a command takes a few milliseconds, or one or two seconds
SECONDS = 400  # for the sample, of all workers together
LEAST, MOST = 3, 30  # calls of a command that fail in a sample
WORKERS = 2


def script(path, *arguments):
    return [sys.executable, str(SOURCE / path), *arguments]


BOARDS = "3\n1 4\n#...\n2 2\n.#\n..\n3 3\n.#.\n...\n..#\n"
TINY = ["--boards=8", "--seed=1"]
# Name: arguments. PLUGIN stands for the options of a plug-in.
COMMANDS = {
    "solve, a file": ["solve", "bacteria", "boards.in"],
    "solve, standard input, json": ["solve", "bacteria", "-", "--json", "--count", "--digest"],
    "solve, generated": ["solve", "darkraft", "mix:cells=12,cases=20"],
    "solve, patterns": ["solve", "boardgame", "random:cases=2", "--threads", "2"],
    "solve, threads": ["solve", "bacteria", "boards.in", "--variant", "parallel", "--threads", "2"],
    "solve, values": "solve boardgame row:n=1,m=7,k=3 --values --rule misere --after 1,2".split(),
    "solve, memory": "solve boardgame row:n=2,m=16,k=3 --variant layered --memory 60M".split(),
    "solve, checkpoint": "solve boardgame row:n=3,m=4 --variant layered "
    "--checkpoint=saved --checkpoint-seconds=0".split(),
    "gen": ["gen", "darkraft", "random:n=40,m=40,cases=30"],
    "gen, patterns": ["gen", "boardgame", "random:cases=5"],
    "list": ["list", "bacteria"],
    "list, json": ["list", "--json"],
    "info": ["info"],
    "info, json": ["info", "--json"],
    "worst": ["worst", "bacteria", "worst:n=3,m=3", "--variant", "memoised", "--steps", "5"],
    "explain": ["explain", "bacteria", "random:n=4,m=5,density=0.1"],
    "explain, a file": ["explain", "bacteria", "boards.in"],
    "explain, patterns": ["explain", "boardgame", "random:n=3,m=3,cases=1", "--svg", "out.svg"],
    "explain, visited": ["explain", "boardgame", "empty:n=5,m=7"],
    "explain, json": ["explain", "bacteria", "boards.in", "--json", "--all"],
    "check": ["check", "bacteria", "boards.in", "--variant", "bitpacked", "--seed", "1"],
    "check, json": ["check", "darkraft", "--variant=iter", "--json"] + TINY,
    "bench": ["bench", "bacteria", "boards.in", "--variant=iterative"]
    + ["--benchmark_min_time=0.001", "--benchmark_repetitions=2", "--benchmark_out=out.json"],
    "bench, list": ["bench", "bacteria", "--benchmark_list_tests"],
    "compare": ["compare", "bacteria", "iterative", "bitpacked", "boards.in", "--budget=1"],
    "judge": ["judge", "bacteria", "--boards=40", "--seed=1", "--", "JUDGED"],
    "solve, plug-in": ["solve", "bacteria", "boards.in", "--variant=mine", "PLUGIN"],
    "check, plug-in": ["check", "bacteria", "boards.in", "--variant=mine", "--seed=1", "PLUGIN"],
    "worst, plug-in": ["worst", "bacteria", "worst:n=3,m=3", "--variant=mine", "--steps=5"]
    + ["PLUGIN"],
    "bench, plug-in": ["bench", "bacteria", "boards.in", "--variant=mine", "PLUGIN"]
    + ["--benchmark_min_time=0.001", "--benchmark_repetitions=2"],
    "compare, plug-in": ["compare", "bacteria", "iterative", "mine", "boards.in", "--budget=1"]
    + ["PLUGIN"],
    "list, plug-in": ["list", "bacteria", "PLUGIN"],
    "script, cases": script("tests/cases.py", "cases", "bacteria"),
    "script, table": script("scripts/table", "cases"),
    "script, processes": script("scripts/processes", "bacteria", "iterative", "bitpacked")
    + ["boards.in", "--runs=2", "--warmup=0", "--export=out.json"],
    "script, profile": script("scripts/profile", "bacteria", "iterative", "boards.in")
    + ["--callgrind", "--out=profile"],
}
ONLY_WITH_ALL = {"try": ["try", "bacteria", "iterative", "--seed=1"]}  # half a minute a fault
# Their output depends on time as well: numbers and verdicts differ from run to run.
TIMED = ("bench", "compare", "judge", "info", "try")
# These too; in scripts that print times, numbers and the order of rows differ.
TIMED_SCRIPTS = ("script, table", "script, processes", "script, profile")
SHORT = rb"memory|Thread creation failed|Failed to read from file"
# hyperfine drops what a timed command prints: the script names the run and the exit code.
SAID = {"script, processes": SHORT + rb"|failed at timed run \d+ of 2: exit code 1"}
BUSY = ("compare", "judge", "try")  # may end unresolved on a busy machine


def run(folder, arguments, first, last):
    """Exit code, stdout, stderr and how many requests there were, those first to last failing."""
    (folder / "plan").write_bytes(struct.pack("=QQQ", 0, first, last))
    for name in ("saved", "out.svg", "out.json"):
        (folder / name).unlink(missing_ok=True)
    environment = dict(os.environ, LD_PRELOAD=LIBRARY, MEXBENCH_FAULTS=str(folder / "plan"))
    command = arguments if arguments[0] == sys.executable else [MEXBENCH] + arguments
    done = subprocess.run(
        command,
        input=BOARDS.encode(),
        capture_output=True,
        timeout=LIMIT,
        env=environment,
        cwd=folder,
    )
    calls = struct.unpack("=QQQ", (folder / "plan").read_bytes())[0]
    out = done.stdout
    picture = folder / "out.svg"
    if done.returncode == 0 and picture.exists():
        out += picture.read_bytes()
    return done.returncode, out, done.stderr, calls


def sample(calls, seconds, everything):
    """Numbers of the calls to fail, evenly spread, the first and the last among them."""
    if everything:
        return list(range(1, calls + 1))
    share = SECONDS / len(COMMANDS)
    count = min(MOST, calls, max(LEAST, int(share / (2 * seconds))))
    return sorted({1 + i * (calls - 1) // max(1, count - 1) for i in range(count)})


def comparable(name, text):
    """What must be the same whenever a command ends well."""
    if name.split(",")[0] == "compare":
        # Which lines there are depends on the times; both sides are named.
        return set(re.findall(rb"bacteria_[a-z]+", text))
    if name in TIMED_SCRIPTS:
        return set(re.findall(rb"^ *([A-Za-z]+)", text, re.MULTILINE))
    if name.split(",")[0] in TIMED:
        return re.findall(rb"^[ \"]*([a-z_]*)", text, re.MULTILINE)
    return b"\n".join(line for line in text.split(b"\n") if b'seconds"' not in line)


def masked(text):
    """The text without measured seconds; an output that is cut may have their first digits."""
    return re.sub(rb'seconds": [0-9.e-]*', b'seconds": ', text)


def check_verdict(code, out, err):
    """check leaves out what there is no memory for, and says so; it must not call it a failure."""
    if b"FAIL" in out or b'"failed"' in out:
        return "a sound variant is called wrong"
    if code in (2, 5):
        return None if b"memory" in out + err or b"nothing was compared" in err else f"exit {code}"
    return None if b"memory" in out else "exit 0 with another output"


def verdict(name, got, expected):
    """None when that is how it should end, else what is wrong."""
    code, out, err, _ = got
    verb = name.split(",")[0]
    if verb == "check" and code in (0, 2, 5) and out != expected:
        return check_verdict(code, out, err)
    if code < 0 or code > 128:
        return f"ended by a signal ({code})"
    if code == 0 and verb == "bench" and re.search(rb"skipped: needs [^\n]* of memory", out):
        return None  # the row says so, as for a board that is too large for this machine
    if code == 0:
        same = comparable(name, out) == comparable(name, expected)
        return None if same else "exit 0 with another output"
    if code == 5 and verb in BUSY:
        return None
    if code != 1:
        return f"exit {code}"
    if not re.search(SAID.get(name, SHORT), err + out):
        return "exit 1 without saying that memory is short"
    right = verb in TIMED or verb == "script" or masked(expected).startswith(masked(out))
    return None if right else "exit 1 with a wrong output"


def plugin_of(top):
    """The template of a plug-in, compiled."""
    target = top / "mine.so"
    command = ["cc", "-std=c17", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-DMX_ISA=base"]
    command += [f"-I{SOURCE}/kernels", str(SOURCE / "examples/plugin/bacteria_mine.c")]
    subprocess.run(command + ["-o", str(target)], check=True)
    return ["--plugin", str(target)]


def prepared(top, number):
    folder = top / str(number)
    (folder / "cases/bacteria").mkdir(parents=True)
    (folder / "boards.in").write_text(BOARDS)
    (folder / "cases/bacteria/small.in").write_text(BOARDS)
    answers = subprocess.run(
        [MEXBENCH, "solve", "bacteria", "boards.in"], cwd=folder, capture_output=True, check=True
    )
    (folder / "cases/bacteria/small.ans").write_bytes(answers.stdout)
    return folder


def faults_of(task):
    """Runs one command with its faults; returns the lines to print and counts."""
    name, arguments, folder, everything = task
    start = time.monotonic()
    code, expected, err, calls = run(folder, arguments, 0, 0)
    seconds = time.monotonic() - start
    if code != 0 or calls < 3:
        line = f"FAILED: {name}: exit {code} without a fault, {calls} calls: {err.decode()}"
        return [line], 0, 0, 1, 0
    numbers = sample(calls, seconds, everything)
    lines, survived, wrong_ones = [], 0, 0
    for number in numbers:
        for last in (number, LAST):
            got = run(folder, arguments, number, last)
            survived += got[0] == 0
            wrong = verdict(name, got, expected)
            if wrong:
                wrong_ones += 1
                alone = "alone" if last == number else "and all after it"
                lines.append(f"FAILED: {name}: call {number} of {calls} {alone}: {wrong}")
                lines.append("  err: " + got[2].decode(errors="replace")[:300])
                lines.append("  out: " + got[1].decode(errors="replace")[-200:])
    lines.append(f"{name}: {calls} calls, {len(numbers)} of them failed, alone and with all after")
    return lines, 2 * len(numbers), survived, wrong_ones, calls - len(numbers)


def main(top, options):
    everything = "--all" in options
    names = [option for option in options if not option.startswith("--")]
    replaced = {
        "PLUGIN": plugin_of(top),
        "JUDGED": [str(BUILD / "tests/judged_bacteria_right")],
    }
    tasks = []
    for name, words in (COMMANDS | (ONLY_WITH_ALL if everything else {})).items():
        if names and not any(part in name for part in names):
            continue
        arguments = [one for word in words for one in replaced.get(word, [word])]
        tasks.append((name, arguments, prepared(top, len(tasks)), everything))
    injected = survived = failures = left_out = 0
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for lines, *counts in pool.map(faults_of, tasks):
            print("\n".join(lines), flush=True)
            injected += counts[0]
            survived += counts[1]
            failures += counts[2]
            left_out += counts[3]
    print(f"{injected} faults, {survived} survived with the right output; {failures} wrong")
    commands = "none" if everything else ", ".join(ONLY_WITH_ALL)
    print(f"left out: {left_out} of {left_out + injected // 2} calls; commands: {commands}")
    return failures > 0 or injected == 0


if __name__ == "__main__":
    LIBRARY = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as place:
        sys.exit(main(pathlib.Path(place), sys.argv[2:]))
