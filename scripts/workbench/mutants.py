"""Mutants of C sources: one small change to one line each, as a programmer's slip would make it."""
import dataclasses
import pathlib
import random
import re
import subprocess

# Binary operators as clang-format spaces them, and what stands in their place.
SWAPS = {
    "arithmetic": {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "+=": "-=", "-=": "+="},
    "relation": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    "logic": {"&&": "||", "||": "&&"},
    "bits": {"&": "|", "|": "&", "^": "|", "&=": "|=", "|=": "&=", "^=": "|="},
    "shift": {"<<": ">>", ">>": "<<", "<<=": ">>=", ">>=": "<<="},
}
UNARY = ((re.compile(r"\+\+"), "--"), (re.compile(r"--(?!>)"), "++"), (re.compile(r"~"), ""))
WORDS = {"true": "false", "false": "true", "break": "continue", "continue": "break"}
NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)([uUlL]*)(?![\w.])")
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|while) )\((.*)\)( \{|;)?$")
NO_STATEMENT = re.compile(
    r"^\s*(return|goto|typedef|extern|static|const|struct|enum|if|else|for|while|do|switch|case|"
    r"default|[{}#])\b"
)
DECLARATION = re.compile(
    r"^\s*(?:(?:unsigned|signed|long|short|volatile)\s+)*[A-Za-z_]\w*(?:\s*\*+\s*|\s+)"
    r"(?:const\s+)?[A-Za-z_]\w*\s*(?:\[[^\]]*\]\s*)*(?:=|;|,)"
)
NOT_CODE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    before: str
    after: str

    def is_in(self, root):
        """Whether its line is as it was when the mutant was made."""
        path = pathlib.Path(root, self.file)
        lines = path.read_text().split("\n") if path.is_file() else []
        return self.line <= len(lines) and lines[self.line - 1] == self.before

    def __str__(self):
        return f"{self.file}:{self.line}: {self.before.strip()}  ->  {self.after.strip()}"


def code_alone(text):
    """The text with blanks in place of comments, strings and characters; its lines keep their
    length."""
    return NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def spliced(line, start, end, text):
    return line[:start] + text + line[end:]


def swapped_operators(line, code):
    for swaps in SWAPS.values():
        for old, new in swaps.items():
            for found in re.finditer(rf"(?<= ){re.escape(old)}(?= |$)", code):
                yield spliced(line, *found.span(), new)


def changed_words(line, code):
    for pattern, new in UNARY:
        for found in pattern.finditer(code):
            yield spliced(line, *found.span(), new)
    for old, new in WORDS.items():
        for found in re.finditer(rf"\b{old}\b", code):
            yield spliced(line, *found.span(), new)


def changed_numbers(line, code):
    for found in NUMBER.finditer(code):
        base = 16 if found[1].startswith("0x") else 10
        for value in (int(found[1], base) + 1, int(found[1], base) - 1):
            if value >= 0 or not found[2]:
                shown = f"{value:#x}" if base == 16 else str(value)
                yield spliced(line, *found.span(), shown + found[2])


def negated_condition(line, code):
    found = CONDITION.match(code)
    if found and found[2].count("(") == found[2].count(")"):
        start, end = found.span(2)
        yield spliced(line, start, end, f"!({line[start:end]})")


def deleted_statement(line, code, before):
    """Before is the code in front of the line: a line that goes on with a statement stays."""
    whole = code.rstrip().endswith(";") and code.count("(") == code.count(")")
    begins = re.search(r"([;{}:)]|\belse)\s*$", before) is not None
    if whole and begins and not NO_STATEMENT.match(code) and not DECLARATION.match(code):
        yield spliced(line, len(line) - len(line.lstrip()), len(line), ";")


def mutants_of(path, root, lines):
    """Every mutant of a file's numbered lines: {line: [mutant, ...]}; lines without one are left
    out."""
    text = path.read_text()
    code = code_alone(text)
    shown, offset, found = str(path.relative_to(root)), 0, {}
    for number, (line, bare) in enumerate(zip(text.splitlines(), code.splitlines()), start=1):
        if number in lines and not bare.lstrip().startswith("#"):
            after = [
                *swapped_operators(line, bare),
                *changed_words(line, bare),
                *changed_numbers(line, bare),
                *negated_condition(line, bare),
                *deleted_statement(line, bare, code[:offset]),
            ]
            if after:
                found[number] = [Mutant(shown, number, line, text) for text in after]
        offset += len(line) + 1
    return found


def lines_with_code(build):
    """Which lines of which file name have machine code in a build, by its debug information."""
    objects = [str(path) for path in pathlib.Path(build).rglob("*.o")]
    command = ["objdump", "--dwarf=decodedline", *objects]
    run = subprocess.run(command, capture_output=True, text=True, errors="replace", check=True)
    lines = {}
    for name, number in re.findall(r"^(\S+\.[ch])\s+(\d+)\s+(?:0x)?[0-9a-f]+", run.stdout, re.M):
        lines.setdefault(name, set()).add(int(number))
    return lines


def sample(root, files, build, seed, count):
    """One mutant each of up to count lines, the same for the same seed and sources."""
    compiled = lines_with_code(build)
    found = []
    for path in files:
        found += mutants_of(path, root, compiled.get(path.name, ())).values()
    rng = random.Random(seed)
    return [rng.choice(choice) for choice in rng.sample(found, min(count, len(found)))]
