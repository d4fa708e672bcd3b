// Pictures: each with a table of its numbers and a button that saves it.

const SVG_NAMES = "http://www.w3.org/2000/svg";

// an element of SVG or HTML with attributes; children are elements and texts
function item_of(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}
const svg_item = (kind, attributes = {}, ...children) =>
  item_of(document.createElementNS(SVG_NAMES, kind), attributes, children);
const html_item = (kind, attributes = {}, ...children) => item_of(document.createElement(kind), attributes, children);

// rows of texts and elements as a table; cells after the first are numbers, unless `words` says otherwise
function table_item(caption, columns, rows, words = [0]) {
  const cell = (kind, scope) => (text, k) =>
    html_item(kind, { class: words.includes(k) ? "word" : undefined, scope: scope(k) }, text);
  const body = rows.map((row) =>
    html_item("tr", {}, ...row.map((text, k) => cell(k ? "td" : "th", () => (k ? undefined : "row"))(text, k))));
  return html_item("div", { class: "wide", role: "region", tabindex: 0, "aria-label": caption },
    html_item("table", {}, html_item("caption", {}, caption),
      html_item("thead", {}, html_item("tr", {}, ...columns.map(cell("th", () => "col")))),
      html_item("tbody", {}, ...body)));
}

// what a picture takes from the style sheet, so that a file of it looks like the page
const KEPT_STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "font-family", "font-size",
  "font-weight", "font-style", "text-anchor", "dominant-baseline", "paint-order", "stroke-linejoin", "stroke-linecap"];

function as_svg_file(picture) {
  const copy = picture.cloneNode(true);
  const [shown, copied] = [picture, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  shown.forEach((original, k) => {
    const style = getComputedStyle(original);
    for (const name of KEPT_STYLES) copied[k].style.setProperty(name, style.getPropertyValue(name));
    for (const name of ["tabindex", "class"]) copied[k].removeAttribute(name);
  });
  const { width, height } = picture.viewBox.baseVal;
  const fill = getComputedStyle(document.documentElement).backgroundColor;
  copy.prepend(svg_item("rect", { width, height, fill }));
  for (const [name, value] of Object.entries({ xmlns: SVG_NAMES, width, height })) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

function save_text(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  html_item("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// a picture that is drawn anew when its room changes: draw(width) returns height, label and children. its numbers, the
// caption, columns and rows of a table or a function that returns them, are written while they are unfolded
function picture_item(name, draw) {
  const picture = svg_item("svg", { role: "img" });
  const numbers = html_item("div");
  // asking the page for the width would lay it out anew with each picture: it is told
  let [drawn, room] = [0, 0];
  const redraw = () => {
    room ||= Math.round(figure.clientWidth);
    if (!room) return;
    drawn = room;
    const { height, label, children } = draw(room);
    picture.setAttribute("viewBox", `0 0 ${room} ${height}`);
    picture.setAttribute("aria-label", label);
    picture.replaceChildren(...children);
  };
  const save = () => save_text(as_svg_file(picture), `${name}.svg`, "image/svg+xml");
  let table = null;
  const write_numbers = () => {
    if (!table || !folded.open) return;
    numbers.replaceChildren(table_item(...table()));
    table = null;
  };
  const folded = html_item("details", { ontoggle: write_numbers }, html_item("summary", {}, "Numbers"), numbers);
  const figure = html_item("figure", { class: "picture" }, picture,
    html_item("figcaption", {}, folded,
      html_item("button", { type: "button", onclick: save, "aria-label": `Save the picture ${name} as SVG` }, "Save SVG")));
  // in the next frame: what is drawn while it is told changes sizes again
  const watcher = new ResizeObserver((entries) => {
    room = Math.round(entries.at(-1).contentRect.width);
    requestAnimationFrame(() => room !== drawn && redraw());
  });
  watcher.observe(figure);
  return {
    figure,
    redraw,
    show_table: (...given) => {
      table = typeof given[0] === "function" ? given[0] : () => given;
      write_numbers();
    },
    close: () => watcher.disconnect(),
  };
}

// a choice among texts by value, with its label
function choice_item(label, options, value, chosen) {
  const list = html_item("select", { onchange: () => chosen(list.value) },
    ...options.map(([key, text]) => html_item("option", { value: key, selected: key === value }, text)));
  return html_item("label", {}, `${label} `, list);
}

const button_item = (text, pressed) => html_item("button", { type: "button", onclick: pressed }, text);
