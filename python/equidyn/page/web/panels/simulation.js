// Simulation of one arm or many: free fall, gravity compensation, or computed torque to a target.

import { chartOf, legendItem } from "../base/charts.js";
import { buttonItem, choiceItem, drawNothing, htmlItem, pictureItem, svgItem } from "../base/pictures.js";
import { randomNumbers } from "../base/random.js";
import { page, setState, state } from "../base/state.js";
import { inDigits, inThousands } from "../base/text.js";
import { cross, unitOf } from "../base/vectors.js";
import { targetOf } from "./motions.js";

const FRAMES_A_SECOND = 60;
// steps per frame: fewer for more arms
const STEPS_OF_ARMS = { 1: 16, 10: 16, 100: 8, 1000: 2 };
const APART = Math.PI / 18000; // of starts, rad or m
const SHOWN_FRAMES = 1800; // the last half minute
const FRAMES_OF_A_JUMP = 30; // half a second at once
const MOST_STICKS = 10;
const MOST_POINTS = 300; // of a curve
export const LOADS = { min: 0, max: 10, step: 0.5 }; // kg
export const CONTROLLERS =
  { none: "none (free fall)", gravity: "gravity compensation", computed_torque: "computed torque" };
const ENERGIES = {
  kinetic: { colour: "var(--inertial)", dash: "none" },
  potential: { colour: "var(--gravity)", dash: "8 3" },
  work: { colour: "var(--velocity)", dash: "3 2" },
  dissipated: { colour: "var(--soft)", dash: "1 3" },
  balance: { colour: "var(--total)", dash: "none" },
};
const ENERGY_TITLES = {
  kinetic: "kinetic", potential: "potential, relative to the start", work: "work of the motors",
  dissipated: "lost to friction",
  balance: "balance: kinetic + potential − work + lost",
};
const WAYS = {
  error: { colour: "var(--inertial)", dash: "none" },
  apart: { colour: "var(--velocity)", dash: "8 3" },
};
const WAY_TITLES = { error: "from the first arm to the target", apart: "from the first arm to the farthest" };

const STYLE_OF_DOTS = "stroke: var(--velocity); stroke-width: 5; stroke-linecap: round; stroke-opacity: .6";

// start positions: the first arm at q, the others within 0.01° of it
export function startsOf(q, arms, seed = 1) {
  const next = randomNumbers(seed);
  return Float64Array.from({ length: arms * q.length }, (_, k) =>
    q[k % q.length] + (k < q.length ? 0 : APART * (2 * next() - 1)));
}

// arguments of arm.simulation; critically damped gains
export function simulationOf({ controller, arms, stiffness, load, drives }, { q, qd }, held) {
  const goes = controller === "computed_torque";
  const gains = goes ? { kp: stiffness, kv: 2 * Math.sqrt(stiffness) } : { kp: 0, kv: 0 };
  const drive = controller === "none" ? {}
    : { controller: { law: controller, ...gains, ...(goes ? drives : {}) }, trajectory: [...held] };
  return {
    ...drive, arms, ...drives, q: startsOf(q, arms),
    qd: Float64Array.from({ length: arms * q.length }, (_, k) => qd[k % q.length]),
    step: 1 / (FRAMES_A_SECOND * STEPS_OF_ARMS[arms]), payload: load > 0 ? { mass: load } : null,
  };
}

// friction needs rotor inertia: without it, light links of the wrist stop within a step
const drivesOf = ({ friction, motors }) => ({ friction: Boolean(friction), motors: Boolean(friction && motors) });

// energies of the first arm since the start, and the largest balance of all arms
export function energiesSince(start, now) {
  const { kinetic, potential, work, dissipated } = now;
  const balance = Array.from(kinetic, (T, k) =>
    T - start.kinetic[k] + potential[k] - start.potential[k] - work[k] + dissipated[k]);
  return {
    kinetic: kinetic[0], potential: potential[0] - start.potential[0], work: work[0], dissipated: dissipated[0],
    balance: balance[0], worst: Math.max(...balance.map(Math.abs)),
  };
}

// largest joint difference between the first arm and the target, and between the first arm and the farthest
export function waysOf(q, held) {
  const n = held.length;
  const far = (from, to) => to.reduce((most, x, k) => Math.max(most, Math.abs(q[from + k] - x)), 0);
  const first = q.slice(0, n);
  let apart = 0;
  for (let from = n; from < q.length; from += n) apart = Math.max(apart, far(from, first));
  return { error: far(0, held), apart };
}

