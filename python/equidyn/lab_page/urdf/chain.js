// The serial chain between two links of a tree as the description of an arm, as by arm/formats/tree/chain.py.

const MOVABLE = { revolute: "R", continuous: "R", prismatic: "P" };

// moments below this part of the Steiner term about the link frame are rounding
const STEINER_ROUNDING = 1e-15;

// the description of the arm between two links, by default the root and the end of the only chain, and remarks for the user
function description_of_tree(whole, base, tip) {
  const first = first_link(whole, base);
  const { last, gripper, unsure } = tip ? { last: known_link("tip", tip, whole.links), gripper: [], unsure: [] } : last_link(whole, first);
  const tree = with_gripper_locked(whole, gripper);
  const chain = chain_along(tree, path_between(tree, first, last));
  const { joints } = chain;
  const frames = modified_frames(joints, chain.tool);
  const names = joints.map(({ joint }) => joint.name);
  const children = joints.map(({ joint }) => joint.child);
  const bodies = joints.map(({ body }, k) => moved_body(body, frames.links[k]));
  const { a, a_y, alpha, d, theta } = frames;
  const poses = [inverse_pose(frames.base), ...frames.links];
  const description = {
    convention: "modified",
    joints: joints.map(({ joint }) => MOVABLE[joint.kind]).join(""),
    a, ...(a_y.some((y) => y) ? { a_y } : {}), alpha, d, theta,
    ...(bodies.some(has_inertia) ? columns_of(bodies, ["mass", "com", "inertia"]) : { mass: null, com: null, inertia: null }),
    base: rows_of_pose(frames.base),
    tool: rows_of_pose(frames.tool),
    ...drives_of_joints(joints.map(({ joint }) => joint)),
    joint_names: names,
    link_names: children,
    tool_name: last === children.at(-1) ? null : last,
    frames: [first, ...children].flatMap((link, number) =>
      rigid_links(tree, link, poses[number]).map(({ name, pose }) => [name, number, rows_of_pose(pose)])),
    name: tree.name,
  };
  const remarks = [
    ...unsure, ...remarks_on_gripper(whole, last, gripper), ...remarks_on_chain(tree, chain), ...remarks_on_flaws(tree), ...remarks_on_wide_links(chain, description.joints, frames.reach),
  ];
  return { description, ends: [first, last], remarks };
}

const columns_of = (rows, keys) => Object.fromEntries(keys.map((key) => [key, rows.map((row) => row[key])]));

// the joints from one link to another, each checked
function path_between({ before }, base, tip) {
  const path = [];
  for (let link = tip; link !== base; link = path.at(-1).parent) {
    if (!before.has(link)) throw new RangeError(`tip: expected a link beyond ${quoted(base)}, got ${quoted(tip)}`);
    path.push(before.get(link));
  }
  for (const joint of path) {
    const { name, kind, child, mimics } = joint;
    const owner = `joint ${quoted(name)}: on the chain expected`;
    if (kind !== "fixed" && !Object.hasOwn(MOVABLE, kind))
      throw new RangeError(`${owner} type revolute, continuous, prismatic or fixed, got ${quoted(kind)}; a chain behind it begins at `
        + `base=${quoted(child)}`);
    require_sound(joint);
    if (mimics) throw new RangeError(`${owner} joints that move by themselves, got one that mimics ${quoted(mimics.joint)}; mimic='lock' has it `
      + "stand still, mimic='independent' has it move by itself");
  }
  if (path.every(({ kind }) => kind === "fixed"))
    throw new RangeError(`tip: expected a movable joint between ${quoted(base)} and ${quoted(tip)}, got none`);
  return path.reverse();
}

// the movable joints of a path, each with its placement in the link before and the body of all that is fixed behind it
function chain_along(tree, path) {
  const chain = { joints: [], tool: UNMOVED, lumped: [], without_inertia: [], left_out: [], not_taken: [], rounded: new Set() };
  const on_path = new Set(path);
  let pose = UNMOVED;
  for (const joint of path) {
    joint.rounded.forEach((each) => chain.rounded.add(each));
    chain.not_taken.push(...joint.not_taken.map((what) => ({ what, name: joint.name })));
    pose = product_of_poses(pose, joint.placement);
    if (joint.kind === "fixed") continue;
    const body = lumped_body(tree, joint.child, on_path, chain);
    chain.joints.push({ joint, placement: pose, axis: joint.axis, prismatic: MOVABLE[joint.kind] === "P", body });
    pose = UNMOVED;
  }
  return { ...chain, tool: pose };
}

