// The views: each says which controls it has and makes, of what they select, a heading, a caption,
// a chart and a table. `c` is the context: {state, run, problem, load, family, map, other, visible}.
// A table is {columns: [[head, kind]], rows: [[cell]]}: kind is "text" or a format of a number.
"use strict";

const cell = (value, format) => (value === undefined ? "" : format ? format(value) : String(value));
const sizeOf = (bytes) =>
  scaled(bytes, [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]], 3);
const where = (c) => `${c.run.title}, commit ${c.run.commit}`;
const loadText = (load) =>
  `${load.spec} (${load.boards} ${load.boards === 1 ? "board" : "boards"})`;
const inThreads = (c, row) => c.state.threads === "all" || String(row.threads) === c.state.threads;
const rowsOn = (c, load) =>
  c.problem.on(load).filter((row) => c.visible(row.variant) && inThreads(c, row));
const halfWidth = (row) => (row.high - row.low) / 2 / row.median;
const quantile = (values, part) => d3.quantile([...values].sort((a, b) => a - b), part);

const MEASURES = {
  time: {
    title: "time of one solve", better: "lower", format: duration,
    of: (c, row) => ({ value: row.median, low: row.low, high: row.high }),
  },
  option: {
    title: "time per option", better: "lower", format: duration,
    of: (c, row) => {
      const each = (value) => (value === undefined ? value : value / row.load.options);
      return row.load.options
        ? { value: each(row.median), low: each(row.low), high: each(row.high) } : null;
    },
  },
  textbook: {
    title: "speed-up over the textbook kernel on one thread", better: "higher", format: times,
    of: (c, row) => {
      const plain = c.problem.textbookOn(row.load);
      return plain && row.ranked ? ratio(plain, row) : null;
    },
  },
};

// What a reader of a mark sees.
function describe(c, row) {
  const plain = c.problem.textbookOn(row.load);
  const lines = [duration(row.median)];
  if (row.low !== undefined) {
    lines[0] += `, ${between(duration, row)}`;
    lines.push(`${row.times.length} repetitions, interval at ${percent(row.coverage)}`);
  }
  if (row.load.options) lines.push(`${duration(row.median / row.load.options, 3)} per option`);
  if (plain && row.ranked) {
    const gain = ratio(plain, row);
    lines.push(`${times(gain.value)} textbook, ${between(times, gain)}`.replace(/, $/, ""));
  }
  if (row.work && row.load.options)
    lines.push(`evaluates ${percent(row.work / row.load.options)} of the options`);
  lines.push(row.alone || `load ${row.load.title}, agrees with another technique`);
  return lines.join("\n");
}

const fastest = {
  title: "Fastest", controls: ["problem", "run", "load", "threads", "measure", "scale"],
  make(c) {
    const measure = MEASURES[c.state.measure];
    const rows = rowsOn(c, c.load);
    const timed = rows.filter((row) => row.timed).sort((a, b) => a.median - b.median);
    const marks = timed.flatMap((row) => {
      const found = measure.of(c, row);
      if (!found) return [];
      const plain = c.problem.textbookOn(row.load);
      const sure = row.low === undefined ? "" : `  ±${percent(halfWidth(row))}`;
      const gain = plain && row.ranked ? `  ${times(plain.median / row.median)} textbook` : "";
      const label = c.state.measure === "textbook" ? times(found.value)
        : measure.format(found.value) + sure + gain;
      return [{ ...found, variant: row.variant, name: row.name, label, text: describe(c, row) }];
    });
    return {
      heading: `${c.problem.title}: ${c.load.title}, fastest first`,
      caption: `${loadText(c.load)}. ${where(c)}. Bars are ${measure.title}: the median, with its `
        + "interval over the repetitions of one run.",
      chart: (width) => bars(width, marks,
        { label: measure.title, format: measure.format, log: c.state.scale === "log" }),
      marks,
      table: tableOfRows(c, [...timed, ...rows.filter((row) => !row.timed)]),
    };
  },
};

function tableOfRows(c, rows) {
  const columns = [
    ["variant"], ["threads", String], ["median", duration], ["low", duration], ["high", duration],
    ["per option", (value) => duration(value, 3)], ["× textbook", digits], ["evaluated", percent],
    ["memory", sizeOf], ["agreement"],
  ];
  return {
    columns,
    rows: rows.map((row) => {
      const plain = c.problem.textbookOn(row.load);
      const { options } = row.load;
      return [
        row.variant, row.threads, row.median, row.low, row.high,
        row.timed && options ? row.median / options : undefined,
        plain && row.ranked ? plain.median / row.median : undefined,
        row.work && options ? row.work / options : undefined,
        row.memory, row.reason || row.alone || "agrees",
      ];
    }),
  };
}

