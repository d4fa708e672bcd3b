// The picture of the arm, which is turned and whose joints are dragged.

function make_stage(root) {
  const picture = svg_item("svg", { role: "img", class: "stage-picture" });
  const box = html_item("div", {
    class: "stage-box", tabindex: 0, role: "group",
    "aria-label": "Picture of the arm. Arrow keys turn it, plus and minus change its size, 0 fits it. Joints have sliders below.",
  }, picture);
  root.append(box);
  let [now, size_now, width, height] = [null, "", 0, 0];

  const redraw = () => {
    const { shown } = page;
    if (!shown || !width || !height) return;
    const { arm, description } = shown;
    const posture = posture_of(arm, description, state.q);
    if (!camera.ball || size_now !== `${width} ${height}`) camera.ball = null;
    size_now = `${width} ${height}`;
    const room = camera.ball ? [] : [...room_of_motion(arm, description), ...corners_of_ellipsoids(description, posture)];
    fit_ball([column(posture.poses[0], 3), ...room, ...points_of_posture(posture, description.mass)]);
    const tools = drawing_tools({ ...projection(upwards(description), { width, height }), width, height }, Math.min(width, height) / 2);
    const stepping = state.step && state.arm ? drawn_step(posture, tools) : [];
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    picture.style.setProperty("--unit", `${tools.size / 100}px`);
    picture.classList.toggle("stepping", Boolean(state.step));
    picture.classList.toggle("old", !state.arm);
    picture.setAttribute("aria-label", said_of(description, posture));
    const way = tool_path_of(arm);
    picture.replaceChildren(...drawn_arm(description, posture, tools), ...(way.length ? [tools.line(way, "way")] : []), ...stepping);
    now = { description, posture, tools };
  };

  const drawn_step = (posture, tools) => {
    const steps = equations_of(state.description);
    const number = Math.min(state.step, steps.length);
    const arm = loaded_arm();
    // the payload is a part of the last link
    const last = point_in_world(posture.poses.at(-1), arm.com.slice(-3));
    const loaded_posture = { ...posture, centres: [...posture.centres.slice(0, -1), last] };
    const found = step_arrows(steps, number, results_of(arm, state), loaded_posture, tools);
    return [...lit_link(posture, found.step.link, tools), ...step_items(found, tools)];
  };
  const lit_link = ({ links }, link, tools) =>
    links.filter(({ body }) => body === link).map(({ corners }) => tools.line(corners, "body"));

  steer(box, picture, () => now);
  new ResizeObserver((entries) => {
    ({ width, height } = entries.at(-1).contentRect);
    set_state({});
  }).observe(box);
  followers.push(redraw);
  return picture;
}

function said_of({ name, joints }, { tool }) {
  const place = column(tool, 3).map((x) => fixed_text(x, 3)).join(", ");
  return `${name || "The arm"}, ${joints.length} joints ${joints}, tool at ${place} m`;
}

// turns, zooms and drags by pointer, wheel and keys
function steer(box, picture, drawn) {
  const pointers = new Map();
  let grabbed = null;
  const turn_by = (dx, dy) => {
    camera.turn -= dx / 2;
    camera.tilt = Math.min(90, Math.max(-90, camera.tilt + dy / 2));
    set_state({});
  };
  const zoom_by = (factor) => {
    camera.zoom = Math.min(20, Math.max(0.2, camera.zoom * factor));
    set_state({});
  };
  const at = (event) => {
    const { left, top } = picture.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  box.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, at(event));
    box.setPointerCapture(event.pointerId);
    const joint = event.target.dataset?.joint;
    if (joint && state.arm && pointers.size === 1) grabbed = grab(joint, at(event), drawn());
  });
  box.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const place = at(event);
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
    pointers.set(event.pointerId, place);
    const move = minus(place, before);
    if (others.length) {
      const apart = (x) => Math.hypot(...minus(x, others[0])) || 1;
      zoom_by(apart(place) / apart(before));
    } else if (grabbed && state.arm) drag(grabbed, move, drawn());
    else turn_by(...move);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    box.addEventListener(end, (event) => {
      pointers.delete(event.pointerId);
      if (!pointers.size) grabbed = null;
    });
  // the page scrolls under the wheel, unless the picture has been clicked or two fingers pinch
  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== box) return;
    event.preventDefault();
    zoom_by(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.001)));
  }, { passive: false });
  const keys = {
    ArrowLeft: () => turn_by(10, 0), ArrowRight: () => turn_by(-10, 0), ArrowUp: () => turn_by(0, 10), ArrowDown: () => turn_by(0, -10),
    "+": () => zoom_by(1.2), "=": () => zoom_by(1.2), "-": () => zoom_by(1 / 1.2), 0: fit_view,
  };
  box.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}

function fit_view() {
  if (page.shown) Object.assign(camera, opening_view(page.shown.arm, page.shown.description), { ball: null });
  set_state({});
}

// what is held: a point of a link by its joint alone, or the tool by all joints
function grab(joint, place, { posture, tools }) {
  if (joint === "tool") return { joints: posture.joints.map((_, k) => k), link: posture.joints.length, offset: null };
  const k = Number(joint) - 1;
  const pose = posture.poses[k + 1];
  // the point under the finger, as far away as the joint's link
  const middle = scaled(0.5, plus(column(posture.joints[k].pose, 3), column(pose, 3)));
  const away = scaled(1 / tools.unit, minus(place, tools.at(middle)));
  const point = plus(middle, plus(scaled(away[0], tools.across), scaled(-away[1], tools.rise)));
  const from = minus(point, column(pose, 3));
  return { joints: [k], link: k + 1, offset: [0, 1, 2].map((j) => dot(column(pose, j), from)) };
}

// moves joints so that the held point follows the finger, by damped least squares in the picture
function drag({ joints, link, offset }, move, { description, posture, tools }) {
  const point = offset ? point_in_world(posture.poses[link], offset) : column(posture.tool, 3);
  const columns = joints.map((k) => {
    const { kind, pose } = posture.joints[k];
    const axis = column(pose, 2);
    return tools.flat(kind === "R" ? cross(axis, minus(point, column(pose, 3))) : axis);
  });
  // J J^T + damping, of two rows
  const damping = (0.15 * tools.size) ** 2;
  const sum = (i, j) => columns.reduce((total, each) => total + each[i] * each[j], 0);
  const [xx, xy, yy] = [sum(0, 0) + damping, sum(0, 1), sum(1, 1) + damping];
  const determinant = xx * yy - xy * xy;
  const solved = [(yy * move[0] - xy * move[1]) / determinant, (xx * move[1] - xy * move[0]) / determinant];
  const q = Float64Array.from(state.q);
  joints.forEach((k, i) => {
    const [low, high] = range_of_joint(description, k);
    q[k] = Math.min(high, Math.max(low, q[k] + dot(columns[i], solved)));
  });
  set_state({ q });
}
