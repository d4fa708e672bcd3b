// The table of the arm: each cell is a text, and the arm is what all of them say.

const GEOMETRY = [["a", "m", false], ["alpha", "rad or °", true], ["d", "m", false], ["theta", "rad or °", true]];
const ALONG_Y = ["a_y", "m", false];
const SIGNS = { a: "a", a_y: "a_y", alpha: "α", d: "d", theta: "θ" };
const PRODUCTS = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]];
const XYZ = ["x", "y", "z"];

// with a_y where the arm has one that is not zero
const geometry_of = ({ a_y }) => (a_y ? [GEOMETRY[0], ALONG_Y, ...GEOMETRY.slice(1)] : GEOMETRY);

// where a cell is in a description
const cells_of_joint = (k, geometry) => [
  ...geometry.map(([name, , angle]) => ({ key: `${name} ${k}`, name, angle, get: (d) => d[name][k], put: (d, x) => { d[name][k] = x; } })),
  { key: `mass ${k}`, name: "mass", get: (d) => d.mass[k], put: (d, x) => { d.mass[k] = x; } },
  ...XYZ.map((axis, j) => ({ key: `com ${k} ${axis}`, name: `com ${axis}`, get: (d) => d.com[k][j], put: (d, x) => { d.com[k][j] = x; } })),
  ...PRODUCTS.map(([i, j]) => ({
    key: `inertia ${k} ${XYZ[i]}${XYZ[j]}`, name: `inertia ${XYZ[i]}${XYZ[j]}`,
    get: (d) => d.inertia[k][i][j], put: (d, x) => { d.inertia[k][i][j] = x; d.inertia[k][j][i] = x; },
  })),
];
const gravity_cells = XYZ.map((axis, j) =>
  ({ key: `gravity ${axis}`, name: `gravity ${axis}`, get: (d) => d.gravity[j], put: (d, x) => { d.gravity[j] = x; } }));

const copy_of = (description) => JSON.parse(JSON.stringify(description));

