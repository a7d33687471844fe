#!/usr/bin/python3
"""Reads the machine code of every vector variant and fails where a hot loop takes a vector apart.

Such code is right and slow, on machines that nobody here may have: gcc 12 once copied the 64-byte
vectors of darkraft's AVX-512 kernels through the stack in parts, and they took three times as long
as the AVX2 ones. No time is measured: the test reads instructions, so it holds for every machine.

A hot loop is an innermost loop that works on full vectors of the variant's instruction set. It must
not
  - store parts into a stack slot that it loads as one wider vector (the load waits for all stores);
  - move more than three elements from vectors to general registers (vpextr, vmovq, vmovd chains).
Loops that are not hot are named in COLD, each with its reason.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

# (technique, function): why its loops are not hot
COLD = {
    ("bacteria_batched", r"probe"): "one state a call",
    ("bacteria_batched", r"solve\._omp_fn\.0"): "passes a structure on the stack, once a slab",
    ("bacteria_tiled", r"solve"): "counts the winning openings, once a board",
    (
        "darkraft_(batched|reached)",
        r"fill_table\._omp_fn\.0",
    ): "lists the cuts, once a band and width",
}

MOST_ELEMENTS = 3
VECTOR_BYTES = {"base": 16, "avx2": 32, "avx512": 64}
REGISTERS = {16: "xmm", 32: "ymm", 64: "zmm"}
MEMORY = re.compile(r"(-?0x[0-9a-f]+|)\(%(r[sb]p)\)$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
GENERAL_BYTES = {"b": 1, "w": 2, "l": 4, "q": 8}


def width_of(operand, mnemonic):
    """The bytes that an operand's register holds; for a constant those that the mnemonic says."""
    for width, name in REGISTERS.items():
        if operand.startswith("%" + name):
            return 8 if re.match(r"v?(movq|movlp|movhp)", mnemonic) else width
    if operand.startswith("%r") and not operand.endswith(("d", "w", "b")):
        return 8
    if operand.startswith("%"):
        return 4
    return GENERAL_BYTES.get(mnemonic[-1], 4)


def functions_of(disassembly):
    name, lines = None, []
    for line in disassembly.splitlines():
        head = re.match(r"^[0-9a-f]+ <(.+)>:$", line)
        if head:
            if name:
                yield name, lines
            name, lines = head.group(1), []
        else:
            found = INSTRUCTION.match(line)
            if found:
                operands = re.split(r",(?![^(]*\))", found.group(3).split(" <")[0].strip())
                lines.append((int(found.group(1), 16), found.group(2), operands))
    if name:
        yield name, lines


def outside(target, body):
    return not re.fullmatch(r"[0-9a-f]+", target) or not (
        body[0][0] <= int(target, 16) <= body[-1][0]
    )


def innermost_loops(lines):
    """Slices of instructions from the target of a backward branch to it, without one inside.

    Unconditional jumps back come from cold code behind the function's end, and a range that an
    unconditional jump or a return leaves is a piece of the function, not a loop."""
    index = {address: i for i, (address, _, _) in enumerate(lines)}
    jumps = []
    for i, (address, mnemonic, operands) in enumerate(lines):
        if re.match(r"j(?!mp)", mnemonic) and re.fullmatch(r"[0-9a-f]+", operands[0] or ""):
            target = int(operands[0], 16)
            if target <= address and target in index:
                jumps.append((index[target], i))
    for first, last in jumps:
        inside = [j for j in jumps if j != (first, last) and first <= j[0] and j[1] <= last]
        end = last + 1
        body = lines[first:end]
        leaves = any(m == "ret" or (m == "jmp" and outside(o[0], body)) for _, m, o in body)
        if not inside and not leaves:
            yield body


def stack_slot(operand):
    found = MEMORY.match(operand)
    return found and (found.group(2), int(found.group(1) or "0", 16))


