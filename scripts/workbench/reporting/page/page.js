// The page: controls, the context that they select, the readout, the table, its CSV.
"use strict";

const state = readState();
const byId = (id) => document.getElementById(id);
let hidden = new Set(); // names of variants that are switched off
let shown = null; // what the view made
let current = -1; // the point that is read

// An element: properties, then children.
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties))
    if (key.startsWith("on")) element[key] = value;
    else if (value !== undefined && value !== false) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function swatch(variant) {
  const svg = d3.create("svg").attr("width", 14).attr("height", 14).attr("viewBox", "-7 -7 14 14")
    .attr("class", "swatch").attr("aria-hidden", "true");
  svg.append("path").attr("d", shapeOf(variant, 78)).attr("fill", colourOf(variant));
  return svg.node();
}

// --- from the state to the context ---------------------------------------------------------------

function costliest(problem) {
  const timed = problem.loads.filter((load) => problem.textbookOn(load));
  const cost = (load) => problem.textbookOn(load).median;
  return timed.sort((a, b) => cost(b) - cost(a))[0] ?? problem.loads[0];
}

// One of the options, [[key, title]]; the state's if it is among them.
function chosen(key, options, otherwise) {
  const keys = options.map(([one]) => one);
  if (!keys.includes(state[key])) state[key] = otherwise ?? keys[0] ?? "";
  return options;
}

// The family that a load is part of, or the load alone.
function setsOf(problem) {
  const families = problem.families.filter((family) => family.kind !== "grid");
  const within = new Set(families.flatMap((family) => family.at.map((one) => one.load)));
  const single = problem.loads.filter((load) => !within.has(load)).map((load) =>
    ({ label: load.title, kind: "", at: [{ load, x: 0 }] }));
  return { families, sets: [...families, ...single] };
}

function contextOf() {
  const options = {};
  options.run = chosen("run", RUNS.map((run) => [run.id, run.title]));
  const run = runNamed(state.run);
  const problems = Object.values(run.problems);
  options.problem = chosen("problem", problems.map((one) => [one.name, one.title]));
  const problem = run.problems[state.problem];
  options.load = chosen("load", problem.loads.map((load) => [load.key, load.title]),
    costliest(problem).key);
  const { families, sets } = setsOf(problem);
  const named = (one) => [one.label, one.label];
  options.family = chosen("family", families.map(named));
  options.set = chosen("set", sets.map(named));
  const maps = mapsOf(run, problem);
  options.map = chosen("map", maps.map((one) => [one.key, one.title]));
  const counts = [...new Set(problem.rows.map((row) => row.threads))].sort((a, b) => a - b);
  options.threads = chosen("threads", [...counts.map((n) => [String(n), String(n)]), ["all", "all"]]);
  options.measure = chosen("measure", [["time", "time"], ["option", "time per option"],
    ["textbook", "speed-up over textbook"]]);
  options.scale = chosen("scale", [["log", "logarithmic"], ["linear", "linear"]]);
  options.noise = chosen("noise", [["width", "intervals of this run"], ["again", "a second run"]]);
  options.with = chosen("with", othersOf(run));
  return {
    options, state, run, problem,
    load: problem.loads.find((load) => load.key === state.load),
    family: families.find((one) => one.label === state.family),
    set: sets.find((one) => one.label === state.set),
    map: maps.find((one) => one.key === state.map),
    other: runNamed(state.with),
    visible: (variant) => !hidden.has(variant.name),
  };
}

// --- controls ------------------------------------------------------------------------------------

const LABELS = {
  problem: "Problem", run: "Machine and run", load: "Load", family: "Boards", set: "Boards",
  map: "Map", threads: "Threads", measure: "Show", scale: "Scale", noise: "Noise of",
  with: "Compared with",
};
const AS_BUTTONS = ["problem", "threads", "scale", "noise"];

function set(key, value) {
  state[key] = value;
  show();
  byId("controls").querySelector(`[data-key="${key}"][data-value="${value}"]`)?.focus();
}

function buttonsFor(key, options) {
  const buttons = options.map(([value, title]) => make("button", {
    type: "button", "data-key": key, "data-value": value,
    "aria-pressed": String(state[key] === value), onclick: () => set(key, value),
  }, title));
  return make("fieldset", {}, make("legend", {}, LABELS[key]),
    make("div", { class: "choice" }, ...buttons));
}

function selectFor(key, options) {
  const items = options.map(([value, title]) =>
    make("option", { value, selected: state[key] === value && "" }, title));
  const select = make("select", { "data-key": key, onchange: () => {
    state[key] = select.value;
    show();
    byId("controls").querySelector(`select[data-key="${key}"]`)?.focus();
  } }, ...items);
  return make("label", {}, LABELS[key], select);
}

