// A link free of the others: the forces and moments on it, its view, and the polygons that close to zero.

import { column, cross, dot, inWorld, minus, plus, principalAxes, scaled, unitOf } from "../base/vectors.js";
import { sight } from "./camera.js";

// as in equidyn.draw: half the side of the picture in half lengths of the body, and least one in lengths of the arm;
// the longest arrow in half sides
const [AROUND_BODY, LEAST_HALF, LONGEST_ARROW] = [2.1, 0.05, 0.62];
const [EYE_TURNS, EYE_TILTS, ENOUGH_SEEN] = [[0, -15, 15, -30, 30, -45, 45, -60, 60], [25, 15, 40], 0.5];
const [UNSEEN, NOTHING, ALONG_A_LINE, APART_ON_A_LINE, UPRIGHT] = [3e-3, 1e-9, 0.15, 0.2, 0.3];
const ROUNDED_TO_ZERO = 1e-11;

// forces and moments on a link in the world, which add up to zero: { kind, symbol, unit, point, value }; the geometry
// is that of postureOf
export function loadsOnLink({ link, n, standard, geometry, results, mass, gravity }) {
  const pose = geometry.poses[link];
  const of = (name, i) => (i > n ? [0, 0, 0] : inWorld(geometry.poses[i], results[`${name}-${i}`]));
  const centre = geometry.centres[link - 1];
  const [joint, after] = [link, link + 1].map((i) =>
    (i > n ? column(geometry.tool, 3) : column(standard ? geometry.poses[i - 1] : geometry.poses[i], 3)));
  const weight = scaled(mass, gravity);
  const [F, N] = ["F", "N"].map((name) => inWorld(pose, results[`${name}-${link}`]));
  return [
    { kind: "force", symbol: `f_${link}`, unit: "N", point: joint, value: of("f", link) },
    { kind: "moment", symbol: `n_${link}`, unit: "N m", point: joint, value: of("n", link) },
    { kind: "force", symbol: `−f_${link + 1}`, unit: "N", point: after, value: scaled(-1, of("f", link + 1)) },
    { kind: "moment", symbol: `−n_${link + 1}`, unit: "N m", point: after, value: scaled(-1, of("n", link + 1)) },
    { kind: "weight", symbol: `m_${link}g`, unit: "N", point: centre, value: weight },
    // F is the mass times acceleration minus gravity
    { kind: "inertia", symbol: `−m_${link}a_C${link}`, unit: "N", point: centre,
      value: withoutRounding(scaled(-1, plus(F, weight)), weight) },
    { kind: "inertia", symbol: `−N_${link}`, unit: "N m", point: centre, value: scaled(-1, N) },
  ];
}

const withoutRounding = (value, beside) =>
  (Math.hypot(...value) > ROUNDED_TO_ZERO * Math.hypot(...beside) ? value : [0, 0, 0]);

export const forceSides = (loads) => loads.filter(({ unit }) => unit === "N");

// about the centre of mass, with the moments M(f) of the forces at joints
export function momentSides(loads) {
  const own = loads.filter(({ unit }) => unit === "N m");
  const centre = loads.find(({ kind }) => kind === "weight").point;
  const levers = loads.filter(({ kind }) => kind === "force").map((load) =>
    ({ ...load, symbol: `M(${load.symbol})`, unit: "N m", value: cross(minus(load.point, centre), load.value) }));
  return [...own.slice(0, -1), ...levers, ...own.slice(-1)];
}

const sizeOf = ({ value }) => Math.hypot(...value);

// sides that are long enough to be seen
export function seenSides(sides) {
  const longest = Math.max(...sides.map(sizeOf));
  return sides.filter((side) => sizeOf(side) > UNSEEN * longest);
}

