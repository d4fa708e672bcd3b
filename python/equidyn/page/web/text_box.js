// The arm as text, to be copied and pasted, and as a link.

function make_text_box(root, { replace }) {
  const area = html_item("textarea", { rows: 14, spellcheck: "false", "aria-label": "The arm as text" });
  const message = html_item("p", { class: "problem", role: "alert" });
  const said = html_item("span", { class: "note", role: "status" });
  const problem = (text) => {
    message.textContent = text;
    said.textContent = "";
  };
  const take = () => {
    try {
      const text = area.value;
      replace(is_markup(text) ? arm_of_urdf(parsed_markup(text)).description : read_text(text));
      problem("");
      said.textContent = "The page shows this arm.";
    } catch (error) {
      problem(error.message);
    }
  };
  const put = (text) => {
    area.value = text;
    area.focus();
    area.select();
    problem("");
    // files and frames may have no clipboard: the text is selected
    navigator.clipboard?.writeText(text).then(() => { said.textContent = "Copied."; }, () => { said.textContent = "Selected, to be copied."; });
  };
  const link = async () => {
    const parts = new URLSearchParams(location.hash.slice(1));
    parts.set("arm", await as_fragment(state.description));
    const address = `${location.href.split("#")[0]}#${parts}`;
    if (location.protocol !== "about:") history.replaceState(null, "", address);
    put(address);
  };
  root.append(html_item("details", { class: "as-text" }, html_item("summary", {}, "As text, and as a link"),
    html_item("p", { class: "controls" },
      button_item("Copy as JSON", () => put(as_json(state.description))),
      button_item("Copy as Python", () => put(as_python(state.description))),
      button_item("Copy a link", link), said),
    area, html_item("p", { class: "controls" }, button_item("Take this arm", take)), message));
}

// the arm of the address, if it holds one
async function arm_of_address() {
  const packed = new URLSearchParams(location.hash.slice(1)).get("arm");
  return packed ? from_fragment(packed) : null;
}