// the composite of all links fixed to one; what is to be remarked is noted in the chain
function lumped_body(tree, first, on_path, chain) {
  let body = NO_BODY;
  const [massless, bodies] = [[], []];
  for (const { name, pose } of rigid_links(tree, first, UNMOVED)) {
    const link = tree.links.get(name);
    require_sound(link);
    link.rounded.forEach((each) => chain.rounded.add(each));
    if (link.body) {
      const own = checked_body(link);
      body = joined_bodies(body, moved_body(own, pose));
      bodies.push({ name, ...own });
    } else massless.push(link);
    for (const joint of tree.behind.get(name).filter((each) => !on_path.has(each)))
      if (joint.kind === "fixed") joint.rounded.forEach((each) => chain.rounded.add(each));
      else chain.left_out.push(joint);
  }
  // a mere frame on a body needs no inertia
  for (const { name, material } of massless) if (material || !has_inertia(body)) chain.without_inertia.push(name);
  // the body of a link alone is that of the arm, which checks it
  if (bodies.length > 1) chain.lumped.push(...bodies);
  return body;
}

// the body of a link, checked before others hide its errors; rounding is set to zero
function checked_body({ name, body }) {
  const { mass, com, inertia } = body;
  const largest = Math.max(...inertia.flat().map(Math.abs));
  if (largest <= STEINER_ROUNDING * mass * dot(com, com)) return { ...body, inertia: NO_BODY.inertia };
  const tensor = LabInput.inertia(`link ${quoted(name)}: inertia`, inertia.flat());
  return { ...body, inertia: [0, 3, 6].map((k) => tensor.slice(k, k + 3)) };
}

// limits, friction and motors; null where no joint has any; an arm has friction on the side of the motors
function drives_of_joints(joints) {
  const bounded = (rows) => (rows.flat().some(Number.isFinite) ? rows.map((row) => in_json(row)) : null);
  const in_json = (x) => (Array.isArray(x) ? x.map(in_json) : Number.isFinite(x) ? x : null);
  const any = (numbers, rows = numbers) => (numbers.some((x) => x !== 0) ? rows : null);
  const of = (key) => joints.map((joint) => joint[key]);
  const ratio = of("reduction");
  const viscous = of("damping").map((x, k) => x / ratio[k] ** 2);
  const coulomb = of("friction").map((x, k) => x / Math.abs(ratio[k]));
  return {
    limits: bounded(of("limits")),
    velocity_limits: bounded(of("velocity")),
    effort_limits: bounded(of("effort")),
    viscous: any(viscous),
    coulomb: any(coulomb, coulomb.map((x) => [x, -x])),
    motor_inertia: any(of("armature")),
    gear_ratio: ratio.some((x) => x !== 1) ? ratio : null,
  };
}

function remarks_on_chain(tree, { joints, without_inertia, left_out, not_taken, rounded }) {
  const remarks = [];
  if (rounded.size) remarks.push(`angles read as the multiples of π/4 that all their digits are of: ${[...rounded].join(", ")}`);
  for (const what of new Set(not_taken.map((each) => each.what))) {
    const names = not_taken.filter((each) => each.what === what).map(({ name }) => name);
    remarks.push(`left out of the torques: ${what} of ${named_list(names)}`);
  }
  if (!joints.some(({ body }) => has_inertia(body))) remarks.push("no link has a mass or an inertia: the arm has kinematics alone");
  else if (without_inertia.length) remarks.push(`links without inertia, which add nothing to the torques: ${named_list(without_inertia)}`);
  if (left_out.length) {
    const weight = weight_behind(tree, left_out);
    const kept = weight ? "; locked= keeps what they carry" : "";
    remarks.push(`left out, with all that they carry: the joints ${named_list(left_out.map(({ name }) => name))}${weight}${kept}`);
  }
  return remarks;
}

// names the flaws of data that the chain does not need, all others being errors
function remarks_on_flaws({ links, joints }) {
  const remarks = [];
  const limits = joints.filter(({ no_limits }) => no_limits.length).map(({ name, no_limits }) => `${quoted(name)} (${no_limits.join(", ")})`);
  if (limits.length) remarks.push(`limits that mean nothing, read as none: ${LabInput.listed(limits)}`);
  const flaws = [...links.values(), ...joints].flatMap((item) => item.flaws);
  const more = flaws.length > 1 ? `; and ${flaws.length - 1} more` : "";
  if (flaws.length) remarks.push(`not read, since the chain does not need it: ${flaws[0]}${more}`);
  return remarks;
}

// names the lumped links that would be wider than the arm
function remarks_on_wide_links(chain, joints, lengths) {
  const bodies = chain.joints.map(({ body }) => body);
  const reach = known_reach(joints, lengths, Math.max(...bodies.map(({ com }) => Math.sqrt(dot(com, com)))));
  const total = bodies.reduce((sum, { mass }) => sum + mass, 0);
  return chain.lumped.flatMap((body) => {
    const suspicion = suspicion_of(body, reach, total);
    return suspicion ? [`link ${quoted(body.name)}: ${suspicion}`] : [];
  });
}
