// The recursion, step by step: its equation, the numbers put in, and what it gives, below the picture. It plays by
// itself, and the view turns to the link of each step.

import { camera, upwards } from "./arm/camera.js";
import { clearEye } from "./arm/free_link.js";
import { postureOf } from "./arm/posture.js";
import { rightSideInNumbers } from "./arm/put_in.js";
import {
  equationItems, equationsOf, numbersOfStep, resultsOf, stepVectors,
} from "./arm/recursion_steps.js";
import { buttonItem, choiceItem, htmlItem } from "./base/pictures.js";
import { followers, loadedArm, setState, state } from "./base/state.js";
import { minus, plus, scaled } from "./base/vectors.js";

const RHYTHM = 2000; // ms a step
const RHYTHMS = [["0.5", "1/2"], ["1", "1"], ["2", "2"], ["4", "4"]];
const TURNING = 500; // ms
const [NEAREST, SHARE] = [2, 0.45]; // most times nearer, and the part of the picture that half a link then takes

// what is not in the data of an arm: the payload is a part of the last link
const massesOf = (arm) => Array.from(arm.data.mass, (mass, k) => mass + (k === arm.n - 1 ? state.payload : 0));

// the view in which a link and the arrows of a step are seen best
function viewOfStep(steps, number) {
  const { description, q } = state;
  const arm = loadedArm();
  const posture = postureOf(arm, description, q);
  const link = steps[number - 1].link;
  const corners = posture.links.filter(({ body }) => body === link).flatMap((each) => each.corners);
  const points = corners.length ? corners : [posture.centres[link - 1]];
  const lines = [...stepVectors(steps, number, resultsOf(arm, state), posture).map(({ value }) => value),
    ...corners.slice(1).map((end, k) => minus(end, corners[k]))];
  const eye = clearEye(upwards(description), { turn: camera.turn, tilt: camera.tilt }, lines);
  const aim = scaled(1 / points.length, points.reduce(plus));
  const half = Math.max(...points.map((point) => Math.hypot(...minus(point, aim))));
  const nearer = Math.min(NEAREST, Math.max(1, (SHARE * camera.ball.radius) / (half || 1e-9)));
  return { turn: eye.turn, tilt: eye.tilt, aim, nearer };
}

export function makeSteps(root) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let [playing, timer, turning, speed, mine, home] = [false, 0, 0, 1, 0, 1];
  const slider = htmlItem("input", {
    type: "range", min: 0, max: 1, step: 1, value: 0, "aria-label": "step of the Newton-Euler recursion",
    oninput: () => { stop(); show(Number(slider.value)); },
  });
  const count = htmlItem("output");
  const move = (by) => () => { stop(); show(Math.min(Number(slider.max), Math.max(0, state.step + by))); };
  const [before, after] = [buttonItem("‹", move(-1)), buttonItem("›", move(1))];
  const play = buttonItem("▶", () => (playing ? stop() : go()));
  play.setAttribute("aria-label", "play the recursion");
  before.setAttribute("aria-label", "previous step");
  after.setAttribute("aria-label", "next step");
  const speeds = choiceItem("Speed", RHYTHMS, "1", (value) => { speed = Number(value); });
  const equation = htmlItem("p", { class: "equation", "aria-live": "polite" });
  root.append(htmlItem("div", { class: "steps" }, htmlItem("span", {}, "Recursion"), before, play, slider, after, count,
    speeds), equation);

  function show(number) {
    mine = number;
    setState({ step: number });
    if (!number) leave();
    else if (state.arm && camera.ball) turnTo(viewOfStep(equationsOf(state.description), number));
  }

  function leave() {
    cancelAnimationFrame(turning);
    if (camera.aim) camera.zoom = home;
    camera.aim = null;
  }

  function turnTo(view) {
    cancelAnimationFrame(turning);
    const from = { turn: camera.turn, tilt: camera.tilt, aim: camera.aim ?? camera.ball.centre };
    if (!camera.aim) home = camera.zoom;
    const zoom = { from: camera.zoom, to: home * view.nearer };
    const started = performance.now();
    const turn = (now) => {
      const past = still.matches ? 1 : Math.min(1, Math.max(0, now - started) / TURNING);
      const share = past * past * (3 - 2 * past);
      const between = (one, other) => one + share * (other - one);
      Object.assign(camera, {
        turn: between(from.turn, view.turn), tilt: between(from.tilt, view.tilt), zoom: between(zoom.from, zoom.to),
        aim: from.aim.map((x, k) => between(x, view.aim[k])),
      });
      setState({});
      if (past < 1) turning = requestAnimationFrame(turn);
    };
    turn(started);
  }

  function go() {
    if (state.step >= Number(slider.max)) state.step = 0;
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "pause the recursion");
    playing = true;
    show(state.step + 1);
  }

  // whoever chooses another step meanwhile is obeyed
  function advance() {
    timer = 0;
    if (state.step === mine && mine < Number(slider.max)) show(mine + 1);
    else stop();
  }

  function stop() {
    clearTimeout(timer);
    [timer, playing] = [0, false];
    play.textContent = "▶";
    play.setAttribute("aria-label", "play the recursion");
  }

  function respect() {
    [play.hidden, speeds.hidden] = [still.matches, still.matches];
    if (still.matches) stop();
  }
  still.addEventListener("change", respect);
  respect();

  followers.push(() => {
    if (!state.arm) return;
    // a step lasts from when it is drawn
    if (playing && !timer) timer = setTimeout(advance, RHYTHM / speed);
    const steps = equationsOf(state.description);
    slider.max = steps.length;
    if (state.step > steps.length) state.step = steps.length;
    slider.value = state.step;
    const step = steps[state.step - 1];
    count.textContent = step ? `${state.step} of ${steps.length}` : "off";
    slider.setAttribute("aria-valuetext", step ? `${step.letter}${step.link}` : "off");
    equation.hidden = !step;
    if (!step) return;
    const arm = loadedArm();
    const results = resultsOf(arm, state);
    const numbers = rightSideInNumbers(step.equation, {
      poses: arm.poses(state.q).slice(0, -1), mass: massesOf(arm), com: arm.com, gravity: arm.data.gravity,
      joints: state.description.joints, qd: state.qd, qdd: state.qdd, results,
    });
    equation.replaceChildren(...equationItems(step.equation),
      htmlItem("span", { class: "note" }, step.number ? ` ${step.number}` : ""), htmlItem("br"),
      htmlItem("span", { class: "put-in" }, "= ", ...equationItems(numbers)), htmlItem("br"),
      `= ${numbersOfStep(step, results)}`);
  });
}
