"""Folds the stacks of `perf script -F comm,tid,period,ip,sym,symoff,dso --no-inline` into a flame
graph, an SVG without scripts. The same stacks give the same bytes. Hovering over a box shows its
share.
"""
import collections
import re
from xml.sax.saxutils import escape, quoteattr

Frame = collections.namedtuple("Frame", "address symbol offset dso")

WIDTH, ROW, MARGIN, LETTER = 1200, 18, 10, 7.0  # LETTER: width of one of the 11 px font
HEAD, NARROWEST = 58, 1.0
# Okabe and Ito's colours, which colour-blind people can distinguish; black text is legible on all.
KINDS = {"mexbench": "#e69f00", "libraries": "#56b4e9", "operating system": "#b8b8b8"}
STYLE = """
  text { font: 11px ui-monospace, "DejaVu Sans Mono", monospace; fill: #111 }
  .head { fill: #222 } .title { font-size: 14px; font-weight: bold }
  .ground { fill: #fff } .box { stroke: #fff; stroke-width: 0.6 }
  @media (prefers-color-scheme: dark) {
    .head { fill: #ddd } .ground { fill: #16181c } .box { stroke: #16181c }
  }
"""


def read_samples(lines):
    """Pairs of weight and frames, the innermost first, from the text of `perf script`."""
    weight, frames = None, []
    for line in lines:
        head = re.match(r"\S.*\s(\d+)\s*$", line)
        frame = re.match(r"\s+([0-9a-f]+) (.*?)(?:\+0x([0-9a-f]+))? \((.*)\)$", line)
        if head and not line[0].isspace():
            weight, frames = int(head[1]), []
        elif frame:
            address, symbol, offset, dso = frame.groups()
            frames.append(Frame(int(address, 16), symbol, int(offset or "0", 16), dso))
        elif not line.strip() and weight is not None:
            yield weight, frames
            weight = None
    if weight is not None:
        yield weight, frames


def kind_of(frame, own):
    if frame.dso.startswith("[") and frame.dso != "[unknown]":
        return "operating system"
    return "mexbench" if frame.dso.rsplit("/", 1)[-1] in own else "libraries"


class Box:
    """A function in its place in the stacks, with what it calls."""

    def __init__(self, kind=None):
        self.kind, self.weight, self.calls = kind, 0, {}


def name_of(frame):
    """The name of the function; if it is unknown, of its file."""
    unknown = frame.symbol == "[unknown]"
    return f"[{frame.dso.strip('[]').rsplit('/', 1)[-1]}]" if unknown else frame.symbol


def fold(samples, label=name_of, own=("mexbench",)):
    """The tree of all stacks; label(frame) is the text of a box, `own` the names of our files.
    Adjacent unknown frames are merged."""
    root = Box()
    for weight, frames in samples:
        root.weight += weight
        box, before = root, None
        for frame in reversed(frames):
            name = label(frame)
            if name == before and frame.symbol == "[unknown]":
                continue
            box, before = box.calls.setdefault(name, Box(kind_of(frame, own))), name
            box.weight += weight
    return root


def depth(box, least):
    """Levels above this box that are wide enough to be drawn."""
    drawn = [call for call in box.calls.values() if call.weight >= least]
    return 1 + max((depth(call, least) for call in drawn), default=-1)


def draw(box, left, level, scale, total, bottom):
    """The boxes above this one, from left to right by name."""
    for name in sorted(box.calls):
        call = box.calls[name]
        width = call.weight * scale
        if width >= NARROWEST:
            yield one_box(name, call, left, bottom - ROW * (level + 1), width, total)
            yield from draw(call, left, level + 1, scale, total, bottom)
        left += width


def one_box(name, box, left, top, width, total):
    room = int((width - 6) / LETTER)
    share = f"{100 * box.weight / total:.1f}%"
    text = f"{name}  {share}"
    if len(text) > room:
        text = name if len(name) <= room else name[: room - 1] + "…" if room > 3 else ""
    words = f'<text x="{left + 3:.1f}" y="{top + 13}">{escape(text)}</text>' if text else ""
    return (
        f"<g><title>{escape(name)}: {share}</title>"
        f'<rect class="box" x="{left:.1f}" y="{top}" width="{width:.1f}" height="{ROW}" rx="2" '
        f'fill="{KINDS[box.kind]}"/>{words}</g>'
    )


def legend():
    left = MARGIN
    for kind, colour in KINDS.items():
        yield f'<rect x="{left}" y="34" width="12" height="12" fill="{colour}"/>'
        yield f'<text class="head" x="{left + 17}" y="44">{kind}</text>'
        left += 40 + LETTER * len(kind)
    yield f'<text class="head" x="{left:.0f}" y="44">width: share of the time; up: calls</text>'


def svg(root, title):
    total = max(root.weight, 1)
    scale = (WIDTH - 2 * MARGIN) / total
    height = HEAD + ROW * max(depth(root, NARROWEST / scale), 1) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-label={quoteattr("Flame graph of " + title)}>',
        f"<style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{height}"/>',
        f'<text class="head title" x="{MARGIN}" y="22">{escape(title)}</text>',
        *legend(),
        *draw(root, MARGIN, 0, scale, total, height - MARGIN),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
