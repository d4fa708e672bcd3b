// Torques to about thirty-two digits: sums of two doubles, and Newton and Euler's equations over them.

import { IDENTITY } from "../base/vectors.js";

// a + b exactly, as the rounded sum and its error
function twoSum(a, b) {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

function halves(a) {
  const big = 134217729 * a;
  const high = big - (big - a);
  return [high, a - high];
}

// a b exactly, as the rounded product and its error
function twoProduct(a, b) {
  const product = a * b;
  const [a1, a2] = halves(a);
  const [b1, b2] = halves(b);
  return [product, a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2)];
}

/** @type {(one: number[], other: number[]) => number[]} */
const added = ([a1, a2], [b1, b2]) => {
  const [sum, error] = twoSum(a1, b1);
  const [low, rest] = twoSum(a2, b2);
  const [high, between] = twoSum(sum, error + low);
  return twoSum(high, between + rest);
};
/** @type {(x: number[]) => number[]} */
const negated = ([a1, a2]) => [-a1, -a2];
/** @type {(one: number[], other: number[]) => number[]} */
const multiplied = ([a1, a2], [b1, b2]) => {
  const [product, error] = twoProduct(a1, b1);
  return twoSum(product, error + (a1 * b2 + a2 * b1));
};
export const exactOf = (x) => [x, 0];

// half of pi in three parts: far more digits than two doubles have are needed to reduce large angles
const HALF_PI = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33];

export function exactCosineSine(angle) {
  const quarters = Math.round(angle[0] / HALF_PI[0]);
  let x = HALF_PI.map((part) => negated(twoProduct(quarters, part))).reduce(added, angle);
  // halved to make the series short, and doubled again by double angles
  const times = 5;
  x = x.map((part) => part / 2 ** times);
  const square = negated(multiplied(x, x));
  let [sine, versine] = [exactOf(0), exactOf(0)];
  for (let k = 11; k >= 1; k--) {
    sine = multiplied(added(exactOf(1), sine), divided(square, 2 * k * (2 * k + 1)));
    versine = multiplied(added(exactOf(1), versine), divided(square, (2 * k + 1) * (2 * k + 2)));
  }
  sine = multiplied(x, added(exactOf(1), sine));
  // 1 - cos x, which loses no digits when doubled
  versine = multiplied(multiplied(negated(square), exactOf(0.5)), added(exactOf(1), versine));
  for (let k = 0; k < times; k++) {
    const cosine = added(exactOf(1), negated(versine));
    versine = multiplied(exactOf(2), multiplied(sine, sine));
    sine = multiplied(exactOf(2), multiplied(sine, cosine));
  }
  const cosine = added(exactOf(1), negated(versine));
  const turned = [[cosine, sine], [negated(sine), cosine], [negated(cosine), negated(sine)], [sine, negated(cosine)]];
  return turned[((quarters % 4) + 4) % 4];
}

function divided(a, divisor) {
  const quotient = a[0] / divisor;
  const rest = added(a, negated(twoProduct(quotient, divisor)));
  return twoSum(quotient, rest[0] / divisor);
}

const exactVector = (values) => values.map(exactOf);
const exactSum = (...vectors) => vectors.reduce((sum, v) => sum.map((x, k) => added(x, v[k])));
const exactLess = (a, b) => a.map((x, k) => added(x, negated(b[k])));
const exactTimes = (factor, a) => a.map((x) => multiplied(factor, x));
const exactDot = (a, b) => a.map((x, k) => multiplied(x, b[k])).reduce(added);
const exactCross = (a, b) => [0, 1, 2].map((k) => {
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  return added(multiplied(a[i], b[j]), negated(multiplied(a[j], b[i])));
});
const exactProduct = (A, v) => A.map((row) => exactDot(row, v));
const exactColumns = (A) => [0, 1, 2].map((j) => A.map((row) => row[j]));
const exactMatrices = (A, B) => A.map((row) => exactColumns(B).map((column) => exactDot(row, column)));
const exactSwung = (w, al, r) => exactSum(exactCross(al, r), exactCross(w, exactCross(w, r)));

// torques of a state, each as two doubles
export function exactTorques(arm, q, qd, qdd) {
  const zero = exactVector([0, 0, 0]);
  const n = arm.joints.length;
  const base = arm.base ?? IDENTITY;
  let R = base.slice(0, 3).map((row) => exactVector(row.slice(0, 3)));
  let O = base.slice(0, 3).map((row) => exactOf(row[3]));
  let [w, al, before] = [zero, zero, O];
  let b = exactVector((arm.gravity ?? [0, 0, -9.81]).map((x) => -x));
  const links = [];
  for (let i = 0; i < n; i++) {
    const slides = arm.joints[i] === "P";
    const [c, s] = exactCosineSine(added(exactOf(arm.theta[i]), exactOf(slides ? 0 : q[i])));
    const [ca, sa] = exactCosineSine(exactOf(arm.alpha[i]));
    const d = slides ? added(exactOf(arm.d[i]), exactOf(q[i])) : exactOf(arm.d[i]);
    const [a, y] = [exactOf(arm.a[i]), exactOf(arm.a_y?.[i] ?? 0)];
    const [one, none] = [exactOf(1), exactOf(0)];
    const aboutZ = [[c, negated(s), none], [s, c, none], [none, none, one]];
    const aboutX = [[one, none, none], [none, ca, negated(sa)], [none, sa, ca]];
    let [P, e] = [O, exactColumns(R)[2]];
    if (arm.convention === "standard") {
      const step = [added(multiplied(a, c), negated(multiplied(y, s))), added(multiplied(a, s), multiplied(y, c)), d];
      O = exactSum(O, exactProduct(R, step));
      R = exactMatrices(R, exactMatrices(aboutZ, aboutX));
    } else {
      O = exactSum(O, exactProduct(R, [a, added(y, negated(multiplied(d, sa))), multiplied(d, ca)]));
      R = exactMatrices(R, exactMatrices(aboutX, aboutZ));
      [P, e] = [O, exactColumns(R)[2]];
    }
    b = exactSum(b, exactSwung(w, al, i ? exactLess(P, before) : zero));
    before = P;
    const [rate, faster] = [exactTimes(exactOf(qd[i]), e), exactTimes(exactOf(qdd[i]), e)];
    if (slides) b = exactSum(b, faster, exactTimes(exactOf(2), exactCross(w, rate)));
    else {
      al = exactSum(al, faster, exactCross(w, rate));
      w = exactSum(w, rate);
    }
    const C = exactSum(O, exactProduct(R, exactVector(arm.com[i])));
    const tensor = (x) =>
      exactProduct(R, exactProduct(arm.inertia[i].map(exactVector), exactProduct(exactColumns(R), x)));
    const F = exactTimes(exactOf(arm.mass[i]), exactSum(b, exactSwung(w, al, exactLess(C, P))));
    links.push({ slides, P, e, C, F, N: exactSum(tensor(al), exactCross(w, tensor(w))) });
  }
  let [f, m] = [zero, zero];
  const tau = [];
  for (let i = n - 1; i >= 0; i--) {
    const { slides, P, e, C, F, N } = links[i];
    if (i + 1 < n) m = exactSum(m, exactCross(exactLess(links[i + 1].P, P), f));
    m = exactSum(m, N, exactCross(exactLess(C, P), F));
    f = exactSum(f, F);
    tau[i] = exactDot(e, slides ? f : m);
  }
  return tau;
}
