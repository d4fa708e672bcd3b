// A formulation as text, to be edited and evaluated in the page, and errors to insert into it.

import { randomStates } from "../base/random.js";

// functions that a text may use; `places` computes the poses of the links
export const OWN_TOOLS = String.raw`
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const plus = (...vectors) => vectors.reduce((sum, v) => sum.map((x, k) => x + v[k]));
const minus = (a, b) => a.map((x, k) => x - b[k]);
const scaled = (factor, a) => a.map((x) => factor * x);
const transposed = (A) => A[0].map((_, j) => A.map((row) => row[j]));
const times = (A, B) => Array.isArray(B[0]) ? A.map((row) => transposed(B).map((column) => dot(row, column)))
  : A.map((row) => dot(row, B));

// rotations R of the links, points P on the joint axes, their directions e, and centres of mass C, in the world
function places(arm, q) {
  let R = arm.base.slice(0, 3).map((row) => row.slice(0, 3));
  let O = arm.base.slice(0, 3).map((row) => row[3]);
  const all = { R: [], P: [], e: [], C: [] };
  const standard = arm.convention === "standard";
  for (let i = 0; i < arm.n; i++) {
    const slides = arm.joints[i] === "P";
    const [theta, d] = [arm.theta[i] + (slides ? 0 : q[i]), arm.d[i] + (slides ? q[i] : 0)];
    const [a, y] = [arm.a[i], arm.a_y?.[i] ?? 0];
    const [c, s, ca, sa] = [Math.cos(theta), Math.sin(theta), Math.cos(arm.alpha[i]), Math.sin(arm.alpha[i])];
    const aboutZ = [[c, -s, 0], [s, c, 0], [0, 0, 1]];
    const aboutX = [[1, 0, 0], [0, ca, -sa], [0, sa, ca]];
    if (standard) {
      all.P.push(O);
      all.e.push(R.map((row) => row[2]));
      O = plus(O, times(R, [a * c - y * s, a * s + y * c, d]));
      R = times(R, times(aboutZ, aboutX));
    } else {
      O = plus(O, times(R, [a, y - d * sa, d * ca]));
      R = times(R, times(aboutX, aboutZ));
      all.P.push(O);
      all.e.push(R.map((row) => row[2]));
    }
    all.R.push(R);
    all.C.push(plus(O, times(R, arm.com[i])));
  }
  return all;
}`;

// Newton's and Euler's equations of each link, in axes of the world, for both conventions
export const OWN_TEXT = String.raw`function inverseDynamics(arm, q, qd, qdd) {
  const { R, P, e, C } = places(arm, q);
  const [omega, alpha, a, F, N, f, n, tau] = [[], [], [], [], [], [], [], []];

  // outward: motion of link i, and the force and moment that it needs
  let w = [0, 0, 0], dw = [0, 0, 0], b = scaled(-1, arm.gravity);
  for (let i = 0; i < arm.n; i++) {
    const s = minus(P[i], P[Math.max(i - 1, 0)]);
    b = plus(b, cross(dw, s), cross(w, cross(w, s)));
    if (arm.joints[i] === "P") {
      b = plus(b, scaled(qdd[i], e[i]), scaled(2 * qd[i], cross(w, e[i])));
    } else {
      dw = plus(dw, scaled(qdd[i], e[i]), scaled(qd[i], cross(w, e[i])));
      w = plus(w, scaled(qd[i], e[i]));
    }
    const c = minus(C[i], P[i]);
    const I = times(R[i], times(arm.inertia[i], transposed(R[i])));
    omega[i] = w;
    alpha[i] = dw;
    a[i] = plus(b, cross(dw, c), cross(w, cross(w, c)));
    F[i] = scaled(arm.mass[i], a[i]);
    N[i] = plus(times(I, dw), cross(w, times(I, w)));
  }

  // inward: force and moment from link to link, about the point P[i] of its joint
  let force = [0, 0, 0], moment = [0, 0, 0];
  for (let i = arm.n - 1; i >= 0; i--) {
    const s = minus(P[Math.min(i + 1, arm.n - 1)], P[i]);
    moment = plus(moment, cross(s, force), N[i], cross(minus(C[i], P[i]), F[i]));
    force = plus(force, F[i]);
    f[i] = force;
    n[i] = moment;
    tau[i] = dot(e[i], arm.joints[i] === "P" ? force : moment);
  }
  return { omega, alpha, a, F, N, f, n, tau };
}
`;

// each replaces a part of the text
export const MISTAKES = [
  { name: "a wrong sign", from: "b = scaled(-1, arm.gravity)", to: "b = scaled(1, arm.gravity)" },
  {
    name: "a transposed rotation",
    from: "times(R[i], times(arm.inertia[i], transposed(R[i])))",
    to: "times(transposed(R[i]), times(arm.inertia[i], R[i]))",
  },
  { name: "a forgotten gyroscopic term", from: "plus(times(I, dw), cross(w, times(I, w)))", to: "times(I, dw)" },
  {
    name: "a forgotten centripetal term",
    from: "plus(b, cross(dw, c), cross(w, cross(w, c)))",
    to: "plus(b, cross(dw, c))",
  },
  { name: "a forgotten factor 2", from: "scaled(2 * qd[i], cross(w, e[i]))", to: "scaled(qd[i], cross(w, e[i]))" },
  { name: "a wrong lever arm", from: "cross(s, force), N[i]", to: "cross(P[i], force), N[i]" },
];

export const withMistake = (text, { from, to }) => text.replace(from, () => to);