def faults_of(loop, vector):
    """What a loop does that takes a vector apart, in words."""
    register = "%" + REGISTERS[vector]
    if not any(o.startswith(register) for _, _, operands in loop for o in operands):
        return
    stores, loads, elements = [], [], 0
    computed = {
        o[-1]
        for _, m, o in loop
        if o[-1].startswith("%xmm") and not (re.match("v?mov[dq]$", m) and o[0].startswith("%r"))
    }  # a register that the loop only fills from a general one holds a spilled number
    for _, mnemonic, operands in loop:
        mask_free = [re.sub(r"\{.*", "", o) for o in operands]
        if len(operands) == 2 and "mov" in mnemonic:
            source, target = mask_free
            if stack_slot(target) and source.startswith(("%", "$")):
                stores.append((*stack_slot(target), width_of(source, mnemonic)))
            if target.startswith("%r") and source in computed:
                elements += 1
        if re.match(r"v?pextr|v?extractps", mnemonic):
            elements += 1
            if stack_slot(mask_free[-1]):
                stores.append((*stack_slot(mask_free[-1]), 8))
        for operand in mask_free[:-1]:
            if stack_slot(operand) and any(o.startswith(register) for o in mask_free):
                loads.append((*stack_slot(operand), vector))
    for base, at, width in loads:
        parts = [s for s in stores if s[0] == base and at <= s[1] < at + width and s[2] < width]
        if parts:
            yield f"loads {width} bytes that it stored in parts of {parts[0][2]}"
            break
    if elements > MOST_ELEMENTS:
        yield f"moves {elements} elements of vectors to general registers"


def compiled(command, compiler, folder):
    """The object of a command of compile_commands.json, made by another compiler."""
    words = shlex.split(command["command"])
    while words[0].endswith("ccache"):
        words.pop(0)
    words[0] = compiler
    words[words.index("-o") + 1] = os.path.join(folder, "code.o")
    subprocess.run(words, cwd=command["directory"], check=True)
    return os.path.join(folder, "code.o")


def is_cold(variant, function):
    return any(
        re.match(technique, variant) and re.fullmatch(pattern, function)
        for technique, pattern in COLD
    )


def examine(variant, isa, compiler, path):
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", path], check=True, capture_output=True, text=True
    ).stdout
    loops, bad = 0, 0
    for name, lines in functions_of(text):
        for loop in innermost_loops(lines):
            loops += 1
            for fault in faults_of(loop, VECTOR_BYTES[isa]):
                if not is_cold(variant, name):
                    bad += 1
                    print(f"{variant}, {compiler}: the loop at {loop[0][0]:x} in {name} {fault}")
    if loops == 0:
        bad += 1
        print(f"{variant}, {compiler}: no loop found: is this the object of a kernel?")
    return loops, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", help="a build folder with compile_commands.json")
    parser.add_argument(
        "compilers", nargs="*", help="compile with these (default: the built objects)"
    )
    parser.add_argument(
        "--object", nargs=2, metavar=("ISA", "FILE"), help="examine this object alone"
    )
    arguments = parser.parse_args()
    if arguments.object:
        isa, path = arguments.object
        return 1 if examine(os.path.basename(path), isa, "object", path)[1] else 0
    with open(os.path.join(arguments.build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    objects, loops, bad = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for command in commands:
            isa = re.search(r"-DMX_ISA=(\w+)", command["command"])
            output = re.search(r" -o (\S+)", command["command"]).group(1)
            source = command["file"]
            if (
                not isa
                or "/kernels/" not in source
                or "/tests/" in output
                or output.startswith("tests")
            ):
                continue
            variant = f"{os.path.splitext(os.path.basename(source))[0]}_{isa.group(1)}"
            for compiler in arguments.compilers or ["built"]:
                if compiler == "built":
                    path = os.path.join(command["directory"], output)
                else:
                    path = compiled(command, compiler, folder)
                found = examine(variant, isa.group(1), compiler, path)
                objects, loops, bad = objects + 1, loops + found[0], bad + found[1]
    print(f"{objects} objects, {loops} innermost loops, {bad} faults")
    if objects == 0:
        print("nothing was examined", file=sys.stderr)
        return 2
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
