// A link free of the others: forces and moments on it, outside of it, and beside it their polygons, which close.

import { camera, projection, sight, upwards } from "../arm/camera.js";
import { arrowItems, drawingTools, nearestPoint, roundedPixel } from "../arm/drawing.js";
import {
  clearEye, forceSides, loadsOnLink, momentSides, polygonOf, seenSides, viewOfLink,
} from "../arm/free_link.js";
import { postureOf, reachOf } from "../arm/posture.js";
import { equationsOf, resultsOf } from "../arm/recursion_steps.js";
import { roundValue, scaleBars } from "../arm/scale_bars.js";
import { choiceItem, drawNothing, htmlItem, pictureItem, svgItem } from "../base/pictures.js";
import { boxOf, placesOf } from "../base/placing.js";
import { loadedArm, state } from "../base/state.js";
import { fixedText, inDigits } from "../base/text.js";
import { column, dot, minus, plus, pointInWorld, scaled } from "../base/vectors.js";

// px: below this width the polygons are below the link; largest sides; sizes of letters, arrow heads, axes of the world
const [NARROW, LARGEST_VIEW, LEAST_PANEL, LETTER, HEAD, WORLD] = [620, 470, 150, 14, 145, 20];
const FILLED = 0.6;
const INDEX = 0.7;

// a text with indices, such as −m_3a_C3, around a place
function symbolItem(text, [x, y], name) {
  const parts = text.split(/(_[A-Z]?\d+)/).filter(Boolean);
  const items = parts.map((part, k) => {
    if (part.startsWith("_")) return svgItem("tspan", { class: "index", dy: "0.4em" }, part.slice(1));
    // back on the line
    return svgItem("tspan", { dy: parts[k - 1]?.startsWith("_") ? `${-0.4 * INDEX}em` : undefined }, part);
  });
  return svgItem("text", { x: roundedPixel(x), y: roundedPixel(y), class: name }, ...items);
}

// about as large as the text is drawn
function sizeOfSymbol(text) {
  const widthOf = (letter) => (letter.toLowerCase() === "m" ? 1.45 : 1);
  const width = text.split(/(_[A-Z]?\d+)/).reduce((sum, part) =>
    sum + (part.startsWith("_") ? INDEX * (part.length - 1) : [...part].reduce((all, each) => all + widthOf(each), 0)),
  0);
  return [4 + 0.62 * LETTER * width, 1.25 * LETTER];
}

const lineItem = (name, points) =>
  svgItem("polyline", { class: name, points: points.map((x) => x.map(roundedPixel)).join(" ") });
const middleText = (x, y, text) => svgItem("text", { x, y, "text-anchor": "middle" }, text);

// arrows between points of the picture
const inPicture = (tools) => ({ ...tools, at: (point) => point });

// the axes of the world around a place; `flat` takes a vector to a unit of pixels
function worldItems(place, flat) {
  const axes = [0, 1, 2].map((j) => scaled(WORLD, flat([0, 1, 2].map((k) => (k === j ? 1 : 0)))));
  const apart = (one, other) => 1.5 * Math.hypot(...minus(one, other)) > LETTER;
  return axes.flatMap((axis, j) => {
    const name = "xyz"[j];
    // no letter for an axis towards the eye, nor on that of another one
    const lettered = Math.hypot(...axis) > 0.45 * WORLD && axes.slice(0, j).every((other) => apart(axis, other));
    return [lineItem(`axis ${name}`, [place, plus(place, axis)]),
      ...(lettered ? [symbolItem(name, plus(place, scaled(1.5, axis)), `letter ${name}`)] : [])];
  });
}

