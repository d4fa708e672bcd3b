// The Newton-Euler recursion on the arm of the page, one equation at a time: its numbers, and its
// arrow beside those of what it is made from.

// a vector in axes of the world, and in those of a frame
const in_world = (pose, v) => pose.slice(0, 3).map((row) => dot(row.slice(0, 3), v));
const in_frame = (pose, v) => [0, 1, 2].map((j) => dot(column(pose, j), v));

// mass, mass centre and tensor of the links, in their frames; the payload is part of the last one
function bodies(load) {
  return joints.map(({ k }) => {
    const [m, c] = [arm.mass[k], arm.com[k]];
    const p = k === arm.n - 1 ? load : 0;
    const tool = column(arm.tool, 3);
    const centre = m + p ? scaled(1 / (m + p), plus(scaled(m, c), scaled(p, tool))) : c;
    const points = [[m, minus(c, centre)], [p, minus(tool, centre)]];
    const tensor = (x) =>
      points.reduce(
        (sum, [mass, d]) => plus(sum, scaled(mass, minus(scaled(dot(d, d), x), scaled(dot(d, x), d)))),
        arm.inertia[k].map((row) => dot(row, x)),
      );
    return { m: m + p, centre, tensor };
  });
}

// results of all equations by quantity and link, such as "f-3": vectors in the world, and where they act
function recursion({ q, qd, qdd, gravity, payload }) {
  const poses = frames(q);
  const origin_of = (i) => column(poses[i], 3);
  const found = {};
  const put_down = (i, point, values) => {
    for (const [name, value] of Object.entries(values)) found[`${name}-${i}`] = { point, value };
  };
  const steps = joints.map(({ k }) => minus(origin_of(k + 1), origin_of(k)));
  const axes = joints.map(({ k }) => column(poses[standard ? k : k + 1], 2));
  const places = joints.map(({ k }) => origin_of(standard ? k : k + 1));
  const own = bodies(payload[0]);
  const levers = joints.map(({ k }) => in_world(poses[k + 1], own[k].centre));
  const swung = (w, al, r) => plus(cross(al, r), cross(w, cross(w, r)));

  // outwards: motion of each link, and the force and moment that it takes
  let [w, al, a] = [weightless, weightless, scaled(-1, gravity)];
  for (const { kind, k } of joints) {
    const before = { w, al };
    const [rate, faster] = [scaled(qd[k], axes[k]), scaled(qdd[k], axes[k])];
    if (kind === "R") {
      al = plus(plus(al, cross(w, rate)), faster);
      w = plus(w, rate);
    }
    const moved = standard ? swung(w, al, steps[k]) : swung(before.w, before.al, steps[k]);
    a = plus(a, moved);
    if (kind === "P") a = plus(a, plus(scaled(2, cross(w, rate)), faster));
    const abar = plus(a, swung(w, al, levers[k]));
    const turned = (x) => in_world(poses[k + 1], own[k].tensor(in_frame(poses[k + 1], x)));
    put_down(k + 1, places[k], { omega: w, alpha: al });
    put_down(k + 1, origin_of(k + 1), { a });
    const N = plus(turned(al), cross(w, turned(w)));
    put_down(k + 1, plus(origin_of(k + 1), levers[k]), { abar, F: scaled(own[k].m, abar), N });
  }

  // inwards: force and moment from link to link, and the torques
  let [f, n] = [weightless, weightless];
  for (const { kind, k } of [...joints].reverse()) {
    const [F, N] = ["F", "N"].map((name) => found[`${name}-${k + 1}`].value);
    const to_centre = standard ? plus(steps[k], levers[k]) : levers[k];
    const to_next = standard ? steps[k] : (steps[k + 1] ?? weightless);
    n = plus(plus(N, cross(to_centre, F)), plus(cross(to_next, f), n));
    f = plus(F, f);
    const tau = scaled(dot(axes[k], kind === "R" ? n : f), axes[k]);
    put_down(k + 1, places[k], { f, n, tau });
  }
  return found;
}

const in_html = (text) => text.replace(/_(\d+)/g, "<sub>$1</sub>").replaceAll("ᵀ", "<sup>T</sup>");

const chosen_step = () => equations[Number(element("step").value) - 1];

// the largest magnitude of each unit
function magnitudes(vectors) {
  const largest = {};
  for (const { unit, value } of vectors) largest[unit] = Math.max(largest[unit] ?? 0, Math.hypot(...value));
  return largest;
}

