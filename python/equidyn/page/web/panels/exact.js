// Torques to about thirty-two digits: sums of two doubles, and Newton and Euler's equations over them.

// a + b exactly, as the rounded sum and its error
function two_sum(a, b) {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

function halves(a) {
  const big = 134217729 * a;
  const high = big - (big - a);
  return [high, a - high];
}

// a b exactly, as the rounded product and its error
function two_product(a, b) {
  const product = a * b;
  const [a1, a2] = halves(a);
  const [b1, b2] = halves(b);
  return [product, a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2)];
}

const added = ([a1, a2], [b1, b2]) => {
  const [sum, error] = two_sum(a1, b1);
  const [low, rest] = two_sum(a2, b2);
  const [high, between] = two_sum(sum, error + low);
  return two_sum(high, between + rest);
};
const negated = ([a1, a2]) => [-a1, -a2];
const multiplied = ([a1, a2], [b1, b2]) => {
  const [product, error] = two_product(a1, b1);
  return two_sum(product, error + (a1 * b2 + a2 * b1));
};
const exact_of = (x) => [x, 0];

// half of pi in three parts: far more digits than two doubles have are needed to reduce large angles
const HALF_PI = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33];

function exact_cosine_sine(angle) {
  const quarters = Math.round(angle[0] / HALF_PI[0]);
  let x = HALF_PI.map((part) => negated(two_product(quarters, part))).reduce(added, angle);
  // halved to make the series short, and doubled again by double angles
  const times = 5;
  x = x.map((part) => part / 2 ** times);
  const square = negated(multiplied(x, x));
  let [sine, versine] = [exact_of(0), exact_of(0)];
  for (let k = 11; k >= 1; k--) {
    sine = multiplied(added(exact_of(1), sine), divided(square, 2 * k * (2 * k + 1)));
    versine = multiplied(added(exact_of(1), versine), divided(square, (2 * k + 1) * (2 * k + 2)));
  }
  sine = multiplied(x, added(exact_of(1), sine));
  // 1 - cos x, which loses no digits when doubled
  versine = multiplied(multiplied(negated(square), exact_of(0.5)), added(exact_of(1), versine));
  for (let k = 0; k < times; k++) {
    const cosine = added(exact_of(1), negated(versine));
    versine = multiplied(exact_of(2), multiplied(sine, sine));
    sine = multiplied(exact_of(2), multiplied(sine, cosine));
  }
  const cosine = added(exact_of(1), negated(versine));
  return [[cosine, sine], [negated(sine), cosine], [negated(cosine), negated(sine)], [sine, negated(cosine)]][((quarters % 4) + 4) % 4];
}

function divided(a, divisor) {
  const quotient = a[0] / divisor;
  const rest = added(a, negated(two_product(quotient, divisor)));
  return two_sum(quotient, rest[0] / divisor);
}

const exact_vector = (values) => values.map(exact_of);
const exact_sum = (...vectors) => vectors.reduce((sum, v) => sum.map((x, k) => added(x, v[k])));
const exact_less = (a, b) => a.map((x, k) => added(x, negated(b[k])));
const exact_times = (factor, a) => a.map((x) => multiplied(factor, x));
const exact_dot = (a, b) => a.map((x, k) => multiplied(x, b[k])).reduce(added);
const exact_cross = (a, b) => [0, 1, 2].map((k) => {
  const [i, j] = [(k + 1) % 3, (k + 2) % 3];
  return added(multiplied(a[i], b[j]), negated(multiplied(a[j], b[i])));
});
const exact_product = (A, v) => A.map((row) => exact_dot(row, v));
const exact_columns = (A) => [0, 1, 2].map((j) => A.map((row) => row[j]));
const exact_matrices = (A, B) => A.map((row) => exact_columns(B).map((column) => exact_dot(row, column)));
const exact_swung = (w, al, r) => exact_sum(exact_cross(al, r), exact_cross(w, exact_cross(w, r)));

// torques of a state, each as two doubles
function exact_torques(arm, q, qd, qdd) {
  const zero = exact_vector([0, 0, 0]);
  const n = arm.joints.length;
  const base = arm.base ?? IDENTITY;
  let R = base.slice(0, 3).map((row) => exact_vector(row.slice(0, 3)));
  let O = base.slice(0, 3).map((row) => exact_of(row[3]));
  let [w, al, before] = [zero, zero, O];
  let b = exact_vector((arm.gravity ?? [0, 0, -9.81]).map((x) => -x));
  const links = [];
  for (let i = 0; i < n; i++) {
    const slides = arm.joints[i] === "P";
    const [c, s] = exact_cosine_sine(added(exact_of(arm.theta[i]), exact_of(slides ? 0 : q[i])));
    const [ca, sa] = exact_cosine_sine(exact_of(arm.alpha[i]));
    const d = slides ? added(exact_of(arm.d[i]), exact_of(q[i])) : exact_of(arm.d[i]);
    const [a, y] = [exact_of(arm.a[i]), exact_of(arm.a_y?.[i] ?? 0)];
    const [one, none] = [exact_of(1), exact_of(0)];
    const about_z = [[c, negated(s), none], [s, c, none], [none, none, one]];
    const about_x = [[one, none, none], [none, ca, negated(sa)], [none, sa, ca]];
    let [P, e] = [O, exact_columns(R)[2]];
    if (arm.convention === "standard") {
      O = exact_sum(O, exact_product(R, [added(multiplied(a, c), negated(multiplied(y, s))), added(multiplied(a, s), multiplied(y, c)), d]));
      R = exact_matrices(R, exact_matrices(about_z, about_x));
    } else {
      O = exact_sum(O, exact_product(R, [a, added(y, negated(multiplied(d, sa))), multiplied(d, ca)]));
      R = exact_matrices(R, exact_matrices(about_x, about_z));
      [P, e] = [O, exact_columns(R)[2]];
    }
    b = exact_sum(b, exact_swung(w, al, i ? exact_less(P, before) : zero));
    before = P;
    const [rate, faster] = [exact_times(exact_of(qd[i]), e), exact_times(exact_of(qdd[i]), e)];
    if (slides) b = exact_sum(b, faster, exact_times(exact_of(2), exact_cross(w, rate)));
    else {
      al = exact_sum(al, faster, exact_cross(w, rate));
      w = exact_sum(w, rate);
    }
    const C = exact_sum(O, exact_product(R, exact_vector(arm.com[i])));
    const tensor = (x) => exact_product(R, exact_product(arm.inertia[i].map(exact_vector), exact_product(exact_columns(R), x)));
    const F = exact_times(exact_of(arm.mass[i]), exact_sum(b, exact_swung(w, al, exact_less(C, P))));
    links.push({ slides, P, e, C, F, N: exact_sum(tensor(al), exact_cross(w, tensor(w))) });
  }
  let [f, m] = [zero, zero];
  const tau = [];
  for (let i = n - 1; i >= 0; i--) {
    const { slides, P, e, C, F, N } = links[i];
    if (i + 1 < n) m = exact_sum(m, exact_cross(exact_less(links[i + 1].P, P), f));
    m = exact_sum(m, N, exact_cross(exact_less(C, P), F));
    f = exact_sum(f, F);
    tau[i] = exact_dot(e, slides ? f : m);
  }
  return tau;
}
