// An arm from a file, dropped anywhere on the page or chosen: URDF, or JSON and code of Python as equidyn writes them.

const LARGEST_FILE = 4 * 2 ** 20;

// names that a list of links has
const MOST_LINKS = 1000;

// text in the encoding that it declares, by its first bytes or in the first line of XML; UTF-8 without
function decoded_text(bytes) {
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
    throw new RangeError(`expected a text, got bytes that are none in ${encoding.toUpperCase()}`);
  }
}

async function text_of_file(file) {
  if (file.size > LARGEST_FILE) throw new RangeError(`expected at most ${LARGEST_FILE / 2 ** 20} MiB, got ${in_digits(file.size / 2 ** 20)} MiB`);
  if (/\.xacro$/i.test(file.name)) throw new RangeError(XACRO);
  const text = decoded_text(new Uint8Array(await file.arrayBuffer()));
  if (!text.trim()) throw new RangeError("expected a URDF, or an arm as JSON or Python code, got nothing");
  return text;
}

// a name as Python shows it
const quoted = (text) => LabInput.quoted(text);

const is_markup = (text) => text.trimStart().startsWith("<");

function started_lab() {
  if (!page.lab) throw new RangeError("the laboratory has not started yet");
  return page.lab;
}

// the arm between two links of a URDF, by default of its only chain, as the page takes it
function arm_of_urdf(elements, base, tip) {
  const found = started_lab().read_urdf(elements, base, tip);
  if (!found.description.mass) throw new RangeError("no link has a mass or an inertia, which this page needs");
  return { ...found, description: checked_description(found.description) };
}

// the only file of a drop; a folder has no content
function file_of_drop({ items, files }) {
  const folder = Array.from(items, (item) => item.webkitGetAsEntry?.()).find((entry) => entry?.isDirectory);
  if (folder) throw new RangeError(`expected a file, got the folder ${quoted(folder.name)}; meshes are not needed`);
  return only_file(files);
}

function only_file(files) {
  const names = Array.from(files, ({ name }) => name);
  if (names.length !== 1) throw new RangeError(`expected one file, got ${names.length}`);
  return files[0];
}

// the button, what is said of a file, and the ends of the chain that is taken of it
function file_item(replace) {
  // the elements of the last URDF and the name of its file; how many files came so far
  let [elements, name, turn] = ["", "", 0];
  const message = html_item("p", { class: "problem", role: "alert" });
  const said = html_item("div", { class: "note", role: "status" });
  const chain = html_item("p", { class: "controls" });
  const say = (problem, done = "", remarks = []) => {
    message.textContent = problem;
    said.replaceChildren(done);
    if (remarks.length) said.append(html_item("ul", {}, ...remarks.map((each) => html_item("li", {}, each))));
  };

  // what the module refuses does not come near the arm that is shown
  const take = (description) => {
    page.lab.arm(description).delete();
    replace(description);
  };

  const take_chain = (base, tip) => {
    try {
      const { description, ends, remarks } = arm_of_urdf(elements, base, tip);
      take(description);
      say("", `The arm was read from ${name}, ${ends.map(quoted).join(" to ")}.`, remarks);
    } catch (error) {
      say(`${name}: ${error.message}`);
    }
  };

  const show_chain = ({ links, leaves }) => {
    const ordered = [...new Set([...leaves, ...links])];
    const ends = { base: "", tip: "" };
    const list = (label, key, otherwise, names) =>
      choice_item(label, [["", otherwise], ...names.slice(0, MOST_LINKS).map((each) => [each, each])], "", (chosen) => {
        ends[key] = chosen;
        take_chain(ends.base, ends.tip);
      });
    chain.replaceChildren(list("From link", "base", "the root", links), list("to link", "tip", "the end of the only chain", ordered));
  };

  const open = async (find) => {
    const mine = ++turn;
    let file = null;
    try {
      file = find();
      started_lab();
      const text = await text_of_file(file);
      if (mine !== turn) return;
      if (is_markup(text)) {
        const given = parsed_markup(text), found = page.lab.urdf_links(given);
        [elements, name] = [given, file.name];
        show_chain(found);
        take_chain("", "");
      } else {
        take(read_text(text));
        chain.replaceChildren();
        say("", `The arm was read from ${file.name}.`);
      }
    } catch (error) {
      if (mine === turn) say([file?.name, error.message].filter(Boolean).join(": "));
    }
  };

  const chosen = html_item("input", {
    type: "file", class: "hidden", tabindex: -1, "aria-label": "File of an arm",
    onchange: () => {
      const files = [...chosen.files];
      chosen.value = ""; // the same file can be chosen again
      if (files.length) open(() => only_file(files));
    },
  });
  follow_drops((drop) => open(() => file_of_drop(drop)));
  return html_item("div", { class: "files" },
    html_item("p", { class: "controls" }, button_item("Open a file", () => chosen.click()), chosen,
      html_item("span", { class: "note" }, "URDF, JSON or Python code; or drop it anywhere.")),
    message, chain, said);
}

// files over the page show a frame around it; all else that is dragged is left to the browser
function follow_drops(dropped) {
  const frame = (shown) => document.body.classList.toggle("dropping", shown);
  const with_files = (handle) => (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    handle(event);
  };
  addEventListener("dragover", with_files((event) => {
    event.dataTransfer.dropEffect = "copy";
    frame(true);
  }));
  addEventListener("dragleave", (event) => event.relatedTarget || frame(false));
  // pointers say nothing while files are dragged: where that ends unseen, the next one tells
  addEventListener("pointermove", () => frame(false));
  addEventListener("drop", with_files((event) => {
    frame(false);
    dropped(event.dataTransfer);
  }));
}
