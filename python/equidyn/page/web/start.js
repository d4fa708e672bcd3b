// Entry of the page: creates its parts and loads the module.

import { camera } from "./arm/camera.js";
import { layers } from "./arm/drawing.js";
import { showGoodArm } from "./arm/opening.js";
import { rangeOfJoint } from "./arm/posture.js";
import { withoutBodies } from "./base/bodies.js";
import { pageData } from "./base/data.js";
import { fromBase64, through } from "./base/formats.js";
import { Lab } from "./base/module.js";
import { buttonItem, choiceItem, htmlItem } from "./base/pictures.js";
import { randomNumbers } from "./base/random.js";
import { comparedFormulations, followers, loadedArm, page, setState, state } from "./base/state.js";
import { makeEditor } from "./editor.js";
import { askedOf, askedParts, beginExcerpt, followAddress, knownFormulations } from "./excerpt.js";
import { makeJoints } from "./joints.js";
import { makeKernel } from "./kernel.js";
import { makeLesson, namedNumbers, namedSliders } from "./lesson.js";
import { panels } from "./panels/all.js";
import { makePlayer } from "./player.js";
import { makeShare, slideButtons } from "./share.js";
import { fitView, makeStage } from "./stage.js";
import { makeSteps } from "./steps.js";
import { makeSwing } from "./swing.js";
import { makeTextBox } from "./text_box.js";
import { makeTour, problemOfStep } from "./tour.js";
import { makeView } from "./view.js";

const byId = (id) => document.getElementById(id);

function makeLayers() {
  const names =
    { frames: "frames", masses: "centres of mass", ellipsoids: "inertia ellipsoids", floor: "floor and gravity" };
  const boxes = Object.entries(names).map(([key, text]) => {
    const box = htmlItem("input", { type: "checkbox", checked: layers[key], onchange: () => {
      layers[key] = box.checked;
      setState({});
    } });
    return htmlItem("label", {}, box, ` ${text}`);
  });
  return htmlItem("p", { class: "controls layers" }, ...boxes);
}

function makeControls(root, picture) {
  const said = htmlItem("span", { class: "note", role: "status" });
  root.append(htmlItem("p", { class: "controls" },
    buttonItem("Fit", fitView),
    ...slideButtons(() => picture, (text) => { said.textContent = text; }),
    buttonItem("At rest",
      () => setState({ qd: new Float64Array(state.qd.length), qdd: new Float64Array(state.qdd.length) })),
    buttonItem("Random state", () => {
      camera.ball = null;
      setState(randomState(page.shown.description));
    }),
    makeSwing(), makeView(), said));
}

let drawnStates = 0;

// the same sequence on every machine
function randomState(description) {
  const next = randomNumbers(++drawnStates);
  const n = description.joints.length;
  const between = (range) => range[0] + next() * (range[1] - range[0]);
  const q = Float64Array.from({ length: n }, (_, k) => between(rangeOfJoint(description, k)));
  const [qd, qdd] = [1, 2].map((most) => Float64Array.from({ length: n }, () => between([-most, most])));
  return { q, qd, qdd };
}

// the name of the arm, as the title of the page
function followName() {
  const { name } = page.shown?.description ?? state.description;
  byId("title").textContent = name || "A serial arm";
  document.title = `${name || "A serial arm"}: equidyn laboratory`;
}

function makeFocus(root) {
  const lists = comparedFormulations().map(({ name, title }) => [name, title]);
  const choice = choiceItem("Formulation", lists, state.formulation, (formulation) => setState({ formulation }));
  const refused = htmlItem("span", { class: "problem", role: "status" });
  root.prepend(htmlItem("p", { class: "controls formulation" }, choice, refused));
  followers.push(() => {
    choice.querySelector("select").value = state.formulation;
    refused.textContent = loadedArm()?.refusals[state.formulation] ?? "";
  });
}

const REST_WHILE_RUNNING = 400; // ms

// panels that need no masses say so by `kinematic`
const NO_MASSES = "This arm has no masses: enter them in “Edit the arm” to see torques.";

const lacksMasses = () => Boolean(page.shown) && withoutBodies(page.shown.given);

// a sentence in place of all that needs the masses of the arm
function makeMasslessNote(root) {
  const note = htmlItem("p", { class: "note no-masses", role: "status" });
  root.append(note);
  followers.push(() => { note.textContent = lacksMasses() ? NO_MASSES : ""; });
}

