// Operations as polynomials in the number of joints, through counts of arms of growing length.

import { raised } from "../base/charts.js";
import { randomNumbers } from "../base/random.js";
import { MINUS } from "../base/text.js";

export const LEAST_JOINTS = 4; // from there on every count is a polynomial

// numerators over 24 of the coefficients, lowest power first, of the polynomial through values at first, first + 1, ...
export function polynomialThrough(values, first) {
  const differences = [];
  for (let row = values; row.length; row = row.slice(1).map((x, k) => x - row[k])) differences.push(row[0]);
  // 24 times the binomial coefficients of x over k, as polynomials of x
  const binomials = [[24], [0, 24], [0, -12, 12], [0, 8, -12, 4], [0, -6, 11, -6, 1]];
  if (differences.slice(binomials.length).some(Boolean)) return null;
  const around = [0, 0, 0, 0, 0];
  binomials.forEach((binomial, k) => binomial.forEach((x, power) => { around[power] += x * (differences[k] ?? 0); }));
  // in powers of n = x + first
  const found = [0, 0, 0, 0, 0];
  around.forEach((x, power) => {
    let choose = 1;
    for (let k = 0; k <= power; k++) {
      found[power - k] += x * choose * (-first) ** k;
      choose = (choose * (power - k)) / (k + 1);
    }
  });
  while (found.length > 1 && !found.at(-1)) found.pop();
  return found;
}

function greatestDivisor(a, b) {
  return b ? greatestDivisor(b, a % b) : Math.abs(a);
}

// such as 37/6 n² − 32n + 4, of numerators over 24
export function polynomialText(numerators) {
  const terms = numerators.map((x, power) => {
    if (!x) return "";
    const divisor = greatestDivisor(x, 24);
    const [above, below] = [Math.abs(x) / divisor, 24 / divisor];
    const letter = power ? `n${power > 1 ? raised(power) : ""}` : "";
    const number = below > 1 ? `${above}/${below}${letter ? " " : ""}` : above === 1 && letter ? "" : String(above);
    return `${x < 0 ? MINUS : "+"} ${number}${letter}`;
  });
  const text = terms.filter(Boolean).reverse().join(" ");
  if (!text) return "0";
  return text.startsWith("+") ? text.slice(2) : MINUS + text.slice(2);
}

// the general arm of n revolute joints, or one with centres of mass in the middle of straight links
function generalDescription(n, middle) {
  const next = randomNumbers(n);
  const within = (low, high) => low + (high - low) * next();
  const many = (make) => Array.from({ length: n }, make);
  const [a, alpha] = [many(() => within(0.2, 0.8)), many(() => within(0.2, 1.4))];
  // powers of two, so that d sin(alpha) cos(alpha) - d cos(alpha) sin(alpha) is exactly 0
  const d = many(() => 2 ** -(2 + Math.floor(4 * next())));
  const off = () => (middle ? 0 : within(0.01, 0.05));
  const com = many((_, k) => (middle
    ? [-a[k] / 2, (-d[k] * Math.sin(alpha[k])) / 2, (-d[k] * Math.cos(alpha[k])) / 2]
    : [within(-0.4, 0.4), within(-0.4, 0.4), within(-0.4, 0.4)]));
  const inertia = many(() => {
    const [xx, yy, zz, xy, xz, yz] = [within(1, 1.2), within(1.2, 1.4), within(1.4, 1.6), off(), off(), off()];
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
  });
  return {
    format: "equidyn arm 1", convention: "standard", joints: "R".repeat(n), a, alpha, d, theta: many(() => 0),
    mass: many(() => within(2, 5)), com, inertia, gravity: [0, 0, -9.81], name: `general revolute arm, n = ${n}`,
  };
}

// polynomials of a formulation: { multiplications, additions, rows: [{ label, multiplications, additions }] };
// n log n has none
export function* polynomialsOf(lab, { name, degree, logarithm, restriction }) {
  if (logarithm) return { rows: [] };
  const sizes = Array.from({ length: degree + 2 }, (_, k) => LEAST_JOINTS + k);
  const counts = [];
  for (const n of sizes) {
    const arm = lab.arm(generalDescription(n, Boolean(restriction)));
    try {
      counts.push(arm.counts(name));
    } finally {
      arm.delete();
    }
    yield;
  }
  const through = (of) => ({
    multiplications: polynomialThrough(counts.map((count) => of(count).multiplications), LEAST_JOINTS),
    additions: polynomialThrough(counts.map((count) => of(count).additions), LEAST_JOINTS),
  });
  const rows = counts[0].rows.map(({ label }) => ({
    label, ...through((count) => count.rows.find((row) => row.label === label)),
  }));
  return { ...through((count) => count), rows };
}
