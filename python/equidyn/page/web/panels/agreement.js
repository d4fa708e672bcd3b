// Agreement of the formulations for the current arm, in eps.

import { axisOf, markItem, tickOfPower } from "../base/charts.js";
import { panelData } from "../base/data.js";
import { drawNothing, htmlItem, pictureItem, svgItem } from "../base/pictures.js";
import { TOLERANCE, errorText, inEps } from "../base/text.js";

// if a check of all states fits into a frame, each edit runs it; else a few states, and all once the edits pause
const [ALL_STATES, FEW_STATES] = [64, 16];
const SHARE_OF_A_FRAME = 12; // ms

// chart of verify: one row per formulation, from 0.1 eps
function agreementChart(found, titles, styles, focus) {
  return (width) => {
    const rows = found.filter(({ refused }) => !refused);
    const narrow = width < 560;
    const left = narrow ? 10 : 316;
    const step = narrow ? 34 : 21;
    const [top, height] = [30, rows.length * step + 74];
    const bottom = height - 44;
    const high = Math.max(2000, ...rows.map(({ eps }) => (Number.isFinite(eps) ? 3 * eps : 0)));
    const axis = axisOf({ low: 0.1, high, log: true }, left + 8, width - 66);
    const grid = axis.ticks.flatMap((x) => [
      svgItem("path", { d: `M${axis.at(x)},${top - 6}V${bottom}`, class: "grid" }),
      svgItem("text", { x: axis.at(x), y: bottom + 16, class: "tick" }, tickOfPower(x)),
    ]);
    const limit = axis.at(TOLERANCE);
    const marks = rows.map(({ name, eps, agrees }, k) => {
      const y = top + (k + (narrow ? 0.8 : 0.5)) * step;
      const x = axis.at(Math.min(Math.max(eps, 0.1), high));
      const style = agrees ? styles[name] : { ...styles[name], colour: "var(--bad)" };
      const title = { x: narrow ? left + 8 : left - 4, y: narrow ? y - 14 : y, class: narrow ? "name first" : "name" };
      return svgItem("g", { class: name === focus ? "series focus" : "series" },
        svgItem("text", title, titles[name]),
        svgItem("path", { d: `M${left + 8},${y}H${x}`, class: "stem", style: `stroke: ${style.colour}` }),
        markItem(style, x, y),
        svgItem("text", { x: x + 9, y, class: agrees ? "value" : "value wrong" }, inEps(eps)));
    });
    const label = `Disagreement of ${rows.length} formulations in eps of the largest torque`;
    const text = "largest disagreement, eps of the largest torque";
    return { height, label, children: [...grid,
      svgItem("path", { d: `M${limit},${top - 6}V${bottom}`, class: "limit" }),
      svgItem("text", { x: limit, y: top - 12, class: "of-limit above" }, `allowed: ${TOLERANCE}`),
      svgItem("text", { x: (left + width - 66) / 2, y: height - 6, class: "label" }, text), ...marks] };
  };
}

// one sentence about all formulations
function agreementSentence(found) {
  const taken = found.filter(({ refused }) => !refused);
  const wrong = taken.filter(({ agrees }) => !agrees);
  const worst = Math.max(...taken.map(({ eps }) => eps));
  if (!taken.length) return { good: false, text: "No formulation accepts this arm." };
  if (!wrong.length)
    return { good: true, text: `All ${taken.length} formulations agree for this arm, within ${inEps(worst)} eps.` };
  const names = wrong.map(({ title, name }) => title ?? name).join(", ");
  return { good: false,
    text: `${wrong.length} of ${taken.length} formulations disagree, by up to ${errorText(worst)}: ${names}.` };
}

export const agreementPanel = {
  id: "agreement",
  title: "Do they agree?",
  make(root, lab) {
    const titles = Object.fromEntries(lab.formulations.map(({ name, title }) => [name, title]));
    let [arm, found, focus, states, rest, took] = [null, [], "", 0, 0, Infinity];
    const verdict = htmlItem("p", { class: "verdict", role: "status" });
    const refused = htmlItem("p", { class: "note" });
    let draw = drawNothing;
    const picture = pictureItem("agreement", (width) => draw(width));
    root.append(verdict, picture.figure, refused);

    const show = () => {
      const said = agreementSentence(found.map((each) => ({ ...each, title: titles[each.name] })));
      verdict.className = `verdict ${said.good ? "pass" : "fail"}`;
      verdict.textContent = said.text;
      draw = agreementChart(found, titles, panelData.styles, focus);
      picture.redraw();
      const taken = found.filter((each) => !each.refused);
      picture.showTable(`Largest disagreement with another formulation, in ${states} random states`,
        ["formulation", "eps", "agrees"],
        taken.map(({ name, eps, agrees }) => [titles[name], inEps(eps), agrees ? "yes" : "no"]), [0, 2]);
      const reasons = found.filter((each) => each.refused)
        .map(({ name, refused }) => `${titles[name]}, which ${refused}`);
      refused.textContent = reasons.length ? `Not compared: ${reasons.join("; ")}.` : "";
    };
    const prove = (number) => {
      states = number;
      const start = performance.now();
      found = arm.verify({ states, seed: 1 });
      took = ((performance.now() - start) / states) * ALL_STATES;
      show();
    };

    return {
      update(state) {
        if (!state.arm || (state.arm === arm && state.formulation === focus)) return;
        const edited = state.arm !== arm;
        [arm, focus] = [state.arm, state.formulation];
        if (!edited) return show();
        clearTimeout(rest);
        prove(took <= SHARE_OF_A_FRAME ? ALL_STATES : FEW_STATES);
        if (states < ALL_STATES) rest = setTimeout(() => arm.pointer && prove(ALL_STATES), 250);
      },
      close() {
        clearTimeout(rest);
        picture.close();
      },
    };
  },
};