// number of frames due, and the time left over; a slow page slows the motion and skips nothing
export function framesDue(left, elapsed) {
  const due = Math.floor((left + elapsed) * FRAMES_A_SECOND + 1e-3);
  return due > 1 ? { frames: 1, left: 0 } : { frames: due, left: Math.max(0, left + elapsed - due / FRAMES_A_SECOND) };
}

// the box around the previous box and these points
function widened(room, points) {
  const [low, high] = (room ?? [points[0], points[0]]).map((corner) => [...corner]);
  for (const point of points)
    for (let j = 0; j < 3; j++) {
      low[j] = Math.min(low[j], point[j]);
      high[j] = Math.max(high[j], point[j]);
    }
  return [low, high];
}

// at most so many items, evenly spaced, the last one included
function thinned(items, most) {
  const every = Math.ceil(items.length / most);
  return items.filter((_, k) => (items.length - 1 - k) % every === 0);
}

// projects points of the world to the picture, seen from the side and a little from above
export function seenPoints(points, gravity, { width, height, reach, centre }) {
  const size = Math.hypot(...gravity);
  const up = size ? gravity.map((x) => -x / size) : [0, 0, 1];
  const side = unitOf(cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const front = cross(side, up);
  const [right, deep] =
    [side, front].map((_, k) => side.map((x, j) => (k ? -0.5 * x + 0.87 * front[j] : 0.87 * x + 0.5 * front[j])));
  const scale = (0.55 * Math.min(width, height)) / reach;
  const across = right.map((x) => scale * x);
  const down = up.map((x, j) => -scale * (0.94 * x + 0.34 * deep[j]));
  const along = (a, p) => a[0] * (p[0] - centre[0]) + a[1] * (p[1] - centre[1]) + a[2] * (p[2] - centre[2]);
  return points.map((point) => [width / 2 + along(across, point), height / 2 + along(down, point)]);
}

export const simulationPanel = {
  id: "simulation",
  title: "How does it move?",
  everyFrame: true,
  make(root) {
    const chosen = { controller: "none", arms: 1, stiffness: 100, load: 0, friction: false };
    let [arm, held, origin, mine, moving, start] = [null, null, null, null, null, null];
    let [running, last, left, frames, room, asked] = [0, 0, 0, 0, null, null];
    let history = [];
    const draws = { arms: drawNothing, energy: drawNothing, ways: drawNothing };
    const pictures = Object.fromEntries(Object.entries({ arms: "moving-arms", energy: "energy", ways: "distances" })
      .map(([key, name]) => [key, pictureItem(name, (width) => draws[key](width))]));
    const still = matchMedia("(prefers-reduced-motion: reduce)");

    const again = () => {
      const went = Boolean(running);
      stop();
      begin(arm ? state : null);
      if (went) go();
    };
    const slide = (key, text, unit, more) => {
      const said = htmlItem("output");
      const slider = htmlItem("input", { type: "range", value: chosen[key], ...more,
        oninput: () => { chosen[key] = Number(slider.value); say(); again(); } });
      const say = () => {
        said.textContent = `${inDigits(chosen[key])} ${unit}`;
        slider.value = chosen[key];
        slider.setAttribute("aria-valuetext", said.textContent);
      };
      say();
      return { item: htmlItem("label", {}, `${text} `, slider, said), say };
    };
    const controller = choiceItem("Actuation", Object.entries(CONTROLLERS), chosen.controller,
      (value) => { chosen.controller = value; again(); });
    const arms = choiceItem("Number of arms", Object.keys(STEPS_OF_ARMS).map((m) => [m, inThousands(m)]), "1",
      (value) => { chosen.arms = Number(value); again(); });
    const stiffness = slide("stiffness", "Gain", "1/s²", { min: 10, max: 400, step: 10 });
    const load = slide("load", "Load unknown to the controller", "kg", LOADS);
    const friction =
      htmlItem("input", { type: "checkbox", onchange: () => { chosen.friction = friction.checked; again(); } });
    const play = buttonItem("Start", () => (running ? stop() : (adopt(state), go())));
    const jump = buttonItem("Step ½ s",
      () => { stop(); adopt(state); for (let k = 0; k < FRAMES_OF_A_JUMP && advance(); k++); show(); });
    const back = buttonItem("Reset", () => { stop(); adopt(state); if (arm) place(origin); });
    const hold = buttonItem("Set as target", () => { adopt(state); held = Float64Array.from(state.q); again(); });
    const said = htmlItem("p", { class: "note" });
    const problem = htmlItem("p", { class: "problem", role: "alert" });
    root.append(
      htmlItem("p", {}, "The arm above moves as well. You can drag it while it moves. Computed torque drives it to "
        + "the target, initially a position near the start."),
      htmlItem("p", { class: "controls" }, controller, arms, stiffness.item, load.item,
        htmlItem("label", {}, friction, " Include friction and rotor inertia (if known)")),
      htmlItem("p", { class: "controls" }, play, jump, back, hold), said, problem,
      pictures.arms.figure,
      htmlItem("h3", {}, "Energy of the first arm"), pictures.energy.figure,
      legendItem(Object.keys(ENERGIES).map((name) => ({ name, title: ENERGY_TITLES[name], style: ENERGIES[name] }))));
    const waysBox = htmlItem("div", {}, htmlItem("h3", {}, "Distances"), pictures.ways.figure,
      legendItem(Object.keys(WAYS).map((name) => ({ name, title: WAY_TITLES[name], style: WAYS[name] }))));
    root.append(waysBox);

    // starts a simulation from a state; null ends it
    function begin(from) {
      moving?.delete();
      [moving, history, left] = [null, [], 0];
      problem.textContent = "";
      if (!from) return;
      mine = { q: from.q, qd: from.qd };
      try {
        moving =
          arm.simulation(simulationOf({ ...chosen, drives: chosen.friction ? drivesOf(arm.data) : {} }, from, held));
        start = moving.energy();
        record();
        show();
      } catch (error) {
        problem.textContent = error.message;
      }
    }

    const isMine = ({ q, qd }) => q === mine?.q && qd === mine.qd;

    // sets the state of the page and simulates from there
    function place({ q, qd }) {
      const of = { q: Float64Array.from(q), qd: Float64Array.from(qd), qdd: new Float64Array(q.length) };
      setState(of);
      begin(of);
    }

    function go() {
      if (!moving || still.matches) return;
      [last, left] = [0, 0];
      running = requestAnimationFrame(frame);
      page.running = true;
      play.textContent = "Stop";
    }

    function stop() {
      cancelAnimationFrame(running);
      if (running) setState({}); // the other panels update once it stands
      running = 0;
      page.running = false;
      play.textContent = "Start";
    }

    function frame(now) {
      if (state.arm !== arm) return stop();
      // dragged or edited meanwhile: continue from there, at rest
      if (state.q !== mine.q) setState({ qd: new Float64Array(arm.n) });
      if (!isMine(state)) begin(state);
      const due = framesDue(left, last ? (now - last) / 1000 : 0);
      [last, left] = [now, due.left];
      if (due.frames && !advance()) return stop();
      running = requestAnimationFrame(frame);
      if (due.frames) show(frames % 6 === 0);
    }

    // simulates a sixtieth of a second; false if it fails
    function advance() {
      if (!moving) return false;
      try {
        moving.advance(STEPS_OF_ARMS[chosen.arms]);
      } catch (error) {
        problem.textContent = error.message;
        return false;
      }
      if (++frames % 2 === 0) record();
      const { n } = arm;
      const [q, qd] = [moving.q, moving.qd].map((all) => all.slice(0, n));
      const rate = Float64Array.from(qd, (x, k) => (x - state.qd[k]) * FRAMES_A_SECOND);
      mine = { q, qd };
      setState({ q, qd, qdd: rate });
      return true;
    }

    function record() {
      history.push({ t: moving.t, ...energiesSince(start, moving.energy()), ...waysOf(moving.q, held) });
      if (history.length > SHOWN_FRAMES / 2) history.shift();
    }

    function show(curves = true) {
      if (!moving) return;
      drawArms();
      if (curves) drawCurves();
    }

    function drawArms() {
      const { n } = arm;
      const tools = arm.quantity("forward_kinematics", { q: moving.q }, chosen.arms);
      const tips =
        Array.from({ length: chosen.arms }, (_, k) => [tools[16 * k + 3], tools[16 * k + 7], tools[16 * k + 11]]);
      const sticks = Array.from({ length: Math.min(chosen.arms, MOST_STICKS) }, (_, k) =>
        arm.poses(moving.q.slice(k * n, k * n + n)).map((pose) => [pose[3], pose[7], pose[11]]));
      const { gravity = [0, 0, -9.81] } = state.description;
      room = widened(room, [...sticks.flat(), ...tips]);
      const [low, high] = room;
      const centre = low.map((x, j) => (x + high[j]) / 2);
      const reach = Math.hypot(...high.map((x, j) => x - low[j])) / 2;
      draws.arms = (width) => {
        const height = Math.min(420, width);
        const view = { width, height, reach: reach || 1, centre };
        const tenths = (x) => Math.round(10 * x) / 10;
        const at = (points) => seenPoints(points, gravity, view).map(([x, y]) => `${tenths(x)},${tenths(y)}`);
        const lines = sticks.map((points, k) => svgItem("path", { d: `M${at(points).join("L")}`, class: "curve",
          style: `stroke: var(--ink); stroke-width: ${k ? 1 : 4}; stroke-linecap: round; opacity: ${k ? 0.45 : 1}` }));
        const dots = at(tips).map((place) => `M${place}h0`).join("");
        return { height, label: `${inThousands(chosen.arms)} moving arms, after ${inDigits(moving.t)} s`,
          children: [...lines.reverse(), svgItem("path", { d: dots, class: "curve", style: STYLE_OF_DOTS })] };
      };
      pictures.arms.redraw();
      said.textContent = saidNow();
    }

    function saidNow() {
      const { worst, error, apart } = history.at(-1);
      const parts = [`${moving.t.toFixed(2)} s`, `energy balanced within ${inDigits(worst, 2)} J`];
      if (chosen.controller === "computed_torque") parts.push(`${inDigits(error)} from the target`);
      if (chosen.arms > 1) parts.push(`arms differ by up to ${inDigits(apart)}`);
      return `${parts.join("; ")}.`;
    }

    function drawCurves() {
      const time = { label: "time, s", low: history[0].t, high: Math.max(history.at(-1).t, history[0].t + 1) };
      const drawn = thinned(history, MOST_POINTS);
      const curvesOf = (styles, names) => names.map((name) =>
        ({ name, points: drawn.map((row) => [row.t, row[name]]), style: styles[name] }));
      draws.energy = chartOf({ curves: curvesOf(ENERGIES, Object.keys(ENERGIES)), focus: "balance", x: time,
        y: { label: "energy, J" }, label: "Energies of the first arm over time", height: 280 });
      pictures.energy.redraw();
      const rows = () => history.filter((_, k) => k % 15 === 0);
      pictures.energy.showTable(() => ["Energy of the first arm, J", ["time, s", ...Object.keys(ENERGIES)],
        rows().map((row) => [inDigits(row.t), ...Object.keys(ENERGIES).map((name) => inDigits(row[name], 4))])]);
      pictures.arms.showTable(() => ["The first arm", ["joint", "position, rad or m", "velocity, rad/s or m/s"],
        Array.from({ length: arm.n }, (_, k) => [String(k + 1), inDigits(moving.q[k], 4), inDigits(moving.qd[k], 4)])]);
      const names =
        [...(chosen.controller === "computed_torque" ? ["error"] : []), ...(chosen.arms > 1 ? ["apart"] : [])];
      waysBox.hidden = !names.length;
      if (!names.length) return;
      draws.ways = chartOf({ curves: curvesOf(WAYS, names), focus: names[0], x: time,
        y: { label: "largest of the joints, rad or m", log: true }, label: "Distances of arms over time", height: 280,
      });
      pictures.ways.redraw();
      pictures.ways.showTable(() => ["Largest of the joints, rad or m", ["time, s", ...names],
        rows().map((row) => [inDigits(row.t), ...names.map((name) => inDigits(row[name]))])]);
    }

    function respect() {
      play.hidden = still.matches;
      if (still.matches) stop();
    }
    still.addEventListener("change", respect);
    respect();

    // takes over changes of the state by other parts of the page
    function adopt(now) {
      if (!now.arm) return stop();
      const other = now.arm !== arm;
      if (other) {
        stop();
        moving?.delete();
        [moving, arm, room, held] = [null, now.arm, null, targetOf(now.description, now.q)];
        friction.disabled = !arm.data.friction;
      }
      const wished = now.simulation !== undefined && now.simulation !== asked;
      if (wished) {
        asked = now.simulation;
        Object.assign(chosen, asked);
        controller.querySelector("select").value = chosen.controller;
        arms.querySelector("select").value = String(chosen.arms);
        friction.checked = chosen.friction;
        stiffness.say();
        load.say();
      }
      // during a run, the next frame takes over dragged states
      if (!other && !wished && (running || isMine(now))) return;
      if (!running) origin = { q: now.q, qd: now.qd };
      begin(now);
    }

    return {
      update: adopt,
      close() {
        stop();
        moving?.delete();
        still.removeEventListener("change", respect);
        for (const picture of Object.values(pictures)) picture.close();
      },
    };
  },
};
