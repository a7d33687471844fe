#!/usr/bin/python3
"""Programs with one known fault each, and right ones, judged: verdict, cause, exit code, and that
the board shown is small.

usage: test_judged.py PROGRAMS      (environment: MEXBENCH, the command; PROGRAMS: the folder of
                                     the compiled judged_*)
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

MEXBENCH = os.environ["MEXBENCH"]
SCRIPTS = pathlib.Path(__file__).resolve().parent
WRONG = "wrong answer"
RUNTIME = "runtime error"

# problem, program, further arguments, verdict, detail or expected/got, causes, most cells shown
FAULTS = [
    ("bacteria", "barred_anywhere.py", [], WRONG, "", "bars its row and column of the whole", 4),
    ("bacteria", "sides_exchanged.py", [], WRONG, "", "rows and columns exchanged", 3),
    ("bacteria", "not_cleared.py", [], WRONG, "", "left over from the case before", 4),
    ("bacteria", "bare_numbers.py", [], "presentation error", "", "", 4),
    ("bacteria", "memory_hog.py", ["--memory-limit", "64"], "memory limit", "64.0 MiB", "", 12),
    ("bacteria", "deep_recursion.py", [], RUNTIME, "RecursionError", "recursion|^$", 40),
    ("bacteria", "sleeps.py", ["--time-limit", "0.3"], "time limit", "waits", "sleeps", 0),
    ("bacteria", "leaves_child.py", [], RUNTIME, "ended before the processes", "", 1),
    ("bacteria", "small_array", ["--boards", "3000"], WRONG, "", "side of 15 or more", 45),
    ("bacteria", "divides", [], RUNTIME, "SIGFPE", "", 1),
    ("bacteria", "endless_output", ["--output-limit", "1"], "output limit", "1.0 MiB", "", 1),
    ("bacteria", "too_slow", ["--time-limit", "3"], "time limit", "3 s", "too slow, rather", 0),
    ("darkraft", "fewer_rows", [], WRONG, "", "rows and columns are exchanged", 3),
    ("darkraft", "mirrored", [], WRONG, "", "mirrored board", 6),
    ("darkraft", "stack_overflow", [], RUNTIME, "SIGSEGV", "the stack overflows", 400),
    ("boardgame", "pattern_transposed.py", [], WRONG, "", "of the patterns are exchanged", 6),
    ("boardgame", "padding_cut.py", [], WRONG, "", "its whole box must fit", 6),
]

# Commands that are no solutions at all.
STRANGE = [
    (["true"], WRONG, "nothing was printed"),
    (["false"], RUNTIME, "exit code 1"),
    (["cat"], WRONG, ""),
    (["head", "-c", "1"], WRONG, ""),
    (["sh", "-c", "exec >&-; cat >/dev/null"], WRONG, "nothing was printed"),
    (["sh", "-c", "kill -TERM $$"], RUNTIME, "SIGTERM"),
    (["sh", "-c", "echo oh no >&2; exit 3"], RUNTIME, "exit code 3: oh no"),
    (["sh", "-c", "trap '' TERM XFSZ; yes"], "output limit", ""),
]

failures = 0


def expect(condition, *words):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", *words)


def command(program, programs):
    if program.endswith(".py"):
        return ["/usr/bin/python3", str(SCRIPTS / program)]
    return [str(programs / f"judged_{program}")]


def judge(problem, words, *options):
    run = subprocess.run(
        [MEXBENCH, "judge", problem, "--json", "--seed", "1", *options, "--", *words],
        capture_output=True,
        text=True,
    )
    return run.returncode, json.loads(run.stdout) if run.stdout else None, run.stderr


def check_fault(programs, problem, program, options, verdict, detail, cause, cells):
    if "--boards" not in options:
        options = ["--boards", "60" if problem == "boardgame" else "150"] + options
    code, report, errors = judge(problem, command(program, programs), *options)
    if report is None:
        return expect(False, program, errors)
    expect(code == 4, program, "exit", code)
    expect(report["verdict"] == verdict, program, report)
    expect(detail in (report["detail"] or ""), program, report)
    causes = "\n".join(report["causes"])
    expect(re.search(cause, causes), program, "causes", causes)
    example = report["example"]
    expect((example is not None) == (cells > 0), program, example)
    if example is not None:
        expect(0 < example["rows"] * example["columns"] <= cells, program, example)
        shown = verdict in (WRONG, "presentation error")
        expect((example["expected"] is not None) == shown, program, example)
        expect(not shown or example["expected"] != example["got"], program, example)


def check_right(programs, problem):
    words = command(f"{problem}_right", programs)
    code, report, errors = judge(problem, words, "--boards", "200")
    expect(code == 0 and report["verdict"] == "accepted", problem, report, errors)
    expect(report["failed"] == 0 and report["boards"] >= 200, problem, report)
    expect(report["best_seconds"] is not None, problem, report)
    return report


def check_dialect(programs):
    """The right program for one dialect has the diagonals mirrored in the other."""
    code, report, _ = judge(
        "darkraft", command("mirrored", programs), "--boards", "100", "--dialect", "jzoj"
    )
    expect(code == 0, "mirrored in its own dialect", report)


def check_strange(words, verdict, detail):
    code, report, errors = judge("bacteria", words, "--boards", "50", "--output-limit", "1")
    if report is None:
        return expect(False, words, errors)
    expect(code == 4 and report["verdict"] == verdict, words, report)
    expect(detail in (report["detail"] or ""), words, report)


def check_not_started():
    for words in (["./no such program"], ["/"]):
        code, report, errors = judge("bacteria", words)
        expect(code == 1 and report is None, words, code)
        expect(f"cannot run {words[0]}: " in errors, words, errors)


def processes_of(mark):
    """Processes with the mark in their command line or environment."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def check_orphans():
    """Nothing is left of a program that leaves children in sessions of their own."""
    mark = f"JUDGED_MARK=orphans{os.getpid()}"
    words = ["env", mark, "/usr/bin/python3", str(SCRIPTS / "leaves_child.py")]
    judge("bacteria", words, "--boards", "5", "--time-limit", "1")
    expect(not processes_of(mark.encode()), "left behind", processes_of(mark.encode()))


