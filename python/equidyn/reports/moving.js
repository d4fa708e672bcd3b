// The arm under sliders: what they say goes through the generated functions above, and is drawn.
const { arm, formulations, equations: written, results } = JSON.parse(document.getElementById("arm-data").textContent);
const element = (id) => document.getElementById(id);
const joints = [...arm.joints].map((kind, k) => ({ kind, k }));
const vectors = ["q", "qd", "qdd"];
const equations = written.map(([quantity, link, equation, operands]) => {
  const force = quantity === "tau" && arm.joints[link - 1] === "P" && { unit: "N", kind: "force", axial: false };
  return { quantity, link, equation, operands, ...results[quantity], ...force };
});
const by_key = Object.fromEntries(equations.map((each) => [`${each.quantity}-${each.link}`, each]));
const PARTS = ["inertial", "velocity", "gravity"];

// --- numbers -----------------------------------------------------------------------------------

const times = (A, B) =>
  A.map((row) => B[0].map((_, j) => row.reduce((sum, x, k) => sum + x * B[k][j], 0)));
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const cross = (a, b) => [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const scaled = (factor, a) => a.map((x) => factor * x);
const column = (pose, j) => pose.slice(0, 3).map((row) => row[j]);

// pose of a frame that lies turned by an angle about x or z, and shifted along it
const about_x = (angle, shift) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [[1, 0, 0, shift], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]];
};
const about_z = (angle, shift) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, shift], [0, 0, 0, 1]];
};

// poses in the world of the base frame and of all link frames
function frames(q) {
  const poses = [arm.base];
  for (const { kind, k } of joints) {
    const turned = kind === "R" ? q[k] : 0;
    const joint = about_z(arm.theta[k] + turned, arm.d[k] + q[k] - turned);
    const link = about_x(arm.alpha[k], arm.a[k]);
    poses.push(times(poses[k], arm.convention === "standard" ? times(joint, link) : times(link, joint)));
  }
  return poses;
}

// three digits behind the point, more where a number has none there otherwise, but not for a rounding error
const digits_of = (x) =>
  Math.abs(x) > 5e-10 && Math.abs(x) < 0.05 ? Math.min(9, 2 - Math.floor(Math.log10(Math.abs(x)))) : 3;
const shown = (x, digits = digits_of(x)) =>
  x.toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "\u2212");

// as many digits as there is room for
const short = (x) => shown(x, Math.abs(x) < 10 ? 2 : Math.abs(x) < 100 ? 1 : 0);

// --- the state ---------------------------------------------------------------------------------

const slider = (name, k) => element(`${name}-${k + 1}`);
const in_si = (input) => Number(input.value) * (input.dataset.unit.startsWith("°") ? Math.PI / 180 : 1);

function state() {
  const [q, qd, qdd] = vectors.map((name) => joints.map(({ k }) => in_si(slider(name, k))));
  return { q, qd, qdd, gravity: scaled(-in_si(element("gravity")), up), payload: [in_si(element("payload"))] };
}

const none = joints.map(() => 0);
const weightless = [0, 0, 0];

// what accelerations, velocities and gravity take of the torques, and all of them
function torques(name, { q, qd, qdd, gravity, payload }) {
  const evaluate = computed[name];
  return {
    inertial: evaluate(q, none, qdd, weightless, payload),
    velocity: evaluate(q, qd, none, weightless, payload),
    gravity: evaluate(q, none, none, gravity, payload),
    total: evaluate(q, qd, qdd, gravity, payload),
  };
}

// --- what is shown -----------------------------------------------------------------------------

function put(id, value, text) {
  element(id).value = value;
  element(id).textContent = text;
}

