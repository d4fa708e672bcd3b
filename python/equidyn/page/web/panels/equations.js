// Equations of the formulation in focus beside their code, with the operations of each line for this arm.
// Pointing at an equation highlights the lines that compute it and draws its quantity on the arm.

import { pageData, panelData } from "../base/data.js";
import { choiceItem, htmlItem } from "../base/pictures.js";
import { setState, state } from "../base/state.js";
import { inThousands, operationsText } from "../base/text.js";

// the step of the recursion that gives a quantity of a link: outwards by link, then inwards
export function stepOf(quantity, link, n, { outwards, inwards }) {
  const outward = outwards.indexOf(quantity);
  return outward >= 0 ? (link - 1) * outwards.length + outward + 1
    : n * outwards.length + (n - link) * inwards.length + inwards.indexOf(quantity) + 1;
}

// the link of a step, kept when the quantity changes; initially one in the middle
export function linkOfStep(step, n, { outwards, inwards }) {
  const inward = step - n * outwards.length;
  return step < 1 ? Math.ceil(n / 2)
    : inward < 1 ? Math.ceil(step / outwards.length) : n + 1 - Math.ceil(inward / inwards.length);
}

const MARKED = "[data-rows], [data-quantity]";

export const equationsPanel = {
  id: "equations",
  title: "Equations and code",
  make(root, lab) {
    let [arm, focus, lit, held] = [null, "", "", null];
    const choice = choiceItem("Formulation", lab.formulations.map(({ name, title }) => [name, title]), "",
      (name) => setState({ formulation: name }));
    const list = choice.querySelector("select");
    const equations = htmlItem("div", { class: "equations" });
    const code = htmlItem("div", { class: "code" });
    root.append(htmlItem("p", { class: "controls" }, choice), htmlItem("div", { class: "halves" }, equations, code));

    function showEquations() {
      const { blocks, symbols } = panelData.equations[focus] ?? { blocks: [], symbols: [] };
      const made = htmlItem("div");
      made.innerHTML = blocks.join("");
      for (const row of made.querySelectorAll(MARKED)) row.setAttribute("tabindex", "0");
      const meanings = symbols.map(([symbol, meaning]) => {
        const row = htmlItem("tr", {}, htmlItem("td"), htmlItem("td"));
        [row.cells[0].innerHTML, row.cells[1].innerHTML] = [symbol, meaning];
        return row;
      });
      const table = htmlItem("details", {}, htmlItem("summary", {}, "Symbols"),
        htmlItem("table", { class: "symbols" }, htmlItem("tbody", {}, ...meanings)));
      equations.replaceChildren(made, ...(symbols.length ? [table] : []));
    }

    function showCode() {
      let [counts, refusal] = [null, arm?.refusals[focus] ?? ""];
      try {
        if (arm && !refusal) counts = arm.counts(focus);
      } catch (error) {
        refusal = error.message; // too many joints for its order
      }
      const rows = Object.fromEntries((counts?.rows ?? []).map((row) => [row.label, row]));
      const [own, ...shared] = panelData.files[focus] ?? [];
      if (!own) return code.replaceChildren();
      const sum = counts ? `${operationsText(counts)} for this arm` : refusal;
      const folded = shared.map((file) => htmlItem("details", {},
        htmlItem("summary", {}, `${file}, shared with other formulations`), codeTable(file, rows, "+")));
      code.replaceChildren(htmlItem("p", { class: "note" }, sum), codeTable(own, rows), ...folded);
    }

    // highlights the lines of an equation and draws its arrow; null restores the previous step
    function lightEquation(row) {
      for (const each of equations.querySelectorAll(MARKED)) each.classList.toggle("lit", each === row);
      const rows = (row?.dataset.rows ?? "").split("; ");
      for (const line of code.querySelectorAll("[data-place]"))
        line.classList.toggle("lit", rows.includes(line.dataset.place));
      const { quantity } = row?.dataset ?? {};
      if (quantity && arm) {
        held ??= state.step;
        const link = linkOfStep(held, arm.n, pageData.recursion);
        setState({ step: stepOf(quantity, link, arm.n, pageData.recursion) });
      } else if (held !== null) {
        setState({ step: held });
        held = null;
      }
    }
    const marked = ({ target }) => target?.closest?.(MARKED) ?? null;
    for (const kind of ["pointerover", "focusin"])
      equations.addEventListener(kind, (event) => lightEquation(marked(event)));
    equations.addEventListener("pointerleave", () => lightEquation(marked({ target: document.activeElement })));
    equations.addEventListener("focusout", () => lightEquation(null));
    // a click unfolds the header with its lines
    equations.addEventListener("click", (event) => {
      if (!marked(event)) return;
      lightEquation(marked(event));
      for (const line of code.querySelectorAll(".lit")) line.closest("details")?.setAttribute("open", "");
    });

    // the operations of a row stand beside its first line
    function codeTable(file, rows, before = "") {
      const said = new Set();
      const lines = panelData.code[file].map(([text, label]) => {
        const row = rows[label];
        const first = row && !said.has(label);
        said.add(label);
        const cost = first ? `${inThousands(row.multiplications)} M + ${inThousands(row.additions)} A` : "";
        const place = label ? before + label : undefined;
        return htmlItem("tr", { "data-row": label || undefined, "data-place": place, class: row && "counted" },
          htmlItem("td", { class: "cost" }, cost), htmlItem("td", {}, htmlItem("code", {}, text)));
      });
      return htmlItem("div", { class: "wide", role: "region", tabindex: 0, "aria-label": `Code of ${file}` },
        htmlItem("table", { class: "lines" }, htmlItem("caption", {}, file), htmlItem("tbody", {}, ...lines)));
    }

    // highlights all lines of a row together
    code.addEventListener("pointerover", ({ target }) => {
      const row = target.closest("[data-row]")?.dataset.row ?? "";
      if (row === lit) return;
      lit = row;
      for (const line of code.querySelectorAll("[data-row]")) line.classList.toggle("lit", line.dataset.row === lit);
    });

    return {
      update(state) {
        if (state.formulation !== focus) {
          focus = list.value = state.formulation;
          showEquations();
        } else if (state.arm === arm) return;
        arm = state.arm;
        showCode();
      },
    };
  },
};
