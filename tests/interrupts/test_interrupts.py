#!/usr/bin/python3
"""Interrupts long runs of every verb: exit code 130 within ten seconds, no process left.

SIGINT comes early and later, to the command alone and to its group, as a terminal sends it; SIGTERM
and SIGHUP come too. No folder is left in TMPDIR. SIGKILL, which no command can handle, must
leave no process either. MEXBENCH is the command.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

MEXBENCH = os.environ["MEXBENCH"]
SOURCE = os.environ["SOURCE"]
PATIENCE = 60 if os.environ.get("SANITIZE") else 10  # seconds; the command ends within two

# Before a verb handles the signal, it has its default action, which a shell reports as 130, too.
STOPPED = (130, -signal.SIGINT)
WAYS = (  # seconds until the signal, to whom, which, and how the command may end
    (0.03, os.kill, signal.SIGINT, STOPPED),
    (0.6, os.kill, signal.SIGINT, STOPPED),
    (0.6, os.killpg, signal.SIGINT, STOPPED),
    (0.6, os.kill, signal.SIGTERM, (130, -signal.SIGTERM)),
    (0.6, os.killpg, signal.SIGHUP, (130, -signal.SIGHUP)),
    (0.6, os.kill, signal.SIGKILL, (-signal.SIGKILL,)),
)

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
    "solve, plug-in": ["solve", "bacteria", BOARD, "--variant", "mine", "--plugin", "mine.so"],
    "explain": ["explain", "bacteria", "random:n=150,m=150"],
    "solve, long stages": ["solve", "boardgame", "worst:n=5,m=8"],
    "solve, touching": ["solve", "bacteria", "random:n=120,m=120,cases=50", "--time"],
    "solve, no input comes": ["solve", "bacteria", "-"],
    "explain, no input comes": ["explain", "bacteria", "-"],
    "check, no input comes": ["check", "bacteria", "-"],
}


def compile_plugin():
    command = ["cc", "-std=c17", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-DMX_ISA=base"]
    command += [f"-I{SOURCE}/kernels", f"{SOURCE}/examples/plugin/bacteria_mine.c"]
    subprocess.run(command + ["-o", "mine.so"], check=True)


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


def interrupt(arguments, delay, send, number, codes):
    """Describes the fault of an ending; None if it is right."""
    with open("err", "wb") as err, open(os.devnull, "wb") as out:
        process = subprocess.Popen(
            [MEXBENCH] + arguments,
            stdin=subprocess.PIPE,  # receives no data
            stdout=out,
            stderr=err,
            start_new_session=True,
            env=dict(os.environ, TMPDIR=os.path.abspath("temporary")),
        )
    time.sleep(delay)
    early = process.poll()
    if early is not None:
        return f"had ended before the signal, exit {early}: {open('err').read()[-300:]}"
    send(process.pid, number)
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
    process.stdin.close()
    if code is None:
        return "did not end"
    if left:
        return f"left {len(left)} processes"
    kept = os.listdir("temporary")
    for name in kept:
        shutil.rmtree(f"temporary/{name}")
    if kept and number != signal.SIGKILL:
        return f"left {kept} in TMPDIR"
    return None if code in codes else f"exit {code}: {open('err').read()[-300:]}"


def main():
    failures = interrupts = 0
    for name, arguments in COMMANDS.items():
        for way in WAYS:
            wrong = interrupt(arguments, *way)
            interrupts += 1
            if wrong:
                failures += 1
                print(f"FAILED: {name}: {way}: {wrong}")
            if signal.SIGKILL in way:
                for name_left in pathlib.Path().glob("out.json?*"):
                    name_left.unlink()
    left = [name for name in os.listdir() if name.startswith("out.json")]
    if left:
        failures += 1
        print(f"FAILED: files are left: {left}")
    print(f"{interrupts} interrupts, {failures} wrong")
    return failures > 0


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.mkdir("temporary")
    compile_plugin()
    sys.exit(main())
