// The arm under sliders: what they say goes through the generated functions above, and is drawn.
const { arm, formulations } = JSON.parse(document.getElementById("arm-data").textContent);
const element = (id) => document.getElementById(id);
const joints = [...arm.joints].map((kind, k) => ({ kind, k }));
const vectors = ["q", "qd", "qdd"];
const PARTS = ["inertial", "velocity", "gravity"];

// --- numbers -----------------------------------------------------------------------------------

const times = (A, B) =>
  A.map((row) => B[0].map((_, j) => row.reduce((sum, x, k) => sum + x * B[k][j], 0)));
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const cross = (a, b) => [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const scaled = (factor, a) => a.map((x) => factor * x);
const unit = (a) => scaled(1 / Math.hypot(...a), a);
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

const shown = (x, digits = 3) => x.toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "\u2212");

// --- the state ---------------------------------------------------------------------------------

const slider = (name, k) => element(`${name}-${k + 1}`);
const in_si = (input) => Number(input.value) * (input.dataset.unit.startsWith("°") ? Math.PI / 180 : 1);

function state() {
  const [q, qd, qdd] = vectors.map((name) => joints.map(({ k }) => in_si(slider(name, k))));
  return { q, qd, qdd, gravity: scaled(in_si(element("gravity")), arm.down), payload: [in_si(element("payload"))] };
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
  const widest = Math.max(...["total", ...PARTS].flatMap((part) => one[part].map(Math.abs))) || 1;
  for (const { k } of joints) {
    for (const part of PARTS) put(`${part}-${k + 1}`, one[part][k], shown(one[part][k]));
    put(`one-${k + 1}`, one.total[k], shown(one.total[k]));
    put(`other-${k + 1}`, other.total[k], shown(other.total[k]));
    const bars = element(`bars-${k + 1}`);
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

// looks at the arm from where the two sliders of the view say; what is up is up
function projection() {
  const [turn, tilt] = ["turn", "tilt"].map((id) => in_si(element(id)));
  const up = scaled(-1, arm.down);
  const right = unit(cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const ahead = cross(up, right);
  const across = right.map((x, k) => Math.cos(turn) * x + Math.sin(turn) * ahead[k]);
  const away = cross(up, across);
  const rise = up.map((x, k) => Math.cos(tilt) * x + Math.sin(tilt) * away[k]);
  const origin = column(arm.base, 3);
  return (point) => {
    const from_base = point.map((x, k) => (x - origin[k]) / arm.reach);
    return [dot(across, from_base), -dot(rise, from_base)];
  };
}

function show_arm({ q }) {
  const on_page = projection();
  const poses = frames(q);
  const tool = times(poses[arm.n], arm.tool);
  const line = (points, name) =>
    drawn("polyline", { points: points.map((x) => on_page(x).join()).join(" "), class: name });
  const axis = (pose, j, name) => {
    const tip = column(pose, j).map((x, k) => pose[k][3] + 0.12 * arm.reach * x);
    return line([column(pose, 3), tip], `axis ${name}`);
  };
  const items = [];
  for (const { k } of joints) {
    const [start, end] = [column(poses[k], 3), column(poses[k + 1], 3)];
    const on_axis = arm.convention === "standard" ? poses[k] : poses[k + 1];
    const direction = column(on_axis, 2);
    const along = dot(direction, end.map((x, j) => x - start[j]));
    const turn = arm.convention === "standard"
      ? start.map((x, j) => x + along * direction[j])
      : end.map((x, j) => x - along * direction[j]);
    items.push(line([start, turn, end], "link"));
  }
  items.push(line([column(poses[arm.n], 3), column(tool, 3)], "link"));
  for (const { kind, k } of joints) {
    const [x, y] = on_page(column(poses[arm.convention === "standard" ? k : k + 1], 3));
    const r = 0.035;
    items.push(
      kind === "R"
        ? drawn("circle", { cx: x, cy: y, r, class: "joint" })
        : drawn("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, class: "joint" }),
    );
  }
  for (const pose of [arm.base, tool]) ["x", "y", "z"].forEach((name, j) => items.push(axis(pose, j, name)));
  element("stage").replaceChildren(...items);
  column(tool, 3).forEach((x, k) => put(`tool-${"xyz"[k]}`, x, shown(x)));
}

function show() {
  for (const input of document.querySelectorAll("#moving input[type=range]")) {
    const text = `${shown(Number(input.value), Number(input.dataset.digits))} ${input.dataset.unit}`;
    input.setAttribute("aria-valuetext", text);
    const output = element(`${input.id}-shown`);
    if (output) output.textContent = text;
  }
  const now = state();
  show_torques(now);
  show_arm(now);
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
  show();
});
element("swing").addEventListener("click", () => {
  if (swinging) return stop();
  element("swing").setAttribute("aria-pressed", "true");
  swinging = requestAnimationFrame(swing);
});
element("moving").addEventListener("input", (event) => {
  if (event.target.dataset.unit && !["turn", "tilt"].includes(event.target.id)) stop();
  show();
});

// the picture turns under the pointer as under its two sliders
element("stage").addEventListener("pointermove", (event) => {
  if (!event.buttons) return;
  set(element("turn"), Number(element("turn").value) - event.movementX / 2);
  set(element("tilt"), Number(element("tilt").value) + event.movementY / 2);
  show();
});

show();