// Series of a family: one for each variant and number of threads.
function seriesOf(c, family, measure, keep) {
  const found = new Map();
  for (const { load, x } of family.at)
    for (const row of c.problem.on(load).filter((row) => row.timed && keep(row))) {
      const value = measure.of(c, row);
      if (!value) continue;
      const series = found.get(row.name) ?? { variant: row.variant, name: row.name, marks: [] };
      series.marks.push({
        ...value, x, row, name: row.name, variant: row.variant, text: describe(c, row),
      });
      found.set(row.name, series);
    }
  const series = [...found.values()];
  for (const one of series) one.marks.sort((a, b) => a.x - b.x);
  return series;
}

function acrossOf(c, family) {
  const values = family.at.map((one) => one.x).sort((a, b) => a - b);
  const skewed = values[0] > 0 && values[values.length >> 1] < values[values.length - 1] / 4;
  const log = family.kind === "size" ? !c.problem.exponential : skewed;
  const label = family.kind === "size" ? family.axis : `${family.axis}, as the generator takes it`;
  return { label, values, log, format: (value) => digits(value, 4) };
}

const bySize = {
  title: "By size", controls: ["problem", "run", "family", "threads", "measure"],
  make(c) {
    const measure = MEASURES[c.state.measure];
    const series = seriesOf(c, c.family, measure,
      (row) => c.visible(row.variant) && inThreads(c, row));
    const sizes = c.family.kind === "size";
    for (const one of series) {
      const all = seriesGrowth(c, one);
      one.note = sizes ? all : "";
    }
    const x = acrossOf(c, c.family);
    const across = [...c.family.at].sort((a, b) => a.x - b.x);
    return {
      heading: `${c.problem.title}: ${measure.title} by ${sizes ? "size" : c.family.axis} `
        + `(${c.family.label})`,
      caption: `${c.family.at[0].load.spec} and so on. ${where(c)}. `
        + (sizes ? "Next to a name: the growth of its time over the larger half of the sizes; the "
          + `textbook kernel costs ${c.problem.cost}.` : "All boards have one size."),
      chart: (width) => curves(width, series, {
        x, y: { label: measure.title, format: measure.format, log: true },
      }),
      marks: series.flatMap((one) => one.marks),
      table: {
        columns: [["variant"], ["threads", String], ...(sizes ? [["growth"]] : []),
          ...across.map((one) => [x.format(one.x), measure.format])],
        rows: series.map((one) => [
          one.variant, one.marks[0].row.threads, ...(sizes ? [one.note] : []),
          ...across.map(({ x }) => one.marks.find((mark) => mark.x === x)?.value),
        ]),
      },
    };
  },
};

const seriesGrowth = (c, series) =>
  growth(series.marks.map((mark) => [mark.x, mark.row.median]), c.problem.exponential);

// The contenders of a cell, fastest first: [{variant, seconds}].
function cellOf(c, row, column, contenders, more = "") {
  const [best, next] = contenders;
  const ahead = next ? next.seconds / best.seconds : undefined;
  const lines = contenders.slice(0, 5).map((one) =>
    `${one.variant.name} ${duration(one.seconds)}${one === best ? ""
      : `, ${times(one.seconds / best.seconds)}`}`);
  return {
    row, column, ahead, next, variant: best.variant, short: best.variant.name,
    seconds: best.seconds,
    name: `${row} by ${column}`,
    note: next ? (ahead < 1.05 ? `≈ ${next.variant.name}` : `${times(ahead)} ahead`) : "alone",
    text: lines.join("\n") + more,
  };
}

// The maps of a run: grids of the suite, and those that judge `auto`.
function mapsOf(run, problem) {
  const grids = problem.families.filter((family) => family.kind === "grid")
    .map((family) => ({ key: family.label, title: `rows by columns (${family.label})`, family }));
  const judged = run.maps.filter((one) => one.problem === problem.name)
    .map((one) => ({ key: one.title, title: `size by kind of board, ${one.title}`, judged: one }));
  return [...judged, ...grids];
}

function gridCells(c) {
  return c.map.family.at.flatMap(({ load, x: [rows, columns] }) => {
    const contenders = rowsOn(c, load).filter((row) => row.ranked)
      .sort((a, b) => a.median - b.median)
      .map((row) => ({ variant: row.variant, seconds: row.median }));
    return contenders.length ? [cellOf(c, rows, columns, contenders)] : [];
  });
}

