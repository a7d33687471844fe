// The kinds of charts: bars, curves, cells, dots. Each takes a width and marks, and returns
// {svg, points}: the points are what the pointer and the arrow keys read, at pixels (x, y), each with
// a title, a text and a group. A mark has a variant, which gives it colour and symbol.
"use strict";

const NARROW = 560; // below this width, texts inside a chart are left out
const GRID = { stroke: "var(--line)", strokeOpacity: 1 };
const defined = (values) => values.filter((value) => Number.isFinite(value));
const ends = (marks) => defined(marks.flatMap((mark) => [mark.value, mark.low, mark.high]));
const fill = (mark) => colourOf(mark.variant);
const symbol = (mark) => symbolOf(mark.variant);
const textWidth = (texts, most) => Math.min(most, 7 * Math.max(0, ...texts.map((t) => t.length)));

// Ticks of a logarithmic axis: powers of ten, with 2 and 5 between them if there are few; at most
// `most`. A short axis is nearly linear.
function logTicks(from, to, most = 9) {
  if (to / from < 4) return d3.ticks(from, to, Math.ceil(most / 2));
  const powers = d3.range(Math.floor(Math.log10(from)), Math.ceil(Math.log10(to)) + 1);
  const within = (ticks) => ticks.filter((tick) => tick >= from && tick <= to);
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = within(powers.flatMap((p) => steps.map((s) => s * 10 ** p)));
    if (ticks.length <= most) return ticks;
  }
  const ticks = within(powers.map((p) => 10 ** p));
  return ticks.filter((_, i) => i % Math.ceil(ticks.length / most) === 0);
}

// The values that have room for a label.
function apart(values, log, pixels, least) {
  const place = log ? Math.log : Number;
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const scale = pixels / (place(sorted[sorted.length - 1]) - place(sorted[0]) || 1);
  const kept = [];
  for (const value of sorted)
    if (!kept.length || (place(value) - place(kept[kept.length - 1])) * scale > least)
      kept.push(value);
  return kept;
}

// A scale of values, and the texts of its ticks. `beyond`: how far a log scale goes past the values.
function scaleOf(values, { log, label, format, from, most, beyond = 1.15 }) {
  let [low, high] = d3.extent(values);
  if (log) [low, high] = [low / beyond, high * beyond];
  else [low, high] = [from ?? Math.min(0, low), high * 1.04];
  const ticks = log ? logTicks(low, high, most) : d3.ticks(low, high, most ?? 6);
  return { domain: [low, high], type: log ? "log" : "linear", axis: null, label, ticks, format };
}

// The axis of a scale with its grid. The texts are given, because Plot leaves some of a log axis out.
const axes = { x: [Plot.gridX, Plot.axisX], y: [Plot.gridY, Plot.axisY] };
const axis = (name, { ticks, format, label }, more = {}) => [
  axes[name][0](ticks, GRID),
  axes[name][1](ticks, { text: (tick) => format(tick), label, labelArrow: "none", ...more }),
];

function finish(options, label, read) {
  const svg = Plot.plot({
    style: { background: "none" },
    color: { type: "identity" },
    symbol: { type: "identity" },
    ...options,
  });
  for (const part of svg.querySelectorAll("[aria-label]")) { // names within an image say nothing
    part.dataset.mark = part.getAttribute("aria-label");
    part.removeAttribute("aria-label");
  }
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const at = (name, value) => {
    const scale = svg.scale(name);
    return scale.apply(value) + (scale.bandwidth ?? 0) / 2;
  };
  return { svg, points: read((value) => at("x", value), (value) => at("y", value), svg) };
}

const point = (mark, x, y, group) =>
  ({ x, y, group: group ?? mark.name, title: mark.name, text: mark.text, variant: mark.variant });

