// Untrusted XML as one text of elements, as in arm/formats/urdf/markup.py; the separators are no characters of XML.

const DEEPEST_ELEMENT = 100;
const MOST_PREFIXES = 100;
export const XACRO =
  "expected URDF, got xacro, which can run any command; to expand a file that you trust, "
  + "use Arm.from_urdf(path, xacro=True) or --xacro";

// XML without comments and instructions; their line ends stay, since errors count lines
function withoutRemarks(text) {
  const kept = [];
  const opening = /<!--|<\?/g;
  let place = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const closing = found[0] === "<?" ? "?>" : "-->";
    const end = text.indexOf(closing, opening.lastIndex);
    if (end < 0) break;
    kept.push(text.slice(place, found.index), text.slice(found.index, end).replace(/[^\n]+/g, ""));
    opening.lastIndex = place = end + closing.length;
  }
  return kept.join("") + text.slice(place);
}

// an element and its descendants as one text, in the format of lab.h
export function flatElements(element, around = "") {
  const tag = element.tagName;
  if (around.length >= DEEPEST_ELEMENT)
    throw new RangeError(`not a URDF: <${tag}> is nested more than ${DEEPEST_ELEMENT} deep`);
  if (tag.startsWith("xacro:")) throw new RangeError(`<${tag}>: ${XACRO}`);
  // the text before the first child, as in Python's parsers
  const text = element.firstChild?.nodeType === Node.TEXT_NODE ? element.firstChild.data : "";
  const attributes = Array.from(element.attributes, ({ name, value }) => [name, value]);
  const own = [around, tag, text, ...attributes.flat()].join("\x1f");
  return [own, ...Array.from(element.children, (each) => flatElements(each, `${around}.`))].join("\x1e");
}

// undeclared prefixes are common in these files: declare them in the first element
function withPrefixes(text) {
  const named = (pattern) => new Set(Array.from(text.matchAll(pattern), ([, prefix]) => prefix));
  const declared = named(/\bxmlns:([\w.-]+)/g).add("xml").add("xmlns");
  const missing = [...named(/[<\s]([A-Za-z_][\w.-]*):[A-Za-z_]/g)].filter((prefix) => !declared.has(prefix));
  if (missing.length > MOST_PREFIXES) throw new RangeError(`not a URDF: ${missing.length} prefixes are not declared`);
  return text.replace(/<[^\s/>]+/, (tag) => tag + missing.map((prefix) => ` xmlns:${prefix}="urn:${prefix}"`).join(""));
}

// the reason and the place of an XML error, from the error page of the browser
function reasonOf(broken) {
  const lines = (broken.querySelector("div") ?? broken).textContent.trim().split("\n");
  return [lines[0], ...lines.slice(1).filter((line) => line.startsWith("Line Number"))].join(", ");
}

// the elements of XML; entities of a document type are never expanded
export function parsedMarkup(text) {
  const plain = withoutRemarks(text);
  if (/^\s*<!doctype/i.test(plain))
    throw new RangeError("not a URDF: <!DOCTYPE> is refused, because it can declare entities");
  const found = new DOMParser().parseFromString(withPrefixes(plain), "application/xml");
  const broken = found.querySelector("parsererror");
  if (broken) throw new SyntaxError(`not a URDF: broken XML, ${reasonOf(broken)}`);
  return flatElements(found.documentElement);
}