// the numbers of the chosen step, in axes of its link's frame, and the scales of its arrows
function show_numbers(step, now, found, vectors) {
  const { value } = found[`${step.quantity}-${step.link}`];
  const pose = frames(now.q)[step.link];
  const along = column(frames(now.q)[standard ? step.link - 1 : step.link], 2);
  const numbers = step.quantity === "tau" ? [dot(along, value)] : in_frame(pose, value);
  const parts = numbers.map((x) => `<data value="${x}">${shown(x)}</data>`).join(", ");
  const written = numbers.length > 1 ? `(${parts})` : parts;
  const where = numbers.length > 1 ? `, in axes of link ${step.link}` : "";
  const longest = Object.entries(magnitudes(vectors)).filter(([, most]) => most);
  const scales = longest.map(([unit, most]) => `${short(most)} ${unit}`).join(", ");
  element("equation").innerHTML =
    `${in_html(step.equation)} <span>${step.number}</span><br>= ${written} ${step.unit}${where}<br>` +
    `<span>longest arrows: ${scales || "none"}</span>`;
}

// lengths of arrows: each unit to its own scale, all within the frame
function arrow_lengths(vectors, on_page, radius) {
  const largest = magnitudes(vectors);
  const arrows = vectors
    .filter(({ unit, value }) => Math.hypot(...value) > 1e-9 * largest[unit])
    .map((each) => ({ ...each, along: scaled((0.5 * radius) / largest[each.unit], each.value) }));
  const room = 0.86;
  let share = 1;
  for (const { point, along } of arrows) {
    const [start, tip] = [on_page(point), on_page(plus(point, along))];
    for (const j of [0, 1]) {
      const out = Math.abs(tip[j]);
      const way = Math.abs(tip[j] - start[j]);
      if (out > room && way) share = Math.min(share, Math.max(0.25, (room - Math.abs(start[j])) / way));
    }
  }
  return arrows.map((each) => ({ ...each, along: scaled(share, each.along) }));
}

// a free place for a symbol near the tip of its arrow
function place_of(tip, direction, taken) {
  const angle = Math.atan2(direction[1], direction[0]);
  const turns = [0, 0.7, -0.7, 1.4, -1.4, 2.1, -2.1, Math.PI];
  const places = [0.1, 0.17].flatMap((away) =>
    turns.map((turn) => [tip[0] + away * Math.cos(angle + turn), tip[1] + away * Math.sin(angle + turn)]));
  const free = ([x, y]) =>
    Math.max(Math.abs(x), Math.abs(y)) < 0.96 &&
    taken.every(([u, v]) => Math.abs(u - x) > 0.15 || Math.abs(v - y) > 0.1);
  return places.find(free) ?? places[0];
}

function arrow_drawn({ kind, letter, link, axial, faint, point, along }, on_page, taken) {
  const [start, tip] = [on_page(point), on_page(plus(point, along))].map((x) => x.slice(0, 2));
  const way = minus(tip, start);
  const length = Math.hypot(...way);
  const name = `vector ${kind}${faint ? " faint" : ""}`;
  const direction = length > 1e-6 ? scaled(1 / length, way) : [0, -1];
  const head = Math.min(0.07, length);
  const heads = (axial ? [0, 0.6 * head] : [0]).map((back) => {
    const end = minus(tip, scaled(back, direction));
    const foot = minus(end, scaled(head, direction));
    const side = scaled(0.4 * head, [-direction[1], direction[0]]);
    return drawn("polygon", { points: [end, plus(foot, side), minus(foot, side)].map(String).join(" "), class: name });
  });
  const shaft_end = minus(tip, scaled(0.8 * head, direction));
  const shaft = drawn("polyline", { points: `${start} ${shaft_end}`, class: name });
  const [x, y] = place_of(tip, direction, taken);
  taken.push([x, y]);
  const text = drawn("text", { x, y, class: name });
  text.innerHTML = `${letter}<tspan dy=".025" font-size=".055">${link}</tspan>`;
  return [shaft, ...heads, text];
}

// the arrows of the chosen step, drawn on the stage; nothing where none is chosen
function step_drawn(now, all, shape, on_page, line) {
  const step = chosen_step();
  element("stage").classList.toggle("stepping", Boolean(step));
  element("equation").hidden = !step;
  element("step-of").textContent = step ? `${element("step").value} of ${equations.length}` : "off";
  element("step").setAttribute("aria-valuetext", step ? `${step.letter}${step.link}` : "off");
  if (!step) return [];
  const found = recursion(now);
  const faint = step.operands.map((key) => ({ ...by_key[key], ...found[key], faint: true }));
  const key = `${step.quantity}-${step.link}`;
  const vectors = [...faint, { ...by_key[key], ...found[key] }];
  show_numbers(step, now, found, vectors);
  const arrows = arrow_lengths(vectors, on_page, shape.radius);
  const k = step.link - 1;
  const corners = standard ? all.links[k] : [...all.links[k].slice(1), ...(all.links[k + 1] ?? []).slice(1)];
  const taken = arrows.map(({ point }) => on_page(point));
  return [line(corners, "body"), ...arrows.flatMap((each) => arrow_drawn(each, on_page, taken))];
}