function show_torques(now) {
  const [one, other] = ["one", "other"].map((id) => torques(element(id).value, now));
  const largest = Math.max(...one.total.map(Math.abs));
  for (const { k } of joints) {
    for (const part of PARTS) put(`${part}-${k + 1}`, one[part][k], shown(one[part][k]));
    put(`one-${k + 1}`, one.total[k], shown(one.total[k]));
    put(`other-${k + 1}`, other.total[k], shown(other.total[k]));
    element(`now-${k + 1}`).style.setProperty("--share", largest && one.total[k] / largest);
    element(`now-${k + 1}-shown`).textContent = short(one.total[k]);
    const bars = element(`bars-${k + 1}`);
    const widest = Math.max(...["total", ...PARTS].map((part) => Math.abs(one[part][k]))) || 1;
    for (const part of ["total", ...PARTS]) {
      const share = (50 * one[part][k]) / widest;
      const bar = bars.querySelector(`.${part}`).style;
      bar.left = `${50 + Math.min(share, 0)}%`;
      bar.width = `${Math.abs(share)}%`;
    }
  }
  const apart = Math.max(...one.total.map((x, k) => Math.abs(x - other.total[k])));
  const eps = largest ? apart / largest / Number.EPSILON : 0;
  put("apart", eps, `${shown(eps, 1)} eps`);
  for (const id of ["one", "other"]) {
    const { multiplications, additions } = formulations[element(id).value];
    element(`${id}-operations`).textContent = `${multiplications} M + ${additions} A`;
  }
}

const SVG = "http://www.w3.org/2000/svg";

function drawn(kind, attributes) {
  const item = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) item.setAttribute(name, value);
  return item;
}

const minus = (a, b) => a.map((x, k) => x - b[k]);
const plus = (a, b) => a.map((x, k) => x + b[k]);
const [first, second, up] = arm.ground;
const origin = column(arm.base, 3);
const standard = arm.convention === "standard";

// what is seen of the arm, as points in the world
function seen(q) {
  const poses = frames(q);
  const tool = times(poses[arm.n], arm.tool);
  const links = joints.map(({ k }) => {
    const [start, end] = [column(poses[k], 3), column(poses[k + 1], 3)];
    const direction = column(poses[standard ? k : k + 1], 2);
    const along = scaled(dot(direction, minus(end, start)), direction);
    return [start, standard ? plus(start, along) : minus(end, along), end];
  });
  const centres = joints.map(({ k }) => {
    const [rows, from_frame] = [poses[k + 1].slice(0, 3), [...arm.com[k], 1]];
    return rows.map((row) => dot(row, from_frame));
  });
  // frames at the joints leave the last link without an end: it is drawn to its mass centre
  const last = column(poses[arm.n], 3);
  if (!standard && arm.mass[arm.n - 1]) links.push([last, centres[arm.n - 1]]);
  links.push([last, column(tool, 3)]);
  const axes = joints.map(({ kind, k }) => ({ kind, pose: poses[standard ? k : k + 1] }));
  return { links, centres, axes, tool };
}

// the ball that the picture shows: grown when the arm leaves it, fitted anew when asked
let ball;

function fit({ links, centres }, anew) {
  const points = [origin, ...links.flat(), ...centres.filter((_, k) => arm.mass[k])];
  const ends = [Math.min, Math.max].map((most) => [0, 1, 2].map((k) => most(...points.map((x) => x[k]))));
  if (anew || !ball) ball = { centre: scaled(0.5, plus(...ends)), radius: 0 };
  ball.radius = Math.max(ball.radius, ...points.map((x) => Math.hypot(...minus(x, ball.centre))));
  return { centre: ball.centre, radius: 1.16 * ball.radius || 1 };
}

// looks at the arm from where the two sliders of the view say; what is up is up
function projection({ centre, radius }) {
  const [turn, tilt] = ["turn", "tilt"].map((id) => in_si(element(id)));
  const across = second.map((x, k) => Math.cos(turn) * x - Math.sin(turn) * first[k]);
  const away = cross(up, across);
  const rise = up.map((x, k) => Math.cos(tilt) * x + Math.sin(tilt) * away[k]);
  const sight = cross(rise, across);
  return (point) => {
    const from_centre = scaled(1 / radius, minus(point, centre));
    return [dot(across, from_centre), -dot(rise, from_centre), dot(sight, from_centre)];
  };
}

