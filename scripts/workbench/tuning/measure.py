"""Times of variants on one input, in rounds, so that a busy moment does not hit one of them."""
import collections
import json
import os
import statistics
import subprocess

from workbench import common

ROUNDS = 3
ENOUGH = 0.01  # seconds that a timed run takes at least, by repeating
HOPELESS = 5  # times the best: not timed again
COLD = 100e-6  # seconds by which a first solve may be slower than those that follow
BRIEF, LIMIT = 0.1, 60  # seconds for a run at most: never less, never more

Subject = collections.namedtuple("Subject", "variant threads")  # or auto, or a technique


def technique_of(variant):
    """A variant's name without its instruction set."""
    head, _, tail = variant["name"].rpartition("_")
    return head if tail == variant["isa"] else variant["name"]


def techniques(problem):
    """All of a problem but the reference, each once, in the order of the registry."""
    variants = [v for v in problem["variants"][1:] if v["runs_here"]]
    return list(dict.fromkeys(technique_of(v) for v in variants))


def subjects(problem, threads):
    """Every variant but the reference with one thread, and with `threads` where it can."""
    variants = [v for v in problem["variants"][1:] if v["runs_here"]]
    alone = [Subject(v["name"], 1) for v in variants]
    if threads == 1:
        return alone
    return alone + [Subject(v["name"], threads) for v in variants if v["threaded"]]


def core_of(turn, real):
    """A core for each turn, or None where several threads need them all. The system places
    processes that run in turns on cores in turns, and one core may be slower: its neighbour on the
    host is busy. So a turn has all its subjects on one core."""
    cores = [None] if real else sorted(os.sched_getaffinity(0))
    return cores[turn % len(cores)]


def solve(problem, spec, subject, repeat, limit, real, core=None):
    """Seconds a solve, or None when it cannot, or does not within the limit: in real time, or in
    processor time, which suffers less from neighbours. With a core it stays there."""
    command = [common.MEXBENCH, "solve", problem, spec, "--json"]
    command += [f"--repeat={repeat}", f"--threads={subject.threads}"]
    command += [f"--variant={subject.variant}"] if subject.variant != "auto" else []
    if core is not None:
        command = ["taskset", "--cpu-list", str(core), *command]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    clock = "seconds" if real else "processor_seconds"
    return json.loads(run.stdout)[clock] / repeat if run.returncode == 0 else None


def repeats(seconds):
    return max(1, int(ENOUGH / max(seconds, 1e-7)))


def times(problem, spec, among):
    """Least seconds of each subject that can solve the input within the limits. What a first
    solve takes only says whether another is worth while, and how many of them are enough. If one
    has several threads, real time counts for all."""
    first = {}
    real = any(subject.threads > 1 for subject in among)
    for subject in reversed(among):  # the record kernels stand last
        limit = max(BRIEF, min(LIMIT, 2 * HOPELESS * min(first.values(), default=LIMIT)))
        once = solve(problem, spec, subject, 1, limit, real)
        if once is not None:
            first[subject] = once
    best = {n: s for n, s in first.items() if s > COLD + HOPELESS * min(first.values())}
    timed = [n for n in first if n not in best]
    for number in range(ROUNDS):
        for subject in timed:
            known = best.get(subject, max(first[subject] - COLD, first[subject] / 50))
            if number > 0 and known > HOPELESS * min(best.values()):
                continue
            core = core_of(number, real)
            again = solve(problem, spec, subject, repeats(known), LIMIT, real, core)
            least = again if again is not None else LIMIT
            best[subject] = min(best.get(subject, first[subject]), least)
    return best


def in_turns(problem, spec, among, seconds, turns):
    """Seconds a solve of each subject, `turns` times each, first in this order, then in the reverse
    one, and so on. If one has several threads, real time counts for all."""
    found = {subject: [] for subject in among}
    real = any(subject.threads > 1 for subject in among)
    for turn in range(turns):
        core = core_of(turn // 2, real)
        for subject in among if turn % 2 == 0 else reversed(among):
            again = solve(problem, spec, subject, 4 * repeats(seconds), LIMIT, real, core)
            found[subject].append(again if again is not None else LIMIT)
    return found


def ratio_of(found, over, under):
    """The median of the ratios of two subjects in the same turns."""
    ratios = [a / b for a, b in zip(found[over], found[under])]
    return round(statistics.median(ratios), 3)
