// Sliders and numbers of the state, one of its three at a time, and the torques that it takes, by the formulation in focus.

const STATE_NAMES = { q: "position", qd: "velocity", qdd: "acceleration" };
const STATE_SIGNS = { q: "q", qd: "q̇", qdd: "q̈" };

function make_joints(root) {
  const table = html_item("table", { class: "joints" });
  root.append(html_item("div", { class: "wide", role: "region", tabindex: 0, "aria-label": "State and torques of the joints" }, table));
  let [made_for, rows, slid] = ["", [], "q"];
  const choice = html_item("select", { "aria-label": "what the sliders change", onchange: () => { slid = choice.value; set_state({}); } },
    ...Object.entries(STATE_NAMES).map(([name, text]) => html_item("option", { value: name }, text)));

  const make = (description) => {
    const heads = ["", "joint", "q", "q̇", "q̈", "τ"];
    const head = html_item("thead", {}, html_item("tr", {}, ...heads.map((text, k) =>
      html_item("th", { scope: "col", class: k === 1 ? "slide" : undefined }, k === 1 ? choice : text))));
    rows = [...description.joints].map((kind, k) => row_of_joint(description, kind, k, slid));
    table.replaceChildren(html_item("caption", { class: "hidden" }, "State and torques of the joints"), head,
      html_item("tbody", {}, ...rows.map(({ row }) => row)));
  };

  followers.push(() => {
    const { shown } = page;
    if (!shown) return;
    const key = JSON.stringify([slid, shown.description.joints, shown.description.limits, reach_of(shown.description)]);
    if (key !== made_for) make(shown.description);
    made_for = key;
    const tau = torques_now();
    rows.forEach((each, k) => each.show(k, tau));
  });
}

// torques of the formulation in focus; null while the input is bad, or it refuses the arm
function torques_now() {
  const arm = loaded_arm();
  if (!arm || arm.refusals[state.formulation]) return null;
  return arm.evaluate(state.formulation, state.q, state.qd, state.qdd);
}

// the largest velocity and acceleration of a slider, rad and m
const SLID = { qd: { R: Math.PI, P: 1 }, qdd: { R: 4 * Math.PI, P: 5 } };

// the least and the greatest value of a slider
function slider_range(description, name, k) {
  const most = SLID[name]?.[description.joints[k]];
  return most ? [-most, most] : range_of_joint(description, k);
}

function row_of_joint(description, kind, k, slid) {
  const turns = kind === "R";
  const to_shown = turns ? 180 / Math.PI : 1;
  const [low, high] = slider_range(description, slid, k).map((x) => x * to_shown);
  const step = turns ? 1 : 0.005;
  const unit = turns ? "°" : "m";
  const slider = html_item("input", {
    type: "range", min: low, max: high, step: "any", "aria-label": `${STATE_NAMES[slid]} of joint ${k + 1}`,
    oninput: () => change(slid, Number(slider.value)), onkeydown: (event) => by_steps(event, slider, step),
  });
  const fields = Object.fromEntries(Object.keys(STATE_NAMES).map((name) => [name, html_item("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": `${STATE_NAMES[name]} of joint ${k + 1}, ${unit}${per(name)}`,
    oninput: () => typed(name), onblur: () => set_state({}),
  })]));
  const torque = html_item("data", { class: "torque" });
  const change = (name, value) => {
    const numbers = Float64Array.from(state[name]);
    numbers[k] = value / to_shown;
    set_state({ [name]: numbers });
  };
  const typed = (name) => {
    try {
      change(name, typed_number(fields[name].value));
      fields[name].removeAttribute("aria-invalid");
      fields[name].title = "";
    } catch (error) {
      fields[name].setAttribute("aria-invalid", "true");
      fields[name].title = error.message;
    }
  };
  const cells = Object.entries(fields).map(([name, field]) =>
    html_item("td", {}, field, html_item("span", { class: "unit" }, `${unit}${per(name)}`)));
  const show = (_, tau) => {
    for (const [name, field] of Object.entries(fields)) {
      if (field === document.activeElement) continue;
      field.value = fixed_text(state[name][k] * to_shown, turns ? 1 : 3).replace(MINUS, "-");
      field.removeAttribute("aria-invalid");
    }
    slider.value = state[slid][k] * to_shown;
    slider.setAttribute("aria-valuetext", `${fixed_text(state[slid][k] * to_shown, turns ? 1 : 3)} ${unit}${per(slid)}`);
    torque.value = tau ? tau[k] : "";
    torque.textContent = tau ? `${fixed_text(tau[k])} ${turns ? "N m" : "N"}` : "";
  };
  const name = html_item("th", { scope: "row" }, String(k + 1));
  return { row: html_item("tr", {}, name, html_item("td", { class: "slide" }, slider), ...cells, html_item("td", {}, torque)), show };
}

const per = (name) => ({ q: "", qd: "/s", qdd: "/s²" })[name];
