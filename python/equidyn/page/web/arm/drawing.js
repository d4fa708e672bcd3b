// The arm as elements of SVG: floor and shadow, links, joints, centres of mass, ellipsoids, frames, gravity.

import { svgItem } from "../base/pictures.js";
import { state } from "../base/state.js";
import { column, cross, dot, minus, plus, scaled, turnedMatrix, unitOf } from "../base/vectors.js";
import { upwards } from "./camera.js";

export const layers = { frames: true, masses: true, ellipsoids: false, floor: true };

// lengths are hundredths of half the picture
const withNames = (name) => ({ class: name });

export function drawingTools(view, size) {
  const line = (points, name, more = {}) =>
    svgItem("polyline",
      { points: points.map((x) => view.at(x).map(roundedPixel)).join(" "), ...withNames(name), ...more });
  const disc = (point, radius, name, more = {}) => {
    const [cx, cy] = view.at(point).map(roundedPixel);
    return svgItem("circle", { cx, cy, r: roundedPixel(radius * size), ...withNames(name), ...more });
  };
  const letter = (point, text, name) => {
    const [x, y] = view.at(point).map(roundedPixel);
    return svgItem("text", { x, y, ...withNames(name) }, text);
  };
  return { ...view, size, line, disc, letter };
}

// a browser complains of numbers that are none, which arms of 1e300 m have
const FARTHEST = 1e5;
export const roundedPixel = (x) =>
  Number.isNaN(x) ? FARTHEST : Math.round(100 * Math.min(FARTHEST, Math.max(-FARTHEST, x))) / 100;

// lines of a square grid through the base, crosswise to what is up, and what lies on it
function floorOf(up, origin, { centre, radius }) {
  const onFloor = (point) => minus(point, scaled(dot(up, minus(point, origin)), up));
  const side = unitOf(cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const front = cross(up, side);
  const middle = onFloor(centre);
  const at = (x, y) => plus(middle, plus(scaled(0.2 * radius * x, side), scaled(0.2 * radius * y, front)));
  const numbers = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5];
  const lines = numbers.flatMap((x) => [[at(x, -5), at(x, 5)], [at(-5, x), at(5, x)]]);
  return { onFloor, lines, at };
}

// of the homogeneous ellipsoid with the mass and the inertia of a link, u C u is the square of its half width along u
function squaresOfEllipsoid(pose, mass, inertia) {
  const half = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2;
  return turnedMatrix(pose, inertia.map((row, i) => row.map((x, j) => (5 / mass) * ((i === j ? half : 0) - x))));
}

// corners of the boxes around the ellipsoids, where they are shown, for the picture to have room for them
export function cornersOfEllipsoids({ mass, inertia }, { poses, centres }) {
  const drawn = layers.ellipsoids ? centres.map((centre, k) => ({ centre, k })).filter(({ k }) => mass[k] > 0) : [];
  return drawn.flatMap(({ centre, k }) => {
    const C = squaresOfEllipsoid(poses[k + 1], mass[k], inertia[k]);
    const half = [0, 1, 2].map((j) => Math.sqrt(Math.max(C[j][j], 0)));
    return [plus(centre, half), minus(centre, half)];
  });
}

// the outline of the ellipsoid of a link
function ellipsoidItem(pose, centre, mass, inertia, tools, more) {
  const C = squaresOfEllipsoid(pose, mass, inertia);
  const times = (u, v) => dot(u, C.map((row) => dot(row, v)));
  const { across, rise, unit } = tools;
  // its shadow on the picture, whose y points downwards
  const [xx, xy, yy] = [times(across, across), -times(across, rise), times(rise, rise)];
  const [middle, spread] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
  const [rx, ry] = [middle + spread, middle - spread].map((square) => unit * Math.sqrt(Math.max(square, 0)));
  if (!(rx > 0)) return null;
  const angle = (Math.atan2(2 * xy, xx - yy) * 90) / Math.PI;
  const [x, y] = tools.at(centre).map(roundedPixel);
  return svgItem("ellipse", {
    rx: roundedPixel(rx), ry: roundedPixel(ry), class: "ellipsoid",
    transform: `translate(${x} ${y}) rotate(${roundedPixel(angle)})`, ...more,
  });
}

function axesItemsOf(pose, length, tools, letters) {
  const start = column(pose, 3);
  return ["x", "y", "z"].flatMap((name, j) => {
    const tip = (share) => plus(start, scaled(share * length, column(pose, j)));
    const lines = [tools.line([start, tip(1)], `axis ${name}`)];
    return letters ? [...lines, tools.letter(tip(1.3), name, `letter ${name}`)] : lines;
  });
}

