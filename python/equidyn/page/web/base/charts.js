// Curves over axes with ticks, and their marks and dashes.

import { htmlItem, svgItem } from "./pictures.js";
import { inDigits } from "./text.js";

const MARGIN = { left: 58, right: 14, top: 12, bottom: 42 };

// ticks of an axis at 1, 2 or 5 times a power of ten
export function linearTicks(low, high, count = 5) {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

export function logarithmicTicks(low, high, count = 6) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  if (last - first < 2)
    return [first - 1, first, first + 1].flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)))
      .filter((x) => x >= low * (1 - 1e-9) && x <= high * (1 + 1e-9));
  const every = Math.max(1, Math.ceil((last - first) / count));
  return Array.from({ length: Math.max(0, Math.floor((last - first) / every) + 1) },
    (_, k) => 10 ** (first + k * every));
}

// an axis from data to pixels; `ticks` may be given
export function axisOf({ low, high, log = false, ticks = null }, from, to) {
  const place = log ? Math.log10 : (x) => x;
  const [start, end] = [place(low), place(high)];
  const at = (x) => from + ((place(x) - start) / (end - start || 1)) * (to - from);
  // of an axis that goes up, texts need less room
  const room = Math.max(2, Math.floor(Math.abs(to - from) / (to < from ? 36 : 60)));
  const made = (log ? logarithmicTicks : linearTicks)(low, high, room);
  return { at, ticks: ticks ? ticks.filter((x) => x >= low && x <= high) : made };
}

const MARKS = {
  o: "M4,0A4,4 0 1 1 -4,0A4,4 0 1 1 4,0Z", s: "M-3.6,-3.6H3.6V3.6H-3.6Z", "^": "M0,-4.6L4.3,3.4H-4.3Z",
  v: "M0,4.6L4.3,-3.4H-4.3Z", "<": "M-4.6,0L3.4,4.3V-4.3Z", ">": "M4.6,0L-3.4,4.3V-4.3Z", D: "M0,-5L5,0L0,5L-5,0Z",
  P: "M-1.5,-4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z",
  X: "M-4.4,-2.3L-2.3,-4.4L0,-2.1L2.3,-4.4L4.4,-2.3L2.1,0L4.4,2.3L2.3,4.4L0,2.1L-2.3,4.4L-4.4,2.3L-2.1,0Z",
  "*": "M0,-5.4L1.3,-1.7L5.1,-1.7L2.1,.7L3.2,4.4L0,2.2L-3.2,4.4L-2.1,.7L-5.1,-1.7L-1.3,-1.7Z",
  h: "M0,-4.8L4.2,-2.4V2.4L0,4.8L-4.2,2.4V-2.4Z", p: "M0,-4.8L4.6,-1.5L2.8,3.9H-2.8L-4.6,-1.5Z",
};

export const markItem = (style, x, y, title) =>
  svgItem("path",
    { d: MARKS[style.mark], transform: `translate(${x} ${y})`, style: `fill: ${style.colour}`, class: "mark" },
    ...(title ? [svgItem("title", {}, title)] : []));

