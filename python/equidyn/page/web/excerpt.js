// Some parts of the page, chosen by Python or by the address (#show=arm,counts), for a frame in another page, which
// gets their height.

import { pageData } from "./base/data.js";
import { typedNumber } from "./base/numbers.js";
import { page, setState, state } from "./base/state.js";
import { copyOf } from "./editor.js";
import { CONTROLLERS, LOADS, NUMBERS_OF_ARMS } from "./panels/simulation.js";
import { armOfAddress } from "./text_box.js";

export const askedOf = (hash) => new URLSearchParams(hash.replace(/^#/, ""));

// names of the parts in an address; throws an error with a sentence
export const askedParts = (hash) => askedOf(hash).get("show")?.split(",").map((name) => oneOf(pageData.parts, name));

// removes everything around the parts but the errors of the address
export function beginExcerpt() {
  document.querySelector("header").remove();
  document.querySelector(".left").append(document.getElementById("joints"));
  if (parent === window) return;
  const height = () => Math.ceil(document.body.getBoundingClientRect().height);
  new ResizeObserver(() => parent.postMessage({ height: height() }, "*")).observe(document.body);
  const setScheme = schemeSetter();
  addEventListener("message", ({ source, data }) => source === parent && ["dark", "light"].includes(data?.scheme)
    && setScheme(data.scheme));
}

// sets dark or light colours as in the page around, instead of those that the system prefers
function schemeSetter() {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    .flatMap((rule) =>
      (rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme") ? [rule] : []));
  return (scheme) => {
    document.documentElement.style.colorScheme = scheme;
    for (const { media } of rules) media.mediaText = scheme === "dark" ? "all" : "not all";
  };
}

// names of formulations, separated by commas
export function knownFormulations(text) {
  const known = page.lab.formulations.map(({ name }) => name);
  return text?.split(",").map((name) => oneOf(known, name));
}

function oneOf(known, name) {
  if (!known.includes(name)) throw new Error(`expected one of ${known.join(", ")}, got ${name || "nothing"}`);
  return name;
}

// numbers, separated by commas
function typedNumbers(text, count) {
  const found = text.split(",");
  if (found.length !== count) throw new Error(`expected ${count} numbers, got ${found.length}`);
  return Float64Array.from(found, (each) => typedNumber(each));
}

const simulationWith = (change) =>
  ({ simulation: { controller: "none", arms: 1, load: 0, ...state.simulation, ...change } });

function typedLoad(text) {
  const load = typedNumber(text);
  if (load < LOADS.min || load > LOADS.max) throw new Error(`expected ${LOADS.min} to ${LOADS.max} kg, got ${load}`);
  return load;
}

function notNegative(text, unit) {
  const found = typedNumber(text, { unit });
  if (found < 0) throw new Error(`expected 0 or more, got ${found}`);
  return found;
}

// what each key of an address sets, once there is an arm
const SETTINGS = {
  formulation: (text) => ({ formulation: knownFormulations(text)[0] }),
  ...Object.fromEntries(["q", "qd", "qdd"].map((name) =>
    [name, (text) => ({ [name]: typedNumbers(text, state.q.length) })])),
  equation: (text) => ({ step: Math.max(0, Math.floor(typedNumber(text))) }),
  controller: (text) => simulationWith({ controller: oneOf(Object.keys(CONTROLLERS), text) }),
  load: (text) => simulationWith({ load: typedLoad(text) }),
  arms: (text) => simulationWith({ arms: Number(oneOf(NUMBERS_OF_ARMS, text)) }),
  gravity: (text) => ({ gravity: notNegative(text, "m/s²") }),
  payload: (text) => ({ payload: notNegative(text, "kg") }),
};

// applies the address: its arm or the robot that it names, then its settings; returns its error
export async function followAddress(replace) {
  const asked = askedOf(location.hash);
  try {
    const robot = asked.get("robot");
    const named = robot === null ? null : pageData.robots[oneOf(Object.keys(pageData.robots), robot)];
    const description = (await armOfAddress()) ?? named;
    if (description) replace(copyOf(description));
  } catch (error) {
    return `The arm of the link could not be read: ${error.message}`;
  }
  for (const [name, change] of Object.entries(SETTINGS)) {
    try {
      if (asked.has(name)) setState(change(asked.get(name)));
    } catch (error) {
      return `${name} of the link: ${error.message}`;
    }
  }
  return "";
}