function showControls(c, view) {
  const without = view.without?.(c) ?? [];
  const shownKeys = view.controls.filter((key) =>
    (c.options[key].length > 1 || key === "with") && !without.includes(key));
  byId("controls").replaceChildren(...shownKeys.map((key) =>
    (AS_BUTTONS.includes(key) ? buttonsFor : selectFor)(key, c.options[key])));
}

function showVariants(c) {
  const hide = (names) => { hidden = new Set(names); show(); };
  const names = c.problem.variants.map((variant) => variant.name);
  const isas = ISAS.filter((isa) => c.problem.variants.some((variant) => variant.isa === isa));
  const button = (text, onclick) => make("button", { type: "button", onclick }, text);
  const only = (isa) => button(isa, () =>
    hide(c.problem.variants.filter((variant) => variant.isa !== isa).map((one) => one.name)));
  byId("variants").replaceChildren(
    make("h3", {}, "Variants"),
    make("div", { class: "all" }, button("all", () => hide([])), button("none", () => hide(names)),
      ...isas.map(only)),
    make("div", { class: "list" }, ...c.problem.variants.map((variant) => {
      const box = make("input", { type: "checkbox", value: variant.name, onchange: () => {
        hidden[box.checked ? "delete" : "add"](variant.name);
        show();
        byId("variants").querySelector(`[value="${variant.name}"]`).focus();
      } });
      box.checked = !hidden.has(variant.name);
      return make("label", { title: variant.idea }, box, swatch(variant), variant.name);
    })),
    make("p", {}, "One colour a technique, one marker an instruction set."),
  );
}

function showViews() {
  byId("views").replaceChildren(...Object.entries(VIEWS).map(([key, view]) => make("button", {
    type: "button", "aria-current": state.view === key ? "page" : undefined,
    onclick: () => {
      state.view = key;
      show();
      byId("views").querySelector("[aria-current]").focus();
    },
  }, view.title)));
}

function showAnswer(c) {
  const load = costliest(c.problem);
  const plain = c.problem.textbookOn(load);
  const best = c.problem.on(load).filter((row) => row.ranked && row.threads === 1)
    .sort((a, b) => a.median - b.median)[0];
  const parts = best && plain ? [make("b", {}, best.variant.name), ` solves ${c.problem.title} `,
    `(${load.title}) in `, make("b", {}, duration(best.median)), ", ",
    make("b", {}, times(plain.median / best.median)), " faster than the textbook kernel, on ",
    c.run.title] : [];
  byId("answer").replaceChildren(...parts);
}

// --- reading the chart ---------------------------------------------------------------------------

function read(index) {
  const svg = byId("chart").querySelector("svg");
  d3.select(svg).selectAll(".reading").remove();
  byId("tip")?.remove();
  current = index;
  const at = shown.points?.[index];
  if (!at) return byId("readout").replaceChildren();
  d3.select(svg).append("circle").attr("class", "reading").attr("cx", at.x).attr("cy", at.y)
    .attr("r", 9).attr("fill", "none").attr("stroke", "currentColor").attr("stroke-width", 2);
  const tip = make("div", { id: "tip", "aria-hidden": "true" }, make("b", {}, at.title), at.text);
  byId("chart").append(tip);
  const scale = svg.getBoundingClientRect().width / svg.width.baseVal.value;
  const [x, y] = [at.x * scale, at.y * scale];
  const room = byId("chart").clientWidth - tip.offsetWidth;
  tip.style.left = `${Math.max(0, Math.min(room, x + 14))}px`;
  tip.style.top = `${y > tip.offsetHeight + 20 ? y - tip.offsetHeight - 14 : y + 16}px`;
  byId("readout").replaceChildren(`${at.title}: ${at.text.replaceAll("\n", "; ")}`);
}

function readAt(event) {
  const svg = byId("chart").querySelector("svg");
  if (!svg || !shown.points?.length) return;
  const box = svg.getBoundingClientRect();
  const scale = svg.width.baseVal.value / box.width;
  const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  const far = (at) => Math.hypot(at.x - x, at.y - y);
  const nearest = d3.leastIndex(shown.points, (a, b) => far(a) - far(b));
  if (nearest !== current) read(nearest);
}