function show_arm(now, anew) {
  const { q, payload } = now;
  const all = seen(q);
  const shape = fit(all, anew);
  // arrows need room around the arm
  if (chosen_step()) shape.radius *= 1.25;
  const on_page = projection(shape);
  const line = (points, name) =>
    drawn("polyline", { points: points.map((x) => on_page(x).slice(0, 2).join()).join(" "), class: name });
  const dot_at = (point, r, name) => {
    const [cx, cy] = on_page(point);
    return drawn("circle", { cx, cy, r, class: name });
  };
  const axes = (pose) =>
    ["x", "y", "z"].flatMap((name, j) => {
      const tip = (length) => plus(column(pose, 3), scaled(length * shape.radius, column(pose, j)));
      const [x, y] = on_page(tip(0.21));
      const letter = drawn("text", { x, y, class: name });
      letter.textContent = name;
      return [line([column(pose, 3), tip(0.16)], `axis ${name}`), letter];
    });

  // links and joints from the farthest to the nearest, each with an edge behind it
  const solids = all.links.flatMap(([...corners]) =>
    corners.slice(1).map((end, k) => ({ ends: [corners[k], end], name: "" })));
  for (const { kind, pose } of all.axes) {
    const half = scaled(0.05 * shape.radius, column(pose, 2));
    const ends = [minus(column(pose, 3), half), plus(column(pose, 3), half)];
    solids.push({ ends, name: kind === "R" ? "joint" : "joint slides" });
  }
  const far = ({ ends, name }) => on_page(scaled(0.5, plus(...ends)))[2] - (name ? 0.06 : 0);
  solids.sort((one, other) => far(other) - far(one));

  const masses = joints.filter(({ k }) => arm.mass[k]);
  const heaviest = Math.max(...arm.mass);
  const size = (mass) => 0.03 * Math.min(2, Math.cbrt(mass / heaviest));
  element("stage").replaceChildren(
    ...floor(shape).map((ends) => line(ends, "floor")),
    ...all.links.map((corners) => line(corners.map(on_floor), "shade")),
    ...solids.flatMap(({ ends, name }) => [line(ends, `edge ${name}`), line(ends, `link ${name}`)]),
    ...masses.map(({ k }) => line([all.centres[k], nearest(all.centres[k], all.links[standard ? k : k + 1])], "tie")),
    ...masses.map(({ k }) => dot_at(all.centres[k], size(arm.mass[k]), "mass")),
    ...(payload[0] ? [dot_at(column(all.tool, 3), size(payload[0]), "load")] : []),
    ...[arm.base, all.tool].flatMap(axes),
    ...gravity_drawn(now, shape, on_page),
    ...step_drawn(now, all, shape, on_page, line),
  );
  column(all.tool, 3).forEach((x, k) => put(`tool-${"xyz"[k]}`, x, shown(x, 3)));
}

// the point of a line of several corners that is nearest to another point
function nearest(point, corners) {
  const feet = corners.slice(1).map((end, k) => {
    const [start, along] = [corners[k], minus(end, corners[k])];
    const share = dot(minus(point, start), along) / (dot(along, along) || 1);
    return plus(start, scaled(Math.min(Math.max(share, 0), 1), along));
  });
  const away = (foot) => Math.hypot(...minus(foot, point));
  return feet.reduce((one, other) => (away(other) < away(one) ? other : one));
}

const on_floor = (point) => minus(point, scaled(dot(up, minus(point, origin)), up));

// gravity in a corner: an arrow, or a cross in a circle where it points into the picture
function gravity_drawn({ gravity }, { centre, radius }, on_page) {
  if (!gravity.some((x) => x)) return [];
  const point = [0.86, -0.9];
  const down = minus(on_page(minus(centre, scaled(0.24 * radius, up))), on_page(centre)).slice(0, 2);
  const arrow = { kind: "weight", letter: "g", link: "", point, along: down };
  const at = (x, y, words) => {
    const text = drawn("text", { x, y, class: "vector weight" });
    text.textContent = words;
    return text;
  };
  const group = drawn("g", { class: "gravity" });
  const across = Math.hypot(...down) > 0.02;
  const into = () => [at(...point, "\u2297"), at(point[0], point[1] + 0.1, "g")];
  group.append(...(across ? arrow_drawn(arrow, (x) => x, []) : into()));
  return [group];
}

