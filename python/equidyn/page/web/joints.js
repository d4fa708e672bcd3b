// Sliders and numbers of the state, one of its three at a time, and the torques that it takes, by the formulation in
// focus.

import { rangeOfJoint, reachOf } from "./arm/posture.js";
import { typedNumber } from "./base/numbers.js";
import { htmlItem } from "./base/pictures.js";
import { bySteps } from "./base/sliders.js";
import { followers, loadedArm, page, setState, state } from "./base/state.js";
import { fixedText } from "./base/text.js";

export const STATE_NAMES = { q: "position", qd: "velocity", qdd: "acceleration" };

export function makeJoints(root) {
  const table = htmlItem("table", { class: "joints" });
  root.append(htmlItem("div",
    { class: "wide", role: "region", tabindex: 0, "aria-label": "State and torques of the joints" }, table));
  let [madeFor, rows, slid] = ["", [], "q"];
  const choice = htmlItem("select",
    { "aria-label": "quantity that the sliders set", onchange: () => { slid = choice.value; setState({}); } },
    ...Object.entries(STATE_NAMES).map(([name, text]) => htmlItem("option", { value: name }, text)));

  const make = (description) => {
    const classes = ["", "slide", ...Object.keys(STATE_NAMES).map((name) => classOfNumber(name, slid)), ""];
    const heads = ["", choice, "q", "q̇", "q̈", "τ"];
    const head = htmlItem("thead", {}, htmlItem("tr", {}, ...heads.map((item, k) =>
      htmlItem("th", { scope: "col", class: classes[k] || undefined }, item))));
    rows = [...description.joints].map((kind, k) => rowOfJoint(description, kind, k, slid));
    table.replaceChildren(htmlItem("caption", { class: "hidden" }, "State and torques of the joints"), head,
      htmlItem("tbody", {}, ...rows.flatMap(({ items }) => items)));
  };

  followers.push(() => {
    const { shown } = page;
    if (!shown) return;
    const key = JSON.stringify([slid, shown.description.joints, shown.description.limits, reachOf(shown.description)]);
    if (key !== madeFor) make(shown.description);
    madeFor = key;
    const tau = torquesNow();
    rows.forEach((each, k) => each.show(k, tau));
  });
}

// torques of the formulation in focus; null while the input is bad, or it refuses the arm
function torquesNow() {
  const arm = loadedArm();
  if (!arm || arm.refusals[state.formulation]) return null;
  return arm.evaluate(state.formulation, state.q, state.qd, state.qdd);
}

// the largest velocity and acceleration of a slider, rad and m
export const SLID = { qd: { R: Math.PI, P: 1 }, qdd: { R: 4 * Math.PI, P: 5 } };

// the least and the greatest value of a slider
function sliderRange(description, name, k) {
  const most = SLID[name]?.[description.joints[k]];
  return most ? [-most, most] : rangeOfJoint(description, k);
}

function rowOfJoint(description, kind, k, slid) {
  const turns = kind === "R";
  const toShown = turns ? 180 / Math.PI : 1;
  const [low, high] = sliderRange(description, slid, k).map((x) => x * toShown);
  const step = turns ? 1 : 0.005;
  const unit = turns ? "°" : "m";
  const slider = htmlItem("input", {
    type: "range", min: low, max: high, step: "any", "aria-label": `${STATE_NAMES[slid]} of joint ${k + 1}`,
    oninput: () => change(slid, Number(slider.value)), onkeydown: (event) => bySteps(event, slider, step),
  });
  const fields = Object.fromEntries(Object.keys(STATE_NAMES).map((name) => [name, htmlItem("input", {
    type: "text", inputmode: "decimal", autocomplete: "off",
    "aria-label": `${STATE_NAMES[name]} of joint ${k + 1}, ${unit}${per(name)}`,
    oninput: () => typed(name), onblur: () => setState({}),
  })]));
  const torque = htmlItem("data", { class: "torque" });
  // texts that say no number, by quantity, and the number that stays
  const wrong = new Map();
  const problem = htmlItem("p", { class: "problem", role: "alert", id: `joint-problem-${k + 1}` });
  const said = htmlItem("tr", { hidden: true }, htmlItem("td", { colspan: 6, class: "word" }, problem));
  const change = (name, value) => {
    const numbers = Float64Array.from(state[name]);
    numbers[k] = value / toShown;
    setState({ [name]: numbers });
  };
  const typed = (name) => {
    try {
      change(name, typedNumber(fields[name].value,
        { angle: turns && "°", unit: turns ? per(name) : `${unit}${per(name)}` }));
      wrong.delete(name);
    } catch (error) {
      wrong.set(name, { at: state[name][k], sentence: `${STATE_NAMES[name]}: ${error.message}` });
    }
    mark();
  };
  // a wrong text is left in its field, and a line below the row says what is wrong
  const mark = () => {
    for (const [name, field] of Object.entries(fields)) {
      if (wrong.has(name)) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", problem.id);
      } else for (const each of ["aria-invalid", "aria-describedby"]) field.removeAttribute(each);
    }
    const sentences = [...wrong.values()].map(({ sentence }) => sentence).join("; ");
    if (problem.textContent !== sentences) problem.textContent = sentences;
    said.hidden = !sentences;
  };
  const cells = Object.entries(fields).map(([name, field]) =>
    htmlItem("td", { class: classOfNumber(name, slid) }, field,
      htmlItem("span", { class: "unit" }, `${unit}${per(name)}`)));
  const show = (_, tau) => {
    for (const [name, field] of Object.entries(fields)) {
      // a joint that moves has a new number
      if (wrong.has(name) && wrong.get(name).at !== state[name][k]) wrong.delete(name);
      if (wrong.has(name) || field === document.activeElement) continue;
      field.value = fixedText(state[name][k] * toShown, turns ? 1 : 3);
    }
    mark();
    slider.value = state[slid][k] * toShown;
    slider.setAttribute("aria-valuetext", `${fixedText(state[slid][k] * toShown, turns ? 1 : 3)} ${unit}${per(slid)}`);
    torque.value = tau ? tau[k] : "";
    torque.textContent = tau ? `${fixedText(tau[k])} ${turns ? "N m" : "N"}` : "";
  };
  const name = htmlItem("th", { scope: "row" }, String(k + 1));
  const slide = htmlItem("td", { class: "slide" }, slider);
  return { items: [htmlItem("tr", {}, name, slide, ...cells, htmlItem("td", {}, torque)), said], show };
}

// small windows show the numbers of the sliders alone
const classOfNumber = (name, slid) => (name === slid ? "slid" : "other");

const per = (name) => ({ q: "", qd: "/s", qdd: "/s²" })[name];
