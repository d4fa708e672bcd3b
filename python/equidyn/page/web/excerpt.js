// Parts of the page alone, chosen by Python or by the address (#show=arm,counts), for a frame in another page, which is told the height.

const asked_of = (hash) => new URLSearchParams(hash.replace(/^#/, ""));

// names of the parts that an address asks for; throws a sentence
const asked_parts = (hash) => asked_of(hash).get("show")?.split(",").map((name) => one_of(page_data.parts, name));

// without what stands around the parts, but for what is wrong with the address
function begin_excerpt() {
  document.querySelector("header").remove();
  if (parent === window) return;
  const height = () => Math.ceil(document.body.getBoundingClientRect().height);
  new ResizeObserver(() => parent.postMessage({ height: height() }, "*")).observe(document.body);
  const set_scheme = scheme_setter();
  addEventListener("message", ({ source, data }) => source === parent && ["dark", "light"].includes(data?.scheme) && set_scheme(data.scheme));
}

// sets dark or light colours, as the page around has them, whatever the system prefers
function scheme_setter() {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule.conditionText?.includes("prefers-color-scheme"));
  return (scheme) => {
    document.documentElement.style.colorScheme = scheme;
    for (const { media } of rules) media.mediaText = scheme === "dark" ? "all" : "not all";
  };
}

// names of formulations, parted by commas
function known_formulations(text) {
  const known = page.lab.formulations.map(({ name }) => name);
  return text?.split(",").map((name) => one_of(known, name));
}

function one_of(known, name) {
  if (!known.includes(name)) throw new Error(`expected one of ${known.join(", ")}, got ${name || "nothing"}`);
  return name;
}

// numbers, parted by commas
function typed_numbers(text, count) {
  const found = text.split(",");
  if (found.length !== count) throw new Error(`expected ${count} numbers, got ${found.length}`);
  return Float64Array.from(found, (each) => typed_number(each));
}

const simulation_with = (change) => ({ simulation: { controller: "none", arms: 1, load: 0, ...state.simulation, ...change } });

function typed_load(text) {
  const load = typed_number(text);
  if (load < LOADS.min || load > LOADS.max) throw new Error(`expected ${LOADS.min} to ${LOADS.max} kg, got ${load}`);
  return load;
}

// what each word of an address sets, once there is an arm
const SETTINGS = {
  formulation: (text) => ({ formulation: known_formulations(text)[0] }),
  ...Object.fromEntries(["q", "qd", "qdd"].map((name) => [name, (text) => ({ [name]: typed_numbers(text, state.q.length) })])),
  equation: (text) => ({ step: Math.max(0, Math.floor(typed_number(text))) }),
  controller: (text) => simulation_with({ controller: one_of(Object.keys(CONTROLLERS), text) }),
  load: (text) => simulation_with({ load: typed_load(text) }),
};

// shows what the address asks for: its arm, or that of a robot's name, and then the settings; returns what is wrong with it
async function follow_address(replace) {
  const asked = asked_of(location.hash);
  try {
    const robot = asked.get("robot");
    const named = robot === null ? null : page_data.robots[one_of(Object.keys(page_data.robots), robot)];
    const description = (await arm_of_address()) ?? named;
    if (description) replace(copy_of(description));
  } catch (error) {
    return `The arm of the link could not be read: ${error.message}`;
  }
  for (const [name, change] of Object.entries(SETTINGS)) {
    try {
      if (asked.has(name)) set_state(change(asked.get(name)));
    } catch (error) {
      return `${name} of the link: ${error.message}`;
    }
  }
  return "";
}