// a panel is created when it is first visible, and follows the state while it is visible; during a simulation only now
// and then, unless it wants every frame
function placePanel({ id, title, make, everyFrame = false, kinematic = false }, root) {
  const body = htmlItem("div", { class: "unmade" });
  const classes = kinematic ? "panel" : "panel dynamic";
  const section = htmlItem("section", { class: classes, id, "aria-labelledby": `${id}-title` },
    htmlItem("h2", { id: `${id}-title` }, title), body);
  root.append(section);
  let [panel, seen, late, failed, updated] = [null, false, true, false, -Infinity];
  const update = () => {
    if (failed || !page.lab || (!kinematic && lacksMasses())) return;
    try {
      panel ??= make(body, page.lab);
      body.className = "";
      panel.update(state);
      late = false;
      updated = performance.now();
    } catch (error) {
      failed = true;
      body.replaceChildren(htmlItem("p", { class: "problem", role: "alert" },
        `${title} could not be shown: ${error.message}`));
    }
  };
  followers.push(() => {
    late = true;
    const rests = page.running && !everyFrame && performance.now() < updated + REST_WHILE_RUNNING;
    if (seen && !rests) update();
  });
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    if (seen && late) update();
  }, { rootMargin: "200px" }).observe(section);
  addEventListener("beforeprint", () => late && update());
}

// the sliders and numbers of a lesson, null without them
function lessonOfAddress(askedFor) {
  const read = (name, named) =>
    askedFor(name, (hash) => (askedOf(hash).has(name) ? named(askedOf(hash).get(name)) : null), null);
  const [sliders, numbers] = [read("sliders", namedSliders), read("numbers", namedNumbers)];
  return sliders || numbers ? { sliders: sliders ?? [], numbers: numbers ?? [] } : null;
}

// the browser paints the page before the scripts take their time
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

async function start() {
  await painted();
  // wrong parts of the address are reported and ignored
  const wrong = [];
  const askedFor = (name, read, otherwise) => {
    try {
      return read(location.hash) ?? otherwise;
    } catch (error) {
      wrong.push(`${name} of the link: ${error.message}`);
      return otherwise;
    }
  };
  const chosen = askedFor("show", askedParts, pageData.show);
  document.body.classList.toggle("excerpt", chosen !== null);
  if (chosen) beginExcerpt();
  const shows = (part) => !chosen || chosen.includes(part);
  const lesson = lessonOfAddress(askedFor);
  const small = askedOf(location.hash).get("small");
  document.body.classList.toggle("small", Boolean(lesson) || small !== null);
  document.body.dataset.small = small ?? "";
  if (shows("arm") && lesson) {
    makeStage(byId("stage"));
    makeLesson(byId("joints"), lesson);
  } else if (shows("arm")) {
    makeControls(byId("controls"), makeStage(byId("stage")));
    makePlayer(byId("player"));
    if (!chosen) byId("controls").prepend(makeLayers());
    makeJoints(byId("joints"));
  }
  followers.push(() => document.body.classList.toggle("massless", lacksMasses()));
  if (shows("editor") || panels.some(({ id, kinematic }) => shows(id) && !kinematic))
    makeMasslessNote(byId(shows("arm") ? "joints" : "panels"));
  if (shows("recursion")) makeSteps(byId("steps"));
  const editor = shows("editor") ? makeEditor(byId("editor")) : { replace: showGoodArm };
  if (shows("text")) makeTextBox(byId("text"), editor);
  for (const panel of panels) if (shows(panel.id)) placePanel(panel, byId("panels"));
  if (chosen && document.body.classList.contains("small"))
    makeShare(document.querySelector("main"), !chosen.includes("wrong_one"));
  const bytes = await through(new DecompressionStream("gzip"), fromBase64(byId("module").textContent.trim()));
  page.lab = await Lab.load(bytes);
  page.compared = askedFor("formulations", (hash) => knownFormulations(askedOf(hash).get("formulations")), null);
  if (shows("arm") && !lesson) makeFocus(byId("joints"));
  editor.replace(state.description);
  if (pageData.state && state.arm)
    setState(Object.fromEntries(Object.entries(pageData.state).map(([name, list]) => [name, Float64Array.from(list)])));
  if (!chosen) followers.push(followName);
  const tour = chosen ? null : makeTour(document.querySelector("main"), editor.replace);
  if (tour) byId("take-tour").addEventListener("click", tour.begin);
  const followAll = async () => {
    const problems = [...wrong, tour && problemOfStep(location.hash), await followAddress(editor.replace)];
    byId("failure").textContent = problems.filter(Boolean).join("; ");
    tour?.follow();
  };
  await followAll();
  const made = whatIsMade(location.hash);
  addEventListener("hashchange",
    ({ newURL }) => (whatIsMade(new URL(newURL).hash) === made ? followAll() : location.reload()));
  makeKernel(editor);
  document.documentElement.dataset.ready = "true";
}

// the parts of an address that are read only once, when the page is created
const READ_ONCE = ["show", "formulations", "sliders", "numbers", "small"];
const whatIsMade = (hash) => READ_ONCE.map((name) => askedOf(hash).get(name)).join(" ");

start().catch((error) => {
  byId("failure").textContent = `The laboratory could not start: ${error.message}`;
});
