"""Bounds of loops by llvm-mca: what the model of a processor says of an iteration, with all loads
in the first-level cache, no branch mispredicted and no load that waits for an earlier store."""

import collections
import json
import pathlib
import platform
import re
import shutil
import subprocess

from workbench.common import last_words

TOOL, PACKAGE = "llvm-mca-14", "llvm-14"
# The models of llvm-14, and the processor that each describes. There is none for Zen 4 or Zen 5.
MODELS = {
    "znver3": "Zen 3",
    "icelake-server": "Ice Lake server",
    "sapphirerapids": "Skylake-X: llvm-14 has no other for Sapphire Rapids",
}
DISPATCH = 6  # micro-operations that each model dispatches in a cycle
FEW, MANY = 100, 300  # iterations: the difference leaves out the start
NEARLY = 0.95  # a resource that is busy so much of the time binds

# Numbers are None where the model lacks an instruction. `throughput`: the cycles that ports and
# dispatch need, without waiting for results of the iteration before.
Bound = collections.namedtuple("Bound", "cpu cycles ipc binds throughput")


def assembler_text(code):
    """Instructions as the assembler takes them, one region. Branches and calls go to the start,
    because the model does not follow them."""
    lines = ["# LLVM-MCA-BEGIN"]
    for instruction in code:
        if instruction.mnemonic.startswith("nop"):
            lines.append("nop")
        elif re.match(r"j|call", instruction.mnemonic):
            lines.append(f"{instruction.mnemonic} .Lstart")
        else:
            lines.append(instruction.text)
    return "\n".join([*lines, "# LLVM-MCA-END", ""])


def simulated(loops, cpu, iterations):
    """For each loop llvm-mca's (summary, pressure by resource), or its error."""
    run = subprocess.run(
        [TOOL, "-mtriple=x86_64", f"-mcpu={cpu}", f"-iterations={iterations}", "-json"],
        input=".Lstart:\n" + "".join(map(assembler_text, loops)),
        capture_output=True,
        text=True,
    )
    if run.returncode == 0:
        found = json.loads(run.stdout)
        names = found["TargetInfo"]["Resources"]
        return [(r["SummaryView"], pressure_of(r, names)) for r in found["CodeRegions"]]
    if len(loops) > 1:  # one instruction that a model lacks spoils the run
        return [found for loop in loops for found in simulated([loop], cpu, iterations)]
    wrong = re.search(r"instruction:\s*(\S+)", run.stderr)
    return [f"the model has no {wrong[1]}" if wrong else last_words(run)]


def pressure_of(region, names):
    """Cycles of an iteration in which each resource is busy."""
    summary, pressure = region["SummaryView"], collections.Counter()
    whole = summary["Instructions"] // summary["Iterations"]  # the index of the loop's own entries
    for entry in region["ResourcePressureView"]["ResourcePressureInfo"]:
        if entry["InstructionIndex"] == whole:
            pressure[names[entry["ResourceIndex"]]] += entry["ResourceUsage"]
    return pressure


def missing():
    """Why there are no bounds here; None if there are."""
    if platform.machine() != "x86_64":
        return "the models are of x86-64 processors"
    return None if shutil.which(TOOL) else f"{TOOL} is not installed"


def models_here():
    """The models, those of this machine's vendor first."""
    vendor = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    return sorted(MODELS, key=lambda cpu: (cpu == "znver3") != ("AuthenticAMD" in vendor))


def here(body):
    """The Bound of one loop by the first model that has all its instructions; else of the last."""
    for cpu in models_here():
        (found,) = bounds([body], cpu)
        if found.cycles is not None:
            break
    return found


def in_words(found):
    if found.cycles is None:
        return f"no bound: {found.binds}"
    return (
        f"at best {found.cycles:.2f} cycles an iteration, {found.ipc:.2f} instructions a cycle, "
        f"bound by {found.binds}: llvm-mca's model of {MODELS[found.cpu]} ({found.cpu})"
    )


def advice(found):
    """What would lower a Bound."""
    if found.cycles is None:
        return "change this loop"
    if found.binds == "dependencies":
        return "its instructions wait for each other: take two vectors an iteration"
    if found.binds.startswith("dispatch"):
        return "any instruction less makes it faster"
    return f"fewer instructions for {found.binds} make it faster"


def bounds(loops, cpu):
    """The Bound of each loop, a list of instructions, on one model."""
    if not loops:
        return []
    few, many = simulated(loops, cpu, FEW), simulated(loops, cpu, MANY)
    return [bound(cpu, len(loop), *both) for loop, *both in zip(loops, few, many)]


def bound(cpu, instructions, few, many):
    if isinstance(many, str):
        return Bound(cpu, None, None, many, None)
    cycles = (many[0]["TotalCycles"] - few[0]["TotalCycles"]) / (MANY - FEW)
    summary, pressure = many
    dispatch = summary["TotaluOps"] / summary["Iterations"] / summary["DispatchWidth"]
    throughput = max([dispatch, *pressure.values()])
    return Bound(cpu, cycles, instructions / cycles, what_binds(cycles, *many), throughput)


def what_binds(cycles, summary, pressure):
    """The resources that are busy all the time, else the front end, else dependencies."""
    busy = {readable(name): None for name, use in pressure.items() if use >= NEARLY * cycles}
    if busy:
        return "+".join(busy)
    uops = summary["TotaluOps"] / summary["Iterations"]
    if uops / summary["DispatchWidth"] >= NEARLY * cycles:
        return f"dispatch of {summary['DispatchWidth']}"
    return "dependencies"


def readable(name):
    """SKXPort0 -> p0, Zn3FPP1 -> FPP1; a unit of several alike has a number behind a dot."""
    name = re.sub(r"[\x00-\x1f]", lambda unit: str(ord(unit[0])), name)  # of several alike
    return re.sub(r"^(SKX|ICX|Zn3)(Port)?", lambda found: "p" if found[2] else "", name.strip(" ."))
