"""The experiments of scripts/verdict-trial: comparisons whose right answer is known."""
import contextlib
import json
import math
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys

from scipy import stats

from workbench.common import MEXBENCH, ROOT, fail, how_it_ended, last_words

PROBLEM = "bacteria"
KERNEL = "iterative"  # solves one board a call
WORKLOAD = (
    "random:n=6,m=6,density=0.02,cases=100,seed=1"  # a plant of 1% is one board in each solve
)
THREADED = "bacteria_tiled"
RELINKED = (
    ("bacteria", "bitpacked"),
    ("bacteria", "memoised"),
    ("darkraft", "iterative"),
    ("darkraft", "batched"),
    ("boardgame", "bitpacked"),
    ("boardgame", "layered"),
)
SECONDS = 3  # for both sides of a trial together, with every tool
REPETITIONS = 10  # of Google Benchmark
RUNS = 40  # of hyperfine, for each side
PLANTED = """
#include "%(problem)s/%(problem)s_%(kernel)s.c"

static const volatile unsigned repeated = %(percent)d; /* of 100 boards */

static enum mx_outcome planted(const struct mx_run *run) {
    static unsigned turn;
    turn = (turn + repeated) %% 100;
    if (turn < repeated)
        solve(run);
    return solve(run);
}

static const struct mx_variant %(name)s = {
    .name = "%(name)s",
    .idea = "solves %(percent)d of 100 boards twice",
    .keeps = MX_KEEPS_ALL,
    .max_batch = 1,
    .workspace_bytes = bacteria_table_workspace,
    .probe = bacteria_table_probe,
    .solve = planted,
};

MX_PLUGIN(%(problem)s, %(name)s);
"""
# Both loops take the core whose number is their argument.
LOOPS = {
    "busy": "while True: pass",
    "intermittent": "import time\n"
    "while True:\n"
    "    end = time.monotonic() + 2\n"
    "    while time.monotonic() < end: pass\n"
    "    time.sleep(3)",
}


@contextlib.contextmanager
def load(state):
    """The load that the trial adds to the machine: none, or a loop on every core."""
    loops = []
    try:
        for core in sorted(os.sched_getaffinity(0)) if state in LOOPS else ():
            loops.append(subprocess.Popen([sys.executable, "-c", LOOPS[state]]))
            os.sched_setaffinity(loops[-1].pid, [core])
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run(*words, codes=(0,)):
    finished = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if finished.returncode not in codes:
        fail(1, f"{words[0]} {words[1]}: {last_words(finished)} ({how_it_ended(finished)})")
    return finished.stdout


def plant_name(percent):
    return f"{PROBLEM}_planted{percent}"


def make_plants(folder, percents):
    """Compiles a plug-in for each plant; their code differs in one constant only."""
    plugins = []
    for percent in percents:
        source = folder / f"planted{percent}.c"
        names = {"problem": PROBLEM, "kernel": KERNEL, "percent": percent}
        source.write_text(PLANTED % (names | {"name": plant_name(percent)}))
        plugins.append(source.with_suffix(".so"))
        flags = ("-std=gnu17", "-O3", "-fPIC", "-shared", "-DMX_ISA=base", f"-I{ROOT}/kernels")
        run(os.environ.get("CC", "cc"), *flags, "-o", plugins[-1], source)
    return [f"--plugin={plugin}" for plugin in plugins]


# ---- An independent sampler -------------------------------------------------------------------


def instructions(percent, repeat, plugins, folder):
    """Instructions of the process that solves, by callgrind: it has the most of all."""
    words = (MEXBENCH, "solve", PROBLEM, WORKLOAD, "--isa=base", f"--repeat={repeat}", *plugins)
    tool = ("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={folder}/counts.%p")
    run(*tool, *words, f"--variant={plant_name(percent)}")
    counts = []
    for path in pathlib.Path(folder).glob("counts.*"):
        counts += re.findall(r"^totals: (\d+)", path.read_text(), re.MULTILINE)
        path.unlink()
    return max(map(int, counts))


def true_ratio(percent, plugins, folder):
    """The ratio of the instructions of a plant to those of the sound kernel, in eleven solves less
    those of one. Counts are exact, and a plant repeats the kernel's own code."""
    sound, planted = (
        instructions(side, 11, plugins, folder) - instructions(side, 1, plugins, folder)
        for side in (0, percent)
    )
    return planted / sound


