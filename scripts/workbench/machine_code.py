"""The machine code of kernels: compiling one source as the build does, functions, loops, source
lines, and what takes a vector apart.

A *loop* is the code from the target of a backward conditional branch to that branch. A hot loop is
an innermost loop that works on full vectors of the variant's instruction set; in a variant without
one, every innermost loop is hot.
"""

import collections
import functools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

from workbench.builds import build_error
from workbench.common import ROOT, fail, last_words

VECTOR_BYTES = {"base": 16, "neon": 16, "avx2": 32, "avx512": 64}
REGISTERS = {16: "xmm", 32: "ymm", 64: "zmm"}
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(.+)$")
PREFIXES = re.compile(r"^(?:(?:data16|cs|bnd|notrack|lock|repz?|repnz|rex\S*)\s+)*")

Instruction = collections.namedtuple("Instruction", "address mnemonic operands text")
Place = collections.namedtuple("Place", "functions file line")
Function = collections.namedtuple("Function", "name code")
Source = collections.namedtuple("Source", "problem technique isa path command built")


def sources(build):
    """The compile commands of the variants in a build folder, as Sources."""
    try:
        commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    except FileNotFoundError:
        fail(1, f"{build} has no compile_commands.json; scripts/build makes it")
    found = []
    for command in commands:
        path = pathlib.Path(command["file"])
        output = re.search(r" -o (\S+)", command["command"])[1]
        if output.startswith("tests/") or path.stem not in variants_in(path.parent):
            continue
        isa = re.search(r"-DMX_ISA=(\w+)", command["command"])
        built = pathlib.Path(command["directory"]) / output
        found.append(Source(path.parent.name, path.stem, isa and isa[1], path, command, built))
    return found


@functools.cache
def variants_in(folder):
    """The names in a folder's variants.def, without instruction sets."""
    try:
        text = (folder / "variants.def").read_text()
    except OSError:
        return ()
    return tuple(re.findall(r"^VARIANT(?:_ISA)?\((\w+)", text, re.MULTILINE))


def compiled(source, compiler, path):
    """Compiles a source with the build's flags into an object; returns its path."""
    words = [word for word in shlex.split(source.command["command"]) if word[-6:] != "ccache"]
    words[0] = compiler
    words[words.index("-o") + 1] = str(path)
    cached = ["ccache"] if shutil.which("ccache") else []
    run = subprocess.run(
        cached + words, cwd=source.command["directory"], capture_output=True, text=True
    )
    if run.returncode != 0:
        fail(1, f"{compiler} cannot compile {source.path.name}: {build_error(run)}")
    return path


def functions(path, *which):
    """The functions in the section .text of an object, each with its instructions. `which`: more
    words for objdump."""
    run = subprocess.run(
        ["objdump", "-d", "-w", "--no-show-raw-insn", "-j", ".text", *which, str(path)],
        capture_output=True,
        text=True,
    )
    if run.returncode != 0:
        fail(1, f"objdump cannot read {path}: {last_words(run)}")
    found = []
    for line in run.stdout.splitlines():
        head = re.match(r"^[0-9a-f]+ <(.+)>:$", line)
        instruction = INSTRUCTION.match(line)
        if head:
            found.append(Function(head[1], []))
        elif found and instruction:
            found[-1].code.append(parsed(int(instruction[1], 16), instruction[2]))
    return found


@functools.cache
def extents(path):
    """(start, size) of the functions of an executable or a shared object."""
    run = subprocess.run(["readelf", "-sW", str(path)], capture_output=True, text=True)
    found = re.findall(r"^ *\d+: (\w+) +(\w+) FUNC", run.stdout, re.MULTILINE)
    return [(int(place, 16), int(size, 0)) for place, size in found]


def function_at(path, address):
    """The Function of an executable or a shared object that contains the address, or None."""
    for start, size in extents(path):
        if start <= address < start + size:
            span = (f"--start-address={start:#x}", f"--stop-address={start + size:#x}")
            return next(iter(functions(path, *span)), None)
    return None


def parsed(address, text):
    text = PREFIXES.sub("", re.sub(r"\s*(<.*>|#.*)$", "", text)).strip()
    mnemonic, _, rest = text.partition(" ")
    operands = re.split(r",(?![^(]*\))", rest.strip())
    return Instruction(address, mnemonic, operands, text)


