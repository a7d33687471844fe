// Drives the pages in Chromium. usage: test_page.mjs ALL.html SMALL.html FOLDER-FOR-SCREENSHOTS
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [all, small, folder] = process.argv.slice(2);
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: flags });
let passed = 0;

// A page whose faults end the test; `copied` is the text that was copied last.
async function open(file, fragment = "", options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  page.faults = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.faults.push(message.text());
  });
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:"))
      page.faults.push(`request for ${request.url()}`);
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text) => { window.copied = text; } },
    });
  });
  await page.goto(pathToFileURL(file) + fragment);
  return page;
}

async function test(name, run) {
  try {
    await run();
    passed++;
  } catch (error) {
    console.log(`FAILED: ${name}: ${error.stack}`);
    process.exitCode = 1;
  }
}

const text = (page, selector) => page.locator(selector).innerText();
const heading = (page) => text(page, "#heading");
const column = (page, number) =>
  page.locator(`#table tbody td:nth-child(${number})`).allInnerTexts();
const sound = (page) => assert.deepEqual(page.faults, []);
const view = (page, name) => page.getByRole("button", { name, exact: true }).click();
const control = (page, key) => page.locator(`#controls select[data-key="${key}"]`);
const press = (page, key, value) =>
  page.locator(`#controls button[data-key="${key}"][data-value="${value}"]`).click();

async function axeFinds(page) {
  await page.evaluate(axe);
  // The rows of a long table are alike.
  const part = { include: [["body"]], exclude: [["#table tbody tr:nth-child(n+12)"]] };
  return page.evaluate(async (part) => (await window.axe.run(part)).violations.map((one) =>
    `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`),
  part);
}

// The techniques' colours: each stands off the ground by 3:1 (WCAG 2, 1.4.11), and any two differ for
// every kind of colour vision. Colour blindness is simulated by the matrices of Machado, Oliveira and
// Fernandes (2009), in linear sRGB; differences are distances in Oklab (Ottosson 2020).
const VISION = {
  full: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039]],
};
const LEAST = 0.09;

const product = (matrix, rgb) => matrix.map((row) => row.reduce((sum, m, i) => sum + m * rgb[i], 0));
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => product([[0.2126, 0.7152, 0.0722]], rgb)[0];

function oklab(rgb) {
  const cones = product([[0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]], rgb);
  return product([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766]], cones.map(Math.cbrt));
}

const seen = (matrix, rgb) => product(matrix, rgb).map((c) => Math.min(1, Math.max(0, c)));

async function checkPalette(page) {
  const [ground, ...colours] = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("p"));
    const names = ["--ground", ...Array.from({ length: COLOURS }, (_, i) => `--technique-${i}`)];
    const found = names.map((name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return found;
  }).then((all) => all.map((one) => one.match(/\d+/g).map((c) => linear(c / 255))));
  for (const colour of colours) {
    const [dark, light] = [luminance(ground), luminance(colour)].sort((a, b) => a - b);
    assert.ok((light + 0.05) / (dark + 0.05) >= 3, "a technique's colour is too near the ground");
  }
  for (const [name, matrix] of Object.entries(VISION)) {
    const places = colours.map((colour) => oklab(seen(matrix, colour)));
    places.forEach((a, i) => places.slice(i + 1).forEach((b, j) => {
      const far = Math.hypot(...a.map((value, k) => value - b[k]));
      assert.ok(far >= LEAST, `${name}: techniques ${i} and ${i + 1 + j} look alike (${far})`);
    }));
  }
}

const page = await open(all);
const VIEWS = await page.locator("#views button").allInnerTexts();
const problems = await page.locator('#controls [data-key="problem"]').allInnerTexts();

await test("eight views, three problems", () => {
  assert.equal(VIEWS.length, 8);
  assert.equal(problems.length, 3);
});

// Every value of every control in every view draws a chart or says why not.
await test("every control of every view", async () => {
  for (const file of [all, small]) {
    const page = await open(file);
    for (const name of VIEWS) {
      await view(page, name);
      const found = await page.locator("#controls button").evaluateAll((all) =>
        all.map((button) => [button.dataset.key, button.dataset.value]));
      for (const [key, value] of found) {
        const button = page.locator(`#controls [data-key="${key}"][data-value="${value}"]`);
        if (!(await button.count())) continue; // another problem has no such value
        await button.click();
        assert.equal(await button.getAttribute("aria-pressed"), "true", `${name}: ${key}=${value}`);
      }
      for (const select of await page.locator("#controls select").all()) {
        const key = await select.getAttribute("data-key");
        const values = await select.locator("option").evaluateAll((all) => all.map((o) => o.value));
        for (const value of values.slice(-4)) {
          await control(page, key).selectOption(value);
          assert.equal(await control(page, key).inputValue(), value, `${name}: ${key}`);
          if (name === "Runs") continue;
          const drawn = await page.locator("#chart svg, #chart .empty").count();
          assert.equal(drawn, 1, `${name}: ${key}=${value}`);
        }
      }
      sound(page);
    }
    await page.close();
  }
});

