// The arm as text to copy and paste, and as a link.

import { asFragment, asJson, asPython, fromFragment, readText } from "./base/formats.js";
import { parsedMarkup } from "./base/markup.js";
import { buttonItem, htmlItem } from "./base/pictures.js";
import { state } from "./base/state.js";
import { armOfUrdf, isMarkup } from "./files.js";

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
  const put = (text) => {
    area.value = text;
    area.focus();
    area.select();
    problem("");
    // files and frames may have no clipboard: select the text as well
    navigator.clipboard?.writeText(text).then(() => { said.textContent = "Copied."; },
      () => { said.textContent = "Selected. Copy it with Ctrl+C."; });
  };
  const link = async () => {
    const parts = new URLSearchParams(location.hash.slice(1));
    parts.set("arm", await asFragment(state.description));
    const address = `${location.href.split("#")[0]}#${parts}`;
    if (location.protocol !== "about:") history.replaceState(null, "", address);
    put(address);
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
