// Sliders with a number field beside them.

import { htmlItem } from "./pictures.js";
import { MINUS, fixedText } from "./text.js";

// arrow keys move a slider to the next round number: by a step, with shift by a tenth of a step
export function bySteps(event, slider, step) {
  const sign = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  if (!sign) return;
  event.preventDefault();
  const fine = event.shiftKey ? step / 10 : step;
  const steps = Number(slider.value) / fine;
  const next = sign > 0 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1;
  slider.value = Number((next * fine).toPrecision(12));
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

// a number from low to high; typed numbers are clipped, and other text is ignored
export function sliderItem({ label, name, low, high, step, unit, digits, changed }) {
  const slider = htmlItem("input", {
    type: "range", min: low, max: high, step: "any", "aria-label": name,
    oninput: () => changed(Number(slider.value)), onkeydown: (event) => bySteps(event, slider, step),
  });
  const typed = htmlItem("input", {
    type: "number", min: low, max: high, step: "any", "aria-label": `${name}, ${unit}`,
    oninput: () => typed.value && changed(Math.min(high, Math.max(low, Number(typed.value)))),
    onblur: () => show(Number(slider.value)),
  });
  const show = (value) => {
    slider.value = value;
    const text = fixedText(value, digits);
    slider.setAttribute("aria-valuetext", `${text} ${unit}`);
    if (typed !== document.activeElement) typed.value = text.replace(MINUS, "-");
  };
  const inside = [htmlItem("span", {}, label), slider, typed, htmlItem("span", {}, unit)];
  return { item: htmlItem("span", { class: "slider" }, ...inside), show };
}
