// The torques now by two formulations, their parts, and what gravity and a payload make of them.

const JUPITER = 24.8; // m/s², the strongest gravity that can be chosen
const UNLIKE = "lagrange_euler"; // what has least in common with the first
const STATE_OF_TORQUES = ["q", "qd", "qdd"];

// the largest payload that can be chosen, kg: what an arm of this mass could carry
const most_payload = ({ mass }) => Math.max(1, Math.ceil(mass.reduce((sum, x) => sum + x, 0) / 5));

// in eps of the largest torque
function apart_in_eps(one, other) {
  const largest = Math.max(...one.map(Math.abs));
  return largest ? Math.max(...one.map((x, k) => Math.abs(x - other[k]))) / largest / Number.EPSILON : 0;
}

// what a formulation takes on an arm, counted once
function counting() {
  let [counted, texts] = [null, {}];
  return (arm, name) => {
    if (counted !== arm) [counted, texts] = [arm, {}];
    return (texts[name] ??= operations_text(arm, name));
  };
}

function operations_text(arm, name) {
  try {
    const { multiplications, additions } = arm.counts(name);
    return `${in_thousands(multiplications)} M + ${in_thousands(additions)} A`;
  } catch (error) {
    return error.message; // of many joints and a high order
  }
}

// the parts of a torque as bars to their own scale
function bars_of_parts() {
  const bars = TORQUE_PARTS.map((part) => html_item("i", { class: part }));
  const show = (values) => {
    const widest = Math.max(...values.map(Math.abs)) || 1;
    values.forEach((x, j) => {
      bars[j].style.left = `${50 + Math.min((50 * x) / widest, 0)}%`;
      bars[j].style.width = `${Math.abs((50 * x) / widest)}%`;
    });
  };
  return { item: html_item("div", { class: "bars", "aria-hidden": "true" }, ...bars), show };
}

// a row of a joint: its bars, the parts by one formulation, and the total by the other
function row_of_torques(kind, k) {
  const bars = bars_of_parts();
  const numbers = Object.fromEntries([...TORQUE_PARTS, "other"].map((name) => [name, html_item("data", { class: name })]));
  const put = (name, x) => {
    numbers[name].value = x ?? "";
    numbers[name].textContent = x === undefined ? "" : fixed_text(x);
  };
  return {
    cells: [`${k + 1}, ${effort_unit(kind)}`, bars.item, ...Object.values(numbers)],
    show(parts, other) {
      bars.show(TORQUE_PARTS.map((part) => parts?.[part][k] ?? 0));
      for (const part of TORQUE_PARTS) put(part, parts?.[part][k]);
      put("other", other?.[k]);
    },
  };
}

panels.push({
  id: "torques",
  title: "The torques now",
  make(root, lab) {
    const titles = lab.formulations.map(({ name, title }) => [name, title]);
    const operations_of = counting();
    let [other, rows, sliders, made_for] = [UNLIKE, [], {}, ""];
    const chosen = {
      one: choice_item("One:", titles, "", (formulation) => set_state({ formulation })),
      other: choice_item("Other:", titles, other, (name) => { other = name; set_state({}); }),
    };
    const facts = { one: html_item("small"), other: html_item("small") };
    const apart = html_item("data", { class: "apart" });
    const table = html_item("div");
    const loads = html_item("p", { class: "controls" });
    const [tool, problem] = [html_item("span"), html_item("p", { class: "problem", role: "alert" })];
    const said = (name) => html_item("span", { class: "chosen" }, chosen[name], " ", facts[name]);
    root.append(
      html_item("p", { class: "controls" }, said("one"), said("other"), html_item("span", {}, "They differ by ", apart, " of the largest torque.")),
      loads, problem, table,
      html_item("p", { class: "note" }, "M and A are multiplications and additions on this arm. Bars of each joint are to their own scale. " +
        "The payload is a point at the origin of the tool frame; it and gravity act in the recursion and in the torques beside the sliders, too. ", tool));

    // sliders and rows of an arm
    function prepare({ joints, mass }, own) {
      const key = JSON.stringify([joints, mass, own]);
      if (key === made_for) return;
      made_for = key;
      const slide = (label, name, high, unit, changed) => slider_item({ label, name, low: 0, high, step: 0.1, unit, digits: 2, changed });
      sliders = {
        gravity: slide("gravity", "gravity", Math.max(JUPITER, own), "m/s²", (size) => set_state({ gravity: size })),
        payload: slide("payload", "payload", most_payload({ mass }), "kg", (payload) => set_state({ payload })),
      };
      loads.replaceChildren(...Object.values(sliders).map(({ item }) => item),
        button_item("As it is", () => set_state({ gravity: null, payload: 0 })));
      rows = [...joints].map(row_of_torques);
      const key_item = (part, text) => html_item("span", { class: `key ${part}` }, text);
      table.replaceChildren(table_item("Joint torques now", ["joint", "its torque", key_item("total", "total"), key_item("inertial", "acceleration"),
        key_item("velocity", "velocity"), key_item("gravity", "gravity"), "total of the other"], rows.map(({ cells }) => cells), [0, 1]));
    }

    function show({ description, formulation, gravity, payload, ...now }) {
      const arm = loaded_arm();
      const own = Math.hypot(...now.arm.data.gravity);
      prepare(description, own);
      sliders.gravity.show(gravity ?? own);
      sliders.payload.show(payload);
      for (const [which, name] of Object.entries({ one: formulation, other })) {
        chosen[which].querySelector("select").value = name;
        facts[which].textContent = arm.refusals[name] ?? operations_of(arm, name);
      }
      const parts = arm.refusals[formulation] ? null : torque_parts(arm, formulation, now);
      const total = arm.refusals[other] ? null : arm.evaluate(other, ...STATE_OF_TORQUES.map((name) => now[name]));
      rows.forEach((row) => row.show(parts, total));
      const eps = parts && total ? apart_in_eps([...parts.total], [...total]) : null;
      apart.value = eps ?? "";
      apart.textContent = eps === null ? "an unknown part" : `${in_eps(eps)} eps`;
      const place = [3, 7, 11].map((at) => fixed_text(arm.poses(now.q).at(-1)[at], 3)).join(", ");
      tool.textContent = `Tool at (${place}) m.`;
    }

    return {
      update(now) {
        if (!now.arm) return;
        problem.textContent = "";
        try {
          show(now);
        } catch (error) {
          problem.textContent = error.message; // a number that overflows
        }
      },
    };
  },
});