// Marks {variant, name, value, low, high, label, text}, a line each, in this order. `from`: where
// the bars begin, if not at the axis.
function bars(width, marks, { label, format, log, from, guides = [] }) {
  const values = [...ends(marks), ...guides, ...(from === undefined ? [] : [from])];
  const narrow = width < NARROW;
  const scale = scaleOf(values, { log, label, format, most: narrow ? 4 : 8 });
  const start = from ?? scale.domain[0];
  const certain = marks.filter((mark) => mark.low !== undefined);
  const labels = (mark) => (narrow ? format(mark.value) : mark.label);
  const marginLeft = 14 + textWidth(marks.map((mark) => mark.name), narrow ? 170 : 260);
  const marginRight = 16 + textWidth(marks.map(labels), narrow ? 90 : 330);
  return finish({
    width, marginLeft, marginRight, marginTop: 8, marginBottom: 42,
    height: 56 + 27 * marks.length,
    x: scale,
    y: { domain: marks.map((mark) => mark.name), label: null, padding: 0.24, axis: null },
    marks: [
      ...axis("x", scale),
      Plot.barX(marks, {
        x1: (mark) => Math.min(start, mark.value), x2: (mark) => Math.max(start, mark.value),
        y: "name", fill, fillOpacity: 0.3,
      }),
      Plot.ruleX([...guides, ...(from === undefined ? [] : [from])], { strokeDasharray: "3,3" }),
      Plot.ruleY(certain, { x1: "low", x2: "high", y: "name", strokeWidth: 1.6 }),
      Plot.tickX(certain, { x: "low", y: "name", insetTop: 5, insetBottom: 5, strokeWidth: 1.6 }),
      Plot.tickX(certain, { x: "high", y: "name", insetTop: 5, insetBottom: 5, strokeWidth: 1.6 }),
      Plot.dot(marks, { x: "value", y: "name", fill, symbol, r: 5 }),
      Plot.text(marks, {
        x: (mark) => Math.max(mark.value, mark.high ?? 0, start),
        y: "name", text: labels, textAnchor: "start", dx: 10,
      }),
      Plot.axisY({ tickSize: 0, label: null }),
    ],
  }, `Bars: ${label}`, (x, y) => marks.map((mark) => point(mark, x(mark.value), y(mark.name))));
}

// Names to the right of curves, pushed apart so that none covers another.
function endLabels(svg, series, right, x, y) {
  const ends = series.map(({ variant, name, note, marks }) => {
    const last = marks[marks.length - 1];
    return { variant, text: `${name} ${note}`.trim(), y: y(last.value) };
  });
  ends.sort((a, b) => a.y - b.y);
  ends.forEach((end, i) => { if (i) end.y = Math.max(end.y, ends[i - 1].y + 15); });
  const most = Number(svg.getAttribute("height")) - 34;
  for (let i = ends.length - 1; i >= 0; i--)
    ends[i].y = Math.min(ends[i].y, most - 15 * (ends.length - 1 - i));
  const group = d3.select(svg).append("g").attr("aria-hidden", "true")
    .attr("text-anchor", "start");
  group.selectAll("path").data(ends).join("path").attr("d", ({ variant }) => shapeOf(variant, 50))
    .attr("transform", (end) => `translate(${right},${end.y})`)
    .attr("fill", ({ variant }) => colourOf(variant));
  group.selectAll("text").data(ends).join("text").attr("fill", "currentColor")
    .attr("x", right + 9).attr("y", (end) => end.y).attr("dy", "0.32em").text((end) => end.text);
}

// Series [{variant, name, note, marks: [{x, value, low, high, text}]}]; `guides`: [{y, text}].
function curves(width, series, { x, y, guides = [] }) {
  const marks = series.flatMap((one) => one.marks);
  const narrow = width < NARROW;
  const names = series.map(({ name, note }) => `${name} ${note}`);
  const marginRight = narrow ? 14 : 34 + textWidth(names, 260);
  const marginLeft = 62;
  const height = Math.max(420, narrow ? 0 : 70 + 15 * series.length);
  const across = scaleOf(marks.map((mark) => mark.x),
    { ...x, from: d3.min(marks, (mark) => mark.x), beyond: 1.03 });
  if (x.values) across.ticks = apart(x.values, x.log, width - marginLeft - marginRight, 34);
  const up = scaleOf([...ends(marks), ...guides.map((one) => one.y)], y);
  const look = { z: "name", stroke: fill };
  return finish({
    width, height, marginLeft, marginRight, marginTop: 26, marginBottom: 44,
    x: across, y: up,
    marks: [
      ...axis("x", across),
      ...axis("y", up),
      Plot.ruleY(guides, { y: "y", strokeDasharray: "3,3" }),
      Plot.text(guides, {
        y: "y", text: "text", frameAnchor: "left", textAnchor: "start", dx: 6, dy: -8,
        className: "halo",
      }),
      Plot.line(marks, { x: "x", y: "value", strokeWidth: 1.8, ...look }),
      Plot.ruleX(marks.filter((mark) => mark.low !== undefined), {
        x: "x", y1: "low", y2: "high", stroke: fill, strokeWidth: 1.5, strokeOpacity: 0.7,
      }),
      Plot.dot(marks, { x: "x", y: "value", fill, symbol, r: 4.2 }),
    ],
  }, `Curves: ${y.label} by ${x.label}`, (x, y, svg) => {
    if (!narrow) endLabels(svg, series, width - marginRight + 14, x, y);
    return marks.map((mark) => point(mark, x(mark.x), y(mark.value)));
  });
}

