// Operations of each formulation for this arm, by row of its algorithm, and as polynomials in n.

import { axisOf } from "../base/charts.js";
import { panelData } from "../base/data.js";
import { drawNothing, htmlItem, pictureItem, svgItem, tableItem } from "../base/pictures.js";
import { inSlices } from "../base/slices.js";
import { comparedFormulations } from "../base/state.js";
import { inThousands, operationsText } from "../base/text.js";
import { LEAST_JOINTS, polynomialText, polynomialsOf } from "./polynomials.js";

const whole = ({ multiplications, additions }) => multiplications + additions;

// end of the axis: bars longer than a few times the middle one are cut
function barEnd(totals, toScale) {
  const sorted = [...totals].sort((a, b) => a - b);
  const longest = sorted.at(-1) ?? 1;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 1;
  return toScale ? longest : Math.min(longest, Math.max(3 * middle, 1));
}

function countsChart(counted, titles, styles, focus, toScale) {
  return (width) => {
    const narrow = width < 560;
    const left = narrow ? 10 : 316;
    const step = narrow ? 38 : 22;
    const [top, height] = [8, counted.length * step + 50];
    const bottom = height - 42;
    const end = barEnd(counted.map(whole), toScale);
    const axis = axisOf({ low: 0, high: end }, left + 8, width - 62);
    const grid = axis.ticks.flatMap((x) => [
      svgItem("path", { d: `M${axis.at(x)},${top}V${bottom}`, class: "grid" }),
      svgItem("text", { x: axis.at(x), y: bottom + 16, class: "tick" }, inThousands(x)),
    ]);
    const bars = counted.map((count, k) => {
      const y = top + k * step + (narrow ? 18 : 3);
      const thick = 15;
      let from = 0;
      const parts = count.rows.filter(whole).map((row, j) => {
        const [start, stop] = [Math.min(from, end), Math.min(from + whole(row), end)];
        from += whole(row);
        const [x, width] = [axis.at(start), Math.max(0, axis.at(stop) - axis.at(start))];
        const style = `fill: ${styles[count.name].colour}`;
        return svgItem("rect", { x, y, width, height: thick, class: j % 2 ? "row odd" : "row", style },
          svgItem("title", {}, `${row.label}: ${operationsText(row)}`));
      });
      const cut = whole(count) > end;
      const tip = axis.at(Math.min(whole(count), end));
      const tear = cut
        ? [svgItem("path", { d: `M${tip - 16},${y - 2}l5,${thick + 4}h5l-5,-${thick + 4}Z`, class: "tear" })] : [];
      const title =
        { x: narrow ? left + 8 : left - 4, y: narrow ? y - 9 : y + thick / 2, class: narrow ? "name first" : "name" };
      return svgItem("g", { class: count.name === focus ? "series focus" : "series" },
        svgItem("text", title, titles[count.name]), ...parts, ...tear,
        svgItem("text", { x: tip + 5, y: y + thick / 2, class: "value" }, inThousands(whole(count))));
    });
    const label = `Multiplications and additions of ${counted.length} formulations`;
    const ofAxis = `multiplications and additions${narrow ? "" : ", one shade for each row of the algorithm"}`;
    return { height, label, children: [...grid, ...bars,
      svgItem("text", { x: (left + width - 62) / 2, y: height - 6, class: "label" }, ofAxis)] };
  };
}

export const countsPanel = {
  id: "counts",
  title: "What do they cost?",
  make(root, lab) {
    const facts = Object.fromEntries(comparedFormulations().map((each) => [each.name, each]));
    const titles = Object.fromEntries(comparedFormulations().map(({ name, title }) => [name, title]));
    let [arm, focus, counted, toScale, counting, fitting] = [null, "", [], false, null, null];
    const polynomials = {};
    let draw = drawNothing;
    const picture = pictureItem("operations", (width) => draw(width));
    const scale = htmlItem("input", { type: "checkbox", onchange: () => { toScale = scale.checked; show(); } });
    const rows = htmlItem("div");
    const growth = htmlItem("div");
    const beyond = htmlItem("p", { class: "note" });
    root.append(
      htmlItem("p", {}, "Operations of the code that runs, for this arm. Multiplications by 0 or 1 and dead code "
        + "are not counted."),
      picture.figure, beyond,
      htmlItem("p", { class: "controls" }, htmlItem("label", {}, scale, " Show full-length bars")),
      htmlItem("div", { class: "halves uneven" }, rows, growth));

    function show() {
      draw = countsChart(counted, titles, panelData.styles, focus, toScale);
      picture.redraw();
      picture.showTable("Operations of one evaluation for this arm",
        ["formulation", "multiplications", "additions", "sines and cosines"],
        counted.map((each) =>
          [titles[each.name], ...[each.multiplications, each.additions, each.trigonometric].map(inThousands)]));
      showRows();
    }

    function showRows() {
      const count = counted.find(({ name }) => name === focus);
      const known = polynomials[focus];
      const text = (polynomial) => (polynomial ? polynomialText(polynomial) : "");
      const ofRow = (label) => known?.rows.find((row) => row.label === label);
      if (!count) return rows.replaceChildren(htmlItem("p", { class: "note" }, arm?.refusals[focus] ?? ""));
      const shown = count.rows.filter((row) => whole(row) || ofRow(row.label));
      rows.replaceChildren(tableItem(`${titles[focus]}, row by row`,
        ["row", "mult.", "add.", "mult., n joints", "add., n joints"],
        [...shown.map((row) => [row.label, inThousands(row.multiplications), inThousands(row.additions),
          text(ofRow(row.label)?.multiplications), text(ofRow(row.label)?.additions)]),
          ["total", inThousands(count.multiplications), inThousands(count.additions), text(known?.multiplications),
            text(known?.additions)]]));
    }

    function showGrowth() {
      growth.replaceChildren(tableItem(`General arms of n revolute joints, n ≥ ${LEAST_JOINTS}`,
        ["formulation", "multiplications", "additions"],
        Object.entries(polynomials).map(([name, { multiplications, additions }]) =>
          [titles[name],
            ...[multiplications, additions].map((each) => (each ? polynomialText(each) : "no polynomial"))])));
      showRows();
    }

    function* allCounts() {
      const names = Object.keys(facts).filter((name) => !arm.refusals[name]);
      const [found, uncounted] = [[], []];
      for (const name of names) {
        try {
          found.push({ name, ...arm.counts(name) });
        } catch (error) {
          uncounted.push(error.message.replace(/^formulation: /, "")); // too many joints for its order
        }
        yield;
      }
      beyond.textContent = uncounted.join("; ");
      return found;
    }

    function* allPolynomials() {
      for (const each of comparedFormulations()) {
        polynomials[each.name] = yield* polynomialsOf(lab, each);
        showGrowth();
        yield;
      }
    }

    return {
      update(state) {
        if (!state.arm) return;
        fitting ??= inSlices(allPolynomials());
        if (state.formulation !== focus) {
          focus = state.formulation;
          if (counted.length) show();
        }
        if (state.arm === arm) return;
        arm = state.arm;
        counting?.stop();
        counting = inSlices(allCounts(), { done: (found) => { counted = found; show(); } });
      },
      close() {
        counting?.stop();
        fitting?.stop();
        picture.close();
      },
    };
  },
};
