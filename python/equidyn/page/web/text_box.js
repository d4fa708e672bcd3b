// The arm as text to copy and paste, and as a link that keeps its position.

import { pageData } from "./base/data.js";
import { asFragment, asJson, asPython, fromFragment, readText } from "./base/formats.js";
import { parsedMarkup } from "./base/markup.js";
import { shortNumber } from "./base/numbers.js";
import { buttonItem, htmlItem } from "./base/pictures.js";
import { state } from "./base/state.js";
import { armOfUrdf, isMarkup } from "./files.js";

const OF_A_FILE = "This page was opened from a file: the link works on this computer only.";

// the fragment of the arm, by its name where that is enough, and of its position
async function linkedState(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const own = asJson(state.description);
  const robot = Object.keys(pageData.robots ?? {}).find((name) => asJson(pageData.robots[name]) === own);
  for (const key of ["robot", "arm", "q"]) parts.delete(key);
  parts.set(robot ? "robot" : "arm", robot ?? await asFragment(state.description));
  if (state.q.some((x) => x !== 0)) parts.set("q", Array.from(state.q, (x) => shortNumber(x)).join(","));
  return String(parts).replaceAll("%2C", ",");
}

export function makeTextBox(root, { replace }) {
  const area = htmlItem("textarea", { rows: 14, spellcheck: "false", "aria-label": "The arm as text" });
  const message = htmlItem("p", { class: "problem", role: "alert" });
  const said = htmlItem("span", { class: "note", role: "status" });
  const problem = (text) => {
    message.textContent = text;
    said.textContent = "";
  };
  const take = () => {
    try {
      const text = area.value;
      replace(isMarkup(text) ? armOfUrdf(parsedMarkup(text)).description : readText(text));
      problem("");
      said.textContent = "Loaded.";
    } catch (error) {
      problem(error.message);
    }
  };
  const put = (text, remark = "") => {
    area.value = text;
    area.focus();
    area.select();
    problem("");
    // files and frames may have no clipboard: select the text as well
    navigator.clipboard?.writeText(text).then(() => { said.textContent = `Copied. ${remark}`; },
      () => { said.textContent = `Selected. Copy it with Ctrl+C. ${remark}`; });
  };
  const link = async () => {
    const address = `${location.href.split("#")[0]}#${await linkedState(location.hash)}`;
    if (location.protocol !== "about:") history.replaceState(null, "", address);
    put(address, location.protocol === "file:" ? OF_A_FILE : "");
  };
  root.append(htmlItem("details", { class: "as-text" }, htmlItem("summary", {}, "Text and link"),
    htmlItem("p", { class: "controls" },
      buttonItem("Copy as JSON", () => put(asJson(state.description))),
      buttonItem("Copy as Python", () => put(asPython(state.description))),
      buttonItem("Copy a link", link), said),
    area, htmlItem("p", { class: "controls" }, buttonItem("Load this arm", take)), message));
}

// the arm of the address, if it holds one
export async function armOfAddress() {
  const packed = new URLSearchParams(location.hash.slice(1)).get("arm");
  return packed ? fromFragment(packed) : null;
}
