// Rounding errors of the formulations, compared with torques of twice as many digits.

import { chartOf, legendItem } from "../base/charts.js";
import { panelData } from "../base/data.js";
import { choiceItem, drawNothing, htmlItem, pictureItem } from "../base/pictures.js";
import { randomStates } from "../base/random.js";
import { inSlices } from "../base/slices.js";
import { setState } from "../base/state.js";
import { inDigits, inEps, inThousands } from "../base/text.js";
import { exactTorques } from "./exact.js";
import { CHAINS, HOSTILE } from "./hostile_arms.js";

const ROUNDING_STATES = 32;
const ROUNDING_SEED = 5;

// largest error of each state, in eps of the largest torque of all states
function roundingErrors(tau, expected) {
  const n = expected[0].length;
  const largest = Math.max(...expected.flat().map(([high]) => Math.abs(high))) || 1;
  return expected.map((row, k) => Math.max(...row.map(([high, low], j) => {
    const off = Math.abs(tau[k * n + j] - high - low);
    return Number.isNaN(off) ? Infinity : off / largest / Number.EPSILON;
  })));
}

function* exactRows(description, { q, qd, qdd }, n) {
  const found = [];
  for (let k = 0; k < q.length; k += n) {
    found.push(exactTorques(description, q.slice(k, k + n), qd.slice(k, k + n), qdd.slice(k, k + n)));
    yield;
  }
  return found;
}

// errors of all formulations on one arm in states: { name: errors of the states }
function* errorsOn(lab, description, states, names) {
  const arm = lab.arm(description);
  try {
    const expected = yield* exactRows(description, states, arm.n);
    const errors = {};
    for (const name of names.filter((name) => !arm.refusals[name])) {
      errors[name] = roundingErrors(arm.evaluate(name, states.q, states.qd, states.qdd, expected.length), expected);
      yield;
    }
    return errors;
  } finally {
    arm.delete();
  }
}

export const roundingPanel = {
  id: "rounding",
  title: "Which formulations lose digits?",
  make(root, lab) {
    const titles = Object.fromEntries(lab.formulations.map(({ name, title }) => [name, title]));
    let [arm, description, focus, series, run, curves, variable] = [null, null, "", "states", null, [], ""];
    let draw = drawNothing;
    const options =
      [["states", "random states of this arm"], ...Object.entries(HOSTILE).map(([key, { title }]) => [key, title])];
    const choice = choiceItem("Test", options, series, (key) => { series = key; measure(); });
    const said = htmlItem("span", { role: "status" });
    const legend = htmlItem("div");
    const picture = pictureItem("rounding", (width) => draw(width));
    root.append(
      htmlItem("p", {}, "In exact arithmetic all formulations agree. These are their rounding errors, "
        + "compared with torques of thirty digits."),
      htmlItem("p", { class: "controls" }, choice, said), picture.figure, legend);

    function* work() {
      const names = Object.keys(titles);
      const states = randomStates(arm.n, ROUNDING_STATES, ROUNDING_SEED);
      if (series === "states") {
        const errors = yield* errorsOn(lab, description, states, names);
        const at = (k) => (100 * (k + 1)) / ROUNDING_STATES;
        return curvesOf(Object.entries(errors).map(([name, all]) =>
          [name, all.sort((a, b) => a - b).map((error, k) => [error, at(k)])]));
      }
      const points = {};
      for (const { x, description: of, states: its } of HOSTILE[series].settings(description, states, ROUNDING_SEED)) {
        const errors = yield* errorsOn(lab, of, its, names);
        for (const [name, all] of Object.entries(errors)) (points[name] ??= []).push([x, Math.max(...all)]);
        show(curvesOf(Object.entries(points)));
      }
      return curvesOf(Object.entries(points));
    }

    const curvesOf = (points) => points.map(([name, of]) => {
      const style = { ...panelData.styles[name], ...(series === "states" && { mark: undefined }) };
      return { name, title: titles[name], points: of, style };
    });

    function measure() {
      run?.stop();
      if (!arm) return;
      const only = HOSTILE[series]?.only;
      if (only && !only(description)) {
        show([]);
        said.textContent = "only for frames at the far ends of the links (standard convention)";
        return;
      }
      said.textContent = "computing";
      variable = HOSTILE[series]?.variable ?? "states with at most this error, percent";
      run = inSlices(work(), {
        done: (found) => { said.textContent = ""; show(found); },
        failed: (error) => { said.textContent = error.message; },
      });
    }

    function show(found) {
      curves = found;
      picture.figure.hidden = !curves.length;
      // a distribution has its errors along x
      const distributed = series === "states";
      const [of, errorOf] = distributed ? [1, 0] : [0, 1];
      const axes = [
        { label: variable, log: !distributed, ...(series === "joints" ? { ticks: CHAINS } : {}) },
        { label: "error, eps of the largest torque", log: true },
      ];
      draw = chartOf({
        curves, focus, height: 400,
        label: `Rounding errors of ${curves.length} formulations: ${options.find(([key]) => key === series)[1]}`,
        x: axes[of], y: axes[errorOf],
      });
      picture.redraw();
      legend.replaceChildren(legendItem(curves, focus, (name) => setState({ formulation: name })));
      const settings = [...new Set(curves.flatMap(({ points }) => points.map((point) => point[of])))]
        .filter((_, k) => !distributed || k % 8 === 7);
      picture.showTable("Error, eps of the largest torque",
        ["formulation", ...settings.map((x) => (distributed ? `${inDigits(x)} %` : inThousands(x)))],
        curves.map(({ title, points }) => [title, ...settings.map((x) => {
          const point = points.find((each) => each[of] === x);
          return point ? inEps(point[errorOf]) : "";
        })]));
    }

    return {
      update(state) {
        const refocused = state.formulation !== focus;
        focus = state.formulation;
        if (state.arm && state.arm !== arm) {
          [arm, description] = [state.arm, state.description];
          measure();
        } else if (refocused) show(curves);
      },
      close() {
        run?.stop();
        picture.close();
      },
    };
  },
};
