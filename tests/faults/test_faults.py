#!/usr/bin/python3
"""Lets each request for memory fail in turn: of one command, call by call.

usage: test_faults.py LIBRARY
First the calls are counted, then call number 1, 2, 3 ... fails, once alone and once with all that
follow; where there are too many, an even sample of them. A command whose memory fails must end in a
clear error and exit 1 with nothing on stdout but the beginning of what it would have said, or, when
it could do without, as if nothing had happened. MEXBENCH is the command.
"""

import os
import struct
import subprocess
import sys
import tempfile

MEXBENCH = os.environ["MEXBENCH"]
LIBRARY = os.path.abspath(sys.argv[1])
MOST = int(sys.argv[2]) if len(sys.argv) > 2 else 30  # calls that fail, for each command and way
LAST = 2**64 - 1
LIMIT = 60  # seconds; a command takes a few milliseconds

BOARDS = "3\n1 4\n#...\n2 2\n.#\n..\n3 3\n.#.\n...\n..#\n"
COMMANDS = {
    "solve, a file": ["solve", "bacteria", "boards.in"],
    "solve, standard input, json": ["solve", "bacteria", "-", "--json", "--count", "--digest"],
    "solve, generated": ["solve", "darkraft", "mix:cells=12,cases=20"],
    "solve, patterns": ["solve", "boardgame", "random:cases=2", "--threads", "2"],
    "solve, threads": ["solve", "bacteria", "boards.in", "--variant", "parallel", "--threads", "2"],
    "gen": ["gen", "darkraft", "random:n=40,m=40,cases=30"],
    "gen, patterns": ["gen", "boardgame", "random:cases=5"],
    "list": ["list", "bacteria"],
    "list, json": ["list", "--json"],
    "worst": ["worst", "bacteria", "worst:n=3,m=3", "--variant", "memoised", "--steps", "5"],
    "check": ["check", "bacteria", "boards.in", "--variant", "bitpacked", "--seed", "1"],
    "check, json": ["check", "darkraft", "--variant=iter", "--seed=1", "--boards=8", "--json"],
}


def run(arguments, first, last):
    """Exit code, stdout, stderr and how many requests there were, those first to last failing."""
    with open("plan", "wb") as plan:
        plan.write(struct.pack("=QQQ", 0, first, last))
    environment = dict(os.environ, LD_PRELOAD=LIBRARY, MEXBENCH_FAULTS=os.path.abspath("plan"))
    done = subprocess.run(
        [MEXBENCH] + arguments,
        input=BOARDS.encode(),
        capture_output=True,
        timeout=LIMIT,
        env=environment,
    )
    with open("plan", "rb") as plan:
        calls = struct.unpack("=QQQ", plan.read(24))[0]
    return done.returncode, done.stdout, done.stderr, calls


def sample(calls):
    """Numbers of the calls to fail, at most MOST of them, evenly spread, first and last among."""
    if calls <= MOST:
        return range(1, calls + 1)
    return sorted({1 + i * (calls - 1) // (MOST - 1) for i in range(MOST)})


def without_times(text):
    """Measured seconds differ from run to run."""
    return b"\n".join(line for line in text.split(b"\n") if b'seconds"' not in line)


def check_verdict(code, out, err):
    """check leaves out what there is no memory for, and says so; it must not call it a failure."""
    if b"FAIL" in out or b'"failed"' in out:
        return "a sound variant is called wrong"
    if code == 2:
        return None if b"nothing was compared" in err else "exit 2"
    return None if b"memory" in out else "exit 0 with another output"


def verdict(got, expected, is_check):
    """None when that is how it should end, else what is wrong."""
    code, out, err, _ = got
    if is_check and code in (0, 2) and out != expected:
        return check_verdict(code, out, err)
    if code < 0 or code > 128:
        return f"ended by a signal ({code})"
    if code == 0:
        same = without_times(out) == without_times(expected)
        return None if same else "exit 0 with another output"
    if code != 1:
        return f"exit {code}"
    if b"memory" not in err and b"Thread creation failed" not in err:
        return "exit 1 without saying that memory is short"
    return None if expected.startswith(out) else "exit 1 with a wrong output"


def main():
    injected = survived = failures = 0
    for name, arguments in COMMANDS.items():
        code, expected, err, calls = run(arguments, 0, 0)
        if code != 0 or calls < 3:
            print(f"FAILED: {name}: exit {code}, {calls} calls: {err.decode()}")
            failures += 1
            continue
        numbers = sample(calls)
        for number in numbers:
            for last in (number, LAST):
                got = run(arguments, number, last)
                injected += 1
                survived += got[0] == 0
                wrong = verdict(got, expected, arguments[0] == "check")
                if wrong:
                    failures += 1
                    alone = "alone" if last == number else "and all after it"
                    print(f"FAILED: {name}: call {number} of {calls} {alone}: {wrong}")
                    print("  err:", got[2].decode(errors="replace")[:300])
                    print("  out:", got[1].decode(errors="replace")[-200:])
        print(f"{name}: {calls} calls, {len(numbers)} of them failed, alone and with all after")
    print(f"{injected} faults, {survived} of them survived with the right output; {failures} wrong")
    return failures > 0


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("boards.in", "w") as file:
        file.write(BOARDS)
    sys.exit(main())
