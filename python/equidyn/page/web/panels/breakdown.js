// Terms of the torques along a motion: acceleration, velocity and gravity.

import { chartOf, legendItem } from "../base/charts.js";
import { shortNumber } from "../base/numbers.js";
import { choiceItem, drawNothing, htmlItem, pictureItem, tableItem } from "../base/pictures.js";
import { effortUnit, inDigits } from "../base/text.js";
import { canFollow, givenRows, motionRows, targetOf } from "./motions.js";

const BREAKDOWN_ROWS = 81;
export const TORQUE_PARTS = ["total", "inertial", "velocity", "gravity"];
// told apart without colours, too
const DASHES = { total: "none", inertial: "8 3", velocity: "4 2", gravity: "8 3 2 3" };
const PART_STYLES = Object.fromEntries(TORQUE_PARTS.map((part) =>
  [part, { colour: `var(--${part})`, dash: DASHES[part] }]));
const OF_DRIVES = { colour: "var(--friction)", dash: "2 3" };

// terms of the torques, for each row of a motion
export function torqueParts(arm, formulation, { q, qd, qdd }) {
  const rows = q.length / arm.n;
  const still = new Float64Array(q.length);
  const of = (velocity, acceleration) => arm.evaluate(formulation, q, velocity, acceleration, rows);
  const [total, gravity, resting, steady] = [of(qd, qdd), of(still, still), of(still, qdd), of(qd, still)];
  const less = (a, b) => a.map((x, k) => x - b[k]);
  return { total, gravity, inertial: less(resting, gravity), velocity: less(steady, gravity) };
}

export const breakdownPanel = {
  id: "breakdown",
  title: "What is a torque made of?",
  make(root, lab) {
    let [state, joint, duration, shown, key, played] = [null, 0, 1.5, null, "", true];
    let draw = drawNothing;
    const picture = pictureItem("breakdown", (width) => draw(width));
    const joints = htmlItem("select", { onchange: () => { joint = Number(joints.value); show(); } });
    const time = htmlItem("input", { type: "range", min: 0.3, max: 5, step: 0.1, value: duration,
      oninput: () => { duration = Number(time.value); show(); } });
    const said = htmlItem("output");
    const peaks = htmlItem("div");
    const explained = htmlItem("p");
    const timing = htmlItem("label", {}, "Time ", time, said);
    const kinds = [["played", "the played motion"], ["own", "from the current positions"]];
    const motions = choiceItem("Motion", kinds, "played",
      (value) => { played = value === "played"; show(); });
    const drives =
      htmlItem("div", {}, legendItem([{ name: "drives", title: "motor torque in the simulation", style: OF_DRIVES }]));
    root.append(explained,
      htmlItem("p", { class: "controls" }, motions, htmlItem("label", {}, "Joint ", joints), timing),
      picture.figure, legendItem(TORQUE_PARTS.map((name) => ({ name, style: PART_STYLES[name] }))), drives, peaks);

    const followsBar = (arm) => played && canFollow(arm);

    function show() {
      const { arm, description, q } = state;
      joint = Math.min(joint, arm.n - 1);
      if (joints.length !== arm.n)
        joints.replaceChildren(...[...description.joints].map((_, k) =>
          htmlItem("option", { value: k, selected: k === joint }, String(k + 1))));
      said.textContent = `${inDigits(duration)} s`;
      time.setAttribute("aria-valuetext", said.textContent);
      const name = lab.formulations.find((each) => !arm.refusals[each.name]).name;
      const follows = followsBar(arm);
      [motions.hidden, timing.hidden] = [!canFollow(arm), follows];
      explained.textContent = follows ? "All joints follow the motion that the bar below the arm plays."
        : "All joints move from their current positions, from rest to rest, in the time that you choose.";
      const motion = follows ? givenRows() : motionRows(q, targetOf(description, q), duration, BREAKDOWN_ROWS);
      const parts = torqueParts(arm, name, motion);
      const of = (part, k) => Array.from(motion.t, (t, row) => [t, parts[part][row * arm.n + k]]);
      const unit = effortUnit(description.joints[joint]);
      const curves = TORQUE_PARTS.map((part) => ({ name: part, points: of(part, joint), style: PART_STYLES[part] }));
      drives.hidden = !(follows && motion.torque);
      if (!drives.hidden)
        curves.push({ name: "drives", points: Array.from(motion.t, (t, row) => [t, motion.torque[row * arm.n + joint]]),
          style: OF_DRIVES });
      draw = chartOf({
        curves, focus: "total", label: `Parts of the torque of joint ${joint + 1} over time`,
        x: { label: "time, s", low: motion.t[0], high: Math.max(motion.t.at(-1), motion.t[0] + 1e-3) },
        y: { label: `${unit === "N" ? "force" : "torque"}, ${unit}` },
      });
      picture.redraw();
      picture.showTable(`Joint ${joint + 1}, ${unit}`, ["time, s", ...TORQUE_PARTS],
        Array.from(motion.t,
          (t, row) => [inDigits(t), ...TORQUE_PARTS.map((part) => inDigits(parts[part][row * arm.n + joint], 4))])
          .filter((_, row) => row % 10 === 0));
      const largest = (part, k) => Math.max(...of(part, k).map(([, x]) => Math.abs(x)));
      const peak = Object.fromEntries(
        TORQUE_PARTS.map((part) => [part, [...description.joints].map((_, k) => largest(part, k))]));
      const most = Math.max(...Object.values(peak).flat());
      peaks.replaceChildren(tableItem("Largest values of the motion", ["joint", ...TORQUE_PARTS, "unit"],
        [...description.joints].map((kind, k) =>
          [String(k + 1), ...TORQUE_PARTS.map((part) => inDigits(shortNumber(peak[part][k], most))),
            effortUnit(kind)])));
    }

    return {
      update(now) {
        if (!now.arm || !lab.formulations.some(({ name }) => !now.arm.refusals[name])) return;
        // the played motion does not depend on the current position
        const next = followsBar(now.arm) ? "" : [...now.q].join();
        if (shown === now.arm && next === key) return;
        [state, shown, key] = [now, now.arm, next];
        show();
      },
      close: () => picture.close(),
    };
  },
};
