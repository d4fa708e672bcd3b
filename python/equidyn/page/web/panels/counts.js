// Operations of each formulation, by row of its algorithm, on the arm as it is; and as polynomials in n.

const whole = ({ multiplications, additions }) => multiplications + additions;

// end of the axis: bars longer than a few times the middle one are cut
function bar_end(totals, to_scale) {
  const sorted = [...totals].sort((a, b) => a - b);
  const longest = sorted.at(-1) ?? 1;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 1;
  return to_scale ? longest : Math.min(longest, Math.max(3 * middle, 1));
}

function counts_chart(counted, titles, styles, focus, to_scale) {
  return (width) => {
    const narrow = width < 560;
    const left = narrow ? 10 : 316;
    const step = narrow ? 38 : 22;
    const [top, height] = [8, counted.length * step + 50];
    const bottom = height - 42;
    const end = bar_end(counted.map(whole), to_scale);
    const axis = axis_of({ low: 0, high: end }, left + 8, width - 62);
    const grid = axis.ticks.flatMap((x) => [
      svg_item("path", { d: `M${axis.at(x)},${top}V${bottom}`, class: "grid" }),
      svg_item("text", { x: axis.at(x), y: bottom + 16, class: "tick" }, in_thousands(x)),
    ]);
    const bars = counted.map((count, k) => {
      const y = top + k * step + (narrow ? 18 : 3);
      const thick = 15;
      let from = 0;
      const parts = count.rows.filter(whole).map((row, j) => {
        const [start, stop] = [Math.min(from, end), Math.min(from + whole(row), end)];
        from += whole(row);
        return svg_item("rect", { x: axis.at(start), y, width: Math.max(0, axis.at(stop) - axis.at(start)), height: thick,
          class: j % 2 ? "row odd" : "row", style: `fill: ${styles[count.name].colour}` },
          svg_item("title", {}, `${row.label}: ${in_thousands(row.multiplications)} multiplications, ${in_thousands(row.additions)} additions`));
      });
      const cut = whole(count) > end;
      const tip = axis.at(Math.min(whole(count), end));
      const tear = cut ? [svg_item("path", { d: `M${tip - 16},${y - 2}l5,${thick + 4}h5l-5,-${thick + 4}Z`, class: "tear" })] : [];
      const title = { x: narrow ? left + 8 : left - 4, y: narrow ? y - 9 : y + thick / 2, class: narrow ? "name first" : "name" };
      return svg_item("g", { class: count.name === focus ? "series focus" : "series" },
        svg_item("text", title, titles[count.name]), ...parts, ...tear,
        svg_item("text", { x: tip + 5, y: y + thick / 2, class: "value" }, in_thousands(whole(count))));
    });
    const label = `Multiplications and additions of ${counted.length} formulations`;
    const of_axis = `multiplications and additions${narrow ? "" : ", a shade for each row of the algorithm"}`;
    return { height, label, children: [...grid, ...bars,
      svg_item("text", { x: (left + width - 62) / 2, y: height - 6, class: "label" }, of_axis)] };
  };
}

panels.push({
  id: "counts",
  title: "What do they cost?",
  make(root, lab) {
    const facts = Object.fromEntries(compared_formulations().map((each) => [each.name, each]));
    const titles = Object.fromEntries(compared_formulations().map(({ name, title }) => [name, title]));
    let [arm, focus, counted, to_scale, counting, fitting] = [null, "", [], false, null, null];
    const polynomials = {};
    let draw = () => ({ height: 0, label: "", children: [] });
    const picture = picture_item("operations", (width) => draw(width));
    const scale = html_item("input", { type: "checkbox", onchange: () => { to_scale = scale.checked; show(); } });
    const rows = html_item("div");
    const growth = html_item("div");
    root.append(
      html_item("p", {}, "Counted from the code that runs, on this arm: factors of 0 and 1 are left out, and what no torque depends on."),
      picture.figure,
      html_item("p", { class: "controls" }, html_item("label", {}, scale, " longest bars to scale, too")),
      html_item("div", { class: "halves uneven" }, rows, growth));

    function show() {
      draw = counts_chart(counted, titles, panel_data.styles, focus, to_scale);
      picture.redraw();
      picture.show_table("Operations of an evaluation on this arm",
        ["formulation", "multiplications", "additions", "sines and cosines"],
        counted.map((each) => [titles[each.name], ...[each.multiplications, each.additions, each.trigonometric].map(in_thousands)]));
      show_rows();
    }

    function show_rows() {
      const count = counted.find(({ name }) => name === focus);
      const known = polynomials[focus];
      const text = (polynomial) => (polynomial ? polynomial_text(polynomial) : "");
      const of_row = (label) => known?.rows.find((row) => row.label === label);
      if (!count) return rows.replaceChildren(html_item("p", { class: "note" }, arm?.refusals[focus] ?? ""));
      const shown = count.rows.filter((row) => whole(row) || of_row(row.label));
      rows.replaceChildren(table_item(`${titles[focus]}, row by row`,
        ["row", "mult.", "add.", "mult., n joints", "add., n joints"],
        [...shown.map((row) => [row.label, in_thousands(row.multiplications), in_thousands(row.additions),
          text(of_row(row.label)?.multiplications), text(of_row(row.label)?.additions)]),
          ["total", in_thousands(count.multiplications), in_thousands(count.additions), text(known?.multiplications), text(known?.additions)]]));
    }

    function show_growth() {
      growth.replaceChildren(table_item(`General arms of n revolute joints, n ≥ ${LEAST_JOINTS}`,
        ["formulation", "multiplications", "additions"],
        Object.entries(polynomials).map(([name, { multiplications, additions }]) =>
          [titles[name], ...[multiplications, additions].map((each) => (each ? polynomial_text(each) : "no polynomial"))])));
      show_rows();
    }

    function* all_counts() {
      const names = Object.keys(facts).filter((name) => !arm.refusals[name]);
      const found = [];
      for (const name of names) {
        found.push({ name, ...arm.counts(name) });
        yield;
      }
      return found;
    }

    function* all_polynomials() {
      for (const each of compared_formulations()) {
        polynomials[each.name] = yield* polynomials_of(lab, each);
        show_growth();
        yield;
      }
    }

    return {
      update(state) {
        if (!state.arm) return;
        fitting ??= in_slices(all_polynomials());
        if (state.formulation !== focus) {
          focus = state.formulation;
          if (counted.length) show();
        }
        if (state.arm === arm) return;
        arm = state.arm;
        counting?.stop();
        counting = in_slices(all_counts(), { done: (found) => { counted = found; show(); } });
      },
      close() {
        counting?.stop();
        fitting?.stop();
        picture.close();
      },
    };
  },
});
