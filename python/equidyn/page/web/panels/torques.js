// Current torques by two formulations, their terms, and the effect of gravity and a payload.

import { buttonItem, choiceItem, htmlItem, tableItem } from "../base/pictures.js";
import { sliderItem } from "../base/sliders.js";
import { loadedArm, setState } from "../base/state.js";
import { effortUnit, fixedText, inEps, inThousands } from "../base/text.js";
import { TORQUE_PARTS, torqueParts } from "./breakdown.js";

const JUPITER = 24.8; // m/s², the strongest gravity that can be chosen
const UNLIKE = "lagrange_euler"; // the formulation that differs most from the first
const STATE_OF_TORQUES = ["q", "qd", "qdd"];

// the largest payload that can be chosen, kg: what an arm of this mass could carry
const mostPayload = ({ mass }) => Math.max(1, Math.ceil(mass.reduce((sum, x) => sum + x, 0) / 5));

// in eps of the largest torque
function apartInEps(one, other) {
  const largest = Math.max(...one.map(Math.abs));
  return largest ? Math.max(...one.map((x, k) => Math.abs(x - other[k]))) / largest / Number.EPSILON : 0;
}

// operations of a formulation for an arm, counted once
function counting() {
  let [counted, texts] = [null, {}];
  return (arm, name) => {
    if (counted !== arm) [counted, texts] = [arm, {}];
    return (texts[name] ??= shortOperations(arm, name));
  };
}

function shortOperations(arm, name) {
  try {
    const { multiplications, additions } = arm.counts(name);
    return `${inThousands(multiplications)} M + ${inThousands(additions)} A`;
  } catch (error) {
    return error.message; // too many joints for this order
  }
}

// largest part of a torque among the joints of each kind
function largestParts(joints, parts) {
  const largest = { R: 0, P: 0 };
  for (const part of parts ? TORQUE_PARTS : []) {
    [...joints].forEach((kind, k) => { largest[kind] = Math.max(largest[kind], Math.abs(parts[part][k])); });
  }
  return largest;
}

// the terms of a torque as bars, of which the widest shows this size
function barsOfParts() {
  const bars = TORQUE_PARTS.map((part) => htmlItem("i", { class: part }));
  const show = (values, widest) => {
    values.forEach((x, j) => {
      bars[j].style.left = `${50 + Math.min((50 * x) / widest, 0)}%`;
      bars[j].style.width = `${Math.abs((50 * x) / widest)}%`;
    });
  };
  return { item: htmlItem("div", { class: "bars", "aria-hidden": "true" }, ...bars), show };
}

// a row of a joint: its bars, the terms by one formulation, and the total by the other
function rowOfTorques(kind, k) {
  const bars = barsOfParts();
  const numbers =
    Object.fromEntries([...TORQUE_PARTS, "other"].map((name) => [name, htmlItem("data", { class: name })]));
  const put = (name, x) => {
    numbers[name].value = x ?? "";
    numbers[name].textContent = x === undefined ? "" : fixedText(x);
  };
  return {
    cells: [`${k + 1}, ${effortUnit(kind)}`, bars.item, ...Object.values(numbers)],
    show(parts, other, largest) {
      bars.show(TORQUE_PARTS.map((part) => parts?.[part][k] ?? 0), largest[kind] || 1);
      for (const part of TORQUE_PARTS) put(part, parts?.[part][k]);
      put("other", other?.[k]);
    },
  };
}

export const torquesPanel = {
  id: "torques",
  title: "Current torques",
  make(root, lab) {
    const titles = lab.formulations.map(({ name, title }) => [name, title]);
    const operationsOf = counting();
    let [other, rows, sliders, madeFor] = [UNLIKE, [], null, ""];
    const chosen = {
      one: choiceItem("First:", titles, "", (formulation) => setState({ formulation })),
      other: choiceItem("Second:", titles, other, (name) => { other = name; setState({}); }),
    };
    const facts = { one: htmlItem("small"), other: htmlItem("small") };
    const apart = htmlItem("data", { class: "apart" });
    const table = htmlItem("div");
    const loads = htmlItem("p", { class: "controls" });
    const [tool, problem] = [htmlItem("span"), htmlItem("p", { class: "problem", role: "alert" })];
    const said = (name) => htmlItem("span", { class: "chosen" }, chosen[name], " ", facts[name]);
    root.append(
      htmlItem("p", { class: "controls" }, said("one"), said("other"),
        htmlItem("span", {}, "They differ by ", apart, " of the largest torque.")),
      loads, problem, table,
      htmlItem("p", { class: "note" },
        "M and A are multiplications and additions for this arm. The bars of all torques have one scale, "
        + "those of forces have another. The payload is a point mass at the origin of the tool frame. It and "
        + "gravity also act in the recursion and in the torques beside the sliders. ", tool));

    // sliders and rows of an arm
    function prepare({ joints, mass }, own) {
      const key = JSON.stringify([joints, mass, own]);
      if (key === madeFor) return;
      madeFor = key;
      const slide = (label, name, high, unit, changed) =>
        sliderItem({ label, name, low: 0, high, step: 0.1, unit, digits: 2, changed });
      sliders = {
        gravity: slide("gravity", "gravity", Math.max(JUPITER, own), "m/s²", (size) => setState({ gravity: size })),
        payload: slide("payload", "payload", mostPayload({ mass }), "kg", (payload) => setState({ payload })),
      };
      loads.replaceChildren(...Object.values(sliders).map(({ item }) => item),
        buttonItem("Reset gravity and payload", () => setState({ gravity: null, payload: 0 })));
      rows = [...joints].map(rowOfTorques);
      const keyItem = (part, text) => htmlItem("span", { class: `key ${part}` }, text);
      const heads = ["joint", "terms", keyItem("total", "total"), keyItem("inertial", "acceleration"),
        keyItem("velocity", "velocity"), keyItem("gravity", "gravity"), "total, second"];
      table.replaceChildren(tableItem("Current joint torques", heads, rows.map(({ cells }) => cells), [0, 1]));
    }

    function show(now) {
      const { description, formulation, gravity, payload } = now;
      const arm = loadedArm();
      const own = Math.hypot(...now.arm.data.gravity);
      prepare(description, own);
      sliders.gravity.show(gravity ?? own);
      sliders.payload.show(payload);
      for (const [which, name] of Object.entries({ one: formulation, other })) {
        chosen[which].querySelector("select").value = name;
        facts[which].textContent = arm.refusals[name] ?? operationsOf(arm, name);
      }
      const parts = arm.refusals[formulation] ? null : torqueParts(arm, formulation, now);
      const total = arm.refusals[other] ? null : arm.evaluate(other, ...STATE_OF_TORQUES.map((name) => now[name]));
      const largest = largestParts(description.joints, parts);
      rows.forEach((row) => row.show(parts, total, largest));
      const eps = parts && total ? apartInEps([...parts.total], [...total]) : null;
      apart.value = eps ?? "";
      apart.textContent = eps === null ? "an unknown part" : `${inEps(eps)} eps`;
      const place = [3, 7, 11].map((at) => fixedText(arm.poses(now.q).at(-1)[at], 3)).join(", ");
      tool.textContent = `Tool at (${place}) m.`;
    }

    return {
      update(now) {
        if (!now.arm) return;
        problem.textContent = "";
        try {
          show(now);
        } catch (error) {
          problem.textContent = error.message; // an overflow
        }
      },
    };
  },
};
