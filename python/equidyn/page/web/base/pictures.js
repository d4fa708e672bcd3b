// Pictures: each with a table of its numbers and a button that saves it.

const SVG_NAMES = "http://www.w3.org/2000/svg";

// an element of SVG or HTML with attributes; children are elements and texts
function itemOf(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}
export const svgItem = (kind, attributes = {}, ...children) =>
  itemOf(document.createElementNS(SVG_NAMES, kind), attributes, children);
export const htmlItem = (kind, attributes = {}, ...children) =>
  itemOf(document.createElement(kind), attributes, children);

// rows of texts and elements as a table; cells after the first are numbers, unless `words` says otherwise
export function tableItem(caption, columns, rows, words = [0]) {
  const cell = (kind, scope) => (text, k) =>
    htmlItem(kind, { class: words.includes(k) ? "word" : undefined, scope: scope(k) }, text);
  const body = rows.map((row) =>
    htmlItem("tr", {}, ...row.map((text, k) => cell(k ? "td" : "th", () => (k ? undefined : "row"))(text, k))));
  return htmlItem("div", { class: "wide", role: "region", tabindex: 0, "aria-label": caption },
    htmlItem("table", {}, htmlItem("caption", {}, caption),
      htmlItem("thead", {}, htmlItem("tr", {}, ...columns.map(cell("th", () => "col")))),
      htmlItem("tbody", {}, ...body)));
}

// styles that a saved picture keeps from the style sheet
const KEPT_STYLES = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "font-family", "font-size",
  "font-weight", "font-style", "text-anchor", "dominant-baseline", "paint-order", "stroke-linejoin", "stroke-linecap",
];

export function asSvgFile(picture) {
  const copy = picture.cloneNode(true);
  const [shown, copied] = [picture, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  shown.forEach((original, k) => {
    const style = getComputedStyle(original);
    for (const name of KEPT_STYLES) copied[k].style.setProperty(name, style.getPropertyValue(name));
    for (const name of ["tabindex", "class"]) copied[k].removeAttribute(name);
  });
  const { width, height } = picture.viewBox.baseVal;
  const fill = getComputedStyle(document.documentElement).backgroundColor;
  copy.prepend(svgItem("rect", { width, height, fill }));
  for (const [name, value] of Object.entries({ xmlns: SVG_NAMES, width, height })) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

export function saveText(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  htmlItem("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @type {(width: number) => { height: number, label: string, children: Node[] }} */
export const drawNothing = () => ({ height: 0, label: "", children: [] });

// a picture that is redrawn when its width changes: draw(width) returns height, label and children. the table of its
// numbers (caption, columns, rows, or a function that returns them) is written while it is unfolded
export function pictureItem(name, draw) {
  const picture = svgItem("svg", { role: "img" });
  const numbers = htmlItem("div");
  // reading the width would force a layout per picture: an observer reports it
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
  const save = () => saveText(asSvgFile(picture), `${name}.svg`, "image/svg+xml");
  let table = null;
  const writeNumbers = () => {
    if (!table || !folded.open) return;
    numbers.replaceChildren(tableItem(...table()));
    table = null;
  };
  const folded = htmlItem("details", { ontoggle: writeNumbers }, htmlItem("summary", {}, "Numbers"), numbers);
  const figure = htmlItem("figure", { class: "picture" }, picture,
    htmlItem("figcaption", {}, folded,
      htmlItem("button", { type: "button", onclick: save, "aria-label": `Save the picture ${name} as SVG` },
        "Save SVG")));
  // in the next frame: drawing within the callback would change sizes again
  const watcher = new ResizeObserver((entries) => {
    room = Math.round(entries.at(-1).contentRect.width);
    requestAnimationFrame(() => room !== drawn && redraw());
  });
  watcher.observe(figure);
  return {
    figure,
    redraw,
    showTable: (...given) => {
      table = typeof given[0] === "function" ? given[0] : () => given;
      writeNumbers();
    },
    close: () => watcher.disconnect(),
  };
}

// a choice among texts by value, with its label
export function choiceItem(label, options, value, chosen) {
  const list = htmlItem("select", { onchange: () => chosen(list.value) },
    ...options.map(([key, text]) => htmlItem("option", { value: key, selected: key === value }, text)));
  return htmlItem("label", {}, `${label} `, list);
}

export const buttonItem = (text, pressed) => htmlItem("button", { type: "button", onclick: pressed }, text);