function judgedCells(c) {
  return c.map.judged.cells.flatMap((found) => {
    const contenders = Object.entries(found.seconds)
      .filter(([name]) => name !== "auto")
      .map(([name, seconds]) => ({ variant: techniqueNamed(c.problem, name), seconds }))
      .filter((one) => c.problem.variants.some((variant) =>
        variant.technique === one.variant.technique && c.visible(variant)))
      .sort((a, b) => a.seconds - b.seconds);
    if (!contenders.length) return [];
    const auto = found.seconds.auto / contenders[0].seconds;
    const made = cellOf(c, found.row, found.column, contenders,
      `\nauto takes ${times(auto)} of the fastest\n${found.spec}`);
    return [{ ...made, auto }];
  });
}

const techniqueNamed = (problem, name) => ({ name, technique: name, isa: ISAS[0] });

const map = {
  title: "Which for my size", controls: ["problem", "run", "map", "threads"],
  without: (c) => (c.map?.judged ? ["threads"] : []),
  make(c) {
    const judged = Boolean(c.map.judged);
    const marks = judged ? judgedCells(c) : gridCells(c);
    const order = judged ? (a, b) => 0 : (a, b) => a - b;
    const places = (key) => [...new Set(marks.map((mark) => mark[key]))].sort(order);
    const rows = judged ? places("row") : places("row").reverse();
    return {
      heading: `${c.problem.title}: the fastest kernel for a size`,
      caption: `${where(c)}. A cell names the fastest ${judged ? "technique" : "variant"}, and how `
        + "many times as long the next one takes (≈: within 5%). "
        + (judged ? `One thread; each time is the minimum of ${c.map.judged.rounds} runs, without `
          + `an interval. auto is that of commit ${c.run.commit}.` : ""),
      chart: (width) => cells(width, marks, {
        rows, columns: places("column"),
        rowLabel: judged ? "rows x columns of the board" : "rows of the board",
        columnLabel: judged ? "kind of board (its density, cells or patterns)"
          : "columns of the board",
      }),
      marks,
      table: {
        columns: [["rows"], ["columns or kind"], ["fastest"], ["time", duration], ["next"],
          ["takes", times], ["auto takes", times]],
        rows: marks.map((mark) => [
          mark.row, mark.column, mark.variant, mark.seconds, mark.next?.variant.name,
          mark.ahead, mark.auto,
        ]),
      },
    };
  },
};

const threads = {
  title: "Threads", controls: ["problem", "run", "set"],
  make(c) {
    const measure = {
      of: (c, row) => {
        const alone = c.problem.alone(row);
        return alone?.timed ? ratio(alone, row) : null;
      },
    };
    const keep = (row) => row.threads > 1 && c.visible(row.variant);
    const counts = [...new Set(c.problem.rows.map((row) => row.threads))].filter((n) => n > 1);
    const series = seriesOf(c, c.set, measure, keep);
    const marks = series.flatMap((one) => one.marks);
    const curve = c.set.kind !== "";
    for (const mark of marks) mark.label = times(mark.value);
    for (const one of series) one.note = curve ? "" : undefined;
    marks.sort((a, b) => (curve ? 0 : b.value - a.value));
    const guides = [{ y: 1, text: "as fast as one thread" },
      ...counts.map((n) => ({ y: n, text: `${n} times as fast` }))];
    const label = "times as fast as on one thread";
    return {
      heading: `${c.problem.title}: speed-up by threads (${c.set.label})`,
      caption: `${c.set.at[0].load.spec}${curve ? " and so on" : ""}. ${where(c)}, `
        + `${c.run.cores} cores. Below 1, threads cost more than they bring. Intervals are of the `
        + "ratio.",
      chart: (width) => curve
        ? curves(width, series, { x: acrossOf(c, c.set), y: { label, format: times, log: true },
          guides })
        : bars(width, marks, { label, format: times, log: true, from: 1, guides: counts }),
      marks,
      table: {
        columns: [["load"], ["variant"], ["threads", String], ["one thread", duration],
          ["with threads", duration], ["speed-up", times], ["low", times], ["high", times]],
        rows: marks.map((mark) => [
          mark.row.load.title, mark.variant, mark.row.threads,
          c.problem.alone(mark.row).median, mark.row.median, mark.value, mark.low, mark.high,
        ]),
      },
    };
  },
};
