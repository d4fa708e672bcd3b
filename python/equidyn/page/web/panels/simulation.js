// Simulation of one arm or many: free fall, gravity compensation, or computed torque to a target.

import { movingArms } from "../arm/moving_arms.js";
import { chartOf, legendItem } from "../base/charts.js";
import { buttonItem, choiceItem, drawNothing, htmlItem, pictureItem } from "../base/pictures.js";
import { randomNumbers } from "../base/random.js";
import { page, setState, state } from "../base/state.js";
import { inDigits, inThousands } from "../base/text.js";
import { targetOf } from "./motions.js";

const FRAMES_A_SECOND = 60;
// steps per frame: fewer for more arms
const STEPS_OF_ARMS = { 1: 16, 10: 16, 100: 8, 1000: 2 };
export const NUMBERS_OF_ARMS = Object.keys(STEPS_OF_ARMS);
const APART = Math.PI / 18000; // of starts, rad or m
const SHOWN_FRAMES = 1800; // the last half minute
const FRAMES_OF_A_JUMP = 30; // half a second at once
const PACES = [["1", "1"], ["0.5", "1/2"], ["0.25", "1/4"], ["0.1", "1/10"]];
const MOST_POINTS = 300; // of a curve
export const LOADS = { min: 0, max: 10, step: 0.5 }; // kg
export const CONTROLLERS =
  { none: "none (free fall)", gravity: "gravity compensation", computed_torque: "computed torque" };
const ENERGIES = {
  kinetic: { colour: "var(--inertial)", dash: "none" },
  potential: { colour: "var(--gravity)", dash: "8 3" },
  work: { colour: "var(--velocity)", dash: "3 2" },
  dissipated: { colour: "var(--soft)", dash: "1 3" },
  pull: { colour: "var(--tip)", dash: "6 2 1 2" },
  balance: { colour: "var(--total)", dash: "none" },
};
const ALWAYS_SHOWN = ["kinetic", "potential", "balance"];
const ENERGY_TITLES = {
  kinetic: "kinetic", potential: "potential, relative to the start", work: "work of the motors",
  dissipated: "lost to friction", pull: "work of your pull",
  balance: "balance: kinetic + potential − works + lost",
};
const WAYS = {
  error: { colour: "var(--inertial)", dash: "none" },
  apart: { colour: "var(--velocity)", dash: "8 3" },
};
const WAY_TITLES = { error: "from the first arm to the target", apart: "from the first arm to the farthest" };

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