// the link with its arrows, in a square
function linkItems({ link, view, posture, eye, up }, side) {
  const { half, middle } = view;
  const look = { ...eye, zoom: 1, ball: { centre: middle, radius: 0.86 * half } };
  const tools = drawingTools({ ...projection(up, { width: side, height: side }, look) }, HEAD);
  const flat = (line) => line.map(tools.at);
  const wanted = view.arrows.map(({ point, along, symbol }) =>
    ({ point: tools.at(point), along: tools.flat(along), size: sizeOfSymbol(symbol) }));
  const corner = [[0, side - 3.4 * WORLD], [3.4 * WORLD, side]];
  const perMetre = { ...view.perMetre, m: 1 };
  const units = [...new Set([...view.arrows.map(({ unit }) => unit), "m"])];
  const scale = scaleBars(units.map((unit) => ({ unit, perPixel: perMetre[unit] / tools.unit })), side, side);
  const places = placesOf(wanted, view.body.map(flat), [[0, 0], [side, side]], [corner, scale.box]);
  const joint = posture.joints[link - 1].pose;
  const axis = scaled(0.35 * half, column(joint, 2));
  const own = [minus(column(joint, 3), axis), plus(column(joint, 3), axis)];
  const barrel = [minus(column(joint, 3), scaled(0.3, axis)), plus(column(joint, 3), scaled(0.3, axis))];
  return [
    svgItem("rect", { class: "edge-of-view", width: side, height: side }),
    ...posture.links.filter(({ body }) => body !== link).map(({ corners }) => lineItem("ghost", flat(corners))),
    lineItem("joint-axis", flat(own)),
    lineItem("edge joint", flat(barrel)), lineItem("link joint", flat(barrel)),
    ...view.body.map((corners) => lineItem("body", flat(corners))),
    lineItem("tie", flat([view.centre, nearestPoint(view.centre, view.body.flat())])),
    tools.disc(view.centre, 0.03, "mass"),
    ...scale.items,
    ...worldItems([1.7 * WORLD, side - 1.7 * WORLD], (v) => scaled(1 / tools.unit, tools.flat(v))),
    ...view.arrows.flatMap(({ kind, symbol, unit }, k) => {
      const [{ along, point }, { start, leader, symbol: place }] = [wanted[k], places[k]];
      return [lineItem(`leader vector ${kind}`, [point, leader]),
        ...arrowItems(inPicture(tools), start, plus(start, along), kind, unit === "N m"),
        symbolItem(symbol, place, `vector ${kind}`)];
    }),
  ];
}

// the polygon of what adds up to zero, in a rectangle
function polygonItems(title, unit, sides, { eye, up }, width, height) {
  const head = middleText(width / 2, 16, title);
  const seen = seenSides(sides).filter(({ value }) => Math.hypot(...value));
  if (!seen.length) return [head, middleText(width / 2, height / 2, "all zero")];
  const { plane, flat, starts, spans } = polygonOf(seen, up, sight(up, eye));
  const ends = starts.map((start, k) => plus(start, spans[k]));
  const corners = [...starts, ...ends];
  const [low, high] = [Math.min, Math.max].map((most) => [0, 1].map((j) => most(...corners.map((x) => x[j]))));
  const extent = Math.max(...minus(high, low));
  const pixels = (FILLED * Math.min(width, height - 24)) / extent;
  const middle = scaled(0.5, plus(low, high));
  const flatten = (v) => [pixels * v[0], -pixels * v[1]];
  const at = (point) => plus([width / 2, 20 + (height - 24) / 2], flatten(minus(point, middle)));
  const wanted = seen.map(({ symbol }, k) =>
    ({ point: at(starts[k]), along: flatten(spans[k]), size: sizeOfSymbol(symbol), bound: true }));
  const bar = roundValue(0.15 * extent);
  const scaleText = `${inDigits(bar)} ${unit}`;
  const [right, base] = [width - 6, height - 8];
  const scaleWidth = Math.max(pixels * bar, 8 * scaleText.length);
  const corner = [[0, height - 3.4 * WORLD], [3.4 * WORLD, height]];
  const boxes = [corner, [[right - scaleWidth, base - 22], [right, height]],
    boxOf([width / 2, 11], [8 * title.length, 20])];
  const places = placesOf(wanted, [], [[0, 0], [width, height]], boxes);
  const tools = inPicture({ size: HEAD });
  const next = [...starts.slice(1), starts[0]];
  return [
    head,
    ...worldItems([1.7 * WORLD, height - 1.7 * WORLD],
      (v) => [dot(plane[0], v), -dot(plane[1], v)]),
    lineItem("scale", [[right - pixels * bar, base], [right, base]]),
    svgItem("text", { x: right, y: base - 11, "text-anchor": "end" }, scaleText),
    ...(flat ? ends.map((end, k) => lineItem("connector", [at(end), at(next[k])])) : []),
    svgItem("circle", { class: "begin", cx: at(starts[0])[0], cy: at(starts[0])[1], r: 3 }),
    ...seen.flatMap(({ kind, symbol }, k) => [
      ...arrowItems(tools, at(starts[k]), at(ends[k]), kind), symbolItem(symbol, places[k].symbol, `vector ${kind}`)]),
  ];
}

