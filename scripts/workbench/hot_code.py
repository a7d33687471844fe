"""The hot loops of a variant with their source, bounds and faults, ready for JSON.

Lines of variants.def name functions of the source, inlined or not:

    /* hot <function>: <what it does> */       its loops are those to look at
    /* cold <function>: <why it runs seldom> */ its loops are not hot
"""

import re

from workbench import machine_code, static_bound, vector_faults
from workbench.common import ROOT, shown_path, source_line


def named_functions(problem, kind):
    """Function -> text, from the lines of a kind in the problem's variants.def."""
    text = (ROOT / "kernels" / problem / "variants.def").read_text()
    return dict(re.findall(rf"^/\* {kind} (\w+): (.+) \*/$", text, re.MULTILINE))


def place_text(place):
    return f"{shown_path(place.file)}:{place.line}"


def vector_instructions(body):
    return sum(re.search("%[xyz]mm", instruction.text) is not None for instruction in body)


def loops(path, isa, cold):
    """The hot loops of an object, without those in `cold` functions."""
    found = [
        (function.name, body)
        for function in machine_code.functions(path)
        for body in machine_code.hot_loops(function, isa)
    ]
    addresses = [i.address for _, body in found for i in body]
    where = machine_code.places(path, addresses, "-j", ".text")
    return [
        described(symbol, body, where)
        for symbol, body in found
        if where[body[-1].address].functions[0] not in cold
    ]


def described(symbol, body, where):
    code = [
        {"address": i.address, "text": i.text, "source": place_text(where[i.address])} for i in body
    ]
    return {
        "symbol": symbol,
        "address": body[0].address,
        "functions": sorted({name for i in body for name in where[i.address].functions}),
        "function": where[body[-1].address].functions[0],
        "source": place_text(where[body[-1].address]),
        "instructions": len(body),
        "vector_instructions": vector_instructions(body),
        "bounds": {},
        "code": code,
        "body": body,
        "where": where,
    }


def listing(body, where, note=""):
    """Lines of text: the instructions of a loop, each group below its source line. `note`: what
    note(address) returns comes before the instruction."""
    before = None
    for instruction in body:
        place = where[instruction.address]
        if (place.file, place.line) != before:
            before = place.file, place.line
            yield f"  {place_text(place)}  {source_line(*before)}"
        noted = note(instruction.address) if note else ""
        yield f"    {noted}{instruction.address:>6x}  {instruction.text}"


def add_bounds(found, cpus):
    for cpu in cpus:
        for loop, bound in zip(found, static_bound.bounds([x["body"] for x in found], cpu)):
            loop["bounds"][cpu] = bound._asdict()


def faults(path, isa, cold):
    """Where an object takes vectors apart; "cold" is the reason why that is not a fault, or None.
    A variant without an instruction set has none."""
    return [
        {
            "symbol": fault.function,
            "address": fault.address,
            "fault": fault.what,
            "source": place_text(fault.place),
            "cold": cold.get(fault.place.functions[0]),
        }
        for fault in (vector_faults.faults(path, isa) if isa else [])
    ]
