// The views about trust: noise, limits, the comparison of two runs, and the runs themselves.
"use strict";

// The second run of the same program on the same machine, or undefined.
const secondOf = (run) => RUNS.find((one) => one.again && one.id === `${run.id}+again`);

// The same timing in another run, or undefined.
function twin(row, problem) {
  const load = problem?.same(row.load);
  return load && problem.on(load).find((one) =>
    one.variant.name === row.variant.name && one.threads === row.threads && one.ranked);
}

// [{row, twin, ratio}] of all timings that both runs have.
function pairsOf(c, other) {
  const problem = other.problems[c.problem.name];
  return c.problem.rows
    .filter((row) => row.ranked && c.visible(row.variant) && inThreads(c, row))
    .map((row) => ({ row, twin: twin(row, problem) }))
    .filter((pair) => pair.twin)
    .map((pair) => ({ ...pair, ratio: ratio(pair.twin, pair.row) }));
}

const verdictOf = ({ low, high }) =>
  low === undefined ? "no interval" : high < 1 ? "faster" : low > 1 ? "slower" : "no difference found";

function noiseByVariant(groups, of) {
  return [...d3.group(groups, (one) => one.row.variant)].map(([variant, found]) => {
    const parts = found.map(of);
    return [variant, found.length, quantile(parts, 0.5), quantile(parts, 0.9), d3.max(parts)];
  });
}

const noise = {
  title: "Noise", controls: ["problem", "run", "threads", "noise"],
  make(c) {
    const second = secondOf(c.run);
    const twice = c.state.noise === "again" && second;
    const found = twice ? pairsOf(c, second)
      : c.problem.rows.filter((row) => row.low !== undefined && c.visible(row.variant)
        && inThreads(c, row)).map((row) => ({ row }));
    const off = twice ? (one) => Math.abs(one.ratio.value - 1) : (one) => halfWidth(one.row);
    const marks = found.map((one) => ({
      variant: one.row.variant, name: `${one.row.name}, ${one.row.load.title}`, x: one.row.median,
      value: twice ? one.ratio.value : Math.max(off(one), 1e-4),
      text: twice ? `${times(one.ratio.value)} in the second run, ${between(times, one.ratio)}`
        : `${duration(one.row.median)} ±${percent(off(one))}`,
    }));
    const parts = found.map(off);
    const sum = parts.length
      ? `Half are within ${percent(quantile(parts, 0.5))}, nine tenths within `
        + `${percent(quantile(parts, 0.9))}. ` : "";
    const label = twice ? "time in the second run over time in the first"
      : "half width of the interval, relative to the median";
    return {
      heading: `${c.problem.title}: ${twice ? "two runs of one program" : "width of the intervals"}`,
      caption: `${where(c)}. ${sum}${twice ? "The program was the same, so all of this is noise."
        : "A difference between variants that is smaller than the intervals is no evidence."}`
        + (c.state.noise === "again" && !second ? " This run was made only once." : ""),
      chart: (width) => dots(width, marks, {
        x: { label: "median time of one solve", format: (v) => duration(v, 2), log: true },
        y: { label, format: twice ? times : percent, log: true },
        guides: twice ? [1] : [],
      }),
      marks,
      table: {
        columns: [["variant"], ["timings", String], ["half within ±", percent],
          ["nine tenths within ±", percent], ["all within ±", percent]],
        rows: noiseByVariant(found, off),
      },
    };
  },
};

// The bounds of a timing on one thread, in options a second: [{name, rate}], the nearest first.
function boundsOf(run, row) {
  const { limits } = run;
  const found = [];
  if (!limits || row.threads !== 1 || !row.work) return found;
  const issue = limits.issue[row.variant.isa];
  if (issue && row.lanes) found.push({ name: "issue", rate: issue * row.lanes });
  const board = row.table / row.load.boards;
  const level = limits.levels.find(([, cache]) => cache === null || board <= cache);
  if (row.table && level)
    found.push({ name: level[0], rate: (level[2] * row.work) / row.table });
  return found.sort((a, b) => a.rate - b.rate);
}

// Options a second if only the variant's own instructions took time, or undefined.
const codeRate = (run, variant) =>
  variant.cycles && run.limits?.clock ? run.limits.clock / variant.cycles : undefined;

// The load on which each variant evaluated the most options a second: variant -> row. What keeps it
// below that elsewhere is not its instructions but short loops, fixed work and misses.
const rateOf = (row) => row.work / row.median;
const bestOf = (rows) => d3.rollup(rows, (own) => d3.greatest(own, rateOf), (row) => row.variant);

