// Sliders with a number field beside them.

import { typedNumber } from "./numbers.js";
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

// a number from low to high; typed numbers are clipped, and other text is marked and changes nothing
export function sliderItem({ label, name, low, high, step, unit, digits, changed }) {
  const slider = htmlItem("input", {
    type: "range", min: low, max: high, step: "any", "aria-label": name,
    oninput: () => changed(Number(slider.value)), onkeydown: (event) => bySteps(event, slider, step),
  });
  const problem = htmlItem("span", { class: "problem", role: "alert" });
  const typed = htmlItem("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": `${name}, ${unit}`,
    oninput: () => take(typed.value), onblur: () => show(Number(slider.value)),
  });
  const mark = (sentence) => {
    problem.textContent = sentence;
    if (sentence) typed.setAttribute("aria-invalid", "true");
    else typed.removeAttribute("aria-invalid");
  };
  const take = (text) => {
    try {
      const number = typedNumber(text, unit === "°" ? { angle: unit } : { unit: unit.replace(/\s/g, "") });
      mark("");
      changed(Math.min(high, Math.max(low, number)));
    } catch (error) {
      mark(error.message);
    }
  };
  const show = (value) => {
    if (problem.textContent && Number(slider.value) !== value) mark("");
    slider.value = value;
    const text = fixedText(value, digits);
    slider.setAttribute("aria-valuetext", `${text} ${unit}`);
    if (!problem.textContent && typed !== document.activeElement) typed.value = text.replace(MINUS, "-");
  };
  const inside = [htmlItem("span", {}, label), slider, typed, htmlItem("span", {}, unit), problem];
  return { item: htmlItem("span", { class: "slider" }, ...inside), show };
}
