// A URDF as links and joints, as by arm/formats/urdf/read.py. Meshes are not opened.

const JOINT_TYPES = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical"];

// larger limits mean none
const UNLIMITED = 1e9;

function read_urdf(root) {
  if (root.tag !== "robot") throw new RangeError(`not a URDF: expected <robot>, got <${root.tag}>`);
  const all = (tag, read) => root.children.filter((each) => each.tag === tag).map(read);
  return { name: find_attribute(root, "name") ?? "", links: all("link", link_of_urdf), joints: all("joint", joint_of_urdf) };
}

function link_of_urdf(element) {
  const name = attribute_of("link", element, "name");
  const material = ["visual", "collision"].some((tag) => find_child(element, tag));
  const inertial = find_child(element, "inertial");
  if (!inertial) return { name, body: null, material, rounded: [] };
  const owner = `link ${quoted(name)}`;
  const mass = magnitude_of(owner, child_of(owner, inertial, "mass"), "value");
  const tensor = child_of(owner, inertial, "inertia");
  const [xx, xy, xz, yy, yz, zz] = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"].map((key) => number_of(owner, tensor, key));
  const { pose, rounded } = origin_of(owner, inertial);
  const body = { mass, com: [0, 0, 0], inertia: [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] };
  return { name, body: has_inertia(body) ? moved_body(body, pose) : null, material, rounded };
}

function joint_of_urdf(element) {
  const name = attribute_of("joint", element, "name");
  const owner = `joint ${quoted(name)}`;
  const kind = attribute_of(owner, element, "type");
  if (!JOINT_TYPES.includes(kind))
    throw new RangeError(`${owner}: <joint type>: expected one of ${JOINT_TYPES.join(", ")}, got ${quoted(kind)}`);
  const dynamics = find_child(element, "dynamics");
  const [damping, friction] = ["damping", "friction"].map((key) => (dynamics ? magnitude_of(owner, dynamics, key, "0") : 0));
  const mimic = find_child(element, "mimic");
  const { pose, rounded } = origin_of(owner, element);
  const [parent, child] = ["parent", "child"].map((tag) => attribute_of(owner, child_of(owner, element, tag), "link"));
  const limit = find_child(element, "limit");
  return {
    name, kind, parent, child, placement: pose, axis: axis_of_joint(owner, element), limits: limits_of_joint(owner, limit, kind),
    velocity: bound_of(owner, limit, "velocity"), effort: bound_of(owner, limit, "effort"), damping, friction,
    mimics: mimic ? attribute_of(owner, mimic, "joint") : "", rounded,
  };
}

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
  // files write it for fixed joints
  if (["revolute", "continuous", "prismatic"].includes(find_attribute(element, "type")))
    throw new RangeError(`${owner}: <axis xyz>: expected a direction, got '0 0 0'`);
  return vector;
}

function limits_of_joint(owner, limit, kind) {
  if (!limit || !["revolute", "prismatic"].includes(kind)) return [-Infinity, Infinity];
  if (["lower", "upper"].every((key) => find_attribute(limit, key) === undefined)) return [-Infinity, Infinity];
  const [lower, upper] = ["lower", "upper"].map((key) => number_of(owner, limit, key, "0"));
  if (lower > upper)
    throw new RangeError(`${owner}: <limit lower>: must not exceed upper, got ${Number(lower.toPrecision(6))} and ${Number(upper.toPrecision(6))}`);
  return [lower > -UNLIMITED ? lower : -Infinity, upper < UNLIMITED ? upper : Infinity];
}

// the largest velocity or effort; files write 0 where they know none
function bound_of(owner, limit, name) {
  const largest = limit ? magnitude_of(owner, limit, name, "0") : 0;
  return largest > 0 && largest < UNLIMITED ? largest : Infinity;
}