// The roofs: for each level a line that rises with the options per byte up to the widest issue rate,
// for each instruction set a level line, and for each variant its own best.
function roofsOf(run, rows, best, [from, to]) {
  const issue = new Map();
  for (const row of rows) {
    const rate = run.limits.issue[row.variant.isa] * row.lanes;
    if (rate) issue.set(`${row.variant.isa}, ${row.lanes} options an operation`, rate);
  }
  const top = Math.max(...issue.values());
  const level = [...issue].map(([text, rate]) =>
    ({ x1: from, y1: rate, x2: to, y2: rate, text, dash: "5,3" }));
  const own = [...best].map(([variant, row]) =>
    ({ x1: from, y1: rateOf(row), x2: to, y2: rateOf(row), variant, dash: "1,3" }));
  const rising = run.limits.levels.filter(([, , rate]) => rate * from < top)
    .map(([name, , rate]) => {
      const end = Math.min(to, top / rate);
      return { x1: from, y1: rate * from, x2: end, y2: rate * end, text: name, dash: "none",
        start: true };
    });
  return [...level, ...own, ...rising];
}

const limits = {
  title: "Limits", controls: ["problem", "run"],
  make(c) {
    const rows = c.problem.rows.filter((row) => row.timed && row.threads === 1 && row.work
      && row.table && c.visible(row.variant));
    const known = c.run.limits && rows.length;
    const best = bestOf(rows);
    const marks = rows.map((row) => {
      const bounds = boundsOf(c.run, row);
      const rate = rateOf(row);
      const own = best.get(row.variant);
      const code = codeRate(c.run, row.variant);
      const issue = bounds.find((one) => one.name === "issue");
      return {
        ofCode: code && rate / code,
        room: code && issue && code / issue.rate,
        variant: row.variant, name: `${row.name}, ${row.load.title}`, row, bounds,
        ofBest: rate / rateOf(own),
        x: row.work / row.table, value: rate,
        text: [`${amount(rate)} options/s, ${digits(row.work / row.table)} options a byte`,
          `${percent(rate / rateOf(own))} of its own best (${own.load.title})`,
          ...(code
            ? [`${percent(rate / code)} of its instructions' bound (${row.variant.model})`] : []),
          ...bounds.map((one) => `${percent(rate / one.rate)} of ${one.name}`)].join("\n"),
      };
    });
    const across = d3.extent(marks, (mark) => mark.x);
    const lines = known ? roofsOf(c.run, rows, best, [across[0] / 1.15, across[1] * 1.15]) : [];
    const share = (mark, name) => {
      const bound = mark.bounds.find((one) => (one.name === "issue") === (name === "issue"));
      return bound && mark.value / bound.rate;
    };
    return {
      heading: `${c.problem.title}: distance from the limits of one core`,
      caption: `${where(c)}, one thread, a mark a load. Rising lines: the table written once to that `
        + "level of memory. Dashed: one operation for every vector of options. Dotted, in a "
        + "technique's colour: the variant's own best rate. A mark far below its dotted line loses "
        + "time to short loops, fixed work or misses; the room between dotted and dashed is what "
        + "fewer instructions for a vector would gain. "
        + "Of its instructions: the rate over the most that the variant's own instructions allow, "
        + "by llvm-mca's model of the named processor (scripts/bound). What is missing to 100% is "
        + "lost to misses, latency and loops; above 100% the processor is better than the model. "
        + "Their bound of issue: what a better idea could gain, 100% being one operation for every "
        + "vector of options. "
        + (c.run.limits ? "" : "This run did not measure the limits of its machine."),
      chart: (width) => dots(width, marks, {
        x: { label: "options evaluated per byte of the table", format: digits, log: true },
        y: { label: "options evaluated per second", format: amount, log: true },
        lines,
      }),
      marks,
      table: {
        columns: [["variant"], ["load"], ["options/s", amount],
          ["of its own best", percent], ["of its instructions", percent],
          ["their bound of issue", percent], ["model"], ["of issue", percent],
          ["of its memory level", percent], ["nearest bound"]],
        rows: marks.map((mark) => [mark.variant, mark.row.load.title, mark.value,
          mark.ofBest, mark.ofCode, mark.room, mark.variant.model, share(mark, "issue"),
          share(mark, "level"), mark.bounds[0]?.name]),
      },
    };
  },
};

// What a run can be compared with: other runs, its second run, and another compiler's build.
function othersOf(run) {
  const found = RUNS.filter((one) => one !== run).map((one) => [one.id, one.title]);
  if (run.compilers.length) found.push(["compilers", run.compilers[0].builds.join(" and ")]);
  return found;
}