# ---- Tools: each returns a word, and whether the interval covers the truth ----------------------


def by_compare(command, words, truth):
    found = json.loads(run(command, "compare", *words, f"--budget={SECONDS}", "--json"))
    verdict = found["verdicts"][0]
    low, high = verdict["interval"]
    word = "within layout" if verdict["within_layout"] else verdict["verdict"]
    return word, verdict["coverage"] < 0.95 or low <= truth <= high


def different(first, second, likely):
    """The word of a tool that calls a difference of more than 2% likely."""
    ratio = second / first
    if likely and max(ratio, 1 / ratio) > 1.02:
        return "slower" if ratio > 1 else "faster"
    return "not different"


def by_google_benchmark(percent, plugins):
    """Two runs of ten repetitions, one after the other, and the U-test of its compare.py."""
    times = []
    for planted in (0, percent):
        variant = f"--variant={plant_name(planted)}"
        flags = (f"--benchmark_repetitions={REPETITIONS}", "--benchmark_format=json")
        least = f"--benchmark_min_time={SECONDS / 2 / REPETITIONS * 0.75}"
        words = (MEXBENCH, "bench", PROBLEM, WORKLOAD, variant, *plugins, *flags, least)
        rows = json.loads(run(*words))["benchmarks"]
        times.append([row["real_time"] for row in rows if row["run_type"] == "iteration"])
    p = stats.mannwhitneyu(*times, alternative="two-sided").pvalue
    return different(*map(statistics.median, times), p < 0.05), None


def by_hyperfine(percent, plugins, folder):
    """40 runs of each side, one after the other, and a z-test of its means."""
    report = folder / "hyperfine.json"
    commands = [
        " ".join(
            map(
                str,
                (MEXBENCH, "solve", PROBLEM, WORKLOAD, "--repeat=10", *plugins),
            )
        )
        + f" --variant={plant_name(planted)}"
        for planted in (0, percent)
    ]
    run("hyperfine", "-N", "--warmup=1", f"--runs={RUNS}", f"--export-json={report}", *commands)
    first, second = json.loads(report.read_text())["results"]
    deviation = math.sqrt((first["stddev"] ** 2 + second["stddev"] ** 2) / RUNS)
    likely = abs(first["mean"] - second["mean"]) > 1.96 * deviation
    return different(first["mean"], second["mean"], likely), None


class Bench:
    """What the trials need: plug-ins, and links of the work tree."""

    def __init__(self, folder, percents, links):
        self.folder, self.links = pathlib.Path(folder), links
        self.plugins = make_plants(self.folder, percents)
        self.chance = random.Random()

    def draw(self, *counts):
        """Folders of so many different links each."""
        drawn = self.chance.sample(self.links, sum(counts))
        folders = []
        for number, count in enumerate(counts):
            folder = self.folder / f"drawn{number}"
            folder.mkdir(exist_ok=True)
            for old in folder.iterdir():
                old.unlink()
            for place in range(count):
                (folder / f"mexbench-{place:03}").symlink_to(drawn.pop())
            folders.append(folder)
        return folders

    def trial(self, tool, percent, number):
        """One trial: the word, and whether the interval covers the truth (None = it has none)."""
        pair = (PROBLEM, plant_name(0), plant_name(percent), WORKLOAD, *self.plugins)
        truth = 1 + percent / 100
        if tool == "compare":
            return by_compare(MEXBENCH, pair, truth)
        if tool == "compare --links":
            (folder,) = self.draw(12)
            return by_compare(MEXBENCH, (*pair, f"--links={folder}"), truth)
        if tool == "compare, 2 threads":
            return by_compare(MEXBENCH, (PROBLEM, THREADED, THREADED, "--threads=2"), truth)
        if tool == "compare, relinks":
            before, after = self.draw(12, 12)
            words = (*RELINKED[number % len(RELINKED)], f"--against={before}", f"--links={after}")
            return by_compare(MEXBENCH, words, truth)
        if tool == "compare, two links":
            before, after = (next(folder.iterdir()) for folder in self.draw(1, 1))
            words = (*RELINKED[number % len(RELINKED)], f"--against={before}")
            return by_compare(after, words, truth)
        if tool == "Google Benchmark":
            return by_google_benchmark(percent, self.plugins)
        return by_hyperfine(percent, self.plugins, self.folder)
