// Makes the page, loads the module, and starts.

const by_id = (id) => document.getElementById(id);

function make_layers() {
  const names = { frames: "frames", masses: "mass centres", ellipsoids: "ellipsoids of inertia", floor: "floor and gravity" };
  const boxes = Object.entries(names).map(([key, text]) => {
    const box = html_item("input", { type: "checkbox", checked: layers[key], onchange: () => {
      layers[key] = box.checked;
      set_state({});
    } });
    return html_item("label", {}, box, ` ${text}`);
  });
  return html_item("p", { class: "controls layers" }, ...boxes);
}

function make_controls(root, picture) {
  const save = () => save_text(as_svg_file(picture), "arm.svg", "image/svg+xml");
  root.append(html_item("p", { class: "controls" },
    button_item("Fit", fit_view),
    button_item("Save SVG", save),
    button_item("At rest", () => set_state({ qd: new Float64Array(state.qd.length), qdd: new Float64Array(state.qdd.length) })),
    button_item("Another state", () => {
      camera.ball = null;
      set_state(random_state(page.shown.description));
    }),
    make_swing(), make_view()));
}

let drawn_states = 0;

// the same states for everyone
function random_state(description) {
  const next = random_numbers(++drawn_states);
  const n = description.joints.length;
  const between = ([low, high]) => low + next() * (high - low);
  const q = Float64Array.from({ length: n }, (_, k) => between(range_of_joint(description, k)));
  const [qd, qdd] = [1, 2].map((most) => Float64Array.from({ length: n }, () => between([-most, most])));
  return { q, qd, qdd };
}

function make_focus(root) {
  const lists = compared_formulations().map(({ name, title }) => [name, title]);
  const choice = choice_item("Torques by", lists, state.formulation, (formulation) => set_state({ formulation }));
  const refused = html_item("span", { class: "problem", role: "status" });
  root.prepend(html_item("p", { class: "controls" }, choice, refused));
  followers.push(() => {
    choice.querySelector("select").value = state.formulation;
    refused.textContent = loaded_arm()?.refusals[state.formulation] ?? "";
  });
}

const REST_WHILE_RUNNING = 400; // ms

// a panel is made when it is first seen, and follows the state while it is seen; while a simulation runs, now and then,
// unless it is shown in every frame
function place_panel({ id, title, make, every_frame = false }, root) {
  const body = html_item("div", { class: "unmade" });
  const section = html_item("section", { class: "panel", id, "aria-labelledby": `${id}-title` },
    html_item("h2", { id: `${id}-title` }, title), body);
  root.append(section);
  let [panel, seen, late, failed, updated] = [null, false, true, false, -Infinity];
  const update = () => {
    if (failed || !page.lab) return;
    try {
      panel ??= make(body, page.lab);
      body.className = "";
      panel.update(state);
      late = false;
      updated = performance.now();
    } catch (error) {
      failed = true;
      body.replaceChildren(html_item("p", { class: "problem", role: "alert" }, `${title} could not be shown: ${error.message}`));
    }
  };
  followers.push(() => {
    late = true;
    const rests = page.running && !every_frame && performance.now() < updated + REST_WHILE_RUNNING;
    if (seen && !rests) update();
  });
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    if (seen && late) update();
  }, { rootMargin: "200px" }).observe(section);
  addEventListener("beforeprint", () => late && update());
}

// what the browser has by then is seen before the scripts take their time
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

async function start() {
  await painted();
  // what of the address is wrong is said, and left out
  const wrong = [];
  const asked_for = (name, read, otherwise) => {
    try {
      return read(location.hash) ?? otherwise;
    } catch (error) {
      wrong.push(`${name} of the link: ${error.message}`);
      return otherwise;
    }
  };
  const chosen = asked_for("show", asked_parts, page_data.show);
  document.body.classList.toggle("excerpt", chosen !== null);
  if (chosen) begin_excerpt();
  const shows = (part) => !chosen || chosen.includes(part);
  if (shows("arm")) {
    make_controls(by_id("controls"), make_stage(by_id("stage")));
    make_player(by_id("player"));
    if (!chosen) by_id("controls").prepend(make_layers());
    make_joints(by_id("joints"));
  }
  if (shows("recursion")) make_steps(by_id("steps"));
  const editor = shows("editor") ? make_editor(by_id("editor")) : { replace: show_good_arm };
  if (shows("text")) make_text_box(by_id("text"), editor);
  for (const panel of panels) if (shows(panel.id)) place_panel(panel, by_id("panels"));
  const bytes = await through(new DecompressionStream("gzip"), from_base64(by_id("module").textContent.trim()));
  page.lab = await Lab.load(bytes);
  page.compared = asked_for("formulations", (hash) => known_formulations(asked_of(hash).get("formulations")), null);
  if (shows("arm")) make_focus(by_id("joints"));
  editor.replace(state.description);
  if (page_data.state && state.arm) set_state(Object.fromEntries(Object.entries(page_data.state).map(([name, list]) => [name, Float64Array.from(list)])));
  const tour = chosen ? null : make_tour(document.querySelector("main"), editor.replace);
  if (tour) by_id("take-tour").addEventListener("click", tour.begin);
  const follow_all = async () => {
    by_id("failure").textContent = [...wrong, await follow_address(editor.replace)].filter(Boolean).join("; ");
    tour?.follow();
  };
  await follow_all();
  const made = what_is_made(location.hash);
  addEventListener("hashchange", ({ newURL }) => (what_is_made(new URL(newURL).hash) === made ? follow_all() : location.reload()));
  make_kernel(editor);
  document.documentElement.dataset.ready = "true";
}

// what of an address is looked at once, when the page is made
const what_is_made = (hash) => ["show", "formulations"].map((name) => asked_of(hash).get(name)).join(" ");

start().catch((error) => {
  by_id("failure").textContent = `The laboratory could not start: ${error.message}`;
});
