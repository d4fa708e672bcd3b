// The picture of the arm: the user rotates the view and drags joints.

import { camera, fitBall, projection, upwards } from "./arm/camera.js";
import { cornersOfEllipsoids, drawingTools, drawnArm } from "./arm/drawing.js";
import { openingView } from "./arm/opening.js";
import { pointsOfPosture, postureOf, rangeOfJoint } from "./arm/posture.js";
import { equationsOf, resultsOf, stepArrows, stepItems } from "./arm/recursion_steps.js";
import { htmlItem, svgItem } from "./base/pictures.js";
import { followers, loadedArm, page, setState, state } from "./base/state.js";
import { fixedText } from "./base/text.js";
import { column, cross, dot, minus, plus, pointInWorld, scaled } from "./base/vectors.js";
import { roomOfMotion, toolPathOf } from "./player.js";

export function makeStage(root) {
  const picture = svgItem("svg", { role: "img", class: "stage-picture" });
  const box = htmlItem("div", {
    class: "stage-box", tabindex: 0, role: "group",
    "aria-label": "Picture of the arm. Arrow keys rotate the view, plus and minus zoom, 0 resets the view. "
      + "The sliders below move the joints.",
  }, picture);
  root.append(box);
  let [now, sizeNow, width, height] = [null, "", 0, 0];

  const redraw = () => {
    const { shown } = page;
    if (!shown || !width || !height) return;
    const { arm, description } = shown;
    const posture = postureOf(arm, description, state.q);
    if (!camera.ball || sizeNow !== `${width} ${height}`) camera.ball = null;
    sizeNow = `${width} ${height}`;
    const room = camera.ball ? [] : [...roomOfMotion(arm, description), ...cornersOfEllipsoids(description, posture)];
    fitBall([column(posture.poses[0], 3), ...room, ...pointsOfPosture(posture, description.mass)]);
    const tools = drawingTools({ ...projection(upwards(description), { width, height }), width, height },
      Math.min(width, height) / 2);
    const stepping = state.step && state.arm ? drawnStep(posture, tools) : [];
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    picture.style.setProperty("--unit", `${tools.size / 100}px`);
    picture.classList.toggle("stepping", Boolean(state.step));
    picture.classList.toggle("old", !state.arm);
    picture.setAttribute("aria-label", saidOf(description, posture));
    const way = toolPathOf(arm);
    picture.replaceChildren(...drawnArm(description, posture, tools), ...(way.length ? [tools.line(way, "way")] : []),
      ...stepping);
    now = { description, posture, tools };
  };

  const drawnStep = (posture, tools) => {
    const steps = equationsOf(state.description);
    const number = Math.min(state.step, steps.length);
    const arm = loadedArm();
    // the payload is a part of the last link
    const last = pointInWorld(posture.poses.at(-1), arm.com.slice(-3));
    const loadedPosture = { ...posture, centres: [...posture.centres.slice(0, -1), last] };
    const found = stepArrows(steps, number, resultsOf(arm, state), loadedPosture, tools);
    return [...litLink(posture, found.step.link, tools), ...stepItems(found, tools)];
  };
  const litLink = ({ links }, link, tools) =>
    links.filter(({ body }) => body === link).map(({ corners }) => tools.line(corners, "body"));

  steer(box, picture, () => now);
  new ResizeObserver((entries) => {
    ({ width, height } = entries.at(-1).contentRect);
    setState({});
  }).observe(box);
  followers.push(redraw);
  return picture;
}

function saidOf({ name, joints }, { tool }) {
  const place = column(tool, 3).map((x) => fixedText(x, 3)).join(", ");
  return `${name || "The arm"}, ${joints.length} joints ${joints}, tool at ${place} m`;
}

// rotation, zoom and dragging by pointer, wheel and keys
function steer(box, picture, drawn) {
  const pointers = new Map();
  let grabbed = null;
  const turnBy = (dx, dy) => {
    camera.turn -= dx / 2;
    camera.tilt = Math.min(90, Math.max(-90, camera.tilt + dy / 2));
    setState({});
  };
  const zoomBy = (factor) => {
    camera.zoom = Math.min(20, Math.max(0.2, camera.zoom * factor));
    setState({});
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
      zoomBy(apart(place) / apart(before));
    } else if (grabbed && state.arm) drag(grabbed, move, drawn());
    else turnBy(...move);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    box.addEventListener(end, (event) => {
      pointers.delete(event.pointerId);
      if (!pointers.size) grabbed = null;
    });
  // the wheel scrolls the page, unless the picture has the focus or two fingers pinch
  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== box) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.001)));
  }, { passive: false });
  const keys = {
    ArrowLeft: () => turnBy(10, 0), ArrowRight: () => turnBy(-10, 0), ArrowUp: () => turnBy(0, 10),
    ArrowDown: () => turnBy(0, -10),
    "+": () => zoomBy(1.2), "=": () => zoomBy(1.2), "-": () => zoomBy(1 / 1.2), 0: fitView,
  };
  box.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}

export function fitView() {
  if (page.shown) Object.assign(camera, openingView(page.shown.arm, page.shown.description), { ball: null, aim: null });
  setState({});
}

// what is dragged: a point of a link, by its joint alone, or the tool, by all joints
function grab(joint, place, { posture, tools }) {
  if (joint === "tool") return { joints: posture.joints.map((_, k) => k), link: posture.joints.length, offset: null };
  const k = Number(joint) - 1;
  const pose = posture.poses[k + 1];
  // the point under the pointer, at the depth of the link
  const middle = scaled(0.5, plus(column(posture.joints[k].pose, 3), column(pose, 3)));
  const away = scaled(1 / tools.unit, minus(place, tools.at(middle)));
  const point = plus(middle, plus(scaled(away[0], tools.across), scaled(-away[1], tools.rise)));
  const from = minus(point, column(pose, 3));
  return { joints: [k], link: k + 1, offset: [0, 1, 2].map((j) => dot(column(pose, j), from)) };
}

// moves joints so that the dragged point follows the pointer: damped least squares in the picture plane
function drag({ joints, link, offset }, move, { description, posture, tools }) {
  const point = offset ? pointInWorld(posture.poses[link], offset) : column(posture.tool, 3);
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
    const [low, high] = rangeOfJoint(description, k);
    q[k] = Math.min(high, Math.max(low, q[k] + dot(columns[i], solved)));
  });
  setState({ q });
}
