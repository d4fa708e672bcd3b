// A bar that plays the given motion; the state of the page follows.

import { pointsOfPosture, postureOf } from "./arm/posture.js";
import { pageData } from "./base/data.js";
import { buttonItem, choiceItem, htmlItem } from "./base/pictures.js";
import { bySteps } from "./base/sliders.js";
import { followers, page, setState, state } from "./base/state.js";
import { fixedText } from "./base/text.js";
import { column } from "./base/vectors.js";
import { STATE_NAMES } from "./joints.js";
import { canFollow } from "./panels/motions.js";

const SPEEDS = [["0.1", "1/10"], ["0.25", "1/4"], ["0.5", "1/2"], ["1", "1"], ["2", "2"]];
const JUMP_OF_MOTION = 0.5; // s
// a hidden page continues from where it was
const LONGEST_FRAME = 0.1; // s

// the state at a time, interpolated linearly; before and after the motion, its first and last one
export function stateOfMotion({ t, ...rows }, time) {
  const before = Math.max(0, t.findLastIndex((sample) => sample <= time));
  const after = Math.min(before + 1, t.length - 1);
  const share = after > before ? Math.max(0, (time - t[before]) / (t[after] - t[before])) : 0;
  const between = (row) => Float64Array.from(row[before], (x, k) => (share ? x + share * (row[after][k] - x) : x));
  return Object.fromEntries(Object.keys(STATE_NAMES).map((name) => [name, between(rows[name])]));
}

const toolPath = { arm: null, points: [] };

// positions of the motion; none without one that an arm can follow
const positionsOfMotion = (arm) => (canFollow(arm) ? pageData.motion.q : []);

// the path of the tool in the motion
export function toolPathOf(arm) {
  if (toolPath.arm === arm) return toolPath.points;
  const points = positionsOfMotion(arm).map((q) => column(arm.poses(q).at(-1), 3));
  return Object.assign(toolPath, { arm, points }).points;
}

// all points of the arm during the motion
export const roomOfMotion = (arm, description) =>
  positionsOfMotion(arm).flatMap((q) => pointsOfPosture(postureOf(arm, description, q), description.mass));

export function makePlayer(root) {
  const { motion } = pageData;
  if (!motion) return;
  const [start, end] = [motion.t[0], motion.t.at(-1)];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let [time, speed, mine, running, last] = [start, 1, null, 0, 0];

  const play = buttonItem("Play", () => (running ? stop() : go()));
  const slider = htmlItem("input", {
    type: "range", min: start, max: end, step: "any", value: start, "aria-label": "time of the motion",
    oninput: () => { stop(); show(Number(slider.value)); },
    onkeydown: (event) => bySteps(event, slider, (end - start) / 100),
  });
  const said = htmlItem("output");
  const jump = buttonItem("Step ½ s", () => { stop(); show(time < end ? time + JUMP_OF_MOTION : start); });
  const choice = choiceItem("Speed", SPEEDS, "1", (value) => { speed = Number(value); });
  root.append(htmlItem("p", { class: "controls player", role: "group", "aria-label": "Motion" }, play, slider, said,
    jump, choice));

  function say() {
    slider.value = time;
    said.textContent = `${fixedText(time, 2)} s`;
    slider.setAttribute("aria-valuetext", said.textContent);
  }

  function show(next) {
    time = Math.min(end, next);
    setState(stateOfMotion(motion, time));
    mine = state.q;
    say();
  }

  function go() {
    show(time < end ? time : start);
    last = 0;
    running = requestAnimationFrame(frame);
    play.textContent = "Pause";
  }

  function stop() {
    cancelAnimationFrame(running);
    running = 0;
    play.textContent = "Play";
  }

  function frame(now) {
    // stop if the arm is dragged, edited or simulated meanwhile
    if (state.q !== mine || time >= end) return stop();
    show(time + speed * Math.min(LONGEST_FRAME, last ? (now - last) / 1000 : 0));
    last = now;
    running = requestAnimationFrame(frame);
  }

  function respect() {
    play.hidden = still.matches;
    if (still.matches) stop();
  }
  still.addEventListener("change", respect);
  respect();
  say();

  // an arm with another number of joints cannot follow
  followers.push(() => {
    root.hidden = !page.shown || !canFollow(page.shown.arm);
    if (root.hidden) stop();
  });
}
