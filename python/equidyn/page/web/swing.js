// All joints oscillate about the middles of their ranges, each at its own rate.

import { rangeOfJoint } from "./arm/posture.js";
import { buttonItem } from "./base/pictures.js";
import { page, setState, state } from "./base/state.js";
import { SLID } from "./joints.js";

const SWUNG = 0.8; // of half the range
const PRESS = 0.5; // s, with reduced motion

// the state at a time in seconds
function swungState(description, t) {
  const n = description.joints.length;
  const [q, qd, qdd] = [1, 2, 3].map(() => new Float64Array(n));
  for (let k = 0; k < n; k++) {
    const [low, high] = rangeOfJoint(description, k);
    const rate = 0.7 + 0.17 * k;
    const most = SLID.qd[description.joints[k]] / 2;
    const amplitude = SWUNG * Math.min((high - low) / 2, most / rate);
    q[k] = (low + high) / 2 + amplitude * Math.sin(rate * t);
    qd[k] = amplitude * rate * Math.cos(rate * t);
    qdd[k] = -amplitude * rate ** 2 * Math.sin(rate * t);
  }
  return { q, qd, qdd };
}

// the button that starts and stops it; any other motion of the arm stops it too
export function makeSwing() {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let [frame, last, t, before] = [0, null, 0, null];
  const stop = () => {
    cancelAnimationFrame(frame);
    [frame, last, before] = [0, null, null];
    button.setAttribute("aria-pressed", "false");
  };
  const put = () => {
    last = swungState(page.shown.description, t);
    setState(last);
  };
  const moved = () => !state.arm || Object.entries(last).some(([name, list]) => state[name] !== list);
  const step = (now) => {
    if (last && moved()) return stop();
    t += before === null ? 0 : (now - before) / 1000;
    before = now;
    put();
    frame = requestAnimationFrame(step);
  };
  const button = buttonItem("Swing", () => {
    if (frame) return stop();
    if (!state.arm) return;
    if (still.matches) {
      t += PRESS;
      return put();
    }
    button.setAttribute("aria-pressed", "true");
    frame = requestAnimationFrame(step);
  });
  button.setAttribute("aria-pressed", "false");
  return button;
}