// grid, ticks and labels of two axes around the place of a chart
function axesItems(x, y, { width, height, xAxis, yAxis }) {
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const [top, bottom] = [MARGIN.top, height - MARGIN.bottom];
  const lines = (axis) => (axis.log ? (value) => tickOfPower(value) : (value) => inDigits(value, 6));
  // ticks that would touch the one before are left without a number
  let free = -Infinity;
  const across = xAxis.ticks.flatMap((value) => {
    const at = xAxis.at(value);
    const text = x.ticks ? String(value) : lines(x)(value);
    const room = 7 * text.length + 10;
    const grid = svgItem("path", { d: `M${at},${top}V${bottom}`, class: "grid" });
    if (at - room / 2 < free) return [grid];
    free = at + room / 2;
    return [grid, svgItem("text", { x: at, y: bottom + 16, class: "tick" }, text)];
  });
  const up = yAxis.ticks.flatMap((value) => [
    svgItem("path", { d: `M${left},${yAxis.at(value)}H${right}`, class: "grid" }),
    svgItem("text", { x: left - 6, y: yAxis.at(value), class: "tick of-y" }, lines(y)(value)),
  ]);
  return [...across, ...up,
    svgItem("path", { d: `M${left},${top}V${bottom}H${right}`, class: "axis" }),
    svgItem("text", { x: (left + right) / 2, y: height - 6, class: "label" }, x.label),
    svgItem("text", { transform: `translate(13 ${(top + bottom) / 2}) rotate(-90)`, class: "label" }, y.label)];
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
export const raised = (power) =>
  (power < 0 ? "⁻" : "") + [...String(Math.abs(power))].map((digit) => SUPERSCRIPTS[digit]).join("");

export function tickOfPower(value) {
  const power = Math.round(Math.log10(value));
  if (Math.abs(Math.log10(value) - power) > 1e-9) return inDigits(value);
  return power >= 0 && power <= 3 ? String(10 ** power) : `10${raised(power)}`;
}

// least and greatest of what is drawn, with room around it
function boundsOf(values, log) {
  const finite = values.filter((x) => Number.isFinite(x) && (!log || x > 0));
  if (!finite.length) return log ? [0.1, 10] : [-1, 1];
  const [low, high] = finite.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]);
  if (log) return low === high ? [low / 2, high * 2] : [low / 1.25, high * 1.25];
  const room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
  return [low - room, high + room];
}

// curves [{ name, points: [[x, y]], style, title }]; the one in focus is drawn last and wide
export function chartOf({ curves, x, y, focus, limit = null, label, height = 320 }) {
  return (width) => {
    const points = curves.flatMap((curve) => curve.points);
    const spans = [[x, 0], [y, 1]].map(([axis, j]) => {
      const [low, high] = boundsOf([...points.map((point) => point[j]), ...(j && limit ? [limit.at] : [])], axis.log);
      return { ...axis, low: axis.low ?? low, high: axis.high ?? high };
    });
    const xAxis = axisOf(spans[0], MARGIN.left, width - MARGIN.right);
    const yAxis = axisOf(spans[1], height - MARGIN.bottom, MARGIN.top);
    const ordered = [...curves].sort((one, other) => Number(one.name === focus) - Number(other.name === focus));
    const shown = (point) => point.every(Number.isFinite) && (!y.log || point[1] > 0);
    const drawn = ordered.map(({ name, points, style, title }) => {
      const places = points.filter(shown).map((point) => [xAxis.at(point[0]), yAxis.at(point[1])]);
      const path = places.map(([u, v], k) => `${k ? "L" : "M"}${u.toFixed(1)},${v.toFixed(1)}`).join("");
      const line =
        svgItem("path", { d: path, class: "curve", style: `stroke: ${style.colour}; stroke-dasharray: ${style.dash}` });
      const marks = style.mark ? places.map(([u, v]) => markItem(style, u.toFixed(1), v.toFixed(1))) : [];
      return svgItem("g", { class: name === focus ? "series focus" : "series" }, svgItem("title", {}, title ?? name),
        line, ...marks);
    });
    const mark = limit && [
      svgItem("path", { d: `M${MARGIN.left},${yAxis.at(limit.at)}H${width - MARGIN.right}`, class: "limit" }),
      svgItem("text", { x: width - MARGIN.right - 4, y: yAxis.at(limit.at) - 6, class: "of-limit" }, limit.text),
    ];
    const axes = axesItems(spans[0], spans[1], { width, height, xAxis, yAxis });
    return { height, label, children: [...axes, ...(mark || []), ...drawn] };
  };
}

// the names of curves with their marks; pressing one puts it in focus
export function legendItem(entries, focus, chosen) {
  return htmlItem("ul", { class: "legend" }, ...entries.map(({ name, title, style }) => {
    const sample = svgItem("svg", { viewBox: "0 0 34 12", "aria-hidden": "true" },
      svgItem("path",
        { d: "M1,6H33", class: "curve", style: `stroke: ${style.colour}; stroke-dasharray: ${style.dash}` }),
      ...(style.mark ? [markItem(style, 17, 6)] : []));
    const inside = [sample, htmlItem("span", {}, title ?? name)];
    if (!chosen) return htmlItem("li", {}, ...inside);
    return htmlItem("li", {}, htmlItem("button",
      { type: "button", "aria-pressed": String(name === focus), onclick: () => chosen(name) }, ...inside));
  }));
}
