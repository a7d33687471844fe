"""The tables of scripts/verdict-trial, from its results."""
import statistics
import textwrap

from scipy import stats

PLANTED = (1, 2, 5, 20)  # percent


def share(count, of):
    return f"{count} of {of}"


def chance(count, of, part, alternative):
    """The p-value of the exact binomial test."""
    return f"{stats.binomtest(count, of, part, alternative=alternative).pvalue:.2g}"


def of_words(row, *words):
    return sum(one["word"] in words for one in row["trials"])


def line(*words):
    return f"| {' | '.join(words)} |"


def same_sides(results):
    yield line(
        "added load", "tool", "trials", "false", "p", "covers", "p", "within layout", "seconds"
    )
    yield "|---|---|" + "--:|" * 7
    for row in results["cells"]:
        if row["plant"] == 0:
            yield line(row["state"], row["tool"], *figures_of(row))


def figures_of(row):
    """False verdicts and coverage, each with the p-value of what is promised."""
    count, wrong = len(row["trials"]), of_words(row, "faster", "slower")
    covered = [one["covered"] for one in row["trials"] if one["covered"] is not None]
    figures = [str(count), str(wrong), chance(wrong, count, 0.005, "greater")]
    if covered:
        figures += [share(sum(covered), len(covered))]
        figures += [chance(sum(covered), len(covered), 0.95, "less")]
        figures += [str(of_words(row, "within layout"))]
    else:
        figures += [""] * 3
    return [*figures, f"{seconds_of(row):.1f}"]


def seconds_of(row):
    return sum(one["seconds"] for one in row["trials"]) / len(row["trials"])


def verified(results):
    known = ", ".join(f"{percent}%: {ratio:.4f}" for percent, ratio in results["plants"].items())
    return f"Ratios of the plants' instructions by callgrind: {known}."


def plants(results):
    yield line("added load", "tool", *(f"+{plant}% found" for plant in PLANTED), "seconds")
    yield "|---|---|" + "--:|" * (len(PLANTED) + 1)
    rows = {(row["state"], row["tool"], row["plant"]): row for row in results["cells"]}
    for state, tool in dict.fromkeys((state, tool) for state, tool, plant in rows if plant > 0):
        shown = [rows.get((state, tool, plant)) for plant in PLANTED]
        yield line(state, tool, *map(found_in, shown), mean_seconds(shown))


def found_in(row):
    """How often a plant was found; and how often compare saw it in this layout only."""
    if row is None:
        return ""
    within, wrong = of_words(row, "within layout"), of_words(row, "faster")
    notes = [f"{within} within layout"] * (within > 0) + [f"{wrong} faster"] * (wrong > 0)
    return share(of_words(row, "slower"), len(row["trials"])) + (
        f" ({', '.join(notes)})" if notes else ""
    )


def mean_seconds(rows):
    known = [seconds_of(row) for row in rows if row is not None]
    return f"{sum(known) / len(known):.1f}"


def source(results):
    about, loads = results["context"], results["loads"]
    return (
        f"Measured with `scripts/verdict-trial`, {about['date']}, commit {about['commit']}, "
        f"{about['cpu']}, {about['cores']} cores; load average of the last minute before each part "
        f"{min(loads):.1f} to {max(loads):.1f}. Columns p: exact binomial tests that no more than "
        f"0.5% are false, and that at least 95% cover. Seconds: of a trial, in the mean."
    )


def layouts(about):
    """What another layout does, by scripts/links --floor."""
    if about["measured"] is None:
        assumed = f"{100 * about['part']:.1f}%"
        return f"The effect of the layout was not measured; compare assumed {assumed}."
    parts = about["parts"]
    largest = sorted(parts, key=parts.get, reverse=True)[:3]
    named = ", ".join(f"{name} {100 * parts[name]:.1f}%" for name in largest)
    return (
        f"The effect of the layout, measured with `scripts/links --floor` on {about['measured']}: "
        f"median of {len(parts)} variants {100 * statistics.median(parts.values()):.1f}%, largest "
        f"{named}."
    )


def text(results):
    """Both tables, as far as there are trials, with where they come from."""
    parts = [source(results), layouts(results["context"]["layout"])]
    if any(row["plant"] == 0 for row in results["cells"]):
        parts.append("\n".join(same_sides(results)))
    if any(row["plant"] > 0 for row in results["cells"]):
        parts += [verified(results), "\n".join(plants(results))]
    filled = [
        part if part.startswith("|") else textwrap.fill(part, 100, break_long_words=False)
        for part in parts
    ]
    return "\n\n".join(filled) + "\n"
