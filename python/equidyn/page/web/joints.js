// Sliders and numbers of the state, one of its three at a time, and the torques that it takes, by the formulation in
// focus.

import { rangeOfJoint, reachOf } from "./arm/posture.js";
import { typedNumber } from "./base/numbers.js";
import { htmlItem } from "./base/pictures.js";
import { bySteps } from "./base/sliders.js";
import { followers, loadedArm, page, setState, state } from "./base/state.js";
import { MINUS, fixedText } from "./base/text.js";

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
    const heads = ["", "joint", "q", "q̇", "q̈", "τ"];
    const head = htmlItem("thead", {}, htmlItem("tr", {}, ...heads.map((text, k) =>
      htmlItem("th", { scope: "col", class: k === 1 ? "slide" : undefined }, k === 1 ? choice : text))));
    rows = [...description.joints].map((kind, k) => rowOfJoint(description, kind, k, slid));
    table.replaceChildren(htmlItem("caption", { class: "hidden" }, "State and torques of the joints"), head,
      htmlItem("tbody", {}, ...rows.map(({ row }) => row)));
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
  const change = (name, value) => {
    const numbers = Float64Array.from(state[name]);
    numbers[k] = value / toShown;
    setState({ [name]: numbers });
  };
  const typed = (name) => {
    try {
      change(name, typedNumber(fields[name].value));
      fields[name].removeAttribute("aria-invalid");
      fields[name].title = "";
    } catch (error) {
      fields[name].setAttribute("aria-invalid", "true");
      fields[name].title = error.message;
    }
  };
  const cells = Object.entries(fields).map(([name, field]) =>
    htmlItem("td", {}, field, htmlItem("span", { class: "unit" }, `${unit}${per(name)}`)));
  const show = (_, tau) => {
    for (const [name, field] of Object.entries(fields)) {
      if (field === document.activeElement) continue;
      field.value = fixedText(state[name][k] * toShown, turns ? 1 : 3).replace(MINUS, "-");
      field.removeAttribute("aria-invalid");
    }
    slider.value = state[slid][k] * toShown;
    slider.setAttribute("aria-valuetext", `${fixedText(state[slid][k] * toShown, turns ? 1 : 3)} ${unit}${per(slid)}`);
    torque.value = tau ? tau[k] : "";
    torque.textContent = tau ? `${fixedText(tau[k])} ${turns ? "N m" : "N"}` : "";
  };
  const name = htmlItem("th", { scope: "row" }, String(k + 1));
  const slide = htmlItem("td", { class: "slide" }, slider);
  return { row: htmlItem("tr", {}, name, slide, ...cells, htmlItem("td", {}, torque)), show };
}

const per = (name) => ({ q: "", qd: "/s", qdd: "/s²" })[name];