// A map: cells {row, column, variant, name, note, text}.
function cells(width, marks, { rows, columns, rowLabel, columnLabel }) {
  const marginLeft = 34 + textWidth(rows, 90);
  const size = Math.min(150, (width - marginLeft - 10) / columns.length);
  const narrow = size < 84;
  return finish({
    width: marginLeft + 10 + size * columns.length, marginLeft, marginRight: 10, marginTop: 8,
    marginBottom: 62, height: 70 + rows.length * (narrow ? 34 : 46),
    x: { domain: columns, label: columnLabel, labelAnchor: "center", labelArrow: "none", padding: 0.05,
      labelOffset: 52, tickRotate: narrow && columns.some((c) => c.length > 5) ? -35 : 0 },
    y: { domain: rows, label: rowLabel, labelAnchor: "center", labelArrow: "none", padding: 0.07,
      labelOffset: marginLeft - 8 },
    marks: [
      Plot.cell(marks, { x: "column", y: "row", fill, fillOpacity: 0.22, rx: 5 }),
      Plot.dot(marks, {
        x: "column", y: "row", fill, symbol, r: 4.5, dy: narrow ? 0 : -9,
        dx: narrow ? 0 : 6 - size / 2 + 8,
      }),
      ...(narrow ? [] : [
        Plot.text(marks, { x: "column", y: "row", text: "short", dy: -9, dx: 6, textOverflow: "ellipsis",
          lineWidth: (size - 28) / 12 }),
        Plot.text(marks, { x: "column", y: "row", text: "note", dy: 9, fill: "var(--quiet)" }),
      ]),
    ],
  }, `Map: ${rowLabel} by ${columnLabel}`, (x, y) =>
    marks.map((mark) => point(mark, x(mark.column), y(mark.row), mark.row)));
}

// Marks {variant, x, value}; `lines`: [{x1, y1, x2, y2, text, dash, start, variant}], the bounds, with
// their texts at the start or at the end.
function dots(width, marks, { x, y, lines = [], guides = [] }) {
  const narrow = width < NARROW;
  const across = scaleOf(marks.map((mark) => mark.x), { ...x, most: narrow ? 4 : 9 });
  const up = scaleOf([...ends(marks), ...guides, ...lines.flatMap((one) => [one.y1, one.y2])], y);
  return finish({
    width, height: 460, marginLeft: 66, marginRight: 18, marginTop: 26, marginBottom: 44,
    x: across, y: up,
    marks: [
      ...axis("x", across),
      ...axis("y", up),
      Plot.ruleY(guides, { strokeDasharray: "3,3" }),
      ...d3.groups(lines, (line) => line.dash).map(([strokeDasharray, some]) => Plot.link(some, {
        x1: "x1", y1: "y1", x2: "x2", y2: "y2", strokeDasharray, strokeWidth: 1.2,
        stroke: (line) => (line.variant ? colourOf(line.variant) : "var(--quiet)"),
      })),
      ...[["x1", "y1", "start", 4], ["x2", "y2", "end", -4]].map(([x, y, textAnchor, dx]) =>
        Plot.text(lines.filter((line) => line.text && Boolean(line.start) === (x === "x1")),
          { x, y, text: "text", textAnchor, dx, dy: -7, className: "halo" })),
      Plot.dot(marks, { x: "x", y: "value", stroke: fill, symbol, r: 4.5, strokeWidth: 1.7 }),
    ],
  }, `Dots: ${y.label} by ${x.label}`, (x, y) =>
    marks.map((mark) => point(mark, x(mark.x), y(mark.value))));
}
