"""Finds code that takes a vector apart, in a hot loop or in the loops around it.

Such code is right and slow, even on machines that we do not have: gcc 12 once copied the 64-byte
vectors of darkraft's AVX-512 kernels through the stack in parts, and they took three times as long
as the AVX2 ones. A fault is
  - a wide load from the stack of what was stored there in parts: the load waits for all stores;
  - more than three elements moved from vectors to general registers (vpextr, vmovq, vmovd), as in
    a set-up loop of constant length that the compiler turned into vectors.
A slot that is also stored whole has another use, and is none. Around a hot loop, where slots and
registers have many uses, the parts must make up the load, and only vpextr counts.
"""

import collections
import re

from workbench.machine_code import (
    REGISTERS,
    VECTOR_BYTES,
    code_around,
    functions,
    hot_loops,
    places,
)

MOST_ELEMENTS = 3
STACK = re.compile(r"(-?0x[0-9a-f]+|)\(%(r[sb]p)\)$")
GENERAL_BYTES = {"b": 1, "w": 2, "l": 4, "q": 8}

Fault = collections.namedtuple("Fault", "function address what place")


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


def stack_slot(operand):
    """(register, offset) of an operand on the stack, else None."""
    found = STACK.match(operand)
    return found and (found[2], int(found[1] or "0", 16))


def without_masks(instruction):
    return [re.sub(r"\{.*", "", operand) for operand in instruction.operands]


def stores_to_stack(code):
    """(register, offset, bytes) of each plain store of an element or a vector."""
    found = []
    for instruction in code:
        operands = without_masks(instruction)
        slot = stack_slot(operands[-1])
        if slot and re.match(r"v?pextr|v?extractps", instruction.mnemonic):
            found.append((*slot, 8))
        elif slot and len(operands) == 2 and "mov" in instruction.mnemonic:
            if operands[0].startswith(("%", "$")):
                found.append((*slot, width_of(operands[0], instruction.mnemonic)))
    return found


def split_loads(code, width, whole):
    """Loads of `width` bytes whose slot was stored in parts; `whole`: that make up all of it."""
    stores = set(stores_to_stack(code))
    for instruction in code:
        operands = without_masks(instruction)
        if not any(operand.startswith("%" + REGISTERS[width]) for operand in operands):
            continue
        for register, at in filter(None, map(stack_slot, operands[:-1])):
            parts = [
                size
                for base, offset, size in stores
                if base == register and at <= offset < at + width and size < width
            ]
            stored_whole = (register, at, width) in stores  # by another use of the slot
            if parts and not stored_whole and (not whole or sum(parts) >= width):
                yield instruction, f"loads {width} bytes that it stored in parts of {min(parts)}"


def moved_elements(code, sure):
    """Instructions that move an element to a general register; `sure`: only vpextr."""
    from_general = r"v?mov[dq]$"
    computed = {
        i.operands[-1]
        for i in code
        if i.operands[-1].startswith("%xmm")
        and not (re.match(from_general, i.mnemonic) and i.operands[0].startswith("%r"))
    }  # a register that is only filled from a general one holds a spilled number
    for instruction in code:
        source, target = instruction.operands[0], instruction.operands[-1]
        if re.match(r"v?pextr|v?extractps", instruction.mnemonic):
            yield instruction
        elif not sure and re.match("v?mov", instruction.mnemonic):
            if target.startswith("%r") and source in computed:
                yield instruction


def faults_in(code, width, around):
    """(instruction, what it does) for the faults of a stretch of code; one of each kind."""
    yield from list(split_loads(code, width, around))[:1]
    moved = list(moved_elements(code, around))
    if len(moved) > MOST_ELEMENTS:
        yield moved[0], f"moves {len(moved)} elements of vectors to general registers"


def faults(path, isa):
    """All Faults of an object, cold or not, by address."""
    width, found = VECTOR_BYTES[isa], {}
    for function in functions(path):
        stretches = [(body, False) for body in hot_loops(function, isa)]
        stretches += [(code, True) for code in code_around(function, isa)]
        for code, around in stretches:
            for instruction, what in faults_in(code, width, around):
                found.setdefault((instruction.address, what), function.name)
    where = places(path, [address for address, _ in found], "-j", ".text")
    return [
        Fault(function, address, what, where[address])
        for (address, what), function in sorted(found.items())
    ]