await test("bars: fastest first, with intervals, by problem, load, machine, threads", async () => {
  await page.goto(pathToFileURL(all).href);
  for (const [i, title] of problems.entries()) {
    await page.locator('#controls [data-key="problem"]').nth(i).click();
    assert.match(await heading(page), new RegExp(`^${title}: .* fastest first`));
  }
  await control(page, "load").selectOption({ index: 0 });
  const load = await control(page, "load").locator("option").first().innerText();
  assert.ok((await heading(page)).includes(load));
  const medians = await page.evaluate(() => shown.table.rows.map((row) => row[2]).filter(Boolean));
  assert.ok(medians.length > 3);
  assert.deepEqual(medians, [...medians].sort((a, b) => a - b));
  const within = await page.evaluate(() =>
    shown.table.rows.every(([, , median, low, high]) => !median || (low <= median && median <= high)));
  assert.ok(within);
  const before = await column(page, 3);
  await control(page, "run").selectOption({ index: 1 });
  assert.notDeepEqual(await column(page, 3), before);
  await press(page, "threads", "2");
  assert.deepEqual([...new Set(await column(page, 2))], ["2"]);
  await press(page, "threads", "1");
});

await test("measures and scales", async () => {
  const label = () => page.locator('#chart [data-mark="x-axis label"]').textContent();
  for (const [value, said] of [["option", "per option"], ["textbook", "speed-up"], ["time", "solve"]]) {
    await control(page, "measure").selectOption(value);
    assert.ok((await label()).includes(said));
  }
  const drawn = () => page.locator("#chart svg").innerHTML();
  const log = await drawn();
  await press(page, "scale", "linear");
  assert.notEqual(await drawn(), log);
  await press(page, "scale", "log");
  assert.equal(await drawn(), log);
});

await test("variants on and off", async () => {
  const first = page.locator("#variants input").nth(1);
  const name = await first.getAttribute("value");
  assert.ok((await column(page, 1)).includes(name));
  await first.uncheck();
  assert.ok(!(await column(page, 1)).includes(name));
  assert.ok((await page.evaluate(() => location.hash)).includes(name));
  await view(page, "none");
  assert.match(await text(page, "#chart .empty"), /Nothing to show/);
  await page.locator("#variants .all button").nth(2).click();
  const isas = await page.evaluate(() => [...new Set(shown.table.rows.map((row) => row[0].isa))]);
  assert.equal(isas.length, 1);
  await page.locator("#variants .all button").first().click();
  assert.ok((await column(page, 1)).includes(name));
});

await test("reading by pointer and keyboard", async () => {
  const medians = await column(page, 3);
  const bar = await page.locator('#chart g[data-mark="dot"] path').first().boundingBox();
  await page.mouse.move(bar.x + 6, bar.y + 4);
  assert.ok((await text(page, "#tip")).includes(medians[0]));
  await page.mouse.move(2, 2);
  assert.equal(await page.locator("#tip").count(), 0);
  await page.locator("#chart").focus();
  for (const [key, place] of [["ArrowRight", 0], ["ArrowRight", 1], ["ArrowDown", 2], ["ArrowUp", 1],
    ["ArrowLeft", 0]]) {
    await page.keyboard.press(key);
    assert.ok((await text(page, "#readout")).includes(medians[place]), `${key} reads ${place}`);
  }
  await page.keyboard.press("End");
  const end = await text(page, "#readout");
  assert.ok(end.includes(medians.filter(Boolean).at(-1)));
  await page.keyboard.press("Escape");
  assert.equal(await text(page, "#readout"), "");
});

await test("CSV has the table's figures in full", async () => {
  await page.locator("#csv").click();
  const lines = (await page.evaluate(() => window.copied)).trim().split("\n");
  const rows = await page.evaluate(() => shown.table.rows.map((row) => [row[0].name, row[2]]));
  assert.equal(lines.length, rows.length + 1);
  assert.match(lines[0], /^variant,threads,median \(s\),low \(s\)/);
  rows.forEach(([name, median], i) => {
    const cells = lines[i + 1].split(",");
    assert.equal(cells[0], name);
    assert.equal(cells[2], median === undefined ? "" : String(median));
  });
});

