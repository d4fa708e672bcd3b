// The recursion, step by step: its equation and numbers below the picture.

function make_steps(root) {
  const slider = html_item("input", {
    type: "range", min: 0, max: 1, step: 1, value: 0, "aria-label": "step of the Newton-Euler recursion",
    oninput: () => set_state({ step: Number(slider.value) }),
  });
  const count = html_item("output");
  const move = (by) => () => set_state({ step: Math.min(Number(slider.max), Math.max(0, state.step + by)) });
  const [before, after] = [button_item("‹", move(-1)), button_item("›", move(1))];
  before.setAttribute("aria-label", "step before");
  after.setAttribute("aria-label", "step after");
  const equation = html_item("p", { class: "equation", "aria-live": "polite" });
  root.append(html_item("div", { class: "steps" }, html_item("span", {}, "Recursion"), before, slider, after, count), equation);

  followers.push(() => {
    if (!state.arm) return;
    const steps = equations_of(state.description);
    slider.max = steps.length;
    if (state.step > steps.length) state.step = steps.length;
    slider.value = state.step;
    const step = steps[state.step - 1];
    count.textContent = step ? `${state.step} of ${steps.length}` : "off";
    slider.setAttribute("aria-valuetext", step ? `${step.letter}${step.link}` : "off");
    equation.hidden = !step;
    if (!step) return;
    const results = results_of(loaded_arm(), state);
    equation.replaceChildren(...equation_items(step.equation),
      html_item("span", { class: "note" }, step.number ? ` ${step.number}` : ""), html_item("br"),
      `= ${numbers_of_step(step, results)}`, html_item("br"),
      html_item("span", { class: "note" }, `longest arrows: ${scales_text(largest_of(shown_with(steps, state.step), results))}`));
  });
}
