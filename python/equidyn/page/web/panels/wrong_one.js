// A game: the text of the Newton-Euler equations has a mistake, and its errors tell which one.

import { buttonItem, htmlItem } from "../base/pictures.js";
import { IDENTITY } from "../base/vectors.js";
import {
  MISTAKES, OWN_TEXT, errorsByKind, firstWrong, ownResults, tellingStates, withMistake,
} from "./own_formulation.js";
import { errorsTable } from "./own_panel.js";

const STATES = 8;

export const wrongOnePanel = {
  id: "wrong_one",
  title: "Which mistake is it?",
  make(root) {
    let [arm, description, mistake, running, tries] = [null, null, null, null, 0];
    const [errors, problem] = [htmlItem("div"), htmlItem("p", { class: "problem", role: "alert" })];
    const [hint, verdict] = ["note", "verdict"].map((kind) => htmlItem("p", { class: kind, role: "status" }));
    const ask = buttonItem("Hint", () => { hint.hidden = false; });
    const choices = MISTAKES.map((each) => buttonItem(each.name, () => choose(each)));
    root.append(
      htmlItem("p", {}, "The Newton-Euler equations are evaluated with one of these mistakes. The table shows the "
        + "errors of the torques. Which mistake is it?"),
      problem, errors, htmlItem("p", { class: "controls choices" }, ...choices), verdict,
      htmlItem("p", { class: "controls" }, ask, buttonItem("Another one", begin)), hint);

    function choose(each) {
      if (!mistake) return;
      tries++;
      const right = each === mistake;
      verdict.hidden = false;
      verdict.className = `verdict ${right ? "pass" : "fail"}`;
      const count = tries === 1 ? "at the first try" : `after ${tries} tries`;
      verdict.textContent = right ? `Right, ${count}: ${each.to} stands in place of ${each.from}.`
        : `No, it was not ${each.name}.`;
    }

    // a mistake that shows on this arm; an arm may hide some
    function begin() {
      running?.stop();
      if (!arm) return;
      [mistake, tries] = [null, 0];
      verdict.hidden = hint.hidden = true;
      const drawn = MISTAKES.map((each) => ({ each, order: Math.random() }));
      tryNext(drawn.sort((one, other) => one.order - other.order).map(({ each }) => each));
    }

    function tryNext(left) {
      const next = left[0];
      problem.textContent = next ? "" : "No mistake shows on this arm.";
      if (!next) return errors.replaceChildren();
      const states = tellingStates(arm.n, STATES, 3);
      const data = { n: arm.n, base: IDENTITY, gravity: [0, 0, -9.81], ...description };
      running = ownResults(withMistake(OWN_TEXT, next), data, states, ({ own, right, error }) => {
        if (error) return void (problem.textContent = error);
        const wrong = firstWrong(own, right);
        if (!wrong) return tryNext(left.slice(1));
        mistake = next;
        hint.textContent = `The first wrong quantity is ${wrong.name} of link ${wrong.link}.`;
        const [found, expected] = [own, right].map((all) => all.map(({ tau }) => tau));
        errors.replaceChildren(errorsTable(errorsByKind(states, found, expected)));
      });
    }

    return {
      update(state) {
        if (!state.arm || state.arm === arm) return;
        [arm, description] = [state.arm, state.description];
        begin();
      },
      close() { running?.stop(); },
    };
  },
};
