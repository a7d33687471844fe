#!/usr/bin/python3
"""Interrupts long runs of every verb: exit code 130, and no process is left.

The signal comes early and later, to the command alone and to its group, as a terminal sends it.
MEXBENCH is the command.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time

MEXBENCH = os.environ["MEXBENCH"]
DELAYS = (0.03, 0.6)  # seconds until the signal
PATIENCE = 60  # seconds for the end; a sanitizer is slow

BOARD = "random:n=150,m=150"
SLEEPER = ["--", "python3", "-c", "import time; time.sleep(600)"]
COMMANDS = {
    "solve": ["solve", "bacteria", BOARD, "--variant", "iterative"],
    "solve, threads": ["solve", "bacteria", BOARD, "--variant", "parallel", "--threads", "2"],
    "gen": ["gen", "bacteria", "random:n=4096,m=4096,cases=100000"],
    "check": ["check", "--seconds", "600"],
    "check, one long solve": ["check", "bacteria", BOARD, "--variant", "iterative"],
    "bench": ["bench", "--benchmark_min_time=30", "--benchmark_out=out.json"],
    "worst": ["worst", "bacteria", "--variant", "iterative", "--seconds", "600"],
    "try": ["try", "bacteria", "iterative"],
    "compare": ["compare", "bacteria", "iterative", "bitpacked", "random:n=15,m=15,cases=100"],
    "judge": ["judge", "bacteria"] + SLEEPER,
}


def session_members(session):
    """The processes of a session that are not zombies: children have groups of their own."""
    members = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                words = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[3]) == session and words[0] not in "ZX":
            members.append(int(entry))
    return members


def interrupt(arguments, delay, to_group):
    """None when it ends as it should, else what is wrong."""
    with open("err", "wb") as err, open(os.devnull, "wb") as out:
        process = subprocess.Popen(
            [MEXBENCH] + arguments, stdout=out, stderr=err, start_new_session=True
        )
    time.sleep(delay)
    early = process.poll()
    if early is not None:
        return f"had ended before the signal, exit {early}: {open('err').read()[-300:]}"
    (os.killpg if to_group else os.kill)(process.pid, signal.SIGINT)
    try:
        code = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        code = None
    left = session_members(process.pid)
    end = time.monotonic() + 2  # what has been killed needs a moment
    while left and time.monotonic() < end:
        time.sleep(0.05)
        left = session_members(process.pid)
    for member in left:
        os.kill(member, signal.SIGKILL)
    if code is None:
        return "did not end"
    if left:
        return f"left {len(left)} processes"
    # Before a verb listens the signal has its default action, which a shell calls 130 as well.
    return None if code in (130, -signal.SIGINT) else f"exit {code}: {open('err').read()[-300:]}"


def main():
    failures = interrupts = 0
    for name, arguments in COMMANDS.items():
        for number, delay in enumerate(DELAYS):
            for to_group in (False,) if number == 0 else (False, True):
                wrong = interrupt(arguments, delay, to_group)
                interrupts += 1
                if wrong:
                    failures += 1
                    whom = "the group" if to_group else "the command"
                    print(f"FAILED: {name}: after {delay} s, to {whom}: {wrong}")
    left = [name for name in os.listdir() if name.startswith("out.json")]
    if left:
        failures += 1
        print(f"FAILED: files are left: {left}")
    print(f"{interrupts} interrupts, {failures} wrong")
    return failures > 0


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    sys.exit(main())