// pieces of links and joints, from the farthest to the nearest, each with an edge behind it
function solidsOf({ links, joints }, radius, tools) {
  const pieces = links.flatMap(({ body, corners }) =>
    corners.slice(1).map((end, k) => ({ ends: [corners[k], end], name: body ? "" : "of-base", joint: body })))
    .filter(({ ends }) => Math.hypot(...minus(...ends)) > 1e-6 * radius);
  joints.forEach(({ kind, pose }, k) => {
    const half = scaled(0.055 * radius, column(pose, 2));
    const ends = [minus(column(pose, 3), half), plus(column(pose, 3), half)];
    pieces.push({ ends, name: kind === "R" ? "joint" : "joint slides", joint: k + 1 });
  });
  const far = ({ ends, name }) => tools.depth(scaled(0.5, plus(...ends))) - (name.startsWith("joint") ? 0.06 : 0);
  return pieces.sort((one, other) => far(other) - far(one)).flatMap(({ ends, name, joint }) => [
    tools.line(ends, `edge ${name}`, { "data-joint": joint || undefined }),
    tools.line(ends, `link ${name}`, { "data-joint": joint || undefined }),
  ]);
}

// the point of a line of several corners that is nearest to another point
export function nearestPoint(point, corners) {
  const feet = corners.slice(1).map((end, k) => {
    const [start, along] = [corners[k], minus(end, corners[k])];
    const share = dot(minus(point, start), along) / (dot(along, along) || 1);
    return plus(start, scaled(Math.min(Math.max(share, 0), 1), along));
  });
  const away = (foot) => Math.hypot(...minus(foot, point));
  return feet.reduce((one, other) => (away(other) < away(one) ? other : one));
}

function massesItems(description, { poses, links, centres }, tools, shown) {
  const heaviest = Math.max(...description.mass);
  return centres.flatMap((centre, k) => {
    const mass = description.mass[k];
    if (!(mass > 0)) return [];
    const more = { "data-joint": k + 1 };
    const own = links.filter(({ body }) => body === k + 1).flatMap(({ corners }) => corners);
    const tie = own.length > 1 ? [tools.line([centre, nearestPoint(centre, own)], "tie")] : [];
    const solid = shown.ellipsoids && ellipsoidItem(poses[k + 1], centre, mass, description.inertia[k], tools, more);
    return [...(solid ? [solid] : []),
      ...(shown.masses ? [...tie, tools.disc(centre, radiusOf(mass, heaviest), "mass", more)] : [])];
  });
}

const radiusOf = (mass, heaviest) => 0.022 * Math.min(2, Math.cbrt(mass / heaviest) + 0.35);

const payloadItems = ({ mass }, { tool }, tools) =>
  (state.payload ? [tools.disc(column(tool, 3), radiusOf(state.payload, Math.max(...mass)), "load")] : []);

// the arrow of gravity at the edge of the floor
function gravityItems(description, floor, tools) {
  const { gravity = [0, 0, -9.81] } = description;
  if (!(state.gravity ?? Math.hypot(...gravity))) return [];
  const { radius } = tools.ball;
  const down = scaled(-1, upwards(description));
  const tip = plus(floor.at(-5, -5), scaled(-0.02 * radius, down));
  const start = plus(tip, scaled(-0.3 * radius, down));
  return [...arrowItems(tools, start, tip, "weight"),
    tools.letter(plus(start, scaled(-0.09 * radius, down)), "g", "letter weight")];
}

// an arrow in the picture; one about an axis has two heads
export function arrowItems(tools, from, to, name, axial = false) {
  const [start, tip] = [from, to].map(tools.at);
  const way = minus(tip, start);
  const length = Math.hypot(...way);
  const direction = length > 0.01 * tools.size ? scaled(1 / length, way) : [0, -1];
  const head = Math.min(0.07 * tools.size, Math.max(length, 0.02 * tools.size));
  const heads = (axial ? [0, 0.6 * head] : [0]).map((back) => {
    const end = minus(tip, scaled(back, direction));
    const foot = minus(end, scaled(head, direction));
    const side = scaled(0.4 * head, [-direction[1], direction[0]]);
    const corners = [end, plus(foot, side), minus(foot, side)];
    return svgItem("polygon", { points: corners.map((x) => x.map(roundedPixel)).join(" "), class: `vector ${name}` });
  });
  const shaftEnd = minus(tip, scaled(0.8 * head, direction));
  const points = [start, shaftEnd].map((x) => x.map(roundedPixel)).join(" ");
  return [svgItem("polyline", { points, class: `vector ${name}` }), ...heads];
}

export function drawnArm(description, posture, tools, shown = layers) {
  const { radius } = tools.ball;
  const up = upwards(description);
  const floor = floorOf(up, column(posture.poses[0], 3), tools.ball);
  const last = posture.poses.length - 1;
  const frames = shown.frames
    ? posture.poses.slice(1, last).flatMap((pose) => axesItemsOf(pose, 0.1 * radius, tools, false)) : [];
  return [
    ...(shown.floor ? [
      ...floor.lines.map((ends) => tools.line(ends, "floor")),
      ...posture.links.map(({ corners }) => tools.line(corners.map(floor.onFloor), "shade")),
      ...gravityItems(description, floor, tools),
    ] : []),
    ...solidsOf(posture, radius, tools),
    ...massesItems(description, posture, tools, shown),
    ...payloadItems(description, posture, tools),
    ...frames,
    ...axesItemsOf(posture.poses[0], 0.16 * radius, tools, shown.frames),
    ...axesItemsOf(posture.tool, 0.16 * radius, tools, shown.frames),
    tools.disc(column(posture.tool, 3), 0.05, "handle", { "data-joint": "tool" }),
  ];
}