function make_editor(root) {
  // texts that say no number, by cell: what is wrong with each
  const wrong = new Map();
  let [shown, fields, shape] = [null, new Map(), ""];
  const tables = html_item("div", { class: "tables" });
  const message = html_item("p", { class: "problem", role: "alert", id: "arm-problem" });

  // the state takes a description once every text is a number
  const take = (description) => {
    shown = description;
    if (wrong.size) {
      const [[key, sentence]] = wrong;
      page.problem = `${said_cell(key)}: ${sentence}`;
      // the last good description stays, and the arm is away
      if (state.arm) retire(state.arm);
      set_state({ arm: null });
    } else set_state({ description });
  };

  const typed = (cell, field) => {
    const next = copy_of(shown);
    try {
      cell.put(next, typed_number(field.value, { angle: cell.angle }));
      wrong.delete(cell.key);
    } catch (error) {
      wrong.set(cell.key, error.message);
    }
    take(next);
  };

  const field_item = (cell, label) => {
    const field = html_item("input", {
      type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false", "aria-label": label, oninput: () => typed(cell, field),
    });
    fields.set(cell.key, { cell, field });
    return field;
  };

  // joints are added behind the last one, as it is, and taken away there
  const with_joints = (n) => {
    const before = copy_of(shown);
    const last = before.joints.length - 1;
    const resized = (list) => Array.from({ length: n }, (_, k) => copy_of(list[Math.min(k, last)]));
    for (const [key, value] of Object.entries(before)) {
      if (["frames", "configurations"].includes(key)) delete before[key];
      else if (["joint_names", "link_names"].includes(key)) before[key] = null;
      else if (Array.isArray(value) && !["gravity", "base", "tool"].includes(key)) before[key] = resized(value);
    }
    const joints = before.joints.padEnd(n, before.joints[last]).slice(0, n);
    for (const key of [...wrong.keys()]) if (Number(key.split(" ")[1]) >= n) wrong.delete(key);
    take({ ...before, joints });
  };

  const kind_item = (k) => {
    const other = html_item("select", {
      "aria-label": `kind of joint ${k + 1}`,
      onchange: () => {
        const letters = [...shown.joints];
        letters[k] = other.value;
        take({ ...copy_of(shown), joints: letters.join(""), limits: shown.limits && letters.map((_, i) => (i === k ? [null, null] : shown.limits[i])) });
      },
    }, html_item("option", { value: "R" }, "R"), html_item("option", { value: "P" }, "P"));
    return other;
  };

  const table_of = (caption, heads, rows) =>
    html_item("div", { class: "wide", role: "region", tabindex: 0, "aria-label": caption },
      html_item("table", { class: "editor" }, html_item("caption", {}, caption),
        html_item("thead", {}, html_item("tr", {}, ...["", ...heads].map((text) => html_item("th", { scope: "col" }, text)))),
        html_item("tbody", {}, ...rows.map((cells, k) =>
          html_item("tr", {}, html_item("th", { scope: "row" }, String(k + 1)), ...cells.map((cell) => html_item("td", {}, cell)))))));

  let kinds = [];
  const make = (description) => {
    fields = new Map();
    const joints = [...description.joints].map((_, k) => k);
    kinds = joints.map(kind_item);
    const geometry = geometry_of(description);
    const lengths = geometry.length;
    const rows = joints.map((k) => cells_of_joint(k, geometry).map((cell) => field_item(cell, said_cell(cell.key))));
    tables.replaceChildren(
      table_of(`Denavit-Hartenberg parameters${description.a_y ? ", and a_y" : ""}`, ["joint", ...geometry.map(([name, unit]) => `${SIGNS[name]} / ${unit}`)],
        rows.map((cells, k) => [kinds[k], ...cells.slice(0, lengths)])),
      table_of("Masses, and mass centres in the frames of their links", ["m / kg", "x / m", "y / m", "z / m"], rows.map((cells) => cells.slice(lengths, lengths + 4))),
      table_of("Inertia about the mass centres, kg m²", PRODUCTS.map(([i, j]) => `${XYZ[i]}${XYZ[j]}`), rows.map((cells) => cells.slice(lengths + 4))),
      html_item("p", { class: "controls" }, "Gravity / (m/s²): ",
        ...gravity_cells.map((cell) => html_item("label", {}, cell.name.at(-1), " ", field_item(cell, said_cell(cell.key))))));
  };

  const number = html_item("output", { "aria-live": "polite" });
  const fewer = button_item("Remove joint", () => with_joints(shown.joints.length - 1));
  const more = button_item("Add joint", () => with_joints(shown.joints.length + 1));
  const convention = choice_item("Convention", [["standard", "standard"], ["modified", "modified"]], "standard",
    (value) => take({ ...copy_of(shown), convention: value }));
  const robots = choice_item("Robot", [["", "your own"], ...Object.entries(page_data.robots).map(([key, robot]) => [key, robot.name || key])], "",
    (key) => key && replace(copy_of(page_data.robots[key])));
  const name = html_item("input", { type: "text", autocomplete: "off", maxlength: 200, oninput: () => take({ ...copy_of(shown), name: name.value }) });

  // an arm from elsewhere takes the place of all that was typed
  function replace(description) {
    wrong.clear();
    shown = description;
    show_arm(description);
    robots.querySelector("select").value = robot_of(description);
  }

  root.append(
    html_item("p", { class: "controls" }, robots, html_item("label", {}, "Name ", name)),
    file_item(replace),
    html_item("p", { class: "controls" }, convention, html_item("span", {}, number), fewer, more),
    message, tables, html_item("p", { class: "note" }, "Base, tool, drives, friction and limits are kept as they are; they can be changed as text."));

  followers.push(() => {
    if (!wrong.size) shown = state.description;
    const key = `${shown.joints.length} ${Boolean(shown.a_y)}`;
    if (key !== shape) make(shown);
    shape = key;
    const n = shown.joints.length;
    number.textContent = n === 1 ? "1 joint" : `${n} joints`;
    [fewer.disabled, more.disabled] = [n <= 1, n >= page_data.most_joints];
    convention.querySelector("select").value = shown.convention;
    if (name !== document.activeElement) name.value = shown.name ?? "";
    kinds.forEach((kind, k) => { kind.value = shown.joints[k]; });
    message.textContent = page.problem;
    const blamed = wrong.size ? "" : blamed_cell(page.problem);
    for (const { cell, field } of fields.values()) {
      const bad = wrong.has(cell.key) || cell.key.startsWith(`${blamed} `) || cell.key === blamed;
      field.toggleAttribute("aria-invalid", false);
      if (bad) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", "arm-problem");
      } else field.removeAttribute("aria-describedby");
      field.title = wrong.get(cell.key) ?? "";
      if (wrong.has(cell.key) || field === document.activeElement) continue;
      const value = cell.get(shown);
      field.value = cell.angle ? angle_text(value) : String(value);
    }
  });
  return { replace };
}

const robot_of = (description) =>
  Object.keys(page_data.robots).find((key) => page_data.robots[key].name === description.name) ?? "";

// "com 2 x" as "com x of link 3"
function said_cell(key) {
  const [name, k, axis] = key.split(" ");
  if (name === "gravity") return key;
  return `${[name, axis].filter(Boolean).join(" ")} of ${["mass", "com", "inertia"].includes(name) ? "link" : "joint"} ${Number(k) + 1}`;
}

// the cell that an error of the module names, such as "mass: must not be negative, got -1 at link 2"
function blamed_cell(problem) {
  const found = /^(a|a_y|alpha|d|theta|mass|com|inertia|gravity)\b.*?(?:(?:link|joint) (\d+))?/.exec(problem);
  const numbered = /\b(?:link|joint) (\d+)/.exec(problem);
  if (!found) return "";
  return numbered ? `${found[1]} ${Number(numbered[1]) - 1}` : found[1];
}
