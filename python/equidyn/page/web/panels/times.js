// Time of an evaluation against the number of joints, measured in this browser on chains that repeat the arm.

import { chartOf, legendItem, raised } from "../base/charts.js";
import { panelData } from "../base/data.js";
import { buttonItem, drawNothing, htmlItem, pictureItem, tableItem } from "../base/pictures.js";
import { inSlices } from "../base/slices.js";
import { comparedFormulations, setState } from "../base/state.js";
import { inTime } from "../base/text.js";

const JOINTS_TIMED = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48];
const LONGEST_EVALUATION = 4e6; // ns; slower formulations are not timed on longer chains
const TURNS_TIMED = 3;

// keys of a description that have one entry per joint
const OF_JOINTS = ["a", "a_y", "alpha", "d", "theta", "mass", "com", "inertia"];
export const ofJoints = (description) => OF_JOINTS.filter((name) => description[name]);

// a chain of n joints that repeats the joints of an arm
export function chainOf(description, n) {
  const { convention, gravity, joints } = description;
  const repeated = (values) => Array.from({ length: n }, (_, k) => values[k % values.length]);
  const data = Object.fromEntries(ofJoints(description).map((name) => [name, repeated(description[name])]));
  return { format: description.format, convention, joints: repeated(joints).join(""), ...data, gravity,
    name: `chain, n = ${n}` };
}

// slope of the line through log(y) over log(x) at the largest three x
export function exponentOf(points) {
  const last = points.slice(-3).map((point) => point.map(Math.log));
  if (last.length < 2) return NaN;
  const [x, y] = [0, 1].map((j) => last.reduce((sum, point) => sum + point[j], 0) / last.length);
  const above = last.reduce((sum, [u, v]) => sum + (u - x) * (v - y), 0);
  return above / last.reduce((sum, [u]) => sum + (u - x) ** 2, 0);
}

// where one of two becomes faster for good: { faster, slower, n, before }
export function crossoversOf(times) {
  const found = [];
  const names = Object.keys(times);
  names.forEach((one, k) => names.slice(k + 1).forEach((other) => {
    const shared = times[one].filter(([n]) => times[other].some(([m]) => m === n)).map(([n]) => n);
    const at = (name, n) => times[name].find(([m]) => m === n)[1];
    // differences below 5 % are noise
    const signs = shared.map((n) => {
      const share = at(one, n) / at(other, n);
      return share < 0.95 ? -1 : share > 1.05 ? 1 : 0;
    });
    const known = shared.map((n, j) => [n, signs[j]]).filter(([, sign]) => sign);
    known.slice(1).forEach(([n, sign], j) => {
      const [before, was] = known[j];
      const lasts = known.slice(j + 1).every(([, later]) => later === sign);
      if (sign !== was && lasts)
        found.push({ faster: sign < 0 ? one : other, slower: sign < 0 ? other : one, n, before });
    });
  }));
  return found.sort((a, b) => a.n - b.n);
}

export const timesPanel = {
  id: "times",
  title: "How does the time grow?",
  make(root, lab) {
    const titles = Object.fromEntries(comparedFormulations().map(({ name, title }) => [name, title]));
    let [arm, description, focus, times, run] = [null, null, "", {}, null];
    const bar = htmlItem("progress", { max: 1, value: 0, "aria-label": "Measured" });
    const start = buttonItem("Measure", () => (run ? finish("stopped") : measure()));
    const said = htmlItem("span", { role: "status" });
    const results = htmlItem("div", { class: "halves" });
    const legend = htmlItem("div");
    let draw = drawNothing;
    const picture = pictureItem("time-against-n", (width) => draw(width));
    root.append(
      htmlItem("p", {}, "Each formulation is timed in this browser, on chains of n joints that repeat this arm. "
        + "All are compiled to WebAssembly with the same options and evaluate one state per call. "
        + "Production kernels are not included."),
      htmlItem("p", { class: "controls" }, start, bar, said), picture.figure, legend, results);

    function* work() {
      const names = Object.keys(titles).filter((name) => !arm.refusals[name]);
      const slow = new Set();
      for (const [k, n] of JOINTS_TIMED.entries()) {
        const chain = lab.arm(chainOf(description, n));
        try {
          for (const [j, name] of names.entries()) {
            const least = [];
            for (let turn = 0; turn < TURNS_TIMED && !slow.has(name) && !chain.refusals[name]; turn++) {
              least.push(chain.time(name, { seconds: 0.003 }));
              yield (k + j / names.length) / JOINTS_TIMED.length;
            }
            if (!least.length) continue;
            const time = Math.min(...least);
            (times[name] ??= []).push([n, time]);
            // estimate for the next size
            const next = JOINTS_TIMED[k + 1] ?? n;
            if (time * (next / n) ** lab.formulations.find((each) => each.name === name).degree > LONGEST_EVALUATION)
              slow.add(name);
          }
        } finally {
          chain.delete();
        }
        show();
      }
    }

    function measure() {
      if (!arm) return;
      times = {};
      start.textContent = "Stop";
      said.textContent = "measuring";
      run = inSlices(work(), {
        progress: (share) => { bar.value = share; },
        done: () => finish("measured"),
        failed: (error) => finish(error.message),
      });
    }

    function finish(text) {
      run?.stop();
      run = null;
      start.textContent = "Measure";
      bar.value = text === "measured" ? 1 : 0;
      said.textContent = text;
      show();
    }

    function show() {
      const names = Object.keys(times);
      picture.figure.hidden = !names.length;
      if (!names.length) return results.replaceChildren();
      const curves =
        names.map((name) => ({ name, points: times[name], style: panelData.styles[name], title: titles[name] }));
      draw = chartOf({
        curves, focus, height: 420,
        label: `Time of an evaluation of ${names.length} formulations against the number of joints`,
        x: { label: "number of joints n", log: true, ticks: JOINTS_TIMED },
        y: { label: "time of an evaluation, ns", log: true },
      });
      picture.redraw();
      legend.replaceChildren(legendItem(curves, focus, (name) => setState({ formulation: name })));
      const sizes = JOINTS_TIMED.filter((n) => names.some((name) => times[name].some(([m]) => m === n)));
      picture.showTable("Time of an evaluation", ["formulation", ...sizes.map((n) => `n = ${n}`)],
        names.map((name) => [titles[name], ...sizes.map((n) => {
          const found = times[name].find(([m]) => m === n);
          return found ? inTime(found[1], 2) : "";
        })]));
      const crossings = crossoversOf(times).filter(({ n }) => n > 1);
      results.replaceChildren(
        tableItem("Measured power of n", ["formulation", "measured", "order"],
          names.map((name) => {
            const slope = exponentOf(times[name]);
            const { degree } = lab.formulations.find((each) => each.name === name);
            const measured = Number.isNaN(slope) ? "" : slope.toFixed(2);
            return [titles[name], measured, degree === 1 ? "n" : `n${raised(degree)}`];
          })),
        tableItem("Crossovers (differences above 5 %)", ["from n =", "faster", "than"],
          crossings.map(({ n, faster, slower }) => [String(n), titles[faster], titles[slower]]), [1, 2]));
    }

    return {
      update(state) {
        if (state.formulation !== focus) {
          focus = state.formulation;
          show();
        }
        if (!state.arm || state.arm === arm) return;
        if (run) finish("stopped: the arm has changed");
        else if (Object.keys(times).length) said.textContent = "results of the previous arm";
        [arm, description] = [state.arm, state.description];
        show();
      },
      close() {
        run?.stop();
        picture.close();
      },
    };
  },
};
