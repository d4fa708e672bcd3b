// A tour of twelve steps: each sets the state of the page and shows a sentence and a task. A link opens a step,
// #step=5, also with an arm.

import { pageData } from "./base/data.js";
import { FORMAT } from "./base/formats.js";
import { LabInput } from "./base/module.js";
import { buttonItem, htmlItem } from "./base/pictures.js";
import { setState } from "./base/state.js";
import { copyOf } from "./editor.js";

// a bar rotates on a disc, and a ball slides along it
const DISC = {
  format: FORMAT, convention: "standard", joints: "RP", a: [0, 0], alpha: [Math.PI / 2, 0], d: [0, 0.4], theta: [0, 0],
  mass: [2, 1], com: [[0, 0, 0], [0, 0, 0]],
  inertia: [[[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.1]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]],
  gravity: [0, 0, -9.81], name: "a ball on a rotating disc",
};

// where the controls are that several steps ask for
const LENGTHS = "#editor [aria-label^=Denavit]";
const MISTAKE = "#own label:has(select)";

export const TOUR = [
  {
    title: "Is this my arm?", robot: "puma560", control: LENGTHS, q: [0, 0.7, -1.2, 0, 0.5, 0],
    sentence: "Four numbers locate each joint axis, and ten describe the mass distribution of each link. "
      + "Everything below is computed from this table.",
    task: "Which number is the length of the upper arm? Change it and look at the picture.",
  },
  {
    title: "Which torques hold it?", robot: "puma560", control: "#joints .wide", q: [0, 0, -1.57, 0, 0, 0],
    sentence: "Inverse dynamics computes the torques of a given motion. At rest, they are due to gravity alone.",
    task: "Find a position in which joint 2 needs no torque at rest. Where is the centre of mass of the links that it "
      + "carries?",
  },
  {
    title: "Standard or modified?", robot: "puma560", control: "#editor label:has([value=modified])",
    q: [0.4, 0.7, -1.2, 0, 0.5, 0],
    sentence: "The same table can be read in two ways: with frames at the far ends of the links, or at their joints. "
      + "Papers do not always say which.",
    task: "Switch the convention and keep the numbers. Which links move? Which arms look the same in both conventions?",
  },
  {
    title: "Do they agree?", robot: "puma560", panel: "agreement", control: "#editor [aria-label^=Masses]",
    formulation: "lagrange_euler_literal",
    sentence: "Newton-Euler goes from link to link, and Lagrange differentiates energies. Both give the same torques, "
      + "up to rounding.",
    task: "Change masses and, in the table above them, lengths. Can you make a formulation disagree by more "
      + "than 450 eps? If so, why?",
  },
  {
    title: "What does a wrong one look like?", robot: "puma560", panel: "own", control: MISTAKE,
    formulation: "newton_euler",
    sentence: "A missing term is at least ten orders of magnitude larger than rounding. The states in which it shows "
      + "tell you which term it is.",
    task: "Insert the error “a forgotten gyroscopic term”. In which states does it show, and from which link on? Then "
      + "give every link the inertia of a ball: does it still show?",
  },
  {
    title: "What does a rider on a turning disc not see?", description: DISC, panel: "own",
    control: MISTAKE, formulation: "newton_euler", q: [0, 0.1],
    sentence: "A ball slides along a bar on a rotating disc. Seen from the disc, it moves straight. Seen from the "
      + "ground, it also accelerates sideways, by twice the product of both velocities.",
    task: "Insert the error “a forgotten factor 2”. Which joint shows it? Which would show it if the disc did not "
      + "rotate?",
  },
  {
    title: "What does each one cost?", robot: "puma560", panel: "counts", control: LENGTHS,
    formulation: "minimal_newton_euler",
    sentence: "Operations are counted in the code that runs, for this arm. Right angles and zeros in the table reduce "
      + "them.",
    task: "Change one twist from 90 to 80 degrees. How many more multiplications does each formulation need?",
  },
  {
    title: "How does the time grow?", robot: "puma560", panel: "times", control: "#times .controls button",
    formulation: "lagrange_euler",
    sentence: "The time of recursions grows as n, of sums over pairs of links as n², and of Lagrange's equations term "
      + "by term as n⁴.",
    task: "Click “Measure”. From which n on is Kane faster than Lagrange-Euler? Do the counted polynomials say the "
      + "same?",
  },
  {
    title: "Which formulations lose digits?", robot: "puma560", panel: "rounding",
    control: "#rounding label:has(select)", formulation: "newton_euler",
    sentence: "Each operation rounds to sixteen digits. Many operations lose less than one difference of two large "
      + "numbers.",
    task: "Select the lift as the test. Which formulations do not depend on the height, and what do their equations "
      + "never use?",
  },
  {
    title: "What is a torque made of?", robot: "puma560", panel: "breakdown",
    control: "#breakdown label:has([type=range])", q: [0, 0.7, -1.2, 0, 0.5, 0],
    sentence: "The torque of a motion is a sum of terms: acceleration, velocity, and gravity.",
    task: "Halve the duration of the motion. Which terms grow, and by which factor? For which duration is the "
      + "velocity term a quarter of gravity?",
  },
  {
    title: "How does the arm fall?", robot: "puma560", panel: "simulation",
    control: "#simulation .controls :is(button:first-child, label:nth-child(2))",
    simulation: { controller: "none", arms: 1, load: 0 },
    sentence: "Forward dynamics computes the motion from the torques. Without friction and motors, the energy is "
      + "constant.",
    task: "Let it fall. Is the energy constant? Then let a thousand arms fall, whose positions differ by 0.01°: when "
      + "do they separate?",
  },
  {
    title: "Does computed torque work with a wrong model?", robot: "puma560", panel: "simulation",
    control: "#simulation label:has([type=range])",
    simulation: { controller: "computed_torque", arms: 1, load: 0 },
    sentence: "A controller that knows the arm cancels its dynamics. No model is exact.",
    task: "Add a load that the controller does not know. How large is the error at rest, and what changes when you "
      + "double the gains?",
  },
];

