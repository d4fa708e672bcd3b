// A URDF as links and joints, as by arm/formats/urdf/read.py. Meshes are not opened.

const JOINT_TYPES = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"];

// larger limits of speed and effort, and of positions, mean none
const UNLIMITED = 1e9;
const ENDLESS = 1e4;

function read_urdf(root) {
  if (root.tag !== "robot") throw new RangeError(`not a URDF: expected <robot>, got <${root.tag}>`);
  const all = (tag, read) => root.children.filter((each) => each.tag === tag).map(read);
  return { name: find_attribute(root, "name") ?? "", links: all("link", link_of_urdf), joints: driven_joints(all("joint", joint_of_urdf), motors_of_urdf(root)) };
}

function link_of_urdf(element) {
  const name = attribute_of("link", element, "name");
  const material = ["visual", "collision"].some((tag) => find_child(element, tag));
  const inertial = find_child(element, "inertial");
  if (!inertial) return { name, body: null, material, rounded: [], flaws: [] };
  const flaws = [];
  const { body, rounded } = taken(flaws, () => body_of_link(`link ${quoted(name)}`, inertial), { body: null, rounded: [] });
  return { name, body, material, rounded, flaws };
}

function body_of_link(owner, inertial) {
  const mass = magnitude_of(owner, child_of(owner, inertial, "mass"), "value");
  const tensor = child_of(owner, inertial, "inertia");
  const [xx, xy, xz, yy, yz, zz] = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"].map((key) => number_of(owner, tensor, key));
  const { pose, rounded } = origin_of(owner, inertial);
  const body = { mass, com: [0, 0, 0], inertia: [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] };
  return { body: has_inertia(body) ? moved_body(body, pose) : null, rounded };
}

// a datum; where it has an error, that is noted for the chains that need the datum
function taken(flaws, read, otherwise) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    flaws.push(error.message);
    return otherwise;
  }
}

function joint_of_urdf(element) {
  const name = attribute_of("joint", element, "name");
  const owner = `joint ${quoted(name)}`;
  const kind = attribute_of(owner, element, "type");
  if (!JOINT_TYPES.includes(kind))
    throw new RangeError(`${owner}: <joint type>: expected one of ${JOINT_TYPES.join(", ")}, got ${quoted(kind)}`);
  const [parent, child] = ["parent", "child"].map((tag) => attribute_of(owner, child_of(owner, element, tag), "link"));
  const [flaws, no_limits] = [[], []];
  const { pose, rounded } = taken(flaws, () => origin_of(owner, element), { pose: UNMOVED, rounded: [] });
  const joint = { name, kind, parent, child, placement: pose, rounded, mimics: null, armature: 0, reduction: 1, not_taken: [], no_limits, flaws };
  if (!Object.hasOwn(MOVABLE, kind)) return joint; // files write axes, limits and the like, which mean nothing
  const dynamics = find_child(element, "dynamics");
  const [damping, friction] = ["damping", "friction"].map((key) =>
    taken(flaws, () => (dynamics ? magnitude_of(owner, dynamics, key, "0") : 0), 0));
  const axis = taken(flaws, () => axis_of_joint(owner, element), [0, 0, 1]);
  const limit = find_child(element, "limit");
  const limits = limits_of_joint(limit, kind, no_limits);
  const [velocity, effort] = ["velocity", "effort"].map((key) => bound_of(limit, key, no_limits));
  const mimic = find_child(element, "mimic");
  const mimics = taken(flaws, () => (mimic ? mimicked_by(owner, mimic) : null), null);
  return { ...joint, axis, limits, velocity, effort, damping, friction, mimics };
}

const mimicked_by = (owner, mimic) => ({
  joint: attribute_of(owner, mimic, "joint"),
  multiplier: number_of(owner, mimic, "multiplier", "1"),
  offset: number_of(owner, mimic, "offset", "0"),
});

// the pose of <origin>, rotations about the fixed axes x, y, z, then the translation; and the angles that were rounded
function origin_of(owner, element) {
  const origin = find_child(element, "origin");
  if (!origin) return { pose: UNMOVED, rounded: [] };
  const written = words_of(owner, origin, "rpy", 3, "0 0 0");
  const [[cr, sr], [cp, sp], [cy, sy]] = written.map((word) => exact_cos_sin(meant_angle(word)));
  const [x, y, z] = numbers_of(owner, origin, "xyz", 3, "0 0 0");
  const pose = [
    cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, x,
    sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, y,
    -sp, cp * sr, cp * cr, z,
    0, 0, 0, 1,
  ];
  return { pose, rounded: written.filter(is_told_angle).map((word) => `${word} (${owner})`) };
}

function axis_of_joint(owner, element) {
  const axis = find_child(element, "axis");
  const vector = axis ? numbers_of(owner, axis, "xyz", 3) : [1, 0, 0];
  const largest = Math.max(...vector.map(Math.abs));
  if (largest > 0) return direction_of(vector.map((x) => x / largest));
  throw new RangeError(`${owner}: <axis xyz>: expected a direction, got '0 0 0'`);
}

function limits_of_joint(limit, kind, no_limits) {
  if (!limit || kind === "continuous") return [-Infinity, Infinity];
  if (["lower", "upper"].every((key) => find_attribute(limit, key) === undefined)) return [-Infinity, Infinity];
  const [lower, upper] = ["lower", "upper"].map((key) => limit_of_joint(limit, key, no_limits));
  if (lower > upper) no_limits.push(`lower ${LabInput.digits(lower)}, upper ${LabInput.digits(upper)}`);
  if (!(lower <= upper)) return [-Infinity, Infinity];
  return [lower > -ENDLESS ? lower : -Infinity, upper < ENDLESS ? upper : Infinity];
}

// the largest velocity or effort; files write 0 or -1 where they know none
function bound_of(limit, name, no_limits) {
  const largest = limit ? limit_of_joint(limit, name, no_limits) : 0;
  if (largest < 0) no_limits.push(`${name} ${LabInput.digits(largest)}`);
  return largest > 0 && largest < UNLIMITED ? largest : Infinity;
}

// the number in an attribute, 0 where there is none; NaN for what is no number
function limit_of_joint(limit, name, no_limits) {
  const flaws = [];
  const value = taken(flaws, () => number_of("", limit, name, "0"), NaN);
  if (flaws.length) no_limits.push(`${name} ${quoted(cut_text(find_attribute(limit, name) ?? ""))}`);
  return value;
}
