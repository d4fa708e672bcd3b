// The table of the arm: each cell is a text, and the arm is what all of them say.

import { showArm } from "./arm/opening.js";
import { reachOf } from "./arm/posture.js";
import { BODIES, withBodies, withoutBodies } from "./base/bodies.js";
import { pageData } from "./base/data.js";
import { angleText, shortNumber, typedNumber } from "./base/numbers.js";
import { buttonItem, choiceItem, htmlItem } from "./base/pictures.js";
import { followers, page, retire, setState, state } from "./base/state.js";
import { fileItem } from "./files.js";

const GEOMETRY = [["a", "m", false], ["alpha", "rad or °", true], ["d", "m", false], ["theta", "rad or °", true]];
const ALONG_Y = ["a_y", "m", false];
const SIGNS = { a: "a", a_y: "a_y", alpha: "α", d: "d", theta: "θ" };
const PRODUCTS = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]];
const XYZ = ["x", "y", "z"];
const MOST_TOLD = 8;

// with a_y where the arm has one that is not zero
export const geometryOf = ({ a_y }) => (a_y ? [GEOMETRY[0], ALONG_Y, ...GEOMETRY.slice(1)] : GEOMETRY);

// the sizes of a description beside which tiny numbers are rounding errors, by what a cell is
const SCALES = {
  mass: () => 0,
  inertia: ({ inertia }) => Math.max(...inertia.flat(2).map(Math.abs)),
  gravity: ({ gravity }) => Math.hypot(...gravity),
};

const isOfBodies = ({ name }) => BODIES.includes(name.split(" ")[0]);

// the number of a cell as it is typed, and as it is shown in six digits; nothing where the arm has none
function textsOf(cell, description) {
  const { name, angle, get } = cell;
  if (isOfBodies(cell) && withoutBodies(description)) return { full: "", shown: "" };
  const value = get(description);
  const full = angle ? angleText(value) : String(value);
  const short = shortNumber(value, angle ? 1 : (SCALES[name.split(" ")[0]] ?? reachOf)(description));
  return { full, shown: full.endsWith("°") ? full : angle ? angleText(short) : String(short) };
}

// where a cell is in a description
export const cellsOfJoint = (k, geometry) => [
  ...geometry.map(([name, , angle]) =>
    ({ key: `${name} ${k}`, name, angle, get: (d) => d[name][k], put: (d, x) => { d[name][k] = x; } })),
  { key: `mass ${k}`, name: "mass", get: (d) => d.mass[k], put: (d, x) => { d.mass[k] = x; } },
  ...XYZ.map((axis, j) =>
    ({ key: `com ${k} ${axis}`, name: `com ${axis}`, get: (d) => d.com[k][j], put: (d, x) => { d.com[k][j] = x; } })),
  ...PRODUCTS.map(([i, j]) => ({
    key: `inertia ${k} ${XYZ[i]}${XYZ[j]}`, name: `inertia ${XYZ[i]}${XYZ[j]}`,
    get: (d) => d.inertia[k][i][j], put: (d, x) => { d.inertia[k][i][j] = x; d.inertia[k][j][i] = x; },
  })),
];
const CELL_UNITS = { mass: "kg", inertia: "kgm²", gravity: "m/s²" };
const unitOfCell = ({ name, angle }) => (angle ? "" : CELL_UNITS[name.split(" ")[0]] ?? "m");
const gravityCells = XYZ.map((axis, j) =>
  ({ key: `gravity ${axis}`, name: `gravity ${axis}`, get: (d) => d.gravity[j],
    put: (d, x) => { d.gravity[j] = x; } }));

export const copyOf = (description) => JSON.parse(JSON.stringify(description));

