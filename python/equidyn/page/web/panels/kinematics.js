// The pose of the tool, its Jacobian, and the points that it reaches, from above and from the side.

import { rangeOfJoint } from "../arm/posture.js";
import { axisOf } from "../base/charts.js";
import { drawNothing, htmlItem, pictureItem, svgItem, tableItem } from "../base/pictures.js";
import { randomNumbers } from "../base/random.js";
import { page } from "../base/state.js";
import { fixedText, inDigits } from "../base/text.js";

const POSITIONS = 1500;
const WORLD_AXES = ["x", "y", "z"];
const PLACES = [3, 7, 11]; // of the position in a pose, row by row
/** @type {Record<string, [number, number]>} */
const VIEWS = { above: [0, 1], side: [0, 2] };
const ROOM = { left: 46, right: 12, top: 12, bottom: 38 };
const HIGHEST_VIEW = 380; // px

// points of the tool at random positions of the joints, within the ranges of the sliders
export function reachedPoints(arm, description, count = POSITIONS) {
  const next = randomNumbers(1);
  const ranges = Array.from({ length: arm.n }, (_, k) => rangeOfJoint(description, k));
  const q = Float64Array.from({ length: count * arm.n }, (_, i) => {
    const [low, high] = ranges[i % arm.n];
    return low + next() * (high - low);
  });
  const poses = arm.quantity("forward_kinematics", { q }, count);
  return Array.from({ length: count }, (_, row) => PLACES.map((at) => poses[16 * row + at]));
}

// the largest distance of a point from another one
export const largestDistance = (points, from) =>
  Math.max(...points.map((point) => Math.hypot(...point.map((x, j) => x - from[j]))));

const dots = (points, x, y) => points.map(([u, v]) => `M${x(u).toFixed(1)},${y(v).toFixed(1)}h0`).join("");

// points as seen along an axis, both directions at one scale
function drawnFrom([i, j], points, tool, label) {
  return (width) => {
    const spans = [i, j].map((k) => {
      const all = [...points.map((point) => point[k]), tool[k], 0];
      const [low, high] = [Math.min(...all), Math.max(...all)];
      const room = 0.05 * (high - low) || 0.5;
      return { low: low - room, high: high + room };
    });
    const [wide, high] = spans.map((span) => span.high - span.low);
    const scale = Math.min((width - ROOM.left - ROOM.right) / wide, (HIGHEST_VIEW - ROOM.top - ROOM.bottom) / high);
    const [right, bottom] = [ROOM.left + scale * wide, ROOM.top + Math.max(24, scale * high)];
    const [x, y] = [axisOf(spans[0], ROOM.left, right), axisOf(spans[1], bottom, ROOM.top)];
    const ticks = [
      ...x.ticks.flatMap((at) => [svgItem("path", { d: `M${x.at(at)},${ROOM.top}V${bottom}`, class: "grid" }),
        svgItem("text", { x: x.at(at), y: bottom + 14, class: "tick" }, inDigits(at, 6))]),
      ...y.ticks.flatMap((at) => [svgItem("path", { d: `M${ROOM.left},${y.at(at)}H${right}`, class: "grid" }),
        svgItem("text", { x: ROOM.left - 6, y: y.at(at), class: "tick of-y" }, inDigits(at, 6))]),
    ];
    return { height: bottom + ROOM.bottom, label, children: [
      ...ticks,
      svgItem("path", { d: dots(points.map((point) => [point[i], point[j]]), x.at, y.at), class: "reached" }),
      svgItem("circle", { cx: x.at(tool[i]), cy: y.at(tool[j]), r: 5, class: "tool-now" }),
      svgItem("text", { x: (ROOM.left + right) / 2, y: bottom + 31, class: "label" }, `${WORLD_AXES[i]}, m`),
      svgItem("text",
        { transform: `translate(11 ${(ROOM.top + bottom) / 2}) rotate(-90)`, class: "label" }, `${WORLD_AXES[j]}, m`),
    ] };
  };
}

const rowsOf = (matrix, columns) => Array.from({ length: matrix.length / columns }, (_, k) =>
  Array.from(matrix.slice(k * columns, (k + 1) * columns), (x) => fixedText(x)));

export const kinematicsPanel = {
  id: "kinematics",
  title: "Where is the tool?",
  kinematic: true,
  make(root) {
    let [arm, points, reach] = [null, [], 0];
    const draws = { above: drawNothing, side: drawNothing };
    const pictures = Object.fromEntries(Object.keys(VIEWS).map((name) =>
      [name, pictureItem(`tool from ${name === "side" ? "the side" : name}`, (width) => draws[name](width))]));
    const said = htmlItem("p");
    const tables = htmlItem("div");
    root.append(said, tables, htmlItem("h3", {}, "Points that the tool reaches"),
      htmlItem("p", { class: "note" }, `${POSITIONS} random positions of the joints, within the ranges of the sliders. `
        + "The large point is the tool now."),
      htmlItem("div", { class: "halves" }, ...Object.values(pictures).map(({ figure }) => figure)));

    return {
      update(state) {
        if (!state.arm) return;
        if (state.arm !== arm) {
          arm = state.arm;
          points = reachedPoints(arm, page.shown.description);
          reach = largestDistance(points, PLACES.map((at) => arm.data.base?.[at] ?? 0));
        }
        const pose = arm.quantity("forward_kinematics", { q: state.q });
        const tool = PLACES.map((at) => pose[at]);
        said.textContent = `The tool is at (${tool.map((x) => fixedText(x, 3)).join(", ")}) m. `
          + `The farthest of the points below is ${fixedText(reach, 3)} m from the base.`;
        tables.replaceChildren(
          tableItem("Pose of the tool in the world", ["", "x axis", "y axis", "z axis", "position, m"],
            WORLD_AXES.map((axis, k) => [axis, ...rowsOf(pose, 4)[k]])),
          tableItem("Jacobian of the tool: velocity, then angular velocity, in world axes",
            ["", ...Array.from({ length: arm.n }, (_, k) => `joint ${k + 1}`)],
            rowsOf(arm.quantity("jacobian", { q: state.q }), arm.n).map((row, k) =>
              [`${k < 3 ? "v" : "ω"} ${WORLD_AXES[k % 3]}`, ...row])));
        for (const [name, view] of Object.entries(VIEWS)) {
          draws[name] = drawnFrom(view, points, tool, `Points that the tool reaches, from ${name}`);
          pictures[name].redraw();
          pictures[name].showTable(() => ["Points of the tool, m", WORLD_AXES,
            points.slice(0, 50).map((point) => point.map((x) => fixedText(x, 3))), []]);
        }
      },
      close() {
        for (const picture of Object.values(pictures)) picture.close();
      },
    };
  },
};