await test("a copied link opens the same view", async () => {
  await view(page, "By size");
  await press(page, "threads", "all");
  await page.locator("#variants input").nth(1).uncheck();
  await page.locator("#link").click();
  const link = await page.evaluate(() => window.copied);
  const other = await open(all, new URL(link).hash);
  assert.equal(await heading(other), await heading(page));
  assert.deepEqual(await column(other, 1), await column(page, 1));
  await page.evaluate(() => { location.hash = "#view=noise"; });
  await page.waitForFunction(() => state.view === "noise");
  // A fragment that names nothing falls back to what there is.
  await page.evaluate(() => { location.hash = "#view=x&problem=y&run=z&load=q&off=nosuch"; });
  await page.waitForFunction(() => state.view === "fastest");
  sound(other);
  await other.close();
});

await test("curves have a slope", async () => {
  const found = await page.evaluate(() => [
    growth([[1, 1], [2, 8], [4, 64], [8, 512]], false),
    growth([[1, 2], [2, 4], [3, 8], [4, 16]], true),
    growth([[1, 1], [2, 2]], false),
  ]);
  assert.deepEqual(found, ["n^3.00", "2^(1.00 n)", ""]);
  await page.evaluate(() => { location.hash = "#view=size"; });
  await page.waitForFunction(() => state.view === "size");
  assert.ok((await column(page, 3)).some((one) => /^n\^\d/.test(one)));
});

await test("ratios: medians, Mann and Whitney's interval, and back", async () => {
  const [found, back] = await page.evaluate(() => {
    const sample = (times) => ({ times, median: median(times) });
    const [a, b] = [sample([2, 4, 6, 8, 10, 12]), sample([1, 1, 1, 1, 1, 1])];
    return [ratio(a, b), ratio(b, a)];
  });
  // 36 ratios, each of 2, 4, 6, 8, 10, 12 six times, without the five smallest and largest.
  assert.deepEqual([found.value, found.low, found.high], [7, 2, 12]);
  assert.ok(found.coverage > 0.95 && found.coverage < 0.97);
  assert.ok(Math.abs(back.low * found.high - 1) < 1e-12);
  const [there, again] = [[0, 1], [1, 0]].map(([a, b]) => page.evaluate(([a, b]) => {
    Object.assign(state, { view: "compare", run: RUNS[a].id, with: RUNS[b].id });
    show();
    return shown.table.rows.map((row) => row[5]);
  }, [a, b]));
  const [first, second] = [await there, await again].map((one) => one.sort((a, b) => a - b));
  assert.ok(first.length > 50);
  first.forEach((value, i) =>
    assert.ok(Math.abs(value * second[second.length - 1 - i] - 1) < 1e-9));
});

await test("maps name the fastest, threads and limits have figures", async () => {
  await page.evaluate(() => { Object.assign(state, { view: "map" }); show(); });
  const fastest = await page.evaluate(() => {
    const cell = contextOf().map.judged.cells[0].seconds;
    const names = Object.keys(cell).filter((name) => name !== "auto");
    return [names.sort((a, b) => cell[a] - cell[b])[0], shown.table.rows[0][2].name];
  });
  assert.equal(fastest[0], fastest[1]);
  for (const name of ["Threads", "Limits"]) {
    await view(page, name);
    assert.ok((await page.locator("#table tbody tr").count()) > 5);
  }
  const best = await page.evaluate(() =>
    [...d3.rollup(shown.marks, (own) => d3.max(own, (one) => one.ofBest), (one) => one.variant).values()]);
  assert.ok(best.length > 3 && best.every((share) => share === 1));
});

await test("light and dark, by system and by choice", async () => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await ground();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await ground();
  assert.notEqual(light, dark);
  await page.locator("#theme").selectOption("light");
  assert.equal(await ground(), light);
  await page.locator("#theme").selectOption("dark");
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await ground(), dark);
  for (const scheme of ["light", "dark"]) {
    await page.locator("#theme").selectOption(scheme);
    await checkPalette(page);
  }
  await page.locator("#theme").selectOption("");
});

await test("axe, narrow screens, screenshots", async () => {
  for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 400]]) {
    const page = await open(all, "", { colorScheme, viewport: { width, height: 900 } });
    for (const name of VIEWS) {
      await view(page, name);
      assert.deepEqual(await axeFinds(page), [], `${name}, ${colorScheme}, ${width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} is ${wide} wide on ${width}`);
      const file = `${name.toLowerCase().replaceAll(" ", "-")}-${colorScheme}-${width}.png`;
      await page.screenshot({ path: `${folder}/${file}` });
    }
    sound(page);
    await page.close();
  }
});

await test("print: light, without controls, with all rows", async () => {
  const page = await open(all, "", { colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.locator("#controls").isVisible()));
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(ground, "rgb(255, 255, 255)");
  await page.pdf({ path: `${folder}/print.pdf`, format: "A4" });
  sound(page);
  await page.close();
});

await test("no fault in the page that all of this used", () => sound(page));
await browser.close();
console.log(`${passed} checks passed`);