export function makeEditor(root) {
  // texts that say no number, by cell: what is wrong with each
  const wrong = new Map();
  let [shown, fields, shape] = [null, new Map(), ""];
  const tables = htmlItem("div", { class: "tables" });
  const empty = htmlItem("p", { class: "note" },
    "This arm has no masses. With the first number that you type, the other empty fields become zero.");
  const message = htmlItem("p", { class: "problem", role: "alert", id: "arm-problem" });
  const findings = htmlItem("ul", { class: "findings", role: "status", "aria-label": "suspect data" });
  const found = htmlItem("span", { class: "note" });
  let examined = null;

  // the state takes a description once every text is a number
  const take = (description) => {
    shown = description;
    if (wrong.size) {
      const [[key, sentence]] = wrong;
      page.problem = `${saidCell(key)}: ${sentence}`;
      // the last good description stays, and the arm is away
      if (state.arm) retire(state.arm);
      setState({ arm: null });
    } else setState({ description });
  };

  const typed = (cell, field) => {
    let next = copyOf(shown);
    try {
      const number = typedNumber(field.value, { angle: cell.angle && "rad", unit: unitOfCell(cell), asks: true });
      if (isOfBodies(cell)) next = withBodies(next);
      cell.put(next, number);
      wrong.delete(cell.key);
    } catch (error) {
      wrong.set(cell.key, error.message);
    }
    take(next);
  };

  const fieldItem = (cell, label) => {
    const field = htmlItem("input", {
      type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false", "aria-label": label,
      oninput: () => typed(cell, field), onblur: () => setState({}),
      onfocus: () => { if (!wrong.has(cell.key)) field.value = textsOf(cell, shown).full; },
    });
    fields.set(cell.key, { cell, field });
    return field;
  };

  // joints are added behind the last one, like it but never at the same point, and taken away there
  const withJoints = (n) => {
    const before = copyOf(shown);
    const last = before.joints.length - 1;
    const resized = (list) => Array.from({ length: n }, (_, k) => copyOf(list[Math.min(k, last)]));
    for (const [key, value] of Object.entries(before)) {
      if (["frames", "configurations"].includes(key)) delete before[key];
      else if (["joint_names", "link_names"].includes(key)) before[key] = null;
      else if (Array.isArray(value) && !["gravity", "base", "tool"].includes(key)) before[key] = resized(value);
    }
    const joints = before.joints.padEnd(n, before.joints[last]).slice(0, n);
    for (const key of [...wrong.keys()]) if (Number(key.split(" ")[1]) >= n) wrong.delete(key);
    for (let k = last + 1; k < n; k++) if (!before.a[k] && !before.d[k]) before.a[k] = usualLength(shown);
    take({ ...before, joints });
  };

  const kindItem = (k) => {
    const other = htmlItem("select", {
      "aria-label": `kind of joint ${k + 1}`,
      onchange: () => {
        const letters = [...shown.joints];
        letters[k] = other.value;
        take({ ...copyOf(shown), joints: letters.join(""), limits: shown.limits
          && letters.map((_, i) => (i === k ? [null, null] : shown.limits[i])) });
      },
    }, htmlItem("option", { value: "R" }, "R"), htmlItem("option", { value: "P" }, "P"));
    return other;
  };

  const tableOf = (caption, heads, rows) =>
    htmlItem("div", { class: "wide", role: "region", tabindex: 0, "aria-label": caption },
      htmlItem("table", { class: "editor" }, htmlItem("caption", {}, caption),
        htmlItem("thead", {},
          htmlItem("tr", {}, ...["", ...heads].map((text) => htmlItem("th", { scope: "col" }, text)))),
        htmlItem("tbody", {}, ...rows.map((cells, k) =>
          htmlItem("tr", {}, htmlItem("th", { scope: "row" }, String(k + 1)),
            ...cells.map((cell) => htmlItem("td", {}, cell)))))));

  let kinds = [];
  const make = (description) => {
    fields = new Map();
    const joints = [...description.joints].map((_, k) => k);
    kinds = joints.map(kindItem);
    const geometry = geometryOf(description);
    const lengths = geometry.length;
    const rows = joints.map((k) => cellsOfJoint(k, geometry).map((cell) => fieldItem(cell, saidCell(cell.key))));
    tables.replaceChildren(
      tableOf(`Denavit-Hartenberg parameters${description.a_y ? ", and a_y" : ""}`,
        ["joint", ...geometry.map(([name, unit]) => `${SIGNS[name]} / ${unit}`)],
        rows.map((cells, k) => [kinds[k], ...cells.slice(0, lengths)])),
      tableOf("Masses, and centres of mass in the link frames", ["m / kg", "x / m", "y / m", "z / m"],
        rows.map((cells) => cells.slice(lengths, lengths + 4))),
      tableOf("Inertia about the centres of mass, kg m²", PRODUCTS.map(([i, j]) => `${XYZ[i]}${XYZ[j]}`),
        rows.map((cells) => cells.slice(lengths + 4))),
      htmlItem("p", { class: "controls" }, "Gravity / (m/s²): ",
        ...gravityCells.map((cell) =>
          htmlItem("label", {}, cell.name.at(-1), " ", fieldItem(cell, saidCell(cell.key))))));
  };

  const number = htmlItem("output", { "aria-live": "polite" });
  const fewer = buttonItem("Remove joint", () => withJoints(shown.joints.length - 1));
  const more = buttonItem("Add joint", () => withJoints(shown.joints.length + 1));
  const convention = choiceItem("Convention", [["standard", "standard"], ["modified", "modified"]], "standard",
    (value) => take({ ...copyOf(shown), convention: value }));
  const robots = choiceItem("Robot",
    [["", "(your own)"], ...Object.entries(pageData.robots).map(([key, robot]) => [key, robot.name || key])], "",
    (key) => key && replace(copyOf(pageData.robots[key])));
  const name = htmlItem("input",
    { type: "text", autocomplete: "off", maxlength: 200, oninput: () => take({ ...copyOf(shown), name: name.value }) });

  // an arm from elsewhere takes the place of all that was typed
  function replace(description) {
    wrong.clear();
    shown = description;
    showArm(description);
    robots.querySelector("select").value = robotOf(description);
  }

  root.append(
    htmlItem("p", { class: "controls" }, robots), fileItem(replace), message,
    htmlItem("details", { open: document.body.classList.contains("excerpt") },
      htmlItem("summary", {}, "Edit the arm ", found),
      htmlItem("p", { class: "controls" }, htmlItem("label", {}, "Name ", name), convention,
        htmlItem("span", {}, number), fewer, more),
      empty, findings, tables, htmlItem("p", { class: "note" },
        "Base, tool, motors, friction and limits are kept. Edit them as text.")));

  followers.push(() => {
    if (!wrong.size) shown = state.description;
    const key = `${shown.joints.length} ${Boolean(shown.a_y)}`;
    if (key !== shape) make(shown);
    shape = key;
    empty.hidden = !withoutBodies(shown);
    const n = shown.joints.length;
    number.textContent = n === 1 ? "1 joint" : `${n} joints`;
    [fewer.disabled, more.disabled] = [n <= 1, n >= pageData.most_joints];
    convention.querySelector("select").value = shown.convention;
    if (name !== document.activeElement) name.value = shown.name ?? "";
    kinds.forEach((kind, k) => { kind.value = shown.joints[k]; });
    message.textContent = page.problem;
    if (state.arm !== examined) {
      examined = state.arm;
      const suspect = examined ? findingsOf(examined, shown) : [];
      found.textContent = suspect.length ? `(suspect data: ${suspect.length})` : "";
      const told = suspect.slice(0, MOST_TOLD);
      if (suspect.length > MOST_TOLD) told.push(`and ${suspect.length - MOST_TOLD} more`);
      findings.replaceChildren(...told.map((text) => htmlItem("li", {}, text)));
    }
    const blamed = wrong.size ? "" : blamedCell(page.problem);
    for (const { cell, field } of fields.values()) {
      const bad = wrong.has(cell.key) || cell.key.startsWith(`${blamed} `) || cell.key === blamed;
      field.toggleAttribute("aria-invalid", false);
      if (bad) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", "arm-problem");
      } else field.removeAttribute("aria-describedby");
      const texts = textsOf(cell, shown);
      field.title = wrong.get(cell.key) ?? texts.full;
      if (wrong.has(cell.key) || field === document.activeElement) continue;
      field.value = texts.shown;
      // a number is wholly seen: without its exponent, it means another one
      field.style.minWidth = `calc(${texts.shown.length}ch + 1.3rem)`;
    }
  });
  return { replace };
}

