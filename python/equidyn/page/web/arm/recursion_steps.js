// The Newton-Euler recursion on the arm, one equation at a time: its text, its numbers, its arrows.

import { pageData } from "../base/data.js";
import { htmlItem, svgItem } from "../base/pictures.js";
import { fixedText } from "../base/text.js";
import { column, inWorld, minus, plus, scaled } from "../base/vectors.js";
import { camera } from "./camera.js";
import { arrowItems, roundedPixel } from "./drawing.js";
import { scaleBars } from "./scale_bars.js";

// the equations of an arm in the order of evaluation: outwards by link, then inwards
export function equationsOf({ convention, joints }) {
  const n = joints.length;
  const written = pageData.recursion[convention];
  const step = (quantity, link) => {
    const { equation, operands, ...about } = written[joints[link - 1]][quantity];
    const text = equation.replace(/_([bka])/g, (_, which) => `_${link + { b: -1, k: 0, a: 1 }[which]}`);
    return {
      quantity, link, ...about,
      equation: text,
      operands: operands.map(([name, offset]) => [name, link + offset]).filter(([, i]) => i >= 1 && i <= n),
    };
  };
  const links = Array.from({ length: n }, (_, k) => k + 1);
  const { outwards, inwards } = pageData.recursion;
  return [
    ...links.flatMap((link) => outwards.map((name) => step(name, link))),
    ...links.reverse().flatMap((link) => inwards.map((name) => step(name, link))),
  ];
}

// results by quantity and link, such as "f-3", in axes of the link
export function resultsOf(arm, { q, qd, qdd }) {
  const found = arm.recursion(q, qd, qdd);
  return Object.fromEntries(found.map((each) => [keyOf(each), each.values]));
}

// a result as a vector in the world, where it acts: at the joint, the origin or the centre of mass
function placed(step, values, posture) {
  const pose = posture.poses[step.link];
  const joint = posture.joints[step.link - 1].pose;
  const point = step.quantity === "a" ? column(pose, 3)
    : ["abar", "F", "N"].includes(step.quantity) ? posture.centres[step.link - 1] : column(joint, 3);
  const value = step.quantity === "tau" ? scaled(values[0], column(joint, 2)) : inWorld(pose, values);
  return { ...step, point, value };
}

const keyOf = ({ quantity, link }) => `${quantity}-${link}`;

// a step and, before it and faint, what it is made from
function shownWith(steps, number) {
  const step = steps[number - 1];
  const byKey = Object.fromEntries(steps.map((each) => [keyOf(each), each]));
  return [...step.operands.map(([name, link]) => ({ ...byKey[`${name}-${link}`], faint: true })), step];
}

// the largest of what is shown of each unit
function largestOf(shown, results) {
  const largest = {};
  for (const each of shown)
    largest[each.unit] = Math.max(largest[each.unit] ?? 0, Math.hypot(...results[keyOf(each)]));
  return largest;
}

// what a step shows, as vectors in the world, without what is zero
export function stepVectors(steps, number, results, posture) {
  const shown = shownWith(steps, number);
  const largest = largestOf(shown, results);
  return shown.map((each) => placed(each, results[keyOf(each)], posture))
    .filter(({ unit, value }) => Math.hypot(...value) > 1e-9 * largest[unit]);
}

// arrows of a step and of what it is made from; each unit to its own scale, all within the picture
export function stepArrows(steps, number, results, posture, tools) {
  const shown = shownWith(steps, number);
  const largest = largestOf(shown, results);
  const longest = (0.5 * camera.ball.radius) / Math.max(1, camera.zoom);
  const arrows = stepVectors(steps, number, results, posture)
    .map((each) => ({ ...each, along: scaled(longest / largest[each.unit], each.value) }));
  return { step: shown.at(-1), arrows: fitted(arrows, tools) };
}

// arrows shorter, all in the same way, where one would leave the picture
function fitted(arrows, { at, width, height, size }) {
  const margin = 0.08 * size;
  const shares = arrows.flatMap(({ point, along }) => {
    const [start, tip] = [at(point), at(plus(point, along))];
    return [width, height].map((extent, j) => {
      const room = tip[j] > start[j] ? extent - margin - start[j] : start[j] - margin;
      return room / (Math.abs(tip[j] - start[j]) || 1);
    });
  });
  const share = Math.max(0.25, Math.min(1, ...shares));
  return arrows.map((each) => ({ ...each, along: scaled(share, each.along) }));
}

// a free place for a symbol near the tip of its arrow
function freePlace(tip, direction, taken, { size, width, height }) {
  const angle = Math.atan2(direction[1], direction[0]);
  const turns = [0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1, Math.PI];
  const places = [0.1, 0.17].flatMap((away) =>
    turns.map((turn) =>
      [tip[0] + away * size * Math.cos(angle + turn), tip[1] + away * size * Math.sin(angle + turn)]));
  const free = ([x, y]) =>
    x > 0.05 * size && x < width - 0.05 * size && y > 0.05 * size && y < height - 0.05 * size &&
    taken.every(([u, v]) => Math.abs(u - x) > 0.15 * size || Math.abs(v - y) > 0.1 * size);
  return places.find(free) ?? places[0];
}

export function stepItems({ arrows }, tools) {
  const taken = arrows.map(({ point }) => tools.at(point));
  return [...barsOf(arrows, tools), ...arrows.flatMap(({ kind, letter, link, axial, faint, point, along }) => {
    const tip = plus(point, along);
    const name = `${kind}${faint ? " faint" : ""}`;
    const flat = tools.at(tip);
    const place = freePlace(flat, minus(flat, tools.at(point)), taken, tools);
    taken.push(place);
    const [x, y] = place.map(roundedPixel);
    return [
      ...arrowItems(tools, point, tip, name, axial),
      svgItem("text", { x, y, class: `vector ${name}` }, letter,
        svgItem("tspan", { dy: "0.3em", class: "index" }, String(link))),
    ];
  })];
}

// the scale of each unit of the arrows, and of lengths
function barsOf(arrows, { unit: pixels, width, height }) {
  const perMetre = Object.fromEntries(arrows.map(({ unit, value, along }) =>
    [unit, Math.hypot(...value) / Math.hypot(...along)]));
  const units = Object.entries({ ...perMetre, m: 1 }).map(([unit, each]) => ({ unit, perPixel: each / pixels }));
  return scaleBars(units, width, height).items;
}

// indices of an equation below the line
export function equationItems(text) {
  return text.split(/(_\d+|ᵀ)/).filter(Boolean).map((part) =>
    part === "ᵀ" ? htmlItem("sup", {}, "T") : /^_\d+$/.test(part) ? htmlItem("sub", {}, part.slice(1)) : part);
}

export function numbersOfStep({ quantity, link, unit }, results) {
  const values = results[`${quantity}-${link}`];
  const text = values.map((x) => fixedText(x)).join(", ");
  return values.length > 1 ? `(${text}) ${unit}, in axes of link ${link}` : `${text} ${unit}`;
}
