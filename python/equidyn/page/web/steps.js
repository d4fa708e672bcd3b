// The recursion, step by step: its equation and numbers below the picture.

import {
  equationItems, equationsOf, largestOf, numbersOfStep, resultsOf, scalesText, shownWith,
} from "./arm/recursion_steps.js";
import { buttonItem, htmlItem } from "./base/pictures.js";
import { followers, loadedArm, setState, state } from "./base/state.js";

export function makeSteps(root) {
  const slider = htmlItem("input", {
    type: "range", min: 0, max: 1, step: 1, value: 0, "aria-label": "step of the Newton-Euler recursion",
    oninput: () => setState({ step: Number(slider.value) }),
  });
  const count = htmlItem("output");
  const move = (by) => () => setState({ step: Math.min(Number(slider.max), Math.max(0, state.step + by)) });
  const [before, after] = [buttonItem("‹", move(-1)), buttonItem("›", move(1))];
  before.setAttribute("aria-label", "previous step");
  after.setAttribute("aria-label", "next step");
  const equation = htmlItem("p", { class: "equation", "aria-live": "polite" });
  root.append(htmlItem("div", { class: "steps" }, htmlItem("span", {}, "Recursion"), before, slider, after, count),
    equation);

  followers.push(() => {
    if (!state.arm) return;
    const steps = equationsOf(state.description);
    slider.max = steps.length;
    if (state.step > steps.length) state.step = steps.length;
    slider.value = state.step;
    const step = steps[state.step - 1];
    count.textContent = step ? `${state.step} of ${steps.length}` : "off";
    slider.setAttribute("aria-valuetext", step ? `${step.letter}${step.link}` : "off");
    equation.hidden = !step;
    if (!step) return;
    const results = resultsOf(loadedArm(), state);
    equation.replaceChildren(...equationItems(step.equation),
      htmlItem("span", { class: "note" }, step.number ? ` ${step.number}` : ""), htmlItem("br"),
      `= ${numbersOfStep(step, results)}`, htmlItem("br"),
      htmlItem("span", { class: "note" },
        `longest arrow of each unit: ${scalesText(largestOf(shownWith(steps, state.step), results))}`));
  });
}
