// A robot as a tree of links, as by arm/formats/tree/robot.py.

const named_list = (names) => LabInput.listed(names.map(quoted));

function by_name(what, items) {
  const found = new Map();
  for (const item of items) {
    if (found.has(item.name)) throw new RangeError(`${what} ${quoted(item.name)}: duplicate name`);
    found.set(item.name, item);
  }
  return found;
}

function known_link(what, name, links) {
  if (links.has(name)) return name;
  throw new RangeError(`${what}: ${LabInput.unknown(name, [...links.keys()])}`);
}

// flaws of what a chain needs are errors
function require_sound({ flaws }) {
  if (flaws.length) throw new RangeError(flaws[0]);
}

// links, the joint before each and those behind it, by name; roots and leaves
function tree_of({ name, links, joints }) {
  const tree = { name, links: by_name("link", links), joints: [...by_name("joint", joints).values()], before: new Map(), behind: new Map() };
  for (const link of tree.links.keys()) tree.behind.set(link, []);
  for (const joint of tree.joints) {
    for (const role of ["parent", "child"]) known_link(`joint ${quoted(joint.name)}: ${role} link`, joint[role], tree.links);
    const other = tree.before.get(joint.child);
    if (other)
      throw new RangeError(`link ${quoted(joint.child)}: has two parent joints, ${quoted(other.name)} and ${quoted(joint.name)}; expected a tree`);
    tree.before.set(joint.child, joint);
    tree.behind.get(joint.parent).push(joint);
  }
  const names = [...tree.links.keys()];
  tree.roots = names.filter((each) => !tree.before.has(each));
  tree.leaves = names.filter((each) => !tree.behind.get(each).length);
  require_tree(tree, names);
  return tree;
}

// with one joint before it at most, links that no root reaches form a circle
function require_tree({ roots, before, behind }, names) {
  if (!names.length) throw new RangeError("links: expected at least one, got none");
  const reached = new Set(roots);
  const pending = [...roots];
  while (pending.length)
    for (const { child } of behind.get(pending.pop())) {
      reached.add(child);
      pending.push(child);
    }
  const first = names.find((each) => !reached.has(each));
  if (first !== undefined)
    throw new RangeError(`link ${quoted(first)}: is its own ancestor, by joint ${quoted(before.get(first).name)} and others; expected a tree`);
}

// joints and all behind them, each one before those behind it
function joints_beyond({ behind }, joints) {
  const found = [];
  const pending = [...joints].reverse();
  while (pending.length) {
    const joint = pending.pop();
    found.push(joint);
    pending.push(...[...behind.get(joint.child)].reverse());
  }
  return found;
}

// the names of a link and of all that are fixed to it
function links_fixed_to({ behind }, link) {
  const names = [];
  const pending = [link];
  while (pending.length) {
    const name = pending.pop();
    names.push(name);
    const fixed = behind.get(name).filter((each) => each.kind === "fixed");
    pending.push(...fixed.map(({ child }) => child).reverse());
  }
  return names;
}

// a link and all that are fixed to it, with their poses, given that of the link
function rigid_links({ behind }, link, pose) {
  const found = [];
  const pending = [{ name: link, pose }];
  while (pending.length) {
    const each = pending.pop();
    found.push(each);
    const fixed = behind.get(each.name).filter(({ kind }) => kind === "fixed").reverse();
    fixed.forEach(require_sound);
    for (const { child, placement } of fixed) pending.push({ name: child, pose: product_of_poses(each.pose, placement) });
  }
  return found;
}
