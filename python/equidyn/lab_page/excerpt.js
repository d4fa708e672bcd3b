// Parts of the page alone, chosen by Python or by the address (#show=arm,counts), for a frame in another page, which is told the height.

// names of the parts that an address or Python chooses; null: all of them
function chosen_parts(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, "")).get("show")?.split(",") ?? page_data.show;
  const unknown = asked?.find((name) => !page_data.parts.includes(name));
  if (unknown !== undefined)
    throw new Error(`show: expected parts out of ${page_data.parts.join(", ")}, got ${unknown || "nothing"}`);
  return asked;
}

// without what stands around the parts
function begin_excerpt() {
  document.querySelector("header").remove();
  if (parent === window) return;
  const height = () => Math.ceil(document.body.getBoundingClientRect().height);
  new ResizeObserver(() => parent.postMessage({ height: height() }, "*")).observe(document.body);
}

// the arm of the address, if it holds or names one, and the formulation in focus
async function follow_address(replace) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const [robot, formulation] = ["robot", "formulation"].map((name) => asked.get(name));
  try {
    if (robot && !Object.hasOwn(page_data.robots, robot)) throw new Error(`robot: expected a name of the list of robots, got ${robot}`);
    const description = (await arm_of_address()) ?? page_data.robots[robot];
    if (description) replace(copy_of(description));
  } catch (error) {
    return `The arm of the link could not be read: ${error.message}`;
  }
  if (!formulation) return "";
  const names = page.lab.formulations.map(({ name }) => name);
  if (!names.includes(formulation)) return `formulation: expected one of ${names.join(", ")}, got ${formulation}`;
  set_state({ formulation });
  return "";
}