// Left and right: the marks in order; up and down: the nearest mark of another group.
function readByKey(event) {
  const points = shown.points ?? [];
  const last = points.length - 1;
  const moves = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last };
  let to = moves[event.key];
  const here = points[current];
  if (["ArrowUp", "ArrowDown"].includes(event.key) && here) {
    const down = event.key === "ArrowDown";
    const beyond = d3.range(points.length).filter((i) =>
      points[i].group !== here.group && (down ? points[i].y > here.y : points[i].y < here.y));
    const far = (i) => Math.abs(points[i].x - here.x) * 20 + Math.abs(points[i].y - here.y);
    to = d3.least(beyond, (a, b) => far(a) - far(b)) ?? current;
  } else if (event.key === "ArrowDown") to = 0;
  if (event.key === "Escape") to = -1;
  if (to === undefined || last < 0) return;
  event.preventDefault();
  read(event.key === "Escape" ? -1 : Math.max(0, Math.min(last, to)));
}

function draw() {
  const area = byId("chart");
  const width = area.clientWidth;
  if (!shown.chart) area.replaceChildren();
  else if (!shown.marks.length)
    area.replaceChildren(make("p", { class: "empty" }, "Nothing to show: no variant that is switched on has "
      + "a time here. Switch variants on, or choose another load or number of threads."));
  else {
    const made = shown.chart(width);
    area.replaceChildren(made.svg);
    shown.points = made.points;
  }
  area.hidden = !shown.chart;
  byId("keys").hidden = !shown.chart;
  read(-1);
}

// --- the table -----------------------------------------------------------------------------------

const textOf = (value, format) => {
  if (value === undefined || value === null) return "";
  return value.name ?? (format ? format(value) : String(value));
};

function showTable() {
  const { columns, rows } = shown.table;
  const kinds = columns.map(([, format]) => (format ? "right" : undefined));
  const head = columns.map(([title], i) => make("th", { scope: "col", class: kinds[i] }, title));
  const body = rows.map((row) => make("tr", {}, ...row.map((value, i) => {
    const text = textOf(value, columns[i][1]);
    const kind = kinds[i] ?? (text.length < 32 ? "short" : undefined);
    return make("td", { class: kind }, ...(value?.technique ? [swatch(value)] : []), text);
  })));
  byId("table").replaceChildren(
    make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body)));
}

// The table as CSV: numbers in full, times in seconds.
function csv() {
  const plain = (value) => String(value?.name ?? value ?? "");
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const head = shown.table.columns.map(([title, format]) =>
    format === duration ? `${title} (s)` : title);
  return [head, ...shown.table.rows].map((row) => row.map((v) => quoted(plain(v))).join(","))
    .join("\n") + "\n";
}

async function copy(button, text) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without permission, or from a file in some browsers: the older way.
    const area = make("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Copying is not allowed here";
    area.remove();
  }
  setTimeout(() => { button.textContent = before; }, 1500);
}

// --- all of it -----------------------------------------------------------------------------------

// For a run whose suite has no boards of growing sizes, or no map.
const nothing = (c, view) => ({
  heading: `${c.problem.title}: ${view.title.toLowerCase()}`,
  caption: `${c.run.title} did not measure this.`,
  chart: () => null,
  marks: [],
  table: { columns: [["variant"]], rows: [] },
});

function show() {
  if (!VIEWS[state.view]) state.view = DEFAULTS.view;
  state.off = [...hidden].sort().join(",");
  const c = contextOf();
  const view = VIEWS[state.view];
  writeState(state);
  const missing = ["family", "map"].some((key) => view.controls.includes(key) && !c[key]);
  shown = missing ? nothing(c, view) : view.make(c);
  document.title = `${shown.heading} - mexbench`;
  showViews();
  showControls(c, view);
  showVariants(c);
  showAnswer(c);
  byId("heading").textContent = shown.heading;
  byId("caption").textContent = shown.caption;
  byId("variants").hidden = !view.controls.length;
  byId("chart").setAttribute("aria-label", shown.heading);
  draw();
  showTable();
}

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  byId("theme").value = theme;
}

function start() {
  const takeState = () => {
    Object.assign(state, readState());
    hidden = new Set(state.off.split(",").filter(Boolean));
    show();
  };
  const area = byId("chart");
  area.addEventListener("pointermove", readAt);
  area.addEventListener("pointerdown", readAt);
  area.addEventListener("pointerleave", () => read(-1));
  area.addEventListener("keydown", readByKey);
  byId("csv").onclick = (event) => copy(event.target, csv());
  byId("link").onclick = (event) => copy(event.target, location.href);
  byId("theme").onchange = (event) => showTheme(event.target.value);
  byId("controls").onsubmit = (event) => event.preventDefault();
  byId("command").textContent = DATA.command;
  addEventListener("hashchange", takeState);
  let width = 0;
  new ResizeObserver(() => {
    if (area.clientWidth === width || area.hidden) return;
    width = area.clientWidth;
    draw();
  }).observe(area);
  takeState();
}
start();