// the step in an address, from 1; 0 without one
export function stepOfAddress(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, "")).get("step");
  const step = /^\d{1,2}$/.test(asked ?? "") ? Number(asked) : 0;
  return step <= TOUR.length ? step : 0;
}

// what is wrong with the step of an address
export function problemOfStep(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, "")).get("step") ?? "";
  if (["", "0"].includes(asked) || stepOfAddress(hash)) return "";
  return `step of the link: expected 1 to ${TOUR.length}, got ${LabInput.shown(asked)}`;
}

// the fragment of an address with another step, or without one; the rest stays
export function fragmentWith(hash, step) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (step) parts.set("step", step);
  else parts.delete("step");
  return `#${parts}`;
}

// sets the state of a step; an arm in the address stays for all steps
function showStep(step, replace) {
  const { robot, description, q, panel, control, formulation, simulation } = step;
  const asked = new URLSearchParams(location.hash.slice(1));
  const own = asked.has("arm") || asked.has("robot");
  if (!own) replace({ ...pageData.defaults, ...copyOf(description ?? pageData.robots[robot]) });
  if (q && !own) setState({ q: Float64Array.from(q) });
  setState({ step: 0, ...(formulation && { formulation }), ...(simulation && { simulation: { ...simulation } }) });
  for (const each of document.querySelectorAll(".panel")) each.classList.toggle("asked-panel", each.id === panel);
  const { classList } = document.querySelector("main");
  classList.toggle("beside-panel", Boolean(panel));
  classList.toggle("within-panel", control.startsWith(`#${panel} `));
  scrollTo(0, 0);
}

const NOWHERE = ":not(*)";
const FRAMES_UNTIL_SETTLED = 90;

// outlines the controls that a step asks for, and keeps them in the window until their panel is complete, or the user
// does something
function makePointer() {
  let [frame, left, selector] = [0, 0, ""];
  const stop = () => cancelAnimationFrame(frame);
  const look = () => {
    const found = [...document.querySelectorAll(selector)];
    for (const each of document.querySelectorAll(".asked")) if (!found.includes(each)) each.classList.remove("asked");
    for (const each of found.reverse()) {
      each.classList.add("asked");
      for (let box = each.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
      each.scrollIntoView({ block: "nearest" });
    }
    if (left-- > 0) frame = requestAnimationFrame(look);
  };
  for (const kind of ["wheel", "pointerdown", "keydown", "touchstart"]) addEventListener(kind, stop, { passive: true });
  return (asked) => {
    stop();
    [selector, left] = [asked, FRAMES_UNTIL_SETTLED];
    look();
  };
}

// the box of the tour at the lower edge of the window
export function makeTour(root, replace) {
  let step = 0;
  const [title, sentence, task] = ["h2", "p", "p"].map((kind) => htmlItem(kind));
  task.className = "task";
  const number = htmlItem("span", { class: "note" });
  const before = buttonItem("Back", () => go(step - 1));
  const after = buttonItem("Next", () => go(step + 1));
  const link = htmlItem("a", {}, "Link to this step");
  const presenter =
    htmlItem("button", { type: "button", "aria-pressed": "false", onclick: () => present() }, "Large type");
  const box = htmlItem("section", { class: "tour", "aria-label": "Tour", hidden: true },
    htmlItem("div", { "aria-live": "polite" }, title, sentence, task),
    htmlItem("nav", { "aria-label": "Steps of the tour" }, before, number, after, link, presenter,
      buttonItem("End", () => go(0))));
  root.append(box);
  const pointAt = makePointer();
  const { documentElement } = document;
  // in the next frame: a change of sizes within the callback would be one too many
  new ResizeObserver(() => requestAnimationFrame(
    () => documentElement.style.setProperty("--tour", `${box.offsetHeight}px`))).observe(box);

  function present(on = !documentElement.classList.contains("presenting")) {
    documentElement.classList.toggle("presenting", on);
    presenter.setAttribute("aria-pressed", String(on));
    dispatchEvent(new Event("resize"));
  }

  // opens a step and writes it into the address
  function go(next) {
    if (next < 0 || next > TOUR.length) return;
    // a page within a page has no address
    if (location.protocol !== "about:") history.replaceState(null, "", fragmentWith(location.hash, next));
    open(next);
  }

  function open(next) {
    step = next;
    box.hidden = !step;
    documentElement.classList.toggle("touring", Boolean(step));
    if (!step) {
      pointAt(NOWHERE);
      return present(false);
    }
    const now = TOUR[step - 1];
    title.textContent = now.title;
    sentence.textContent = now.sentence;
    task.textContent = now.task;
    number.textContent = `${step} of ${TOUR.length}`;
    before.disabled = step === 1;
    after.disabled = step === TOUR.length;
    link.href = fragmentWith(location.hash, step);
    showStep(now, replace);
    pointAt(now.control);
  }

  // the keys of a presenter's remote
  addEventListener("keydown", (event) => {
    const way = { PageDown: 1, PageUp: -1 }[event.key];
    if (!way || !step || !documentElement.classList.contains("presenting")) return;
    event.preventDefault();
    if (step + way >= 1) go(step + way);
  });
  return {
    begin: () => go(1),
    follow() {
      const asked = stepOfAddress(location.hash);
      if (asked !== step) open(asked);
    },
  };
}
