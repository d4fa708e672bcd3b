// Rigid poses, and bodies in them: mass, mass centre, and inertia about it, as by arm/body.py.

const UNMOVED = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

const product_of_poses = (A, B) => A.map((_, k) => {
  const [row, j] = [k - (k % 4), k % 4];
  return A[row] * B[j] + A[row + 1] * B[4 + j] + A[row + 2] * B[8 + j] + A[row + 3] * B[12 + j];
});

function inverse_pose(pose) {
  const axes = [0, 1, 2].map((j) => column(pose, j));
  const origin = column(pose, 3);
  return [...axes.flatMap((axis) => [...axis, -dot(axis, origin)]), 0, 0, 0, 1];
}

// the unit vector along another, whose squares must not overflow
function direction_of(a) {
  const length = Math.sqrt(dot(a, a));
  return a.map((x) => x / length);
}

const rows_of_pose = (pose) => [0, 4, 8, 12].map((k) => pose.slice(k, k + 4));

// cosine and sine, exact at multiples of a right angle
const exact_cos_sin = (angle) => [Math.cos(angle), Math.sin(angle)].map((x) => (Math.abs(x) > 5e-16 ? x : 0));

const NO_BODY = { mass: 0, com: [0, 0, 0], inertia: [[0, 0, 0], [0, 0, 0], [0, 0, 0]] };

const has_inertia = ({ mass, inertia }) => mass !== 0 || inertia.flat().some((x) => x !== 0);

const transposed_rows = (C) => C.map((_, i) => C.map((row) => row[i]));

// the body in the frame in which its own has this pose; the tensor is R (C R^T) read the other way round, which is (R C) R^T
const moved_body = ({ mass, com, inertia }, pose) =>
  ({ mass, com: point_in_world(pose, com), inertia: transposed_rows(turned_matrix(pose, transposed_rows(inertia))) });

// moments below this part of mass times squared reach of the arm change nothing
const TELLING = 1e-5;

// a bound of the reach of an arm, at least 1 m where slides, or a single joint, leave it unknown
const known_reach = (joints, lengths, further) =>
  (joints.length > 1 && !joints.includes("P") && lengths > 0 ? lengths + further : Math.max(1, lengths + further));

// what is suspect of a body that is wider than the arm
function suspicion_of({ mass, inertia }, reach, total) {
  const moment = Math.max(...LabInput.moments(inertia.flat()));
  if (!(moment > Math.max(mass * (1 + LabInput.ROUNDING), TELLING * total) * reach ** 2)) return null;
  const [kg_m2, kg, m] = [moment, mass, Math.sqrt(moment / mass)].map(LabInput.digits);
  if (mass === 0) return `${kg_m2} kg m² without any mass: a placeholder?`;
  return `${kg_m2} kg m² is the moment of ${kg} kg that lie ${m} m from an axis: kg mm², or a placeholder?`;
}

// the composite of two bodies
function joined_bodies(one, other) {
  const mass = one.mass + other.mass;
  const between = minus(other.com, one.com);
  const share = mass ? other.mass / mass : 0;
  const square = dot(between, between);
  const steiner = (i, j) => one.mass * share * ((i === j ? square : 0) - between[i] * between[j]);
  return {
    mass,
    com: plus(one.com, scaled(share, between)),
    inertia: one.inertia.map((row, i) => row.map((x, j) => x + other.inertia[i][j] + steiner(i, j))),
  };
}
