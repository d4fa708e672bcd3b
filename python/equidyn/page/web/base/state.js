// The state of the page, and the functions that follow its changes.

import { withBodies, withoutBodies } from "./bodies.js";
import { pageData } from "./data.js";

export const state = {
  description: pageData.description,
  arm: null,
  q: new Float64Array(0),
  qd: new Float64Array(0),
  qdd: new Float64Array(0),
  formulation: "newton_euler",
  step: 0, // of the recursion, from 1; 0 for none
  gravity: null, // its size, m/s²; null for that of the arm
  payload: 0, // kg, a point at the origin of the tool frame
};

// the module, the last valid arm as it is drawn and as it was given, the error of the current one, whether a simulation
// runs, and the formulations to compare if an address names them
export const page = { lab: null, shown: null, problem: "", running: false, compared: null };

// the formulations that panels compare: all of them, or those that an address names
export const comparedFormulations = () =>
  page.lab.formulations.filter(({ name }) => !page.compared || page.compared.includes(name));

// functions of the state, called once per frame after a change
export const followers = [];

// arms are deleted late, since work in slices may still use them
const MOST_RETIRED = 32;
const retired = [];

export function retire(arm) {
  retired.push(arm);
  if (retired.length > MOST_RETIRED) retired.shift().delete();
}

function takeArm() {
  if (state.arm) retire(state.arm);
  state.arm = null;
  page.problem = "";
  try {
    state.arm = page.lab.arm(withBodies(state.description));
  } catch (error) {
    page.problem = error.message;
    return;
  }
  if (String(page.shown?.description.gravity) !== String(state.description.gravity)) state.gravity = null;
  page.shown = { arm: state.arm, description: withBodies(state.description), given: state.description };
  // without masses, there is no recursion
  if (withoutBodies(state.description)) Object.assign(state, { step: 0, payload: 0 });
  const { n } = state.arm;
  for (const name of ["q", "qd", "qdd"])
    if (state[name].length !== n) state[name] = Float64Array.from({ length: n }, (_, k) => state[name][k] ?? 0);
}

// the last arm with another gravity or a payload, and its ingredients
let loaded = { madeOf: [], arm: null };

// the arm with the chosen gravity and payload; null while the input is invalid
export function loadedArm() {
  const { arm, gravity, payload } = state;
  if (!arm || (gravity === null && !payload)) return arm;
  const madeOf = [arm, gravity, payload];
  if (madeOf.some((each, k) => each !== loaded.madeOf[k])) {
    if (loaded.arm) retire(loaded.arm);
    const [size, vector] = [Math.hypot(...arm.data.gravity), arm.data.gravity];
    const chosen = size ? vector.map((x) => (x * gravity) / size) : [0, 0, -gravity];
    const pulled = gravity === null ? arm : arm.withGravity(chosen);
    loaded = { madeOf, arm: pulled.withPayload({ mass: payload }) };
    if (pulled !== arm) retire(pulled);
  }
  return loaded.arm;
}

let frame = 0;

// an error of one follower, such as an overflow, is shown, and the others continue
function follow() {
  frame = 0;
  const troubles = new Set();
  for (const follower of followers) {
    try {
      follower(state);
    } catch (error) {
      troubles.add(error.message);
    }
  }
  document.getElementById("trouble").textContent = [...troubles].join("; ");
}

// changes the state; the followers run in the next frame
export function setState(changes) {
  Object.assign(state, changes);
  if (page.lab && "description" in changes && !("arm" in changes)) takeArm();
  if (!frame) frame = requestAnimationFrame(follow);
}
