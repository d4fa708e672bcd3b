// A first position in which every link can be seen: unfolded, above its base, its tool to the side; and from where.

import { page, setState, state } from "../base/state.js";
import { column, cross, dot, minus, scaled } from "../base/vectors.js";
import { OPENING_VIEW, camera, sight, upwards } from "./camera.js";
import { pointsOfPosture, postureOf, rangeOfJoint, reachOf } from "./posture.js";

const MOST_TRIED = 400;
const [SWEEPS, MOST_VALUES] = [2, 100];
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

function openingPosition(arm, description) {
  const ranges = Array.from({ length: arm.n }, (_, k) => rangeOfJoint(description, k));
  // round values: parts of a turn, or eighths of a range
  const value = (range, k, share) => {
    const [low, high] = range;
    const step = description.joints[k] === "R" ? Math.PI / 12 : (high - low) / 8;
    return Math.min(high, Math.max(low, Math.round((low + share * (high - low)) / step) * step));
  };
  const up = upwards(description);
  const { across, rise } = sight(up, openingView(arm, description));
  const reach = reachOf(description);
  let [best, most] = [new Float64Array(arm.n), -Infinity];
  const consider = (q) => {
    const merit =
      meritOf(postureOf(arm, description, q), { up, across, rise, reach }) - 0.15 * awayFromMiddle(q, ranges);
    if (merit > most + 1e-6) [best, most] = [q, merit];
  };
  for (let tried = 1; tried <= MOST_TRIED; tried++)
    consider(Float64Array.from(ranges, (range, k) => value(range, k, (tried * Math.sqrt(PRIMES[k % 12])) % 1)));
  // then each joint in turn takes its best value
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    ranges.forEach((range, k) => {
      const count = Math.min(MOST_VALUES, Math.round((range[1] - range[0]) / (Math.PI / 12)) || 8);
      for (let at = 0; at <= count; at++) consider(best.map((x, j) => (j === k ? value(range, k, at / count) : x)));
    });
  return best;
}

// mean square of the ways from the middles of the ranges, in halves of these
const awayFromMiddle = (q, ranges) => ranges.reduce((sum, [low, high], k) =>
  sum + (high > low ? ((2 * q[k] - low - high) / (high - low)) ** 2 : 0), 0) / q.length;

// from where an arm is seen first: one that moves in a plane, along the normal of that
export function openingView(arm, description) {
  const posture = postureOf(arm, description, new Float64Array(arm.n));
  const normal = normalOfPlane(posture);
  if (!normal) return OPENING_VIEW;
  const along = pointsOfPosture(posture, description.mass).map((point) => dot(normal, point));
  const thick = Math.max(...along) - Math.min(...along);
  if (thick > PLANE * reachOf(description)) return OPENING_VIEW;
  const up = upwards(description);
  const { across, rise } = sight(up, { turn: 0, tilt: 0 });
  const front = cross(across, rise);
  // from above, or from where positive rotations are counterclockwise
  const eye = scaled(dot(normal, up) < -PLANE ? -1 : 1, normal);
  const [x, y, z] = [front, across, up].map((axis) => dot(axis, eye));
  const level = Math.hypot(x, y);
  const [turn, tilt] = [level > PLANE ? Math.atan2(y, x) : -Math.PI / 2, Math.atan2(z, level)];
  return { turn: (turn * 180) / Math.PI, tilt: (tilt * 180) / Math.PI, zoom: 1 };
}

// components of unit vectors, and lengths in parts of an arm, that count as zero
const PLANE = 1e-6;

// the normal of the plane in which all joints move the arm, null without one
function normalOfPlane({ joints }) {
  const axes = joints.map(({ kind, pose }) => ({ kind, axis: column(pose, 2) }));
  const normal = axes.find(({ kind }) => kind === "R")?.axis;
  if (!normal) return null;
  const out = ({ kind, axis }) => (kind === "R" ? Math.hypot(...cross(axis, normal)) : Math.abs(dot(axis, normal)));
  return axes.some((each) => out(each) > PLANE) ? null : normal;
}

function meritOf({ poses, tool, centres }, { up, across, rise, reach }) {
  const base = column(poses[0], 3);
  const seen = [...poses.slice(1).map((pose) => column(pose, 3)), centres.at(-1), column(tool, 3)]
    .map((point) => scaled(1 / reach, minus(point, base)));
  const heights = seen.map((point) => dot(up, point));
  const flat = [[0, 0], ...seen.map((point) => [dot(across, point), dot(rise, point)])];
  const apart = flat.flatMap((one) => flat.map((other) => Math.min(0.4, Math.hypot(...minus(one, other)))));
  const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  return -3 * (dot(across, seen.at(-1)) - 0.45) ** 2 - 3 * (heights.at(-1) - 0.3) ** 2
    + 2 * Math.min(0, ...heights) + 2 * mean(apart) + 0.6 * mean(heights);
}

// the arm in that position, at rest
export function showArm(description) {
  setState({ description, gravity: null, payload: 0 });
  if (!state.arm) return;
  const { arm, description: drawn } = page.shown;
  Object.assign(camera, openingView(arm, drawn), { ball: null, aim: null });
  const { n } = arm;
  setState({ q: openingPosition(arm, drawn), qd: new Float64Array(n), qdd: new Float64Array(n) });
}

// where no table of the arm says what is wrong with it
export function showGoodArm(description) {
  showArm(description);
  if (page.problem) throw new Error(page.problem);
}
