// An arm as JSON, as code of Python, and in a link.

import { BODIES, withoutBodies } from "./bodies.js";
import { pageData } from "./data.js";

export const FORMAT = "equidyn arm 1";
const REQUIRED = ["convention", "joints", "a", "alpha", "d", "theta"];

// one line per row of numbers, as in files of equidyn
export function asJson(description) {
  const value = (x) => Array.isArray(x) && Array.isArray(x[0])
    ? `[\n    ${x.map((row) => JSON.stringify(row)).join(",\n    ")}\n  ]` : JSON.stringify(x);
  const lines = Object.entries(description).map(([key, x]) => `  ${JSON.stringify(key)}: ${value(x)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

// the digits of a number as Python writes a float
const floatText = (x) => (Number.isInteger(x) && Math.abs(x) < 1e16 ? `${Object.is(x, -0) ? "-0" : x}.0` : String(x));

// a limit that a joint does not have is null in JSON; in a row of two, the lower one comes first
function asLiteral(x, inRow = false) {
  if (x === null) return 'float("inf")';
  if (typeof x === "number") return floatText(x);
  if (typeof x === "string") return JSON.stringify(x);
  if (!Array.isArray(x))
    return `{${Object.entries(x).map(([key, each]) => `${JSON.stringify(key)}: ${asLiteral(each)}`).join(", ")}}`;
  const entries = x.map((each, k) => (inRow && each === null && k === 0 ? 'float("-inf")' : asLiteral(each, true)));
  return `[${entries.join(", ")}]`;
}

export function asPython(description) {
  const { format, convention, ...others } = description;
  const value = (x) => Array.isArray(x) && Array.isArray(x[0])
    ? `[\n        ${x.map((row) => asLiteral(row, true)).join(",\n        ")},\n    ]` : asLiteral(x);
  // a link has a number, and no float is one
  const framed = ([name, link, pose]) => `\n        (${JSON.stringify(name)}, ${link}, ${asLiteral(pose)}),`;
  const written = (key, x) => (key === "frames" ? `[${x.map(framed).join("")}\n    ]` : value(x));
  const given = Object.entries(others).filter(([, x]) => x !== null)
    .map(([key, x]) => `    ${key}=${written(key, x)},`);
  return `import equidyn\n\narm = equidyn.Arm.from_dh(\n    ${asLiteral(convention)},\n${given.join("\n")}\n)\n`;
}

const NUMBER_IN_CODE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;

// the next place that is no blank, no comment and none of these characters
function afterBlanks(code, place, others = "") {
  while (place < code.length) {
    if (code[place] === "#") {
      const end = code.indexOf("\n", place);
      place = end < 0 ? code.length : end + 1;
    } else if (/\s/.test(code[place]) || others.includes(code[place])) place++;
    else break;
  }
  return place;
}

// literals of Python: numbers, strings, lists, tuples and dictionaries; nothing is run
function readLiteral(code, start) {
  let place = start;
  const skip = () => {
    place = afterBlanks(code, place);
  };
  const fail = () => {
    const got = code.slice(place, place + 20).split("\n")[0] || "the end";
    throw new SyntaxError(`expected a number, a text or a list, got ${got}`);
  };
  const read = (depth) => {
    skip();
    const rest = code.slice(place, place + 400);
    const open = rest[0];
    if (depth > 4) fail();
    if (open === "[" || open === "(") {
      const close = open === "[" ? "]" : ")";
      const items = [];
      for (place++; ;) {
        skip();
        if (code[place] === close) break;
        items.push(read(depth + 1));
        skip();
        if (code[place] === ",") place++;
        else if (code[place] !== close) fail();
      }
      place++;
      return items;
    }
    if (open === "{") {
      const entries = {};
      for (place++; ;) {
        skip();
        if (code[place] === "}") break;
        const key = read(depth + 1);
        skip();
        if (typeof key !== "string" || code[place] !== ":") fail();
        place++;
        entries[key] = read(depth + 1);
        skip();
        if (code[place] === ",") place++;
        else if (code[place] !== "}") fail();
      }
      place++;
      return entries;
    }
    if (open === '"' || open === "'") {
      const found = /^(["'])((?:\\.|(?!\1)[^\\\n])*)\1/.exec(code.slice(place));
      if (!found) fail();
      place += found[0].length;
      return JSON.parse(`"${found[2].replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`);
    }
    const infinite = /^float\(["']-?inf["']\)/.exec(rest) ?? /^None\b/.exec(rest);
    if (infinite) {
      place += infinite[0].length;
      return null;
    }
    const number = NUMBER_IN_CODE.exec(rest);
    if (!number) fail();
    place += number[0].length;
    return Number(number[0]);
  };
  const value = read(0);
  return { value, end: place };
}

export function fromPython(code) {
  const call = /\bfrom_dh\s*\(/.exec(code);
  if (!call) throw new SyntaxError("expected a call of Arm.from_dh, got other code");
  let { value, end } = readLiteral(code, call.index + call[0].length);
  const description = { format: FORMAT, convention: value };
  const keyword = /(\w+)\s*=/y;
  for (;;) {
    keyword.lastIndex = afterBlanks(code, end, ",");
    const name = keyword.exec(code)?.[1];
    if (!name) return description;
    ({ value, end } = readLiteral(code, keyword.lastIndex));
    description[name] = value;
  }
}

// an arm from pasted text; throws an error with a sentence
export function readText(text) {
  const trimmed = text.trim();
  if (!trimmed) throw new SyntaxError("expected an arm as JSON or as Python code, got nothing");
  if (trimmed.length > 1e6) throw new RangeError(`expected an arm, got ${trimmed.length} characters`);
  let plain;
  if (!trimmed.startsWith("{")) plain = fromPython(trimmed);
  else {
    try {
      plain = JSON.parse(trimmed);
    } catch (error) {
      throw new SyntaxError(`expected JSON: ${error.message}`);
    }
  }
  return checkedDescription(plain);
}

// checks what the page itself needs of a description; the module checks the rest
export function checkedDescription(plain) {
  const isOf = (x, ...sizes) =>
    sizes.length ? Array.isArray(x) && x.length === sizes[0] && x.every((each) => isOf(each, ...sizes.slice(1)))
      : typeof x === "number" && Number.isFinite(x);
  if (plain === null || typeof plain !== "object" || Array.isArray(plain))
    throw new TypeError("arm: expected an object");
  for (const key of REQUIRED) if (!(key in plain))
    throw new RangeError(`${key}: key is missing; required: ${REQUIRED.join(", ")}`);
  const missing = withoutBodies(plain) ? [] : BODIES.filter((key) => (plain[key] ?? null) === null);
  if (missing.length)
    throw new RangeError(`${missing[0]}: key is missing; an arm has all of ${BODIES.join(", ")}, or none of them`);
  const { n, joints } = { n: String(plain.joints).length, joints: String(plain.joints) };
  if (!["standard", "modified"].includes(plain.convention))
    throw new RangeError('convention: expected "standard" or "modified"');
  if (!/^[RP]+$/.test(joints)) throw new RangeError("joints: expected one letter per joint, R or P");
  if (n > pageData.most_joints)
    throw new RangeError(`joints: expected 1 to ${pageData.most_joints} on this page, got ${n}`);
  const sizes = { a: [n], alpha: [n], d: [n], theta: [n], mass: [n], com: [n, 3], inertia: [n, 3, 3], gravity: [3],
    base: [4, 4], tool: [4, 4] };
  const found = { format: FORMAT, ...pageData.defaults, ...plain };
  if (Array.isArray(found.inertia))
    found.inertia = found.inertia.map((each) =>
      isOf(each, 3) ? each.map((x, i) => [0, 1, 2].map((j) => (i === j ? x : 0))) : each);
  for (const [key, size] of Object.entries(sizes)) {
    if (isOf(found[key], ...size) || (BODIES.includes(key) && withoutBodies(found))) continue;
    throw new RangeError(`${key}: expected ${size.join(" by ")} finite numbers`);
  }
  for (const [key, value] of Object.entries(found))
    if (Array.isArray(value) && !(key in sizes) && key !== "frames" && value.length !== n)
      throw new RangeError(`${key}: expected one entry for each of ${n} joints`);
  // without it, files look as older versions wrote them
  if (!found.a_y?.some((y) => y !== 0)) delete found.a_y;
  return { ...found, name: String(found.name ?? "") };
}

export async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export function fromBase64(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
  return bytes;
}

export async function asFragment(description) {
  const bytes = new TextEncoder().encode(JSON.stringify(description));
  const packed = await through(new CompressionStream("deflate-raw"), bytes);
  return btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function fromFragment(text) {
  if (text.length > 1e5) throw new RangeError("the link is too long for an arm");
  let bytes;
  try {
    const packed = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
    bytes = await through(new DecompressionStream("deflate-raw"), packed);
  } catch {
    throw new RangeError("its text is incomplete or was changed");
  }
  return readText(new TextDecoder().decode(bytes));
}