// energies of the first arm, which is pulled, since the start, and the largest balance of all arms
export function energiesSince(start, now, pull = 0) {
  const { kinetic, potential, work, dissipated } = now;
  const balance = Array.from(kinetic, (T, k) =>
    T - start.kinetic[k] + potential[k] - start.potential[k] - work[k] + dissipated[k] - (k ? 0 : pull));
  return {
    kinetic: kinetic[0], potential: potential[0] - start.potential[0], work: work[0], dissipated: dissipated[0],
    pull, balance: balance[0], worst: Math.max(...balance.map(Math.abs)),
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

// unit of positions of joints R and P
export function positionUnit(joints) {
  const units = { R: "rad", P: "m" };
  return Object.keys(units).filter((letter) => joints.includes(letter)).map((letter) => units[letter]).join(" or ");
}

// number of frames due, and the time left over; a slow page slows the motion and skips nothing
export function framesDue(left, elapsed) {
  const due = Math.floor((left + elapsed) * FRAMES_A_SECOND + 1e-3);
  return due > 1 ? { frames: 1, left: 0 } : { frames: due, left: Math.max(0, left + elapsed - due / FRAMES_A_SECOND) };
}

// at most so many items, evenly spaced, the last one included
function thinned(items, most) {
  const every = Math.ceil(items.length / most);
  return items.filter((_, k) => (items.length - 1 - k) % every === 0);
}

export const simulationPanel = {
  id: "simulation",
  title: "How does it move?",
  everyFrame: true,
  make(root) {
    const chosen = { controller: "none", arms: 1, stiffness: 100, load: 0, friction: false };
    let [arm, held, origin, mine, moving, start] = [null, null, null, null, null, null];
    let [running, last, left, frames, speed, pull, pulled, asked] = [0, 0, 0, 0, 1, 0, false, null];
    let history = [];
    const draws = { energy: drawNothing, ways: drawNothing };
    const pictures = { arms: movingArms(), energy: pictureItem("energy", (width) => draws.energy(width)),
      ways: pictureItem("distances", (width) => draws.ways(width)) };
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
      return { item: htmlItem("label", { class: key }, `${text} `, slider, said), say };
    };
    const controller = choiceItem("Actuation", Object.entries(CONTROLLERS), chosen.controller,
      (value) => { chosen.controller = value; again(); });
    const arms = choiceItem("Number of arms", NUMBERS_OF_ARMS.map((m) => [m, inThousands(m)]), "1",
      (value) => { chosen.arms = Number(value); again(); });
    const stiffness = slide("stiffness", "Gain", "1/s²", { min: 10, max: 400, step: 10 });
    const load = slide("load", "Load unknown to the controller", "kg", LOADS);
    const friction =
      htmlItem("input", { type: "checkbox", onchange: () => { chosen.friction = friction.checked; again(); } });
    const play = buttonItem("Play", () => (running ? stop() : (adopt(state), go())));
    const jump = buttonItem("Step ½ s",
      () => { stop(); adopt(state); for (let k = 0; k < FRAMES_OF_A_JUMP && advance(); k++); show(); });
    const back = buttonItem("Rewind", () => { stop(); adopt(state); if (arm) place(origin); });
    const hold = buttonItem("Set as target", () => { adopt(state); held = Float64Array.from(state.q); again(); });
    const slower = choiceItem("Speed", PACES, "1", (value) => { speed = Number(value); });
    const said = htmlItem("p", { class: "note" });
    const problem = htmlItem("p", { class: "problem", role: "alert" });
    const energyLegend = htmlItem("div");
    const energyBox = htmlItem("div", {}, htmlItem("h3", {}, "Energy of the first arm"), pictures.energy.figure,
      energyLegend);
    const waysLegend = htmlItem("div");
    const waysBox = htmlItem("div", {}, htmlItem("h3", {}, "Distances"), pictures.ways.figure, waysLegend);
    root.append(
      htmlItem("p", {}, "Pull the arm in the picture with the mouse: a spring acts at the tool. Elsewhere, the mouse "
        + "turns the view. Computed torque drives the arm to the target, initially a position near the start."),
      htmlItem("p", { class: "controls setup" }, controller, arms, stiffness.item, load.item,
        htmlItem("label", {}, friction, " Include friction and rotor inertia (if known)")),
      htmlItem("p", { class: "controls" }, play, back, jump, slower, hold), said, problem,
      htmlItem("div", { class: "halves first-wider" }, pictures.arms.figure,
        htmlItem("div", {}, energyBox, waysBox)));

    // starts a simulation from a state; null ends it
    function begin(from) {
      moving?.delete();
      [moving, history, left, pull, pulled] = [null, [], 0, 0, false];
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
      play.textContent = "Pause";
    }

    function stop() {
      cancelAnimationFrame(running);
      if (running) setState({}); // the other panels update once it stands
      running = 0;
      page.running = false;
      play.textContent = "Play";
    }

    function frame(now) {
      if (state.arm !== arm) return stop();
      // dragged or edited meanwhile: continue from there, at rest
      if (state.q !== mine.q) setState({ qd: new Float64Array(arm.n) });
      if (!isMine(state)) begin(state);
      const due = framesDue(left, last ? (speed * (now - last)) / 1000 : 0);
      [last, left] = [now, due.left];
      if (due.frames && !advance()) return stop();
      running = requestAnimationFrame(frame);
      if (due.frames) show(frames % 6 === 0);
    }

    // simulates a sixtieth of a second; false if it fails
    function advance() {
      if (!moving) return false;
      const force = pictures.arms.force();
      try {
        if (force || pulled) moving.pull(force ?? [0, 0, 0]);
        pulled = Boolean(force);
        moving.advance(STEPS_OF_ARMS[chosen.arms]);
      } catch (error) {
        problem.textContent = error.message;
        return false;
      }
      // what the motors and friction do not explain is the work of the pull
      if (force) pull += energiesSince(start, moving.energy(), pull).balance;
      if (++frames % 2 === 0) record();
      const { n } = arm;
      const [q, qd] = [moving.q, moving.qd].map((all) => all.slice(0, n));
      const rate = Float64Array.from(qd, (x, k) => (x - state.qd[k]) * FRAMES_A_SECOND);
      mine = { q, qd };
      setState({ q, qd, qdd: rate });
      return true;
    }

    function record() {
      history.push({ t: moving.t, ...energiesSince(start, moving.energy(), pull), ...waysOf(moving.q, held) });
      if (history.length > SHOWN_FRAMES / 2) history.shift();
    }

    function show(curves = true) {
      if (!moving) return;
      drawArms();
      if (curves) drawCurves();
    }

    function drawArms() {
      pictures.arms.show({ arm, description: state.description, q: moving.q, arms: chosen.arms, t: moving.t,
        target: goes() ? held : null });
      said.textContent = saidNow();
    }

    const goes = () => chosen.controller === "computed_torque";

    function saidNow() {
      const unit = positionUnit(state.description.joints);
      const { worst, error, apart } = history.at(-1);
      const parts = [`${moving.t.toFixed(2)} s`, `energy balanced within ${inDigits(worst, 2)} J`];
      if (goes()) parts.push(`${inDigits(error)} ${unit} from the target`);
      if (chosen.arms > 1) parts.push(`arms differ by up to ${inDigits(apart)} ${unit}`);
      return `${parts.join("; ")}.`;
    }

    function drawCurves() {
      const time = { label: "time, s", low: history[0].t, high: Math.max(history.at(-1).t, history[0].t + 1) };
      const drawn = thinned(history, MOST_POINTS);
      const curvesOf = (styles, names) => names.map((name) =>
        ({ name, points: drawn.map((row) => [row.t, row[name]]), style: styles[name] }));
      // what does not act here has no curve
      const acting = Object.keys(ENERGIES)
        .filter((name) => ALWAYS_SHOWN.includes(name) || history.some((row) => row[name]));
      energyBox.style.visibility = history.length > 1 ? "" : "hidden";
      energyLegend.replaceChildren(
        legendItem(acting.map((name) => ({ name, title: ENERGY_TITLES[name], style: ENERGIES[name] }))));
      draws.energy = chartOf({ curves: curvesOf(ENERGIES, acting), focus: "balance", x: time,
        y: { label: "energy, J" }, label: "Energies of the first arm over time", height: 280 });
      pictures.energy.redraw();
      const rows = () => history.filter((_, k) => k % 15 === 0);
      pictures.energy.showTable(() => ["Energy of the first arm, J", ["time, s", ...acting],
        rows().map((row) => [inDigits(row.t), ...acting.map((name) => inDigits(row[name], 4))])]);
      const unit = positionUnit(state.description.joints);
      const rates = unit.replaceAll(/rad|m/g, "$&/s");
      pictures.arms.showTable(() => ["The first arm", ["joint", `position, ${unit}`, `velocity, ${rates}`],
        Array.from({ length: arm.n }, (_, k) => [String(k + 1), inDigits(moving.q[k], 4), inDigits(moving.qd[k], 4)])]);
      const names =
        [...(goes() ? ["error"] : []), ...(chosen.arms > 1 ? ["apart"] : [])];
      waysBox.hidden = !names.length;
      if (!names.length) return;
      draws.ways = chartOf({ curves: curvesOf(WAYS, names), focus: names[0], x: time,
        y: { label: `largest of the joints, ${unit}`, log: true }, label: "Distances of arms over time", height: 280,
      });
      pictures.ways.redraw();
      waysLegend.replaceChildren(
        legendItem(names.map((name) => ({ name, title: WAY_TITLES[name], style: WAYS[name] }))));
      pictures.ways.showTable(() => [`Largest of the joints, ${unit}`, ["time, s", ...names],
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
        pictures.arms.forget();
        [moving, arm, held] = [null, now.arm, targetOf(now.description, now.q)];
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
