// An arm from a file, dropped on the page or chosen: URDF, or JSON or Python code as equidyn writes them.

import { withBodies } from "./base/bodies.js";
import { checkedDescription, readText } from "./base/formats.js";
import { XACRO, parsedMarkup } from "./base/markup.js";
import { LabInput } from "./base/module.js";
import { buttonItem, choiceItem, htmlItem } from "./base/pictures.js";
import { page } from "./base/state.js";
import { inDigits } from "./base/text.js";

const LARGEST_FILE = 4 * 2 ** 20;

// most entries of a list of links
const MOST_LINKS = 1000;

// decodes a text by its byte order mark or its XML declaration, else as UTF-8
function decodedText(bytes) {
  const [one, two] = bytes;
  const first = String.fromCharCode(...bytes.subarray(0, 100));
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(first)?.[1] ?? "utf-8";
  const encoding = one === 0xfe && two === 0xff ? "utf-16be" : one === 0xff && two === 0xfe ? "utf-16le" : declared;
  let decoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new RangeError(`unknown encoding ${quoted(encoding)}`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new RangeError(`expected text, got bytes that are not ${encoding.toUpperCase()}`);
  }
}

async function textOfFile(file) {
  if (file.size > LARGEST_FILE)
    throw new RangeError(`expected at most ${LARGEST_FILE / 2 ** 20} MiB, got ${inDigits(file.size / 2 ** 20)} MiB`);
  if (/\.xacro$/i.test(file.name)) throw new RangeError(XACRO);
  const text = decodedText(new Uint8Array(await file.arrayBuffer()));
  if (!text.trim()) throw new RangeError("expected a URDF, or an arm as JSON or Python code, got nothing");
  return text;
}

// a name as Python shows it
const quoted = (text) => LabInput.quoted(text);

export const isMarkup = (text) => text.trimStart().startsWith("<");

function startedLab() {
  if (!page.lab) throw new RangeError("the laboratory has not started yet");
  return page.lab;
}

// the arm between two links of a URDF, by default of its only chain
export function armOfUrdf(elements, base, tip) {
  const found = startedLab().readUrdf(elements, base, tip);
  return { ...found, description: checkedDescription(found.description) };
}

// the only file of a drop; a folder has no content
function fileOfDrop({ items, files }) {
  const folder = Array.from(items, (item) => item.webkitGetAsEntry?.()).find((entry) => entry?.isDirectory);
  if (folder) throw new RangeError(`expected a file, got the folder ${quoted(folder.name)}; meshes are not needed`);
  return onlyFile(files);
}

function onlyFile(files) {
  const names = Array.from(files, ({ name }) => name);
  if (names.length !== 1) throw new RangeError(`expected one file, got ${names.length}`);
  return files[0];
}

// the button, the messages about a file, and the choice of the chain in it
export function fileItem(replace) {
  // the elements of the last URDF, the name of its file, and the number of files so far
  let [elements, name, turn] = ["", "", 0];
  const message = htmlItem("p", { class: "problem", role: "alert" });
  const said = htmlItem("div", { class: "note", role: "status" });
  const chain = htmlItem("p", { class: "controls" });
  const say = (problem, done = "", remarks = []) => {
    message.textContent = problem;
    said.replaceChildren(done);
    if (remarks.length) said.append(htmlItem("ul", {}, ...remarks.map((each) => htmlItem("li", {}, each))));
  };

  // if the module refuses the arm, the current one stays
  const take = (description) => {
    page.lab.arm(withBodies(description)).delete();
    replace(description);
  };

  const takeChain = (base, tip) => {
    try {
      const { description, ends, remarks } = armOfUrdf(elements, base, tip);
      take(description);
      say("", `The arm was read from ${name}, ${ends.map(quoted).join(" to ")}.`, remarks);
    } catch (error) {
      say(`${name}: ${error.message}`);
    }
  };

  const showChain = ({ links, leaves }) => {
    const ordered = [...new Set([...leaves, ...links])];
    const ends = { base: "", tip: "" };
    const list = (label, key, otherwise, names) =>
      choiceItem(label, [["", otherwise], ...names.slice(0, MOST_LINKS).map((each) => [each, each])], "", (chosen) => {
        ends[key] = chosen;
        takeChain(ends.base, ends.tip);
      });
    chain.replaceChildren(list("From link", "base", "the root", links),
      list("to link", "tip", "the end of the chain", ordered));
  };

  const open = async (find) => {
    const mine = ++turn;
    let file = null;
    try {
      file = find();
      startedLab();
      const text = await textOfFile(file);
      if (mine !== turn) return;
      if (isMarkup(text)) {
        const given = parsedMarkup(text), found = page.lab.urdfLinks(given);
        [elements, name] = [given, file.name];
        showChain(found);
        takeChain("", "");
      } else {
        take(readText(text));
        chain.replaceChildren();
        say("", `The arm was read from ${file.name}.`);
      }
    } catch (error) {
      if (mine === turn) say([file?.name, error.message].filter(Boolean).join(": "));
    }
  };

  const chosen = htmlItem("input", {
    type: "file", class: "hidden", tabindex: -1, "aria-label": "Arm file",
    onchange: () => {
      const files = [...chosen.files];
      chosen.value = ""; // the same file can be chosen again
      if (files.length) open(() => onlyFile(files));
    },
  });
  followDrops((drop) => open(() => fileOfDrop(drop)));
  return htmlItem("div", { class: "files" },
    htmlItem("p", { class: "controls" }, buttonItem("Open a file", () => chosen.click()), chosen,
      htmlItem("span", { class: "note" }, "URDF, JSON or Python code. Or drop a file anywhere.")),
    message, chain, said);
}

// dragged files show a frame around the page; the browser handles everything else that is dragged
function followDrops(dropped) {
  const frame = (shown) => document.body.classList.toggle("dropping", shown);
  const withFiles = (handle) => (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    handle(event);
  };
  addEventListener("dragover", withFiles((event) => {
    event.dataTransfer.dropEffect = "copy";
    frame(true);
  }));
  addEventListener("dragleave", (event) => event.relatedTarget || frame(false));
  // no pointer events come while files are dragged: the next one shows that dragging has ended
  addEventListener("pointermove", () => frame(false));
  addEventListener("drop", withFiles((event) => {
    frame(false);
    dropped(event.dataTransfer);
  }));
}