def loops(code):
    """(first, last) indices of all loops of a function.

    Unconditional jumps back come from cold code behind the function's end, and a range that an
    unconditional jump or a return leaves is a piece of the function, not a loop."""
    index = {instruction.address: i for i, instruction in enumerate(code)}
    found = set()
    for last, (address, mnemonic, operands, _) in enumerate(code):
        if re.match(r"j(?!mp)", mnemonic) and re.fullmatch(r"[0-9a-f]+", operands[0]):
            first = index.get(int(operands[0], 16))
            if first is not None and first <= last:
                found.add((first, last))
    return sorted(found)


def leaves(body):
    """Whether a return or an unconditional jump leads out of the range."""
    first, last = body[0].address, body[-1].address
    for instruction in body:
        target = instruction.operands[0]
        inside = re.fullmatch(r"[0-9a-f]+", target) and first <= int(target, 16) <= last
        if instruction.mnemonic == "ret" or (instruction.mnemonic == "jmp" and not inside):
            return True
    return False


def works_on(vector, body):
    """Whether code names a register of that many bytes."""
    register = re.compile(rf"%{REGISTERS[vector]}\d")
    return any(register.search(instruction.text) for instruction in body)


def places(path, addresses, *which):
    """Address -> Place: the functions that contain it, the innermost (inlined) first, and the line
    in the first of them. Intrinsics and their like count for the line that uses them. `which`: more
    words for addr2line."""
    run = subprocess.run(
        ["addr2line", "-a", "-f", "-i", *which, "-e", str(path)],
        input="\n".join(map(hex, sorted(set(addresses)))),
        capture_output=True,
        text=True,
    )
    found = {}
    for entry in re.split(r"^(?=0x)", run.stdout, flags=re.MULTILINE)[1:]:
        address, *lines = entry.splitlines()
        frames = [
            (plain_name(name), *line_in(where)) for name, where in zip(lines[::2], lines[1::2])
        ]
        while len(frames) > 1 and is_intrinsic(frames[0][1]):
            frames.pop(0)
        found[int(address, 16)] = Place([name for name, _, _ in frames], *frames[0][1:])
    return found


def is_intrinsic(file):
    """Whether a file is a header of the compiler, a library or the system, or our header of vector
    lanes, whose functions are an instruction or two each."""
    if re.search(r"/support/lanes\w*\.h$", file):
        return True
    installed = re.match(r"/usr/|/opt/|\?\?|.*/lib(64)?/(gcc|clang)/", file)
    return installed is not None and not pathlib.Path(file).is_relative_to(ROOT)


def line_in(where):
    """(file, line) of addr2line's text. A cached object may name another work tree."""
    file, line = re.match(r"(.*):(\d+|\?)", where).groups()
    file = os.path.normpath(file)
    own = re.search(r"(?:^|/)((?:bench|cli|harness|kernels|measure)/[\w/.]+)$", file)
    if own and (ROOT / own[1]).exists():
        file = str(ROOT / own[1])
    return file, int(line) if line.isdigit() else 0


def plain_name(symbol):
    """The source's name of a function: compilers add .part.0, .constprop.0, ._omp_fn.0 to it."""
    return re.sub(r"(?<=\w)\._?(omp_fn|constprop|part|isra|cold|lto_priv).*", "", symbol)


def code_of(function, span):
    first, last = span
    end = last + 1
    return function.code[first:end]


def spans_inside(span, spans):
    return [s for s in spans if s != span and span[0] <= s[0] and s[1] <= span[1]]


def hot_loops(function, isa):
    """The innermost loops of a function that work on full vectors, as lists of instructions; for a
    variant without an instruction set, all innermost loops."""
    spans = loops(function.code)
    for span in spans:
        body = code_of(function, span)
        hot = isa is None or works_on(VECTOR_BYTES[isa], body)
        if hot and not spans_inside(span, spans) and not leaves(body):
            yield body


def code_around(function, isa):
    """The loops around hot loops, each without the loops in it."""
    spans = loops(function.code)
    hot = {body[0].address for body in hot_loops(function, isa)}
    for span in spans:
        inside = spans_inside(span, spans)
        around = any(function.code[first].address in hot for first, _ in inside)
        body = code_of(function, span)
        if around and not leaves(body):
            yield [
                instruction
                for i, instruction in enumerate(body, span[0])
                if not any(first <= i <= last for first, last in inside)
            ]


def name_of(source):
    """The full name of the variant that a source is compiled to."""
    return f"{source.technique}_{source.isa}" if source.isa else source.technique


def compiler_of(source):
    """The compiler that the build uses."""
    return next(w for w in shlex.split(source.command["command"]) if w[-6:] != "ccache")


def version_of(compiler):
    """The compiler's own first line."""
    run = subprocess.run([compiler, "--version"], capture_output=True, text=True)
    return run.stdout.splitlines()[0] if run.stdout else compiler
