// Series of arms and states in which rounding grows, as the command `equidyn rounding` has them.

import { randomStates } from "../base/random.js";
import { chainOf, ofJoints } from "./times.js";

const DISTANCES = [0, 1, 2, 3, 4, 5, 6].map((power) => 10 ** power);
export const CHAINS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

// length of an arm, m: of its links, or the largest coordinate of its centres of mass
function extentOf({ a, a_y, d, com }) {
  const links = a.reduce((sum, x, k) => sum + Math.hypot(x, a_y?.[k] ?? 0, d[k]), 0);
  return links || Math.max(...com.flat().map(Math.abs)) || 1;
}

// the arm on a massless lift along z of its base
export function lifted(description) {
  const { convention, joints, gravity, base } = description;
  const first =
    { a: 0, a_y: 0, alpha: 0, d: 0, theta: 0, mass: 0, com: [0, 0, 0], inertia: [[0, 0, 0], [0, 0, 0], [0, 0, 0]] };
  const data = Object.fromEntries(ofJoints(description).map((name) => [name, [first[name], ...description[name]]]));
  return { format: description.format, convention, joints: `P${joints}`, ...data, gravity, base };
}

// the arm with its last frame shifted along x and the joint axis, and all bodies in place; standard convention only
export function withLastFrameAway(description, distance) {
  const { a, alpha, d, com } = structuredClone(description);
  const last = a.length - 1;
  const shift = [distance, distance * Math.sin(alpha[last]), distance * Math.cos(alpha[last])];
  a[last] += distance;
  d[last] += distance;
  com[last] = com[last].map((x, k) => x - shift[k]);
  const { format, convention, joints, gravity, base } = description;
  return { ...descriptionOfBodies(description), format, convention, joints, gravity, base, a, d, com };
}

const descriptionOfBodies = (description) =>
  Object.fromEntries(ofJoints(description).map((name) => [name, description[name]]));

// whether the joint of the k-th number of the states is revolute
const revolute = ({ joints }, k) => joints[k % joints.length] === "R";

// { x, description, states } of each place of a series
export const HOSTILE = {
  turns: {
    title: "increasing number of joint revolutions", variable: "revolutions of every revolute joint",
    settings: (description, states) => DISTANCES.map((x) => ({
      x, description: { ...description, limits: undefined },
      states: { ...states, q: states.q.map((q, k) => (revolute(description, k) ? q + 2 * Math.PI * x : q)) },
    })),
  },
  lift: {
    title: "on a massless lift, at increasing height", variable: "height, in lengths of the arm",
    settings: (description, states, seed) => {
      const n = description.joints.length + 1;
      const all = randomStates(n, states.q.length / (n - 1), seed);
      const size = extentOf(description);
      return DISTANCES.map((x) => ({
        x, description: lifted(description), states: { ...all, q: all.q.map((q, k) => (k % n ? q : x * size)) },
      }));
    },
  },
  frame: {
    title: "last frame at increasing distance from its link",
    variable: "distance of the last frame, in lengths of the arm",
    only: (description) => description.convention === "standard",
    settings: (description, states) => DISTANCES.map((x) => ({
      x, description: withLastFrameAway(description, x * extentOf(description)), states,
    })),
  },
  joints: {
    title: "increasing number of joints", variable: "number of joints n",
    settings: (description, states, seed) => {
      const m = Math.min(8, states.q.length / description.joints.length);
      return CHAINS.map((x) => ({ x, description: chainOf(description, x), states: randomStates(x, m, seed) }));
    },
  },
};
