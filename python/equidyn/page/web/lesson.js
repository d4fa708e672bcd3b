// A lesson: a few sliders and a few numbers, named by the address, and the first number along the first slider.

import { rangeOfJoint } from "./arm/posture.js";
import { chartOf } from "./base/charts.js";
import { drawNothing, htmlItem, pictureItem } from "./base/pictures.js";
import { sliderItem } from "./base/sliders.js";
import { followers, loadedArm, page, setState, state } from "./base/state.js";
import { effortUnit, fixedText } from "./base/text.js";
import { SLID } from "./joints.js";

const SLIDER = /^(?:(q|qd|qdd)([1-9]\d?)|gravity|payload)$/;
const NUMBER = /^(?:(tau|G|C)([1-9]\d?)|(M)([1-9])([1-9]))$/;
const RATES = { q: "q", qd: "q̇", qdd: "q̈" };
const LETTERS = { tau: "τ", G: "G", C: "C", M: "M" };
const [STRONGEST_GRAVITY, HEAVIEST] = [25, 5]; // m/s², kg
const POINTS = 73; // of a curve

// each name of a list matches; throws a sentence
function namesOf(text, pattern, examples) {
  const names = text.split(",");
  const wrong = names.find((name) => !pattern.test(name));
  if (wrong !== undefined) throw new RangeError(`expected names such as ${examples}, got ${wrong || "nothing"}`);
  return names;
}

export const namedSliders = (text) => namesOf(text, SLIDER, "q1, qd2, gravity or payload");
export const namedNumbers = (text) => namesOf(text, NUMBER, "tau1, G1, C2 or M11");

const lowered = (index) => String(index).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]);

function jointOf(index, { joints }, name) {
  if (index > joints.length) throw new RangeError(`${name} of the link: the arm has ${joints.length} joints`);
  return index - 1;
}

// unit, range and shown size of what a slider sets, its value now, and the change of the state by another one
export function sliderOf(name, description) {
  const [, kind, index] = SLIDER.exec(name);
  if (!kind) {
    const own = Math.hypot(...description.gravity);
    const ofGravity = name === "gravity";
    return { label: name, unit: ofGravity ? "m/s²" : "kg", size: 1, digits: 2, step: 0.1,
      range: [0, ofGravity ? Math.max(STRONGEST_GRAVITY, own) : HEAVIEST],
      now: (of) => (ofGravity ? of.gravity ?? own : of.payload), change: (_, value) => ({ [name]: value }) };
  }
  const k = jointOf(Number(index), description, name);
  const turns = description.joints[k] === "R";
  const most = SLID[kind]?.[description.joints[k]];
  return {
    label: `${RATES[kind]}${lowered(index)}`, unit: `${turns ? "°" : "m"}${{ q: "", qd: "/s", qdd: "/s²" }[kind]}`,
    size: turns ? 180 / Math.PI : 1, digits: turns ? 1 : 3, step: turns ? 1 : 0.005,
    range: most ? [-most, most] : rangeOfJoint(description, k), now: (of) => of[kind][k],
    change: (of, value) => ({ [kind]: of[kind].map((x, j) => (j === k ? value : x)) }),
  };
}

// label, unit and value of a number
export function numberOf(name, description) {
  const found = NUMBER.exec(name);
  const kind = found[1] ?? found[3];
  const given = found[1] ? [found[2]] : [found[4], found[5]];
  const indices = given.map((each) => jointOf(Number(each), description, name));
  const [i, j] = indices;
  const label = `${LETTERS[kind]}${lowered(name.replace(/\D/g, ""))}`;
  const ofKinds = indices.map((k) => description.joints[k]).sort().join("");
  const unit = kind === "M" ? { RR: "kg m²", PR: "kg m", PP: "kg" }[ofKinds] : effortUnit(description.joints[i]);
  const value = (arm, { q, qd, qdd }) => {
    if (kind === "tau") return arm.evaluate("newton_euler", q, qd, qdd)[i];
    if (kind === "M") return arm.quantity("mass_matrix", { q })[i * arm.n + j];
    const gravity = arm.quantity("gravity_torque", { q })[i];
    return kind === "G" ? gravity : arm.quantity("bias", { q, qd })[i] - gravity;
  };
  return { label, unit, value };
}

export function makeLesson(root, { sliders, numbers }) {
  const [controls, outputs] = ["sliders", "numbers"].map((kind) => htmlItem("div", { class: `lesson-${kind}` }));
  let [made, shown, curve] = ["", { sliders: [], numbers: [] }, drawNothing];
  const picture = pictureItem("lesson", (width) => curve(width));
  root.append(controls, outputs, htmlItem("div", { class: "panel" }, picture.figure));

  const make = (description) => {
    shown = { sliders: [], numbers: [] };
    shown.sliders = sliders.map((name) => {
      const facts = sliderOf(name, description);
      const [low, high] = facts.range.map((x) => x * facts.size);
      const item = sliderItem({ ...facts, name: facts.label, low, high,
        changed: (value) => setState(facts.change(state, value / facts.size)) });
      return { ...facts, item };
    });
    shown.numbers = numbers.map((name) => ({ ...numberOf(name, description), output: htmlItem("output") }));
    controls.replaceChildren(...shown.sliders.map(({ item }) => item.item));
    outputs.replaceChildren(...shown.numbers.map(({ output }) => htmlItem("p", {}, output)));
  };

  // the first number while the first slider moves a joint
  const drawCurve = (arm) => {
    const [number] = shown.numbers;
    const slider = shown.sliders.find(({ label }) => !["gravity", "payload"].includes(label));
    picture.figure.hidden = !number || !slider;
    if (picture.figure.hidden) return;
    const [low, high] = slider.range;
    const at = (x) => [x * slider.size, number.value(arm, { ...state, ...slider.change(state, x) })];
    const line = { colour: "var(--inertial)", dash: "none" };
    const points = Array.from({ length: POINTS }, (_, k) => at(low + ((high - low) * k) / (POINTS - 1)));
    const now = { name: "now", points: [at(slider.now(state))], style: { ...line, colour: "var(--ink)", mark: "o" } };
    const { label, unit } = number;
    curve = chartOf({ curves: [{ name: label, points, style: line }, now], focus: "now", height: 190,
      x: { label: `${slider.label}, ${slider.unit}`, low: low * slider.size, high: high * slider.size },
      y: { label: `${label}, ${unit}` }, label: `${label} along ${slider.label}` });
    picture.redraw();
  };

  followers.push(() => {
    const arm = loadedArm();
    if (!page.shown || !arm) return;
    const { description } = page.shown;
    const key = JSON.stringify([description.joints, description.limits, description.gravity]);
    if (key !== made) make(description);
    made = key;
    for (const { item, now, size } of shown.sliders) item.show(now(state) * size);
    for (const { output, label, unit, value } of shown.numbers)
      output.textContent = `${label} = ${fixedText(value(arm, state))} ${unit}`;
    drawCurve(arm);
  });
}
