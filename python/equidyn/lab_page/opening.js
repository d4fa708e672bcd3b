// A first position in which every link can be seen: unfolded, above its base, its tool to the side.

const MOST_TRIED = 400;
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

function opening_position(arm, description) {
  const ranges = Array.from({ length: arm.n }, (_, k) => range_of_joint(description, k));
  // round values: parts of a turn, or eighths of a range
  const value = ([low, high], k, share) => {
    const step = description.joints[k] === "R" ? Math.PI / 12 : (high - low) / 8;
    return Math.min(high, Math.max(low, Math.round((low + share * (high - low)) / step) * step));
  };
  const up = upwards(description);
  const { across, rise } = sight(up, OPENING_VIEW);
  const reach = reach_of(description);
  let [best, most] = [new Float64Array(arm.n), -Infinity];
  for (let tried = 1; tried <= MOST_TRIED; tried++) {
    const q = Float64Array.from(ranges, (range, k) => value(range, k, (tried * Math.sqrt(PRIMES[k % 12])) % 1));
    const merit = merit_of(posture_of(arm, description, q), { up, across, rise, reach });
    if (merit > most) [best, most] = [q, merit];
  }
  return best;
}

function merit_of({ poses, tool, centres }, { up, across, rise, reach }) {
  const base = column(poses[0], 3);
  const seen = [...poses.slice(1).map((pose) => column(pose, 3)), centres.at(-1), column(tool, 3)]
    .map((point) => scaled(1 / reach, minus(point, base)));
  const heights = seen.map((point) => dot(up, point));
  const flat = [[0, 0], ...seen.map((point) => [dot(across, point), dot(rise, point)])];
  const apart = flat.flatMap((one) => flat.map((other) => Math.min(0.4, Math.hypot(...minus(one, other)))));
  const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  return -3 * (dot(across, seen.at(-1)) - 0.45) ** 2 - 3 * (heights.at(-1) - 0.3) ** 2
    + 2 * Math.min(0, ...heights) + 2 * mean(apart) + 0.6 * mean(heights);
}

// the arm in that position, at rest
function show_arm(description) {
  camera.ball = null;
  set_state({ description, gravity: null, payload: 0 });
  if (state.arm) set_state({ q: opening_position(state.arm, description), qd: new Float64Array(state.arm.n), qdd: new Float64Array(state.arm.n) });
}

// where no table of the arm says what is wrong with it
function show_good_arm(description) {
  show_arm(description);
  if (page.problem) throw new Error(page.problem);
}