// what the core finds suspect of an arm, as Python warns of it
function findingsOf(arm, description) {
  return arm.findings(!withoutBodies(description)).filter(({ what }) => what !== "planar inertia")
    .map(({ link, message }) => `link ${link}: ${message}`);
}

// the mean length of the links that have one, in two digits, m
function usualLength({ a, a_y = [], d }) {
  const lengths = a.map((x, k) => Math.hypot(x, a_y[k] ?? 0, d[k])).filter((x) => x > 0);
  return lengths.length ? Number((lengths.reduce((sum, x) => sum + x) / lengths.length).toPrecision(2)) : 0.5;
}

const robotOf = (description) =>
  Object.keys(pageData.robots).find((key) => pageData.robots[key].name === description.name) ?? "";

// "com 2 x" as "com x of link 3"
function saidCell(key) {
  const [name, k, axis] = key.split(" ");
  if (name === "gravity") return key;
  const place = ["mass", "com", "inertia"].includes(name) ? "link" : "joint";
  return `${[name, axis].filter(Boolean).join(" ")} of ${place} ${Number(k) + 1}`;
}

// the cell that an error of the module names, such as "mass: must not be negative, got -1 at link 2"
export function blamedCell(problem) {
  const found = /^(a|a_y|alpha|d|theta|mass|com|inertia|gravity)\b.*?(?:(?:link|joint) (\d+))?/.exec(problem);
  const numbered = /\b(?:link|joint) (\d+)/.exec(problem);
  if (!found) return "";
  return numbered ? `${found[1]} ${Number(numbered[1]) - 1}` : found[1];
}
