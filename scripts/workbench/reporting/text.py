"""Numbers and tables as text. An unknown value is an empty text, never 0."""

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def digits(value, significant=4):
    """A decimal number with this many significant digits."""
    if value == 0:
        return "0"
    text = f"{value:.{significant}g}"
    if "e" in text:
        return f"{float(text):,.0f}" if value >= 1 else f"{float(text):.12f}".rstrip("0")
    return text


def unit_of(seconds):
    return next((unit for unit in UNITS if seconds >= unit[0]), UNITS[-1])


def duration(seconds):
    if seconds is None:
        return ""
    scale, name = unit_of(seconds)
    return f"{digits(seconds / scale)} {name}"


def scaled(value, step, names):
    if value is None:
        return ""
    for name in names[:-1]:
        if value < step:
            return f"{digits(value, 3)} {name}".rstrip()
        value /= step
    return f"{digits(value, 3)} {names[-1]}"


def size(count):
    return scaled(count, 1024, ("B", "KiB", "MiB", "GiB"))


def amount(count):
    return scaled(count, 1000, ("", "k", "M", "G", "T", "P", "E"))


def percent(part):
    return f"{digits(100 * part, 2)}%"


def table(head, rows, right=()):
    """A Markdown table; the columns numbered in `right` are aligned to the right."""
    lines = ["| " + " | ".join(head) + " |"]
    lines.append("|" + "|".join("--:" if i in right else "---" for i in range(len(head))) + "|")
    for row in rows:
        lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |")
    return "\n".join(lines) + "\n"


def folded(summary, text):
    return f"<details><summary>{summary}</summary>\n\n{text}\n</details>\n"
