// Who agrees with whom, in eps, on the arm as it is now.

// in the frame of an edit all states, where a proof is as fast as that, else a few, and all when the arm has come to rest
const [ALL_STATES, FEW_STATES] = [64, 16];
const SHARE_OF_A_FRAME = 12; // ms

// what is shown of verify: one row a formulation, from 0.1 eps on
function agreement_chart(found, titles, styles, focus) {
  return (width) => {
    const rows = found.filter(({ refused }) => !refused);
    const narrow = width < 560;
    const left = narrow ? 10 : 316;
    const step = narrow ? 34 : 21;
    const [top, height] = [30, rows.length * step + 74];
    const bottom = height - 44;
    const high = Math.max(2000, ...rows.map(({ eps }) => (Number.isFinite(eps) ? 3 * eps : 0)));
    const axis = axis_of({ low: 0.1, high, log: true }, left + 8, width - 66);
    const grid = axis.ticks.flatMap((x) => [
      svg_item("path", { d: `M${axis.at(x)},${top - 6}V${bottom}`, class: "grid" }),
      svg_item("text", { x: axis.at(x), y: bottom + 16, class: "tick" }, tick_of_power(x)),
    ]);
    const limit = axis.at(TOLERANCE);
    const marks = rows.map(({ name, eps, agrees }, k) => {
      const y = top + (k + (narrow ? 0.8 : 0.5)) * step;
      const x = axis.at(Math.min(Math.max(eps, 0.1), high));
      const style = agrees ? styles[name] : { ...styles[name], colour: "var(--bad)" };
      const title = { x: narrow ? left + 8 : left - 4, y: narrow ? y - 14 : y, class: narrow ? "name first" : "name" };
      return svg_item("g", { class: name === focus ? "series focus" : "series" },
        svg_item("text", title, titles[name]),
        svg_item("path", { d: `M${left + 8},${y}H${x}`, class: "stem", style: `stroke: ${style.colour}` }),
        mark_item(style, x, y),
        svg_item("text", { x: x + 9, y, class: agrees ? "value" : "value wrong" }, in_eps(eps)));
    });
    const label = `Disagreement of ${rows.length} formulations in eps of the largest torque`;
    const text = "largest disagreement, eps of the largest torque";
    return { height, label, children: [...grid,
      svg_item("path", { d: `M${limit},${top - 6}V${bottom}`, class: "limit" }),
      svg_item("text", { x: limit, y: top - 12, class: "of-limit above" }, `allowed: ${TOLERANCE}`),
      svg_item("text", { x: (left + width - 66) / 2, y: height - 6, class: "label" }, text), ...marks] };
  };
}

// one sentence on all of them
function agreement_sentence(found) {
  const taken = found.filter(({ refused }) => !refused);
  const wrong = taken.filter(({ agrees }) => !agrees);
  const worst = Math.max(...taken.map(({ eps }) => eps));
  if (!taken.length) return { good: false, text: "No formulation takes this arm." };
  if (!wrong.length)
    return { good: true, text: `${taken.length} formulations agree on this arm, within ${in_eps(worst)} eps.` };
  const names = wrong.map(({ title, name }) => title ?? name).join(", ");
  return { good: false, text: `${wrong.length} of ${taken.length} formulations disagree, by up to ${in_eps(worst)} eps: ${names}.` };
}

panels.push({
  id: "agreement",
  title: "Do they agree?",
  make(root, lab) {
    const titles = Object.fromEntries(lab.formulations.map(({ name, title }) => [name, title]));
    let [arm, found, focus, states, rest, took] = [null, [], "", 0, 0, Infinity];
    const verdict = html_item("p", { class: "verdict", role: "status" });
    const refused = html_item("p", { class: "note" });
    let draw = () => ({ height: 0, label: "", children: [] });
    const picture = picture_item("agreement", (width) => draw(width));
    root.append(verdict, picture.figure, refused);

    const show = () => {
      const said = agreement_sentence(found.map((each) => ({ ...each, title: titles[each.name] })));
      verdict.className = `verdict ${said.good ? "pass" : "fail"}`;
      verdict.textContent = said.text;
      draw = agreement_chart(found, titles, panel_data.styles, focus);
      picture.redraw();
      const taken = found.filter((each) => !each.refused);
      picture.show_table(`Largest disagreement with another formulation, in ${states} random states`,
        ["formulation", "eps", "agrees"],
        taken.map(({ name, eps, agrees }) => [titles[name], in_eps(eps), agrees ? "yes" : "no"]), [0, 2]);
      const reasons = found.filter((each) => each.refused).map(({ name, refused }) => `${titles[name]}, which ${refused}`);
      refused.textContent = reasons.length ? `Not taking part: ${reasons.join("; ")}.` : "";
    };
    const prove = (number) => {
      states = number;
      const start = performance.now();
      found = arm.verify({ states, seed: 1 });
      took = ((performance.now() - start) / states) * ALL_STATES;
      show();
    };

    return {
      update(state) {
        if (!state.arm || (state.arm === arm && state.formulation === focus)) return;
        const edited = state.arm !== arm;
        [arm, focus] = [state.arm, state.formulation];
        if (!edited) return show();
        clearTimeout(rest);
        prove(took <= SHARE_OF_A_FRAME ? ALL_STATES : FEW_STATES);
        if (states < ALL_STATES) rest = setTimeout(() => arm.pointer && prove(ALL_STATES), 250);
      },
      close() {
        clearTimeout(rest);
        picture.close();
      },
    };
  },
});
