// Bars of scale: a round value for each unit, in the lower right corner of a picture.

import { svgItem } from "../base/pictures.js";
import { inDigits } from "../base/text.js";
import { roundedPixel } from "./drawing.js";

// as in equidyn.draw: least length of a bar in half sides of a picture, px to the edge and to its text, and from bar to
// bar; about the width of a letter
const [LEAST_BAR, ASIDE, GAP, LINE, BAR_LETTER] = [0.2, 10, 6, 17, 8];

// the next number of one digit from a positive one upwards
export function roundValue(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((k) => k * power).find((each) => each >= value * (1 - 1e-12));
}

// bars of units { unit, perPixel }, and the corners of their box
export function scaleBars(units, width, height) {
  const bars = units.map(({ unit, perPixel }) => {
    const value = roundValue(LEAST_BAR * (Math.min(width, height) / 2) * perPixel);
    return { text: `${inDigits(value)} ${unit}`, length: value / perPixel };
  });
  const [right, top] = [width - ASIDE, height - ASIDE - LINE * (bars.length - 1)];
  const widest = Math.max(...bars.map(({ text, length }) => length + GAP + BAR_LETTER * text.length));
  const items = bars.flatMap(({ text, length }, k) => {
    const [left, y] = [right - length, top + k * LINE].map(roundedPixel);
    return [svgItem("line", { class: "scale", x1: left, x2: right, y1: y, y2: y }),
      svgItem("text", { class: "of-scale", x: roundedPixel(left - GAP), y }, text)];
  });
  return { items, box: [[right - widest, top - LINE / 2], [width, height]] };
}