// the polygon of at least one side in the plane of its two largest directions: its plane, and where each side starts
export function polygonOf(sides, up, { across, rise, away }) {
  const values = sides.map(({ value }) => value);
  const { values: squares, axes } = principalAxes([0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => values.reduce((sum, value) => sum + value[i] * value[j], 0))));
  const eye = scaled(-1, away);
  const first = scaled(dot(axes[0], plus(across, rise)) >= 0 ? 1 : -1, axes[0]);
  const second = Math.sqrt(squares[1] / squares[0]);
  let normal = axes[2];
  if (second <= NOTHING) {
    // the second direction of a line is any
    const beside = cross(eye, first);
    normal = unitOf(cross(first, Math.hypot(...beside) < UPRIGHT ? cross(rise, first) : beside));
  }
  if (dot(normal, eye) < 0) normal = scaled(-1, normal);
  const level = minus(up, scaled(dot(normal, up), normal));
  const upwards = unitOf(Math.hypot(...level) > UPRIGHT ? level : cross(normal, first));
  const plane = [cross(upwards, normal), upwards];
  const spans = values.map((value) => plane.map((axis) => dot(axis, value)));
  const ends = spans.reduce((points, span) => [...points, plus(points.at(-1), span)], [[0, 0]]);
  const flat = second <= ALONG_A_LINE;
  return { plane, flat, spans, starts: flat ? besideEachOther(ends, spans) : ends.slice(0, -1) };
}

// sides along one line, each beside the end of the last one
function besideEachOther(ends, spans) {
  const size = (span) => Math.abs(span[0]) + Math.abs(span[1]);
  const along = unitOf(spans.reduce((one, other) => (size(other) > size(one) ? other : one)));
  const side = [along[1], -along[0]];
  const aside = scaled(side[0] - 0.5 * side[1] > 0 ? 1 : -1, side);
  const shares = ends.map((end) => dot(end, along));
  const step = APART_ON_A_LINE * (Math.max(...shares) - Math.min(...shares));
  return ends.slice(0, -1).map((end, k) => plus(end, scaled(step * k, aside)));
}

// the eye nearest to a given one, for which no line of these is along the line of sight
export function clearEye(up, eye, lines) {
  const directions = lines.filter((line) => Math.hypot(...line)).map(unitOf);
  if (!directions.length) return eye;
  const clearness = (candidate) => {
    const { away } = sight(up, candidate);
    return Math.min(ENOUGH_SEEN, ...directions.map((each) => Math.hypot(...cross(each, away))));
  };
  const others = EYE_TILTS.flatMap((tilt) => EYE_TURNS.map((turn) => ({ turn: eye.turn + turn, tilt })));
  return [eye, ...others].reduce((one, other) => (clearness(other) > clearness(one) + 1e-9 ? other : one));
}

// the picture of a link: its lines, middle and half side, m, the arrows of its loads, and their values a metre by unit
export function viewOfLink(posture, link, loads, reach) {
  const body = posture.links.filter((each) => each.body === link).map(({ corners }) => corners);
  const centre = posture.centres[link - 1];
  const points = [...body.flat(), centre, ...loads.map(({ point }) => point)];
  const [low, high] = [Math.min, Math.max].map((most) => [0, 1, 2].map((k) => most(...points.map((x) => x[k]))));
  const middle = scaled(0.5, plus(low, high));
  const farthest = Math.max(...points.map((x) => Math.hypot(...minus(x, middle))));
  const half = Math.max(LEAST_HALF * reach, AROUND_BODY * farthest);
  const largest = {};
  for (const load of loads) largest[load.unit] = Math.max(largest[load.unit] ?? 0, sizeOf(load));
  // a moment may be the small difference of moments of forces
  const least = { N: 1e-12 * largest.N, "N m": 1e-12 * Math.max(largest["N m"], largest.N * reach) };
  const perMetre = Object.fromEntries(Object.entries(largest).map(([unit, most]) =>
    [unit, most / (LONGEST_ARROW * half)]));
  const arrows = loads.filter((load) => sizeOf(load) > least[load.unit])
    .map((load) => ({ ...load, along: scaled(1 / perMetre[load.unit], load.value) }));
  return { body, centre, middle, half, perMetre, arrows };
}
