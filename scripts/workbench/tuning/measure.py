"""Times techniques on one input, in rounds, so that a busy moment does not affect only one."""
import json
import subprocess

from workbench import common

ROUNDS = 3
ENOUGH = 0.01  # minimum seconds of a timed run, by repetition
HOPELESS = 5  # a technique that takes this many times the best time is not timed again
COLD = 100e-6  # seconds by which a first solve may be slower than later ones
BRIEF, LIMIT = 0.1, 60  # the range of the time limit of a run, in seconds


def technique_of(variant):
    """A variant's name without its instruction set."""
    head, _, tail = variant["name"].rpartition("_")
    return head if tail == variant["isa"] else variant["name"]


def techniques(problem):
    """The techniques of a problem without the reference, in the order of the registry."""
    variants = [v for v in problem["variants"][1:] if v["runs_here"]]
    return list(dict.fromkeys(technique_of(v) for v in variants))


def solve(problem, spec, technique, isa, threads, repeat, limit):
    """Seconds per solve; None if the technique fails or exceeds the limit. On one thread this is
    processor time, which other programs disturb least; on several threads, real time."""
    command = [common.MEXBENCH, "solve", problem, spec, "--json"]
    command += [f"--repeat={repeat}", f"--threads={threads}"]
    command += [f"--isa={isa}"] if isa else []
    command += [f"--variant={technique}"] if technique != "auto" else []
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    clock = "seconds" if threads > 1 else "processor_seconds"
    return json.loads(run.stdout)[clock] / repeat if run.returncode == 0 else None


def times(problem, spec, names, isa, threads):
    """The minimum seconds of each technique that can solve the input within the limits. The first
    solve only decides whether the technique is timed, and with how many repetitions."""
    first = {}
    for name in reversed(names):  # the record kernels stand last
        limit = max(BRIEF, min(LIMIT, 2 * HOPELESS * min(first.values(), default=LIMIT)))
        once = solve(problem, spec, name, isa, threads, 1, limit)
        if once is not None:
            first[name] = once
    best = {n: s for n, s in first.items() if s > COLD + HOPELESS * min(first.values())}
    timed = [n for n in first if n not in best]
    for number in range(ROUNDS):
        for name in timed:
            known = best.get(name, max(first[name] - COLD, first[name] / 50))
            if number > 0 and known > HOPELESS * min(best.values()):
                continue
            repeat = max(1, int(ENOUGH / max(known, 1e-7)))
            again = solve(problem, spec, name, isa, threads, repeat, LIMIT)
            best[name] = min(best.get(name, first[name]), again if again is not None else LIMIT)
    return best
