// Editor of a formulation: insert an error, evaluate the text, and see which formulations disagree.

import { choiceItem, htmlItem, tableItem } from "../base/pictures.js";
import { TOLERANCE, errorText, inEps } from "../base/text.js";
import { IDENTITY } from "../base/vectors.js";
import {
  MISTAKES, OWN_TEXT, changedLines, errorsByKind, firstWrong, ownResults, tellingStates, withMistake,
} from "./own_formulation.js";

const OWN_STATES = 8;

export const ownPanel = { id: "own", title: "Your own formulation", make: makeOwnPanel };

// the errors of `errorsByKind`, a row a kind of states
export function errorsTable(errors) {
  const joints = errors[0].eps.map((_, k) => `joint ${k + 1}`);
  return tableItem("Error of each joint, eps of the largest torque", ["states", ...joints],
    errors.map(({ kind, eps }) => [kind, ...eps.map((x) =>
      htmlItem("span", { class: x <= TOLERANCE ? "right" : "wrong" }, inEps(x)))]));
}

function makeOwnPanel(root, lab) {
  let [arm, description, running, timer] = [null, null, null, 0];
  const text = htmlItem("textarea", {
    spellcheck: "false", autocomplete: "off", rows: 24, "aria-label": "Your formulation, JavaScript",
    oninput: () => later(true),
  });
  text.value = OWN_TEXT;
  const problem = htmlItem("p", { class: "problem", role: "alert" });
  const verdict = htmlItem("p", { class: "verdict", role: "status" });
  const changed = htmlItem("pre", { class: "changed", "aria-label": "Changed lines" });
  const noticed = htmlItem("div");
  const options = [["", "none"], ...MISTAKES.map(({ name }, k) => [k, name])];
  const mistake = choiceItem("Insert an error:", options, "", (k) => {
    text.value = k === "" ? OWN_TEXT : withMistake(OWN_TEXT, MISTAKES[k]);
    later(false);
  });
  const choice = mistake.querySelector("select");
  root.append(
    htmlItem("p", {}, "The Newton-Euler equations as a text that you can edit. All formulations are compared with it."),
    htmlItem("p", { class: "controls" }, mistake),
    htmlItem("div", { class: "halves" },
      htmlItem("div", {}, text, problem),
      htmlItem("div", {}, verdict, changed, noticed)));

  // evaluated when typing pauses
  function later(typed) {
    if (typed) choice.value = "";
    clearTimeout(timer);
    timer = setTimeout(evaluate, typed ? 200 : 0);
  }

  function evaluate() {
    running?.stop();
    if (!arm) return;
    const states = tellingStates(arm.n, OWN_STATES, 3);
    const data = { n: arm.n, base: IDENTITY, gravity: [0, 0, -9.81], ...description };
    const ofWhom = arm;
    running = ownResults(text.value, data, states, (found) => ofWhom === arm && show(found, states));
  }

  function show({ own, right, error }, states) {
    problem.textContent = error ?? "";
    verdict.hidden = changed.hidden = noticed.hidden = Boolean(error);
    if (error) return;
    const takes = lab.formulations.filter(({ name }) => !arm.refusals[name]);
    const joined = (key) => Float64Array.from(states.flatMap((state) => [...state[key]]));
    const [q, qd, qdd] = ["q", "qd", "qdd"].map(joined);
    const of = (name) => {
      const all = arm.evaluate(name, q, qd, qdd, states.length);
      return states.map((_, row) => [...all.slice(row * arm.n, row * arm.n + arm.n)]);
    };
    const expected = of(takes[0].name);
    const errors = errorsByKind(states, own.map(({ tau }) => tau), expected);
    const notice = takes.filter(({ name }) =>
      errorsByKind(states, own.map(({ tau }) => tau), of(name)).some(({ eps }) => !(Math.max(...eps) <= TOLERANCE)));
    const worst = Math.max(...errors.flatMap(({ eps }) => eps));
    const wrong = firstWrong(own, right);
    const where = wrong ? ` First wrong: ${wrong.name} of link ${wrong.link}.` : "";
    const nobody = `All ${takes.length} formulations agree with it, within ${inEps(worst)} eps.`;
    verdict.className = `verdict ${notice.length ? "fail" : "pass"}`;
    verdict.textContent = notice.length
      ? `${notice.length} of ${takes.length} formulations disagree with it, by up to ${errorText(worst)}.${where}`
      : nobody;
    const lines = text.value.split("\n");
    const numbers = changedLines(OWN_TEXT, text.value).slice(0, 8);
    changed.textContent = numbers.map((k) => `${k}: ${lines[k - 1].trim()}`).join("\n");
    changed.hidden = !numbers.length;
    noticed.replaceChildren(errorsTable(errors));
  }

  return {
    update(state) {
      if (!state.arm || state.arm === arm) return;
      [arm, description] = [state.arm, state.description];
      later(false);
    },
    close() {
      clearTimeout(timer);
      running?.stop();
    },
  };
}