const compare = {
  title: "Compare runs", controls: ["problem", "run", "with", "load", "threads"],
  without: (c) => (c.state.with === "compilers" ? ["load", "threads"] : []),
  make(c) {
    if (c.state.with === "compilers") return compareCompilers(c);
    const all = c.other ? pairsOf(c, c.other) : [];
    const words = all.map((pair) => verdictOf(pair.ratio));
    const count = (word) => words.filter((one) => one === word).length;
    const marks = all.filter((pair) => pair.row.load === c.load).map(({ row, twin, ratio }) => ({
      ...ratio, variant: row.variant, name: row.name,
      label: `${times(ratio.value)}  ${verdictOf(ratio)}`,
      text: `${duration(row.median)} and ${duration(twin.median)}\n`
        + `ratio ${times(ratio.value)}, ${between(times, ratio)}\n${verdictOf(ratio)}`,
    })).sort((a, b) => a.value - b.value);
    const mean = d3.mean(all, (pair) => Math.log(pair.ratio.value));
    const label = "time of the second over time of the first";
    return {
      heading: `${c.problem.title}: two runs on ${c.load.title}`,
      caption: !c.other ? "There is no other run on this page. Name more runs to scripts/report."
        : `First: ${where(c)}. Second: ${c.other.title}, commit ${c.other.commit}. Below 1 the `
          + `second is faster. Of ${all.length} timings of this problem that both have, the second is `
          + `faster in ${count("faster")}, slower in ${count("slower")}; no difference was found in `
          + `${count("no difference found")}. The geometric mean of the ratios is `
          + `${all.length ? times(Math.exp(mean)) : "not known"}. The intervals cover the repetitions `
          + "of these two processes only; mexbench compare decides.",
      chart: (width) => bars(width, marks, { label, format: times, log: true, from: 1 }),
      marks,
      table: {
        columns: [["load"], ["variant"], ["threads", String], ["first", duration],
          ["second", duration], ["ratio", times], ["low", times], ["high", times], ["second is"]],
        rows: all.map(({ row, twin, ratio }) => [row.load.title, row.variant, row.threads,
          row.median, twin.median, ratio.value, ratio.low, ratio.high, verdictOf(ratio)]),
      },
    };
  },
};

function compareCompilers(c) {
  const named = (name) => c.problem.variants.find((variant) => variant.name === name);
  const pairs = c.run.compilers.filter((pair) => pair.problem === c.problem.name
    && named(pair.variant) && c.visible(named(pair.variant)));
  const marks = pairs.map((pair) => ({
    value: pair.ratio, low: pair.interval[0], high: pair.interval[1], variant: named(pair.variant),
    name: pair.variant, label: `${times(pair.ratio)}  ${pair.verdict}`,
    text: `${pair.workload}\n${pair.seconds.map((one) => duration(one)).join(" and ")}\n`
      + `ratio ${times(pair.ratio)}, ${between(times, { low: pair.interval[0], high: pair.interval[1] })}\n`
      + `floor ${percent(pair.floor)}: ${pair.verdict}`,
  })).sort((a, b) => a.value - b.value);
  const builds = c.run.compilers[0].builds;
  const label = `time of ${builds[1]} over time of ${builds[0]}`;
  return {
    heading: `${c.problem.title}: ${builds.join(" and ")}`,
    caption: `${c.run.title}. Paired by mexbench compare over processes, so the intervals cover more `
      + `than one process. Below 1 the build by ${builds[1]} is faster.`,
    chart: (width) => bars(width, marks, { label, format: times, log: true, from: 1 }),
    marks,
    table: {
      columns: [["variant"], ["workload"], [builds[0], duration], [builds[1], duration],
        ["ratio", times], ["low", times], ["high", times], ["floor", percent], ["verdict"]],
      rows: pairs.map((pair) => [named(pair.variant), pair.workload, ...pair.seconds, pair.ratio,
        ...pair.interval, pair.floor, pair.verdict]),
    },
  };
}

const about = {
  title: "Runs", controls: [],
  make(c) {
    const labels = [...new Set(RUNS.flatMap((run) => run.facts.map(([label]) => label)))];
    const text = (run, label) => run.facts.find((fact) => fact[0] === label)?.[1];
    const rows = RUNS.map((run) => Object.values(run.problems).flatMap((one) => one.rows));
    const count = (keep) => rows.map((found) => `${found.filter(keep).length} of ${found.length}`);
    return {
      heading: "The runs on this page",
      caption: "What was measured, on what machine, and what disturbed it. Two machines of one "
        + "marketing name may differ: a name here has family, model and stepping.",
      marks: [],
      table: {
        columns: [["what"], ...RUNS.map((run) => [run.title])],
        rows: [
          ...labels.map((label) => [label, ...RUNS.map((run) => text(run, label))]),
          ["not measured: one solve takes too long", ...count((row) => row.reason)],
          ["timed, but no other technique agreed on it", ...count((row) => row.alone)],
          ["variants that this machine cannot run", ...RUNS.map((run) =>
            Object.values(run.problems).flatMap((one) => one.not_run).join(", ") || "none")],
        ],
      },
    };
  },
};

const VIEWS = { fastest, size: bySize, map, threads, noise, limits, compare, runs: about };