// lines of a square grid through the base, crosswise to what is up
function floor({ centre, radius }) {
  const middle = on_floor(centre);
  const at = (x, y) => plus(middle, plus(scaled(0.2 * radius * x, second), scaled(0.2 * radius * y, first)));
  const numbers = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
  return numbers.flatMap((x) => [[at(x, -4), at(x, 4)], [at(-4, x), at(4, x)]]);
}

function show({ anew = false } = {}) {
  for (const input of document.querySelectorAll("#moving form input[type=range]")) {
    const number = Number(input.value).toFixed(Number(input.dataset.digits)).replace(/^-(?=[0.]*$)/, "");
    input.setAttribute("aria-valuetext", `${number} ${input.dataset.unit}`);
    const typed = element(`${input.id}-typed`);
    if (typed !== document.activeElement) typed.value = number;
  }
  const now = state();
  show_torques(now);
  show_arm(now, anew);
}

// --- what is done to it ------------------------------------------------------------------------

const set = (input, value) => {
  input.value = value;
};

function stop() {
  cancelAnimationFrame(swinging);
  swinging = 0;
  element("swing").setAttribute("aria-pressed", "false");
}

// every joint to and fro about the middle of its range, each at its own rate
function swing(milliseconds) {
  for (const { k } of joints) {
    const input = slider("q", k);
    const [lowest, highest] = [Number(input.min), Number(input.max)];
    const most = Number(slider("qd", k).max) / 2;
    const rate = 0.7 + 0.17 * k;
    const amplitude = Math.min((highest - lowest) / 2, most / rate) * 0.8;
    const phase = (rate * milliseconds) / 1000;
    set(input, (lowest + highest) / 2 + amplitude * Math.sin(phase));
    set(slider("qd", k), amplitude * rate * Math.cos(phase));
    set(slider("qdd", k), -amplitude * rate ** 2 * Math.sin(phase));
  }
  show();
  swinging = requestAnimationFrame(swing);
}

let swinging = 0;
let seed = 1;

// the same states for everyone, from one of the generators of Park and Miller
function random() {
  seed = (48271 * seed) % 2147483647;
  return seed / 2147483647;
}

element("rest").addEventListener("click", () => {
  stop();
  for (const name of ["qd", "qdd"]) for (const { k } of joints) set(slider(name, k), 0);
  show();
});
element("another").addEventListener("click", () => {
  stop();
  for (const name of vectors)
    for (const { k } of joints) {
      const input = slider(name, k);
      set(input, Number(input.min) + random() * (input.max - input.min));
    }
  show({ anew: true });
});
element("swing").addEventListener("click", () => {
  if (swinging) return stop();
  element("swing").setAttribute("aria-pressed", "true");
  swinging = requestAnimationFrame(swing);
});
element("moving").addEventListener("input", ({ target }) => {
  const input = target.dataset.of ? element(target.dataset.of) : target;
  if (target !== input && target.value) set(input, target.value);
  if (input.dataset.unit && !["turn", "tilt"].includes(input.id)) stop();
  show();
});

// a number that was typed is shown as it was taken, within its bounds
element("moving").addEventListener("focusout", () => show());

// arrows move a slider by a step of its own, with shift by a tenth of that, to round numbers
element("moving").addEventListener("keydown", (event) => {
  const sign = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  const { target } = event;
  if (!sign || target.type !== "range") return;
  event.preventDefault();
  const step = Number(target.dataset.step) / (event.shiftKey ? 10 : 1);
  const steps = Number(target.value) / step;
  const next = sign > 0 ? Math.floor(steps + 1e-6) + 1 : Math.ceil(steps - 1e-6) - 1;
  set(target, Number((next * step).toPrecision(12)));
  target.dispatchEvent(new Event("input", { bubbles: true }));
});

// the picture turns under the pointer as under its two sliders
element("stage").addEventListener("pointermove", (event) => {
  if (!event.buttons) return;
  set(element("turn"), Number(element("turn").value) - event.movementX / 2);
  set(element("tilt"), Number(element("tilt").value) + event.movementY / 2);
  show();
});

show();
