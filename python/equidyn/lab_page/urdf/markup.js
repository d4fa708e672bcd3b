// XML of strangers as plain elements, and their attributes, checked as by arm/formats/urdf/markup.py.

const DEEPEST_ELEMENT = 100;
const MOST_SHOWN = 40;
const MOST_PREFIXES = 100;
const XACRO = "expected URDF, got xacro, which is a program and may run any command; to expand a file that you trust, "
  + "use Arm.from_urdf(path, xacro=True) or --xacro";

// a name as Python shows it
const quoted = (text) => LabInput.quoted(text);

// XML without comments and instructions, of which only the ends of lines stay, since errors count these
function without_remarks(text) {
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

// an element with its tag, attributes, text and children
function plain_element(element, depth = 1) {
  const tag = element.tagName;
  if (depth > DEEPEST_ELEMENT) throw new RangeError(`not a URDF: <${tag}> is nested more than ${DEEPEST_ELEMENT} deep`);
  if (tag.startsWith("xacro:")) throw new RangeError(`<${tag}>: ${XACRO}`);
  return {
    tag,
    attributes: Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
    // as parsers of Python have it: what stands before the first child
    text: element.firstChild?.nodeType === Node.TEXT_NODE ? element.firstChild.data : "",
    children: Array.from(element.children, (each) => plain_element(each, depth + 1)),
  };
}

// prefixes that nothing declares are usual in these files: the first element declares them
function with_prefixes(text) {
  const named = (pattern) => new Set(Array.from(text.matchAll(pattern), ([, prefix]) => prefix));
  const declared = named(/\bxmlns:([\w.-]+)/g).add("xml").add("xmlns");
  const missing = [...named(/[<\s]([A-Za-z_][\w.-]*):[A-Za-z_]/g)].filter((prefix) => !declared.has(prefix));
  if (missing.length > MOST_PREFIXES) throw new RangeError(`not a URDF: ${missing.length} prefixes are not declared`);
  return text.replace(/<[^\s/>]+/, (tag) => tag + missing.map((prefix) => ` xmlns:${prefix}="urn:${prefix}"`).join(""));
}

// why a browser could not read XML, and where; without the rest of its page
function reason_of(broken) {
  const lines = (broken.querySelector("div") ?? broken).textContent.trim().split("\n");
  return [lines[0], ...lines.slice(1).filter((line) => line.startsWith("Line Number"))].join(", ");
}

// the outermost element of XML; entities of a document type are never expanded
function parsed_markup(text) {
  const plain = without_remarks(text);
  if (/^\s*<!doctype/i.test(plain)) throw new RangeError("not a URDF: <!DOCTYPE>, which can declare entities, is not read");
  const found = new DOMParser().parseFromString(with_prefixes(plain), "application/xml");
  const broken = found.querySelector("parsererror");
  if (broken) throw new SyntaxError(`not a URDF: broken XML, ${reason_of(broken)}`);
  return plain_element(found.documentElement);
}

const find_child = (element, tag) => element.children.find((each) => each.tag === tag);

// owners of elements are named as "joint 'elbow'"
function child_of(owner, element, tag) {
  const found = find_child(element, tag);
  if (!found) throw new RangeError(`${owner}: <${element.tag}> has no <${tag}>`);
  return found;
}

const find_attribute = (element, name) => (Object.hasOwn(element.attributes, name) ? element.attributes[name] : undefined);

function attribute_of(owner, element, name) {
  const value = find_attribute(element, name);
  if (value === undefined) throw new RangeError(`${owner}: <${element.tag}> has no attribute ${quoted(name)}`);
  return value;
}

const NUMBER_WRITTEN = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,9})?$/;

const is_number_written = (word) => NUMBER_WRITTEN.test(word) && Number.isFinite(Number(word));

// the numbers in an attribute as written, each checked; required unless there is a default
function words_of(owner, element, name, count, otherwise = "") {
  const text = find_attribute(element, name) || otherwise || attribute_of(owner, element, name);
  const found = text.split(/\s+/).filter(Boolean);
  if (found.length === count && found.every(is_number_written)) return found;
  throw new RangeError(`${owner}: <${element.tag} ${name}>: expected ${count > 1 ? `${count} numbers` : "a number"}, got ${quoted(cut_text(text))}`);
}

// the beginning of a value for a message
const cut_text = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

const numbers_of = (...asked) => words_of(...asked).map(Number);
const number_of = (owner, element, name, otherwise) => numbers_of(owner, element, name, 1, otherwise)[0];

function magnitude_of(owner, element, name, otherwise) {
  const value = number_of(owner, element, name, otherwise);
  if (value < 0) throw new RangeError(`${owner}: <${element.tag} ${name}>: must not be negative, got ${LabInput.digits(value)}`);
  return value;
}
