// The data of the page, as Python wrote it (page.py), made ready for charts; figures as text; the
// state of the view, which is the address's fragment. Names no variant: techniques, instruction
// sets and problems come from the data.
"use strict";

const DATA = JSON.parse(document.getElementById("data").textContent);
const SYMBOLS = ["circle", "square", "diamond", "triangle", "star", "wye"]; // narrowest ISA first
const COLOURS = 8; // --technique-0 ... in page.css

// --- figures as text -----------------------------------------------------------------------------

function digits(value, significant = 3) {
  if (value === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(value)));
  const places = Math.max(0, Math.min(12, significant - 1 - size));
  const text = Number(value.toPrecision(significant)).toFixed(places);
  const plain = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return Math.abs(value) >= 10000 ? Number(plain).toLocaleString("en-GB") : plain;
}

function scaled(value, units, significant) {
  const [scale, unit] = units.find(([scale]) => value >= scale) ?? units[units.length - 1];
  return `${digits(value / scale, significant)} ${unit}`.trim();
}

const SECONDS = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
const COUNTS = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]];
const duration = (value, significant = 4) => scaled(value, SECONDS, significant);
const amount = (value) => scaled(value, COUNTS, 3);
const percent = (part) => `${digits(100 * part, 2)}%`;
const times = (ratio) => `${digits(ratio)}×`;
const between = (format, { low, high }) =>
  low === undefined ? "" : `${format(low)} to ${format(high)}`;

// --- statistics ----------------------------------------------------------------------------------

function median(sorted) {
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// The interval of the median from order statistics; {} for a single value. Python computed how many
// values may be left out on either side.
function interval(sorted) {
  const found = DATA.median_inner[sorted.length];
  if (!found) return {};
  const [inner, coverage] = found;
  return { low: sorted[inner], high: sorted[sorted.length - 1 - inner], coverage };
}

// The ratio of two medians. Its interval is Mann and Whitney's: all ratios of a value of one to a
// value of the other, without the smallest and the largest few. It always contains the ratio.
function ratio(above, below) {
  const value = above.median / below.median;
  const found = DATA.ratio_inner[`${above.times.length},${below.times.length}`];
  if (!found) return { value };
  const [inner, coverage] = found;
  const all = above.times.flatMap((a) => below.times.map((b) => a / b)).sort((a, b) => a - b);
  return {
    value,
    low: Math.min(value, all[inner]),
    high: Math.max(value, all[all.length - 1 - inner]),
    coverage,
  };
}

function slope(points) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map((point) => point[0]));
  const y = mean(points.map((point) => point[1]));
  const along = mean(points.map((point) => (point[0] - x) * (point[1] - y)));
  return along / mean(points.map((point) => (point[0] - x) ** 2));
}

// Growth of a time over size, from the larger half of the points, three at least: a power of n, or
// of 2 where the textbook kernel's cost is exponential. "" for fewer points.
function growth(points, exponential) {
  if (points.length < 3) return "";
  const larger = points.slice(Math.min(points.length - 3, points.length >> 1));
  const x = exponential ? (n) => n : Math.log2;
  const found = slope(larger.map(([n, seconds]) => [x(n), Math.log2(seconds)])).toFixed(2);
  return exponential ? `2^(${found} n)` : `n^${found}`;
}

// --- runs, problems, rows ------------------------------------------------------------------------

const known = (value) => value ?? undefined; // Python writes null

function makeRow(found, problem) {
  const [variant, load, threads, times, work, lanes, table, memory, reason, alone] = found;
  const row = {
    variant: problem.variants[variant],
    load: problem.loads[load],
    threads,
    times: times.map((time) => time * 1e-9).sort((a, b) => a - b),
    work: known(work),
    lanes: known(lanes),
    table: known(table),
    memory: known(memory),
    reason: reason ?? "",
    alone: alone ?? "",
  };
  row.name = row.threads === 1 ? row.variant.name : `${row.variant.name}, ${row.threads} threads`;
  row.timed = row.times.length > 0 && !row.reason;
  if (row.timed) Object.assign(row, { median: median(row.times) }, interval(row.times));
  row.ranked = row.timed && !row.alone; // others are in no ranking and no ratio
  return row;
}

