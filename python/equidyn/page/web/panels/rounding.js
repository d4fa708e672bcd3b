// Rounding errors of the formulations, against torques of twice as many digits.

const ROUNDING_STATES = 32;
const ROUNDING_SEED = 5;

// largest error of each state, in eps of the largest torque of all states
function rounding_errors(tau, expected) {
  const n = expected[0].length;
  const largest = Math.max(...expected.flat().map(([high]) => Math.abs(high))) || 1;
  return expected.map((row, k) => Math.max(...row.map(([high, low], j) => {
    const off = Math.abs(tau[k * n + j] - high - low);
    return Number.isNaN(off) ? Infinity : off / largest / Number.EPSILON;
  })));
}

function* exact_rows(description, { q, qd, qdd }, n) {
  const found = [];
  for (let k = 0; k < q.length; k += n) {
    found.push(exact_torques(description, q.slice(k, k + n), qd.slice(k, k + n), qdd.slice(k, k + n)));
    yield;
  }
  return found;
}

// errors of all formulations on one arm in states: { name: errors of the states }
function* errors_on(lab, description, states, names) {
  const arm = lab.arm(description);
  try {
    const expected = yield* exact_rows(description, states, arm.n);
    const errors = {};
    for (const name of names.filter((name) => !arm.refusals[name])) {
      errors[name] = rounding_errors(arm.evaluate(name, states.q, states.qd, states.qdd, expected.length), expected);
      yield;
    }
    return errors;
  } finally {
    arm.delete();
  }
}

panels.push({
  id: "rounding",
  title: "Who loses digits?",
  make(root, lab) {
    const titles = Object.fromEntries(lab.formulations.map(({ name, title }) => [name, title]));
    let [arm, description, focus, series, run, curves, x_label] = [null, null, "", "states", null, [], ""];
    let draw = () => ({ height: 0, label: "", children: [] });
    const options = [["states", "random states of this arm"], ...Object.entries(HOSTILE).map(([key, { title }]) => [key, title])];
    const choice = choice_item("Series", options, series, (key) => { series = key; measure(); });
    const said = html_item("span", { role: "status" });
    const legend = html_item("div");
    const picture = picture_item("rounding", (width) => draw(width));
    root.append(
      html_item("p", {}, "All formulations are equal on paper. Here is what rounding makes of them, against torques computed with thirty digits."),
      html_item("p", { class: "controls" }, choice, said), picture.figure, legend);

    function* work() {
      const names = Object.keys(titles);
      const states = random_states(arm.n, ROUNDING_STATES, ROUNDING_SEED);
      if (series === "states") {
        const errors = yield* errors_on(lab, description, states, names);
        const at = (k) => (100 * (k + 1)) / ROUNDING_STATES;
        return curves_of(Object.entries(errors).map(([name, all]) =>
          [name, all.sort((a, b) => a - b).map((error, k) => [at(k), error])]));
      }
      const points = {};
      for (const { x, description: of, states: its } of HOSTILE[series].settings(description, states, ROUNDING_SEED)) {
        const errors = yield* errors_on(lab, of, its, names);
        for (const [name, all] of Object.entries(errors)) (points[name] ??= []).push([x, Math.max(...all)]);
        show(curves_of(Object.entries(points)));
      }
      return curves_of(Object.entries(points));
    }

    const curves_of = (points) => points.map(([name, of]) => {
      const style = panel_data.styles[name];
      return { name, title: titles[name], points: of, style: series === "states" ? { ...style, mark: undefined } : style };
    });

    function measure() {
      run?.stop();
      if (!arm) return;
      const only = HOSTILE[series]?.only;
      if (only && !only(description)) {
        show([]);
        said.textContent = "for frames at the far ends of links (standard convention) only";
        return;
      }
      said.textContent = "computing";
      x_label = HOSTILE[series]?.variable ?? "states with an error up to this, percent";
      run = in_slices(work(), {
        done: (found) => { said.textContent = ""; show(found); },
        failed: (error) => { said.textContent = error.message; },
      });
    }

    function show(found) {
      curves = found;
      picture.figure.hidden = !curves.length;
      const log = series !== "states";
      draw = chart_of({
        curves, focus, height: 400, label: `Rounding errors of ${curves.length} formulations: ${options.find(([key]) => key === series)[1]}`,
        x: { label: x_label, log, ...(series === "joints" ? { ticks: CHAINS } : {}) },
        y: { label: "error, eps of the largest torque", log: true },
      });
      picture.redraw();
      legend.replaceChildren(legend_item(curves, focus, (name) => set_state({ formulation: name })));
      const xs = [...new Set(curves.flatMap(({ points }) => points.map(([x]) => x)))].filter((_, k) => log || k % 8 === 7);
      picture.show_table("Error, eps of the largest torque",
        ["formulation", ...xs.map((x) => (log ? in_thousands(x) : `${in_digits(x)} %`))],
        curves.map(({ title, points }) => [title, ...xs.map((x) => {
          const point = points.find(([at]) => at === x);
          return point ? in_eps(point[1]) : "";
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
});