def check_interrupt(signal_number, code):
    """Interrupted or killed while the program sleeps: the program is gone as well."""
    mark = f"JUDGED_MARK=interrupt{os.getpid()}"
    words = ["env", mark, "/usr/bin/python3", str(SCRIPTS / "sleeps.py")]
    process = subprocess.Popen(
        [MEXBENCH, "judge", "bacteria", "--", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not processes_of(mark.encode()):
        time.sleep(0.01)
    process.send_signal(signal_number)
    expect(process.wait() == code, "exit", process.returncode, "after signal", signal_number)
    for _ in range(500):
        if not processes_of(mark.encode()):
            return
        time.sleep(0.01)
    expect(False, "left behind after signal", signal_number)


def check_files(tmp):
    """game.in and game.out in a working folder that is gone afterwards."""
    program = f"{SCRIPTS}/bacteria_files.py"
    before = set(os.listdir(tmp))
    words = ["/usr/bin/python3", program]
    files = ["--files", "game.in,game.out", "--time-limit", "1"]
    code, report, errors = judge("bacteria", words, "--boards", "100", *files)
    expect(report["verdict"] == "time limit" and report["failed"] == 0, "files", report, errors)
    code, report, errors = judge("bacteria", ["true"], "--boards", "9", *files)
    expect(report["detail"] == "game.out was not written", "files", report, errors)
    expect(set(os.listdir(tmp)) == before, "left in TMPDIR", os.listdir(tmp))
    for files in ("game.in", "a,a", "a/b,c", ",b", "a,", "a,b,c"):
        code, _, errors = judge("bacteria", ["true"], "--files", files)
        expect(code == 2 and "is not valid" in errors, files, code, errors)


def main(folder):
    programs = pathlib.Path(folder)
    for fault in FAULTS:
        check_fault(programs, *fault)
    for problem in ("bacteria", "darkraft", "boardgame"):
        check_right(programs, problem)
    check_dialect(programs)
    for strange in STRANGE:
        check_strange(*strange)
    check_not_started()
    check_orphans()
    with tempfile.TemporaryDirectory() as tmp:
        os.environ["TMPDIR"] = tmp
        check_files(tmp)
    check_interrupt(2, 130)
    check_interrupt(15, 130)
    check_interrupt(9, -9)
    print(f"{len(FAULTS)} faults, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
