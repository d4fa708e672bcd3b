// Curves over axes with ticks, and their marks and dashes.

const MARGIN = { left: 58, right: 14, top: 12, bottom: 42 };

// ticks of an axis at 1, 2 or 5 times a power of ten
function linear_ticks(low, high, count = 5) {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

function logarithmic_ticks(low, high, count = 6) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const every = Math.max(1, Math.ceil((last - first) / count));
  return Array.from({ length: Math.max(0, Math.floor((last - first) / every) + 1) }, (_, k) => 10 ** (first + k * every));
}

// an axis from data to pixels; `ticks` may be given
function axis_of({ low, high, log = false, ticks }, from, to) {
  const place = log ? Math.log10 : (x) => x;
  const [start, end] = [place(low), place(high)];
  const at = (x) => from + ((place(x) - start) / (end - start || 1)) * (to - from);
  // of an axis that goes up, texts need less room
  const room = Math.max(2, Math.floor(Math.abs(to - from) / (to < from ? 36 : 60)));
  const made = (log ? logarithmic_ticks : linear_ticks)(low, high, room);
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

const mark_item = (style, x, y, title) =>
  svg_item("path", { d: MARKS[style.mark], transform: `translate(${x} ${y})`, style: `fill: ${style.colour}`, class: "mark" },
    ...(title ? [svg_item("title", {}, title)] : []));

// grid, ticks and labels of two axes around the place of a chart
function axes_items(x, y, { width, height, x_axis, y_axis }) {
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const [top, bottom] = [MARGIN.top, height - MARGIN.bottom];
  const lines = (axis) => (axis.log ? (value) => tick_of_power(value) : (value) => in_digits(value, 6));
  // ticks that would touch the one before are left without a number
  let free = -Infinity;
  const across = x_axis.ticks.flatMap((value) => {
    const at = x_axis.at(value);
    const text = x.ticks ? String(value) : lines(x)(value);
    const room = 7 * text.length + 10;
    const grid = svg_item("path", { d: `M${at},${top}V${bottom}`, class: "grid" });
    if (at - room / 2 < free) return [grid];
    free = at + room / 2;
    return [grid, svg_item("text", { x: at, y: bottom + 16, class: "tick" }, text)];
  });
  const up = y_axis.ticks.flatMap((value) => [
    svg_item("path", { d: `M${left},${y_axis.at(value)}H${right}`, class: "grid" }),
    svg_item("text", { x: left - 6, y: y_axis.at(value), class: "tick of-y" }, lines(y)(value)),
  ]);
  return [...across, ...up,
    svg_item("path", { d: `M${left},${top}V${bottom}H${right}`, class: "axis" }),
    svg_item("text", { x: (left + right) / 2, y: height - 6, class: "label" }, x.label),
    svg_item("text", { transform: `translate(13 ${(top + bottom) / 2}) rotate(-90)`, class: "label" }, y.label)];
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = (power) => (power < 0 ? "⁻" : "") + [...String(Math.abs(power))].map((digit) => SUPERSCRIPTS[digit]).join("");

function tick_of_power(value) {
  const power = Math.round(Math.log10(value));
  return power >= 0 && power <= 3 ? String(10 ** power) : `10${raised(power)}`;
}

// least and greatest of what is drawn, with room around it
function bounds_of(values, log) {
  const finite = values.filter((x) => Number.isFinite(x) && (!log || x > 0));
  if (!finite.length) return log ? [0.1, 10] : [-1, 1];
  const [low, high] = finite.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]);
  if (log) return low === high ? [low / 2, high * 2] : [low / 1.25, high * 1.25];
  const room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
  return [low - room, high + room];
}

// curves [{ name, points: [[x, y]], style, title }]; the one in focus is drawn last and wide
function chart_of({ curves, x, y, focus, limit, label, height = 320 }) {
  return (width) => {
    const points = curves.flatMap((curve) => curve.points);
    const spans = [[x, 0], [y, 1]].map(([axis, j]) => {
      const [low, high] = bounds_of([...points.map((point) => point[j]), ...(j && limit ? [limit.at] : [])], axis.log);
      return { ...axis, low: axis.low ?? low, high: axis.high ?? high };
    });
    const x_axis = axis_of(spans[0], MARGIN.left, width - MARGIN.right);
    const y_axis = axis_of(spans[1], height - MARGIN.bottom, MARGIN.top);
    const ordered = [...curves].sort((one, other) => (one.name === focus) - (other.name === focus));
    const shown = (point) => point.every(Number.isFinite) && (!y.log || point[1] > 0);
    const drawn = ordered.map(({ name, points, style, title }) => {
      const places = points.filter(shown).map((point) => [x_axis.at(point[0]), y_axis.at(point[1])]);
      const path = places.map(([u, v], k) => `${k ? "L" : "M"}${u.toFixed(1)},${v.toFixed(1)}`).join("");
      const line = svg_item("path", { d: path, class: "curve", style: `stroke: ${style.colour}; stroke-dasharray: ${style.dash}` });
      const marks = style.mark ? places.map(([u, v]) => mark_item(style, u.toFixed(1), v.toFixed(1))) : [];
      return svg_item("g", { class: name === focus ? "series focus" : "series" }, svg_item("title", {}, title ?? name), line, ...marks);
    });
    const mark = limit && [
      svg_item("path", { d: `M${MARGIN.left},${y_axis.at(limit.at)}H${width - MARGIN.right}`, class: "limit" }),
      svg_item("text", { x: width - MARGIN.right - 4, y: y_axis.at(limit.at) - 6, class: "of-limit" }, limit.text),
    ];
    const axes = axes_items(spans[0], spans[1], { width, height, x_axis, y_axis });
    return { height, label, children: [...axes, ...(mark || []), ...drawn] };
  };
}

// the names of curves with their marks; pressing one puts it in focus
function legend_item(entries, focus, chosen) {
  return html_item("ul", { class: "legend" }, ...entries.map(({ name, title, style }) => {
    const sample = svg_item("svg", { viewBox: "0 0 34 12", "aria-hidden": "true" },
      svg_item("path", { d: "M1,6H33", class: "curve", style: `stroke: ${style.colour}; stroke-dasharray: ${style.dash}` }),
      ...(style.mark ? [mark_item(style, 17, 6)] : []));
    const inside = [sample, html_item("span", {}, title ?? name)];
    if (!chosen) return html_item("li", {}, ...inside);
    return html_item("li", {}, html_item("button",
      { type: "button", "aria-pressed": String(name === focus), onclick: () => chosen(name) }, ...inside));
  }));
}
