// Equations of the formulation in focus beside their code, with the operations of each line on this arm.
// An equation lights the lines that compute it, and shows the arrow of its quantity on the arm.

// the step of the recursion that gives a quantity of a link: outwards by link, then inwards
function step_of(quantity, link, n, { outwards, inwards }) {
  const outward = outwards.indexOf(quantity);
  return outward >= 0 ? (link - 1) * outwards.length + outward + 1
    : n * outwards.length + (n - link) * inwards.length + inwards.indexOf(quantity) + 1;
}

// the link of a step, which stays when another quantity is asked for; at first one in the middle
function link_of_step(step, n, { outwards, inwards }) {
  const inward = step - n * outwards.length;
  return step < 1 ? Math.ceil(n / 2)
    : inward < 1 ? Math.ceil(step / outwards.length) : n + 1 - Math.ceil(inward / inwards.length);
}

const MARKED = "[data-rows], [data-quantity]";

panels.push({
  id: "equations",
  title: "Equations and code",
  make(root, lab) {
    let [arm, focus, lit, held] = [null, "", "", null];
    const choice = choice_item("Formulation", lab.formulations.map(({ name, title }) => [name, title]), "",
      (name) => set_state({ formulation: name }));
    const list = choice.querySelector("select");
    const equations = html_item("div", { class: "equations" });
    const code = html_item("div", { class: "code" });
    root.append(html_item("p", { class: "controls" }, choice), html_item("div", { class: "halves" }, equations, code));

    function show_equations() {
      const { blocks, symbols } = panel_data.equations[focus] ?? { blocks: [], symbols: [] };
      const made = html_item("div");
      made.innerHTML = blocks.join("");
      for (const row of made.querySelectorAll(MARKED)) row.setAttribute("tabindex", "0");
      const meanings = symbols.map(([symbol, meaning]) => {
        const row = html_item("tr", {}, html_item("td"), html_item("td"));
        [row.cells[0].innerHTML, row.cells[1].innerHTML] = [symbol, meaning];
        return row;
      });
      const table = html_item("details", {}, html_item("summary", {}, "Symbols"),
        html_item("table", { class: "symbols" }, html_item("tbody", {}, ...meanings)));
      equations.replaceChildren(made, ...(symbols.length ? [table] : []));
    }

    function show_code() {
      const counts = arm && !arm.refusals[focus] ? arm.counts(focus) : null;
      const rows = Object.fromEntries((counts?.rows ?? []).map((row) => [row.label, row]));
      const [own, ...shared] = panel_data.files[focus] ?? [];
      if (!own) return code.replaceChildren();
      const sum = counts ? `${in_thousands(counts.multiplications)} multiplications, ${in_thousands(counts.additions)} additions on this arm`
        : arm?.refusals[focus] ?? "";
      const folded = shared.map((file) =>
        html_item("details", {}, html_item("summary", {}, `${file}, shared with others`), code_table(file, rows, "+")));
      code.replaceChildren(html_item("p", { class: "note" }, sum), code_table(own, rows), ...folded);
    }

    // lights the lines of an equation and shows its arrow, or of none what was before
    function light_equation(row) {
      for (const each of equations.querySelectorAll(MARKED)) each.classList.toggle("lit", each === row);
      const rows = (row?.dataset.rows ?? "").split("; ");
      for (const line of code.querySelectorAll("[data-place]")) line.classList.toggle("lit", rows.includes(line.dataset.place));
      const { quantity } = row?.dataset ?? {};
      if (quantity && arm) {
        held ??= state.step;
        const link = link_of_step(held, arm.n, page_data.recursion);
        set_state({ step: step_of(quantity, link, arm.n, page_data.recursion) });
      } else if (held !== null) {
        set_state({ step: held });
        held = null;
      }
    }
    const marked = ({ target }) => target?.closest?.(MARKED) ?? null;
    for (const kind of ["pointerover", "focusin"]) equations.addEventListener(kind, (event) => light_equation(marked(event)));
    equations.addEventListener("pointerleave", () => light_equation(marked({ target: document.activeElement })));
    equations.addEventListener("focusout", () => light_equation(null));
    // lines of a folded header are opened by a click
    equations.addEventListener("click", (event) => {
      if (!marked(event)) return;
      light_equation(marked(event));
      for (const line of code.querySelectorAll(".lit")) line.closest("details")?.setAttribute("open", "");
    });

    // a row of operations may stand on several lines: what it takes is said on the first
    function code_table(file, rows, before = "") {
      const said = new Set();
      const lines = panel_data.code[file].map(([text, label]) => {
        const row = rows[label];
        const first = row && !said.has(label);
        said.add(label);
        const cost = first ? `${in_thousands(row.multiplications)} × ${in_thousands(row.additions)} +` : "";
        return html_item("tr", { "data-row": label || undefined, "data-place": label ? before + label : undefined, class: row ? "counted" : undefined },
          html_item("td", { class: "cost" }, cost), html_item("td", {}, html_item("code", {}, text)));
      });
      return html_item("div", { class: "wide", role: "region", tabindex: 0, "aria-label": `Code of ${file}` },
        html_item("table", { class: "lines" }, html_item("caption", {}, file), html_item("tbody", {}, ...lines)));
    }

    // all lines of a row of operations light together
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
          show_equations();
        } else if (state.arm === arm) return;
        arm = state.arm;
        show_code();
      },
    };
  },
});