// Where a load is within its family.
const placeOf = (kind, axis, x) =>
  kind === "grid" ? x.join("x") : kind === "sweep" ? `${axis}=${x}` : String(x);

function makeProblem(found) {
  const problem = { ...found };
  problem.variants = found.variants.map(([name, isa, idea, cycles, model]) => ({
    name,
    isa,
    idea,
    cycles, // that a unit of work takes at best by its own instructions, on this model
    model,
    technique: name.endsWith(`_${isa}`) ? name.slice(0, -isa.length - 1) : name,
  }));
  problem.loads = found.loads.map(([label, side, spec, boards, hash, states, options]) => ({
    ...{ label, side, spec, boards, hash, states, options },
    title: side ? `${label} ${side}` : label,
    key: side ? `${label}/${side}` : label,
  }));
  problem.families = found.families.map((family) => ({
    ...family,
    at: family.at.map(([load, x]) => ({ load: problem.loads[load], x })),
  }));
  for (const { label, kind, axis, at } of problem.families)
    for (const { load, x } of at) load.title = `${label} ${placeOf(kind, axis, x)}`;
  problem.rows = found.rows.map((row) => makeRow(row, problem));
  problem.exponential = found.cost.includes("^n");
  problem.on = (load) => problem.rows.filter((row) => row.load === load);
  problem.same = (load) => {
    const found = problem.loads.filter((one) => one.spec === load.spec && one.hash === load.hash);
    return found.find((one) => one.key === load.key) ?? found[0];
  };
  problem.textbookOn = (load) =>
    problem.on(load).find((row) => row.variant.name === problem.textbook && row.ranked);
  problem.alone = (row) =>
    problem.on(row.load).find((one) => one.variant === row.variant && one.threads === 1);
  return problem;
}

const RUNS = DATA.runs.map((run) => ({
  ...run,
  problems: Object.fromEntries(run.problems.map((one) => [one.name, makeProblem(one)])),
}));
const runNamed = (id) => RUNS.find((run) => run.id === id);

// --- a technique's colour, an instruction set's marker -------------------------------------------

// Techniques of a problem differ in colour; one that several problems have looks the same in each.
function colourTechniques() {
  const problems = new Map(); // technique -> names of the problems that have it
  for (const run of RUNS)
    for (const problem of Object.values(run.problems))
      for (const { technique } of problem.variants)
        problems.set(technique, (problems.get(technique) ?? new Set()).add(problem.name));
  const shared = [...problems].sort((a, b) => b[1].size - a[1].size);
  const colours = new Map();
  for (const [technique, where] of shared) {
    const taken = [...colours.keys()].filter((other) =>
      [...problems.get(other)].some((name) => where.has(name)));
    const used = new Set(taken.map((other) => colours.get(other)));
    let colour = 0;
    while (used.has(colour)) colour++;
    colours.set(technique, colour);
  }
  return colours;
}
const TECHNIQUES = colourTechniques();
const ISAS = [...new Set(RUNS.flatMap((run) => Object.values(run.problems))
  .flatMap((problem) => problem.variants.map((variant) => variant.isa)))]
  .sort((a, b) => DATA.isas.indexOf(a) - DATA.isas.indexOf(b));
const colourOf = (variant) => `var(--technique-${TECHNIQUES.get(variant.technique) % COLOURS})`;
const symbolOf = (variant) => SYMBOLS[ISAS.indexOf(variant.isa) % SYMBOLS.length];

// The marker as a path of so many square pixels.
function shapeOf(variant, area) {
  const name = symbolOf(variant);
  return d3.symbol(d3[`symbol${name[0].toUpperCase()}${name.slice(1)}`], area)();
}

// --- the state of the view -----------------------------------------------------------------------

const DEFAULTS = {
  view: "fastest", problem: "", run: "", load: "", family: "", set: "", map: "", threads: "1",
  measure: "time", scale: "log", noise: "width", with: "", off: "",
};

function readState() {
  const given = new URLSearchParams(location.hash.slice(1));
  const state = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS)) if (given.has(key)) state[key] = given.get(key);
  return state;
}

function writeState(state) {
  const given = Object.entries(state).filter(([key, value]) => value && value !== DEFAULTS[key]);
  const text = new URLSearchParams(given).toString();
  history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
}
