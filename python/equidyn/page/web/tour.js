// A tour of twelve steps: each sets the page, says a sentence and asks something. A link opens a step: #step=5, also
// beside an arm.

import { pageData } from "./data.js";
import { copyOf } from "./editor.js";
import { FORMAT } from "./formats.js";
import { buttonItem, htmlItem } from "./panels/pictures.js";
import { setState } from "./state.js";

// a slide turns on a disc, and a ball slides on it: a link that only turns, and one that slides across
const DISC = {
  format: FORMAT, convention: "standard", joints: "RP", a: [0, 0], alpha: [Math.PI / 2, 0], d: [0, 0.4], theta: [0, 0],
  mass: [2, 1], com: [[0, 0, 0], [0, 0, 0]],
  inertia: [[[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.1]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]],
  gravity: [0, 0, -9.81], name: "a ball on a turning disc",
};

export const TOUR = [
  {
    title: "Is this my arm?", robot: "puma560", q: [0, 0.7, -1.2, 0, 0.5, 0],
    sentence: "An arm is a table: four numbers place each joint axis, ten say what each link weighs. All that "
      + "follows is about this table.",
    task: "Which number is the length of the upper arm? Change it, and look at the picture.",
  },
  {
    title: "Which torques hold it?", robot: "puma560", panel: "breakdown", q: [0, 0, -1.57, 0, 0, 0],
    sentence: "Inverse dynamics goes from motion to torque. At rest, all of it is gravity.",
    task: "Find a position in which joint 2 needs no torque at rest. What is above what there?",
  },
  {
    title: "Standard or modified?", robot: "puma560", q: [0.4, 0.7, -1.2, 0, 0.5, 0],
    sentence: "The same table can be read in two ways: frames at the far ends of the links, or at their joints. "
      + "Papers do not always say which.",
    task: "Switch the convention and keep the numbers. Which links have moved? Which arms look the same either way?",
  },
  {
    title: "Do they agree?", robot: "puma560", panel: "agreement", formulation: "lagrange_euler_literal",
    sentence: "Newton and Euler go from link to link, Lagrange differentiates energies. They give the same torques, "
      + "but for the last bits.",
    task: "Drag masses and lengths. Can you make any of them disagree by more than 450 eps? If so, whose fault is it?",
  },
  {
    title: "What does a wrong one look like?", robot: "puma560", panel: "agreement", formulation: "newton_euler",
    sentence: "A forgotten term is no rounding: it is off by ten powers of ten and more. The states in which it "
      + "shows tell which term it is.",
    task: "Plant the forgotten gyroscopic term. In which states is it noticed, and from which link on? Then give "
      + "every link the tensor of a ball: who notices now?",
  },
  {
    title: "What does a rider on a turning disc not see?", description: DISC, panel: "agreement",
    formulation: "newton_euler", q: [0, 0.1],
    sentence: "A ball slides along a turning slide. To the rider it moves straight on; from the ground it is "
      + "accelerated, by twice the product of both velocities.",
    task: "Plant the forgotten factor 2. Which joint notices? Which would notice if the disc stood still?",
  },
  {
    title: "What does each one cost?", robot: "puma560", panel: "counts", formulation: "minimal_newton_euler",
    sentence: "The operations are counted from the code that runs, on this arm. Right angles and zeros of the table "
      + "make them fewer.",
    task: "Turn one twist from 90 to 80 degrees. How many multiplications does that cost each formulation?",
  },
  {
    title: "How does the time grow?", robot: "puma560", panel: "times", formulation: "lagrange_euler",
    sentence: "Recursions grow as n, sums over pairs of links as n², Lagrange's equations term by term as n⁴.",
    task: "Measure. From which n on is Kane cheaper than Lagrange and Euler? Does the counted polynomial say the same?",
  },
  {
    title: "Who loses digits?", robot: "puma560", panel: "rounding", formulation: "newton_euler",
    sentence: "Each operation rounds to sixteen digits. Many operations hurt less than one difference of two large "
      + "numbers.",
    task: "Put the arm on a lift. Which formulations do not mind the height, and what do their equations never use?",
  },
  {
    title: "What is a torque made of?", robot: "puma560", panel: "breakdown", q: [0, 0.7, -1.2, 0, 0.5, 0],
    sentence: "The torque of a motion is a sum: of accelerations, of velocities, and of gravity.",
    task: "Halve the time of the motion. Which parts grow, and how many times? At which time are velocities worth a "
      + "quarter of gravity?",
  },
  {
    title: "What moves when nobody holds the arm?", robot: "puma560", panel: "simulation",
    simulation: { controller: "none", arms: 1, load: 0 },
    sentence: "Forward dynamics goes from torque to motion. Without friction and motors the energy must stay what "
      + "it was.",
    task: "Let it fall. Does the energy stay? Then let a thousand arms fall that differ by a hundredth of a degree: "
      + "when do they part?",
  },
  {
    title: "Does computed torque follow when the model is wrong?", robot: "puma560", panel: "simulation",
    simulation: { controller: "computed_torque", arms: 1, load: 0 },
    sentence: "A controller that knows the arm cancels its dynamics. The model never is the robot.",
    task: "Put a load into the hand that the model does not know. How large is the error at rest, and what does "
      + "doubling the gains do?",
  },
];

// the step that an address asks for, from 1; 0 where it asks for none
export function stepOfAddress(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, "")).get("step");
  const step = /^\d{1,2}$/.test(asked ?? "") ? Number(asked) : 0;
  return step <= TOUR.length ? step : 0;
}

// the fragment of an address with a step, or without one; what else it holds stays
export function fragmentWith(hash, step) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (step) parts.set("step", step);
  else parts.delete("step");
  return `#${parts}`;
}

// puts the page into the state of a step; an arm of the address stays the arm of all steps
function showStep(step, replace) {
  const { robot, description, q, panel, formulation, simulation } = step;
  const asked = new URLSearchParams(location.hash.slice(1));
  const own = asked.has("arm") || asked.has("robot");
  if (!own) replace({ ...pageData.defaults, ...copyOf(description ?? pageData.robots[robot]) });
  if (q && !own) setState({ q: Float64Array.from(q) });
  setState({ step: 0, ...(formulation && { formulation }), ...(simulation && { simulation: { ...simulation } }) });
  document.getElementById(panel ?? "stage").scrollIntoView({ block: "start" });
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

  function present(on = !document.documentElement.classList.contains("presenting")) {
    document.documentElement.classList.toggle("presenting", on);
    presenter.setAttribute("aria-pressed", String(on));
    dispatchEvent(new Event("resize"));
  }

  // opens a step, which the address says from then on
  function go(next) {
    if (next < 0 || next > TOUR.length) return;
    // a page within a page has no address
    if (location.protocol !== "about:") history.replaceState(null, "", fragmentWith(location.hash, next));
    open(next);
  }

  function open(next) {
    step = next;
    box.hidden = !step;
    if (!step) return present(false);
    const now = TOUR[step - 1];
    title.textContent = now.title;
    sentence.textContent = now.sentence;
    task.textContent = now.task;
    number.textContent = `${step} of ${TOUR.length}`;
    before.disabled = step === 1;
    after.disabled = step === TOUR.length;
    link.href = fragmentWith(location.hash, step);
    showStep(now, replace);
  }

  // the keys of a presenter's remote
  addEventListener("keydown", (event) => {
    const way = { PageDown: 1, PageUp: -1 }[event.key];
    if (!way || !step || !document.documentElement.classList.contains("presenting")) return;
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
