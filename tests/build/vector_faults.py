#!/usr/bin/python3
"""The tester of build_vector_code: assembler texts with and without each kind of fault."""

import pathlib
import subprocess
import sys
import tempfile

from workbench import machine_code, vector_faults

OUTER = "  decq %rsi\n  jne 1b\n"
INNER = "2:\n  vpaddb (%rdi), %{r}1, %{r}1\n  decq %rax\n  jne 2b\n"
STORES = "".join(f"  movq %rax, {64 + 8 * i}(%rsp)\n" for i in range(8))
EXTRACTS = "".join(f"  vpextrq $1, %xmm{i}, %rax\n" for i in range(4))

# name: (code, faults wanted); "{r}" is the register of the instruction set
CODE = {
    "clean": ("1:\n" + INNER + OUTER, []),
    "parts in the hot loop": (
        "2:\n  movq %rax, 64(%rsp)\n  vpaddb 64(%rsp), %{r}1, %{r}1\n  jne 2b\n",
        ["in parts of 8"],
    ),
    "parts around it": (
        "1:\n" + STORES + "  vpaddb 64(%rsp), %{r}1, %{r}1\n" + INNER + OUTER,
        ["in parts of 8"],
    ),
    "one part around it": (
        "1:\n  movq %rax, 64(%rsp)\n  vpaddb 64(%rsp), %{r}1, %{r}1\n" + INNER + OUTER,
        [],  # a slot with two uses
    ),
    "parts and the whole around it": (
        "1:\n" + STORES + "  vmovdqa64 %zmm1, 64(%rsp)\n  vmovdqa %ymm1, 64(%rsp)\n"
        "  vpaddb 64(%rsp), %{r}1, %{r}1\n" + INNER + OUTER,
        [],
    ),
    "parts far from it": (
        "1:\n" + INNER + OUTER + STORES + "  vmovdqu 64(%rsp), %ymm1\n  ret\n",
        [],
    ),
    "a chain in the hot loop": (
        "2:\n  vpaddb %{r}1, %{r}2, %{r}3\n" + EXTRACTS + "  jne 2b\n",
        ["moves 4 elements"],
    ),
    "three elements": (
        "2:\n  vpaddb %{r}1, %{r}2, %{r}3\n" + "  vpextrq $1, %xmm1, %rax\n" * 3 + "  jne 2b\n",
        [],
    ),
    "a chain around it": ("1:\n" + EXTRACTS + INNER + OUTER, ["moves 4 elements"]),
    "a spilled number": (
        "2:\n  vpaddb %{r}1, %{r}2, %{r}3\n  vmovq %rax, %xmm9\n"
        + "  vmovq %xmm9, %rbx\n" * 9
        + "  jne 2b\n",
        [],
    ),
}


def assembled(text, folder):
    source, path = folder / "code.s", folder / "code.o"
    source.write_text(f".text\n.globl f\n.type f, @function\nf:\n{text}  ret\n")
    subprocess.run(["as", "-o", str(path), str(source)], check=True)
    return path


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for isa, register in (("avx2", "ymm"), ("avx512", "zmm")):
            for title, (code, wanted) in CODE.items():
                path = assembled(code.replace("{r}", register), pathlib.Path(name))
                found = [fault.what for fault in vector_faults.faults(path, isa)]
                right = len(found) == len(wanted) and all(w in f for w, f in zip(wanted, found))
                if not right:
                    failed += 1
                    print(f"FAILED: {title}, {isa}: expected {wanted}, found {found}")
                loops = [list(machine_code.hot_loops(f, isa)) for f in machine_code.functions(path)]
                if len(loops) != 1 or len(loops[0]) != 1:
                    failed += 1
                    print(f"FAILED: {title}, {isa}: {loops} loops")
    print(f"{2 * len(CODE)} texts, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
