// Modified Denavit-Hartenberg frames for joints of any pose and axis, as by arm/formats/tree/frames.py, which tells the idea.

// axes that differ by less (rad) count as parallel
const PARALLEL = 1e-11;

// angles this close to multiples of pi/4, and lengths this close to zero, are rounded
const ROUNDED_AWAY = 1e-14;

// axes of a smaller sine are almost parallel
const ALMOST_PARALLEL = 0.03;

// a, a_y, alpha, d, theta; base, tool; links: the pose of the frame in which the chain gives link i, in frame i
function modified_frames(joints, tool) {
  const reach = [...joints.map(({ placement }) => placement), tool].reduce((sum, pose) => sum + Math.hypot(...column(pose, 3)), 0);
  // the axis of a prismatic joint has no location: it is put where the normal vanishes
  const point = ({ prismatic }, pose) => (prismatic ? [0, 0, 0] : column(pose, 3));
  const [first, ...others] = joints;
  const base = first_frame(in_world(first.placement, first.axis), point(first, first.placement));
  // the joint's own frame, seen from the provisional frame of Denavit and Hartenberg
  let seen = product_of_poses(inverse_pose(base), first.placement);
  const found = { a: [0], a_y: [0], alpha: [0], d: [], theta: [], base, links: [], reach };
  for (const joint of others) {
    const following = product_of_poses(seen, joint.placement);
    const [theta, d, alpha, a, a_y] = step_between(in_world(following, joint.axis), point(joint, following), reach);
    found.theta.push(theta);
    found.d.push(d);
    found.alpha.push(alpha);
    found.a.push(a);
    found.a_y.push(a_y);
    const [along_z, along_x] = [screw_pose(theta, d, 2), screw_pose(alpha, a, 0)];
    along_x[7] = a_y;
    found.links.push(product_of_poses(inverse_pose(along_z), seen));
    seen = product_of_poses(inverse_pose(product_of_poses(along_z, along_x)), following);
  }
  found.theta.push(0);
  found.d.push(0);
  found.links.push(seen);
  return { ...found, tool: product_of_poses(seen, tool) };
}

// a rotation about, and a translation along, one coordinate axis
function screw_pose(angle, shift, axis) {
  const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
  const [c, s] = exact_cos_sin(angle);
  const pose = [...UNMOVED];
  pose[5 * j] = pose[5 * k] = c;
  [pose[4 * k + j], pose[4 * j + k]] = [s, -s];
  pose[4 * axis + 3] = shift;
  return pose;
}

// a frame on the first axis, nearest to the world frame; that itself on its z axis
function first_frame(axis, point) {
  let z = direction_of(axis);
  if (Math.hypot(z[0], z[1]) < PARALLEL) z = [0, 0, Math.sign(z[2])];
  // the coordinate axis least parallel to it, x on a tie
  const sizes = z.map((x) => Math.round(Math.abs(x) * 1e9));
  const least = sizes.indexOf(Math.min(...sizes));
  const other = [0, 1, 2].map((k) => (k === least ? 1 : 0));
  const x = direction_of(minus(other, scaled(z[least], z)));
  const y = cross(z, x);
  const origin = minus(point, scaled(dot(point, z), z));
  return [...[0, 1, 2].flatMap((k) => [x[k], y[k], z[k], origin[k]]), 0, 0, 0, 1];
}

// theta, d, alpha, a, a_y from the z axis to the line through p along the unit vector u
function step_between(u, p, reach) {
  const length = (x) => (Math.abs(x) < ROUNDED_AWAY * reach ? 0 : x);
  const sine = Math.hypot(u[0], u[1]);
  if (sine < PARALLEL) {
    const distance = Math.hypot(p[0], p[1]);
    const direction = distance > ROUNDED_AWAY * reach ? Math.atan2(p[1], p[0]) : 0;
    const [theta, side] = within_a_right_angle(round_angle(direction));
    return [theta, 0, u[2] > 0 ? 0 : Math.PI, side * length(distance), 0];
  }
  const [theta, side] = within_a_right_angle(round_angle(Math.atan2(u[0], -u[1])));
  const alpha = round_angle(Math.atan2(side * sine, u[2]));
  const [c, s] = exact_cos_sin(theta);
  const [a, y] = [length(p[0] * c + p[1] * s), p[1] * c - p[0] * s];
  // along y the line must come back to the plane of z and x
  const t = -y / (u[1] * c - u[0] * s);
  if (sine < ALMOST_PARALLEL && Math.abs(t) > reach) return [theta, length(p[2]), alpha, a, length(y)];
  return [theta, length(p[2] + t * u[2]), alpha, a, 0];
}

// the angle of the undirected line within a right angle, and its sense, 1 or -1
const within_a_right_angle = (theta) =>
  Math.abs(theta) <= Math.PI / 2 ? [theta, 1] : [theta - Math.sign(theta) * Math.PI, -1];

// an angle as a multiple of pi/4 if it is one up to rounding
function round_angle(angle) {
  const nearest = Math.round(angle / (Math.PI / 4)) * (Math.PI / 4);
  return Math.abs(angle - nearest) < ROUNDED_AWAY ? nearest : angle;
}