// numbers of the changed lines, from 1
export function changedLines(before, after) {
  const [one, other] = [before, after].map((text) => text.split("\n"));
  return other.flatMap((line, k) => (line === one[k] ? [] : [k + 1]));
}

// the script of a worker before a text: results of the text and of the correct one in each state, or an error.
// the text stands behind it as it is, so that a browser names the line of an error
const OWN_WORKER = String.raw`{
const shown = (tau) => (tau === undefined ? "none" : String(JSON.stringify(tau)).slice(0, 80));
function checked(found, n, ofWhom) {
  const tau = Array.isArray(found) || ArrayBuffer.isView(found) ? found : found?.tau;
  const numbers = tau && typeof tau === "object" ? Array.from(tau) : [];
  if (numbers.length !== n || !numbers.every((x) => typeof x === "number"))
    throw new Error(ofWhom + ": expected " + n + " torques, got " + shown(tau));
  return { ...(found.tau ? found : {}), tau: numbers };
}
const allResults = (formulation, arm, states) => states.map(({ q, qd, qdd }) =>
  checked(formulation(structuredClone(arm), [...q], [...qd], [...qdd]), arm.n, "inverseDynamics"));
const right = (() => { ${OWN_TEXT} return inverseDynamics; })();
onmessage = ({ data: { arm, states } }) => {
  try {
    const plain = (results) =>
      JSON.parse(JSON.stringify(results, (_, x) => typeof x === "number" && !Number.isFinite(x) ? String(x) : x));
    const own = plain(allResults(inverseDynamics, arm, states));
    postMessage({ own, right: plain(allResults(right, arm, states)) });
  } catch (error) {
    postMessage(error instanceof Error
      ? { error: error.name + ": " + error.message, stack: error.stack } : { error: String(error) });
  }
};
}
${OWN_TOOLS}
`;

const LINES_BEFORE = OWN_WORKER.split("\n").length - 1;
// ms until a text is stopped, longer for an arm of many joints
const patienceWith = (n) => 500 * Math.max(1, n / 6);

// an error with the line of the text where it happened, if that is known
function withLine(error, lines, text) {
  const line = lines.find((each) => each > LINES_BEFORE) - LINES_BEFORE;
  return line <= text.split("\n").length ? `line ${line}: ${error}` : error;
}

// results of a text and of the correct one; a text that does not end is stopped
export function ownResults(text, arm, states, answer) {
  const address = URL.createObjectURL(new Blob([OWN_WORKER, text], { type: "text/javascript" }));
  const worker = new Worker(address);
  const finish = (found) => {
    clearTimeout(timer);
    worker.terminate();
    URL.revokeObjectURL(address);
    answer(found);
  };
  const patience = patienceWith(arm.n);
  const timer = setTimeout(() => finish({ error: `stopped: no result within ${patience / 1000} s` }), patience);
  worker.onmessage = ({ data: { error, stack = "", ...results } }) => {
    const lines = Array.from(stack.matchAll(/blob:.*?:(\d+):\d+/g), ([, line]) => Number(line));
    finish(error ? { error: withLine(error, lines, text) } : results);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    // Firefox tells nothing of a script that it cannot read
    const said = event.message?.replace(/^Uncaught /, "") ?? "SyntaxError, of which this browser tells no line";
    finish({ error: withLine(said, [event.lineno], text) });
  };
  worker.postMessage({ arm, states });
  return { stop: () => { clearTimeout(timer); worker.terminate(); URL.revokeObjectURL(address); } };
}

// states that separate the terms: gravity alone, accelerations, and velocities
export function tellingStates(n, m, seed) {
  const { q, qd, qdd } = randomStates(n, m, seed);
  const none = new Float64Array(n);
  return ["at rest", "accelerating from rest", "moving"].flatMap((kind, k) =>
    Array.from({ length: m }, (_, row) => {
      const of = (x) => x.slice(row * n, row * n + n);
      return { kind, q: of(q), qd: k === 2 ? of(qd) : none, qdd: k ? of(qdd) : none };
    }));
}

// error of each joint in each kind of state, in eps of the largest torque
export function errorsByKind(states, found, expected) {
  const kinds = [...new Set(states.map(({ kind }) => kind))];
  const n = expected[0].length;
  const largest = Math.max(...expected.flatMap((tau) => tau.map(Math.abs))) || 1;
  return kinds.map((kind) => ({
    kind,
    eps: Array.from({ length: n }, (_, j) =>
      Math.max(...states.map((state, row) => {
        if (state.kind !== kind) return 0;
        const off = Math.abs(Number(found[row][j]) - expected[row][j]);
        return Number.isNaN(off) ? Infinity : off / largest / Number.EPSILON;
      }))),
  }));
}

// the first vector that differs from the correct text, in the order of the recursion
export function firstWrong(own, right) {
  for (const name of ["omega", "alpha", "a", "F", "N"]) {
    for (const k of right[0].tau.keys()) {
      const off = own.some((found, row) => differs(found[name]?.[k], right[row][name][k]));
      if (own[0][name] && off) return { name, link: k + 1 };
    }
  }
  for (const name of ["f", "n", "tau"]) {
    for (const k of [...right[0].tau.keys()].reverse()) {
      const off = own.some((found, row) => differs([found[name]?.[k]].flat(), [right[row][name][k]].flat()));
      if (own[0][name] && off) return { name, link: k + 1 };
    }
  }
  return null;
}

function differs(one, other) {
  const size = Math.max(...other.map(Math.abs), 1e-6);
  return !Array.isArray(one) || other.some((x, k) => !(Math.abs(Number(one[k]) - x) <= 1e-9 * size));
}
