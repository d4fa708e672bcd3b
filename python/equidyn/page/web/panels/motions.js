// A smooth motion of all joints, from rest to rest, which panels share.

import { pageData } from "../base/data.js";

const SWEPT = { R: 1.2, P: 0.3 }; // rad, m

// target of the joints from q: alternately up and down, within their limits
export function targetOf({ joints, limits }, q) {
  return Float64Array.from(q, (x, k) => {
    const way = (k % 2 ? -1 : 1) * SWEPT[joints[k]];
    const [low, high] = limits?.[k] ?? [-Infinity, Infinity];
    return [x + way, x - way].find((end) => low <= end && end <= high) ?? x;
  });
}

// the polynomial of degree five from rest at q to rest at the target, at a share of its time
function quintic(share, duration) {
  const s = Math.min(Math.max(share, 0), 1);
  return [s ** 3 * (10 - 15 * s + 6 * s ** 2), (30 * s ** 2 * (1 - s) ** 2) / duration,
    (60 * s * (1 - s) * (1 - 2 * s)) / duration ** 2];
}

// positions, velocities and accelerations at so many instants, row by row
/** @returns {Record<"t" | "q" | "qd" | "qdd", Float64Array> & { torque?: Float64Array }} */
export function motionRows(q, target, duration, rows) {
  const n = q.length;
  const of = () => new Float64Array(rows * n);
  const motion = { t: new Float64Array(rows), q: of(), qd: of(), qdd: of() };
  for (let row = 0; row < rows; row++) {
    const share = row / (rows - 1);
    motion.t[row] = share * duration;
    const [way, speed, faster] = quintic(share, duration);
    for (let k = 0; k < n; k++) {
      const at = row * n + k;
      motion.q[at] = q[k] + way * (target[k] - q[k]);
      motion.qd[at] = speed * (target[k] - q[k]);
      motion.qdd[at] = faster * (target[k] - q[k]);
    }
  }
  return motion;
}

// whether the page was given a motion that an arm can follow
export const canFollow = ({ n }) => pageData.motion?.q[0].length === n;

// that motion, row by row
export function givenRows() {
  const { t, q, qd, qdd, torque } = pageData.motion;
  const flat = (lists) => Float64Array.from(lists.flat());
  return { t, q: flat(q), qd: flat(qd), qdd: flat(qdd), torque: torque && flat(torque) };
}
