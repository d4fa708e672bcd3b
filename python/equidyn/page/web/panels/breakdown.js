// What accelerations, velocities and gravity take of the torques along a motion.

const BREAKDOWN_ROWS = 81;
const TORQUE_PARTS = ["total", "inertial", "velocity", "gravity"];
const PART_STYLES = Object.fromEntries(TORQUE_PARTS.map((part) =>
  [part, { colour: `var(--${part})`, dash: part === "total" ? "none" : "6 2" }]));
const OF_DRIVES = { colour: "var(--friction)", dash: "2 3" };

// parts of the torques of each row of a motion
function torque_parts(arm, formulation, { q, qd, qdd }) {
  const rows = q.length / arm.n;
  const still = new Float64Array(q.length);
  const of = (velocity, acceleration) => arm.evaluate(formulation, q, velocity, acceleration, rows);
  const [total, gravity, resting, steady] = [of(qd, qdd), of(still, still), of(still, qdd), of(qd, still)];
  const less = (a, b) => a.map((x, k) => x - b[k]);
  return { total, gravity, inertial: less(resting, gravity), velocity: less(steady, gravity) };
}

panels.push({
  id: "breakdown",
  title: "What is a torque made of?",
  make(root, lab) {
    let [state, joint, duration, shown, key, played] = [null, 0, 1.5, null, "", true];
    let draw = () => ({ height: 0, label: "", children: [] });
    const picture = picture_item("breakdown", (width) => draw(width));
    const joints = html_item("select", { onchange: () => { joint = Number(joints.value); show(); } });
    const time = html_item("input", { type: "range", min: 0.3, max: 5, step: 0.1, value: duration,
      oninput: () => { duration = Number(time.value); show(); } });
    const said = html_item("output");
    const peaks = html_item("div");
    const explained = html_item("p");
    const timing = html_item("label", {}, "Time ", time, said);
    const motions = choice_item("Motion", [["played", "the one that is played"], ["own", "from where the joints are"]], "played",
      (value) => { played = value === "played"; show(); });
    const drives = html_item("div", {}, legend_item([{ name: "drives", title: "of the drives in the simulation", style: OF_DRIVES }]));
    root.append(explained,
      html_item("p", { class: "controls" }, motions, html_item("label", {}, "Joint ", joints), timing),
      picture.figure, legend_item(TORQUE_PARTS.map((name) => ({ name, style: PART_STYLES[name] }))), drives, peaks);

    const follows_bar = (arm) => played && can_follow(arm);

    function show() {
      const { arm, description, q } = state;
      joint = Math.min(joint, arm.n - 1);
      if (joints.length !== arm.n)
        joints.replaceChildren(...[...description.joints].map((_, k) => html_item("option", { value: k, selected: k === joint }, String(k + 1))));
      said.textContent = `${in_digits(duration)} s`;
      time.setAttribute("aria-valuetext", said.textContent);
      const name = lab.formulations.find((each) => !arm.refusals[each.name]).name;
      const follows = follows_bar(arm);
      [motions.hidden, timing.hidden] = [!can_follow(arm), follows];
      explained.textContent = follows ? "All joints move as by the bar below the arm."
        : "All joints move from where they are, from rest to rest, in the time that you choose.";
      const motion = follows ? given_rows() : motion_rows(q, target_of(description, q), duration, BREAKDOWN_ROWS);
      const parts = torque_parts(arm, name, motion);
      const of = (part, k) => Array.from(motion.t, (t, row) => [t, parts[part][row * arm.n + k]]);
      const unit = effort_unit(description.joints[joint]);
      const curves = TORQUE_PARTS.map((part) => ({ name: part, points: of(part, joint), style: PART_STYLES[part] }));
      drives.hidden = !(follows && motion.torque);
      if (!drives.hidden)
        curves.push({ name: "drives", points: Array.from(motion.t, (t, row) => [t, motion.torque[row * arm.n + joint]]), style: OF_DRIVES });
      draw = chart_of({
        curves, focus: "total", label: `Parts of the torque of joint ${joint + 1} over time`,
        x: { label: "time, s", low: motion.t[0], high: Math.max(motion.t.at(-1), motion.t[0] + 1e-3) }, y: { label: `${unit === "N" ? "force" : "torque"}, ${unit}` },
      });
      picture.redraw();
      picture.show_table(`Joint ${joint + 1}, ${unit}`, ["time, s", ...TORQUE_PARTS],
        Array.from(motion.t, (t, row) => [in_digits(t), ...TORQUE_PARTS.map((part) => in_digits(parts[part][row * arm.n + joint], 4))])
          .filter((_, row) => row % 10 === 0));
      const largest = (part, k) => Math.max(...of(part, k).map(([, x]) => Math.abs(x)));
      peaks.replaceChildren(table_item("Largest in the motion", ["joint", ...TORQUE_PARTS, "unit"],
        [...description.joints].map((kind, k) =>
          [String(k + 1), ...TORQUE_PARTS.map((part) => in_digits(largest(part, k))), effort_unit(kind)])));
    }

    return {
      update(now) {
        if (!now.arm || !lab.formulations.some(({ name }) => !now.arm.refusals[name])) return;
        // the motion of the bar is the same wherever the arm is
        const next = follows_bar(now.arm) ? "" : [...now.q].join();
        if (shown === now.arm && next === key) return;
        [state, shown, key] = [now, now.arm, next];
        show();
      },
      close: () => picture.close(),
    };
  },
});
