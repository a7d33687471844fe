// The techniques' colours: each stands off the ground by 3:1 (WCAG 2, 1.4.11), and any two differ for
// every kind of colour vision. Colour blindness is simulated by the matrices of Machado, Oliveira and
// Fernandes (2009), in linear sRGB; differences are distances in Oklab (Ottosson 2020).
import assert from "node:assert/strict";

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

const times = (matrix, rgb) => matrix.map((row) => row.reduce((sum, m, i) => sum + m * rgb[i], 0));
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => times([[0.2126, 0.7152, 0.0722]], rgb)[0];

function oklab(rgb) {
  const cones = times([[0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]], rgb);
  return times([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766]], cones.map(Math.cbrt));
}

const seen = (matrix, rgb) => times(matrix, rgb).map((c) => Math.min(1, Math.max(0, c)));

export async function checkPalette(page) {
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