const movedTo = (x, y, children) => svgItem("g", { transform: `translate(${x} ${y})` }, ...children);

// what leaves a square is cut off
const cutToSquare = (side, children) => [
  svgItem("clipPath", { id: "free-body-square" }, svgItem("rect", { width: side, height: side })),
  svgItem("g", { "clip-path": "url(#free-body-square)" }, ...children),
];

export const freeBodyPanel = {
  id: "free_body",
  title: "Which forces act on a link?",
  make(root) {
    let [link, step, now, draw] = [1, 0, null, drawNothing];
    const picture = pictureItem("free-body", (width) => draw(width));
    picture.figure.classList.add("free-body");
    const choice = htmlItem("span");
    const note = htmlItem("p", { class: "note" });
    root.append(htmlItem("p", { class: "controls" }, choice), picture.figure, note);

    function show() {
      const { description } = state;
      const arm = loadedArm();
      const posture = postureOf(arm, description, state.q);
      // the payload is a part of the last link
      posture.centres[arm.n - 1] = pointInWorld(posture.poses[arm.n], arm.com.slice(-3));
      const standard = description.convention === "standard";
      const loads = loadsOnLink({
        link, n: arm.n, geometry: posture, standard, results: resultsOf(arm, state),
        mass: arm.data.mass[link - 1] + (link === arm.n ? state.payload : 0), gravity: arm.data.gravity,
      });
      const view = viewOfLink(posture, link, loads, reachOf(description));
      const up = upwards(description);
      const lines = [...view.arrows.map(({ along }) => along),
        ...view.body.flatMap((corners) => corners.slice(1).map((end, k) => minus(end, corners[k])))];
      const eye = clearEye(up, { turn: camera.turn, tilt: camera.tilt }, lines);
      const drawn = { link, view, posture, eye, up };
      const [ofForces, ofMoments] = [forceSides(loads), momentSides(loads)];
      draw = (width) => {
        const narrow = width < NARROW;
        const side = narrow ? width : Math.min(LARGEST_VIEW, 0.6 * width);
        const panelWidth = narrow ? width : Math.min(LARGEST_VIEW, width - side - 16);
        const panelHeight = Math.max(LEAST_PANEL, narrow ? 0.7 * width : side / 2 - 4);
        const polygons = [
          polygonItems("forces add up to zero", "N", ofForces, drawn, panelWidth, panelHeight),
          polygonItems(`moments about C${link} add up to zero`, "N m", ofMoments, drawn, panelWidth, panelHeight),
        ];
        const [left, top] = narrow ? [0, side + 12] : [side + 16, 0];
        return {
          height: narrow ? top + 2 * panelHeight + 8 : side,
          label: `Link ${link} free of the others, with the forces and moments on it; they add up to zero`,
          children: [...cutToSquare(side, linkItems(drawn, side)),
            ...polygons.map((items, k) => movedTo(left, top + k * (panelHeight + 8), items))],
        };
      };
      picture.redraw();
      note.textContent = `M(f) is the moment of the force f about the centre of mass C${link}.`;
      const rows = [...loads, ...ofMoments.filter(({ symbol }) => symbol.startsWith("M"))];
      picture.showTable(`Link ${link}, in axes of the world`, ["vector", "x", "y", "z", "unit"],
        rows.map(({ symbol, value, unit }) =>
          [symbol.replaceAll("_", ""), ...value.map((x) => fixedText(x)), unit]));
    }

    function prepare({ joints }) {
      const numbers = [...joints].map((_, k) => [String(k + 1), String(k + 1)]);
      link = Math.min(link, numbers.length);
      choice.replaceChildren(choiceItem("Link", numbers, String(link), (value) => { link = Number(value); show(); }));
    }

    let joints = "";
    return {
      update(given) {
        if (!given.arm) return;
        now = given;
        // the step of the recursion leads
        if (now.step !== step) link = equationsOf(now.description)[now.step - 1]?.link ?? link;
        if (joints !== now.description.joints || now.step !== step) prepare(now.description);
        [joints, step] = [now.description.joints, now.step];
        show();
      },
      close: () => picture.close(),
    };
  },
};
