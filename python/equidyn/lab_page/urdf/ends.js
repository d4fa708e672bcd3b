// Where a chain begins and ends in a tree, where the user does not say it, as by arm/formats/tree/ends.py; joints of a gripper locked at
// their zero, as by arm/formats/tree/locking.py.

function first_link({ links, roots }, base) {
  if (base) return known_link("base", base, links);
  if (roots.length > 1) throw new RangeError(`base: there are several roots, expected one of ${named_list(roots)}`);
  return roots[0];
}

// the tip of the only chain, the joints of a gripper behind it, and remarks
function last_link(tree, base) {
  const depths = depths_of(tree);
  const end = end_of_chain(tree, base);
  const { tip, path, branches, leaves } = end;
  if (is_gripper(tree, branches, path.length, depths))
    return { last: tip, gripper: joints_beyond(tree, branches).filter(({ kind }) => kind !== "fixed"), unsure: [] };
  if (branches.length > 1) {
    const at = [...new Set(branches.map(({ parent }) => quoted(parent)))].join(" and ");
    throw new RangeError(`tip: the tree branches at ${at} into the joints ${named_list(branches.map(({ name }) => name))}; expected a link to `
      + `end at, such as ${LabInput.listed(ends_behind(tree, end, depths))}`);
  }
  if (leaves.length < 2) return { last: tip, gripper: [], unsure: [] };
  const remark = `the tool frame is that of ${quoted(tip)}, to which several are fixed; for one of them, give as tip ${named_list(leaves)}`;
  return { last: tip, gripper: [], unsure: [remark] };
}

// the largest number of joints in a row behind each link
function depths_of(tree) {
  const depths = new Map([...tree.links.keys()].map((name) => [name, 0]));
  const all = joints_beyond(tree, tree.roots.flatMap((root) => tree.behind.get(root)));
  for (const { kind, parent, child } of all.reverse())
    depths.set(parent, Math.max(depths.get(parent), depths.get(child) + (kind === "fixed" ? 0 : 1)));
  return depths;
}

// the only chain from a link up to a branch, or to its end; the hand is the link that carries all fingers
function end_of_chain(tree, first) {
  const path = [];
  for (let link = first; ;) {
    const body = links_fixed_to(tree, link);
    const branches = body.flatMap((name) => tree.behind.get(name).filter(({ kind }) => kind !== "fixed"));
    if (branches.length === 1) {
      path.push(branches[0]);
      link = branches[0].child;
      continue;
    }
    const leaves = branches.length ? [] : body.filter((name) => !tree.behind.get(name).length);
    const ends = leaves.length ? leaves : [...new Set(branches.map(({ parent }) => parent))];
    return { tip: ends.length === 1 ? ends[0] : link, path, branches, leaves };
  }
}

// whether branches behind a chain of n joints are fingers: shorter than the chain; and of two, none longer than the other
function is_gripper(tree, branches, n, depths) {
  const lengths = branches.map(({ child }) => 1 + depths.get(child));
  if (lengths.length < 2 || Math.max(...lengths) >= n || (lengths.length === 2 && lengths[0] !== lengths[1])) return false;
  return joints_beyond(tree, branches).every(({ kind }) => kind === "fixed" || Object.hasOwn(MOVABLE, kind));
}

// the ends of the chains behind a branch, those of most joints first
function ends_behind(tree, end, depths) {
  const found = [];
  const pending = end.branches.map((joint) => ({ joint, before: end.path.length })).reverse();
  while (pending.length) {
    const { joint, before } = pending.pop();
    const further = end_of_chain(tree, joint.child);
    const path = [joint, ...further.path];
    const n = before + path.length;
    if (!path.every(({ kind, mimics }) => Object.hasOwn(MOVABLE, kind) && !mimics)) continue;
    if (further.branches.length < 2 || is_gripper(tree, further.branches, n, depths)) found.push([n, further.tip]);
    else pending.push(...further.branches.map((each) => ({ joint: each, before: n })).reverse());
  }
  found.sort(([one], [other]) => other - one);
  const ends = found.map(([n, tip]) => `${quoted(tip)} (${n} joint${n > 1 ? "s" : ""})`);
  return ends.length ? ends : tree.leaves.map(quoted);
}

// the tree with the joints of a gripper locked at its zero; a joint that mimics another has its zero where that one has it
function with_gripper_locked(tree, gripper) {
  if (!gripper.length) return tree;
  const zeros = new Map(gripper.map((joint) => [joint, zero_of_joint(tree, joint)]));
  const joints = tree.joints.map((joint) => (zeros.has(joint) ? locked_joint(joint, zeros.get(joint)) : joint));
  return tree_of({ ...tree, links: [...tree.links.values()], joints });
}

function zero_of_joint({ joints }, joint) {
  const own = joint.mimics ? joint.mimics.offset : 0;
  const passed = new Set([joint.name]);
  let [leader, scale, offset] = [joint, 1, 0];
  while (leader.mimics) {
    offset += scale * leader.mimics.offset;
    scale *= leader.mimics.multiplier;
    const next = joints.find(({ name, kind }) => name === leader.mimics.joint && kind !== "fixed");
    // what mimics nothing that is there, or itself, is at its own offset
    if (!next || passed.has(next.name)) return own;
    leader = next;
    passed.add(leader.name);
  }
  return offset;
}

const locked_joint = (joint, q) =>
  ({ ...joint, kind: "fixed", placement: product_of_poses(joint.placement, motion_of_joint(joint, q)), mimics: null });

// the pose of the child's frame at a position, in that at position 0
function motion_of_joint({ kind, axis: [x, y, z] }, q) {
  if (MOVABLE[kind] === "P") return [1, 0, 0, x * q, 0, 1, 0, y * q, 0, 0, 1, z * q, 0, 0, 0, 1];
  const [c, s] = exact_cos_sin(q);
  const v = 1 - c;
  return [
    x * x * v + c, x * y * v - z * s, x * z * v + y * s, 0,
    x * y * v + z * s, y * y * v + c, y * z * v - x * s, 0,
    x * z * v - y * s, y * z * v + x * s, z * z * v + c, 0,
    0, 0, 0, 1,
  ];
}

function remarks_on_gripper(tree, tip, gripper) {
  if (!gripper.length) return [];
  const names = named_list(gripper.map(({ name }) => name));
  return [`lumped with ${quoted(tip)}, as a gripper at its zero: the joints ${names}${weight_behind(tree, gripper)}; locked= has them `
    + `elsewhere, tip=${quoted(tip)} leaves them out`];
}

// the mass of all that joints carry, for a message; nothing where it has none
function weight_behind({ links, ...tree }, joints) {
  const carried = new Set(joints_beyond(tree, joints).map(({ child }) => child));
  const mass = [...carried].reduce((sum, name) => sum + (links.get(name).body?.mass ?? 0), 0);
  return mass ? ` (${LabInput.digits(mass)} kg)` : "";
}
