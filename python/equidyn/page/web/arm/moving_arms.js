// Arms in motion in one large picture: the first whole, some others as sticks, all tools as dots, and the target of the
// first. Its tool can be pulled.

import { camera, fitBall, projection, upwards } from "./camera.js";
import { arrowItems, drawingTools, drawnArm, roundedPixel } from "./drawing.js";
import { pointsOfPosture, postureOf } from "./posture.js";
import { drawNothing, pictureItem, svgItem } from "../base/pictures.js";
import { setState } from "../base/state.js";
import { inDigits, inThousands } from "../base/text.js";
import { column, minus, plus, scaled } from "../base/vectors.js";

const HIGHEST = 480; // px
const MOST_STICKS = 10;
const ZOOM = 1.1;
const SHOWN = { floor: true, frames: false, masses: false, ellipsoids: false };
const STANDARD_GRAVITY = 9.80665; // m/s²
// a pull as far as the radius of what is shown is so many times the weight of the arm
const STRONGEST = 2;

// the force of a spring from the tool to where it is pulled, N
export function springForce(tool, target, mass, radius) {
  const weight = STANDARD_GRAVITY * mass.reduce((sum, x) => sum + x, 0);
  return scaled((STRONGEST * (weight || 1)) / radius, minus(target, tool));
}

// the longest of 1, 2 and 5 times a power of ten that is at most so long
export function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].find((k) => k * power <= most * (1 + 1e-12)) * power;
}

export function movingArms() {
  let [shown, tools, pulled, pointer] = [null, null, null, null];
  const own = { ...camera, ball: null, aim: null };
  let draw = drawNothing;
  const picture = pictureItem("moving-arms", (width) => draw(width));
  const svg = picture.figure.querySelector("svg");
  svg.setAttribute("class", "stage-picture");

  const toolOf = () => column(shown.posture.tool, 3);
  const placeOf = (event) => {
    const { left, top, width } = svg.getBoundingClientRect();
    const share = svg.viewBox.baseVal.width / width;
    return [share * (event.clientX - left), share * (event.clientY - top)];
  };
  // the point under the pointer, as deep as the tool
  const targetOf = (place) => {
    const away = scaled(1 / tools.unit, minus(place, tools.at(toolOf())));
    return plus(toolOf(), plus(scaled(away[0], tools.across), scaled(-away[1], tools.rise)));
  };

  svg.addEventListener("pointerdown", (event) => {
    if (!shown) return;
    svg.setPointerCapture(event.pointerId);
    pointer = placeOf(event);
    if (event.target.dataset?.joint) pulled = pointer;
  });
  svg.addEventListener("pointermove", (event) => {
    if (!pointer) return;
    const place = placeOf(event);
    if (pulled) pulled = place;
    else {
      camera.turn -= (place[0] - pointer[0]) / 2;
      camera.tilt = Math.min(90, Math.max(-90, camera.tilt + (place[1] - pointer[1]) / 2));
    }
    pointer = place;
    setState({});
    picture.redraw();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    svg.addEventListener(end, () => {
      [pointer, pulled] = [null, null];
      if (shown) picture.redraw();
    });

  const pullItems = () => {
    if (!pulled) return [];
    const [force, target] = [forceNow(), targetOf(pulled)];
    return [...arrowItems(tools, toolOf(), target, "pull"),
      tools.letter(plus(target, scaled(0.1 * own.ball.radius, tools.rise)), `${inDigits(Math.hypot(...force), 2)} N`,
        "vector pull")];
  };
  const forceNow = () =>
    (pulled ? springForce(toolOf(), targetOf(pulled), shown.description.mass, own.ball.radius) : null);

  const scaleItems = ({ width, height, unit }) => {
    const length = roundLength((0.2 * width) / unit);
    const [x, y] = [12, height - 12];
    return [svgItem("path", { d: `M${x},${y - 4}v4h${roundedPixel(unit * length)}v-4`, class: "measure" }),
      svgItem("text", { x: x + (unit * length) / 2, y: y - 12, class: "measured" }, `${inDigits(length)} m`)];
  };

  function show({ arm, description, q, arms, t, target }) {
    const { n } = arm;
    const posture = postureOf(arm, description, q.slice(0, n));
    shown = { posture, description };
    const tools16 = arm.quantity("forward_kinematics", { q }, arms);
    const tips = Array.from({ length: arms }, (_, k) => [3, 7, 11].map((at) => tools16[16 * k + at]));
    const originsOf = (position) => arm.poses(position).map((pose) => column(pose, 3));
    const sticks = Array.from({ length: Math.min(arms, MOST_STICKS) - 1 }, (_, k) =>
      originsOf(q.slice((k + 1) * n, (k + 2) * n)));
    const goal = target ? originsOf(target) : [];
    fitBall([column(posture.poses[0], 3), ...pointsOfPosture(posture, description.mass), ...tips, ...goal], own);
    draw = (width) => {
      const height = Math.min(HIGHEST, width);
      const size = { width, height };
      const view = projection(upwards(description), size, { ...camera, zoom: ZOOM, ball: own.ball });
      tools = drawingTools({ ...view, ...size }, Math.min(width, height) / 2);
      svg.style.setProperty("--unit", `${tools.size / 100}px`);
      const dots = tips.map((tip) => `M${tools.at(tip).map(roundedPixel).join(",")}h0`).join("");
      return { height, label: `${inThousands(arms)} moving arms, after ${inDigits(t)} s`, children: [
        ...drawnArm(description, posture, tools, SHOWN), ...sticks.map((points) => tools.line(points, "other-arm")),
        ...(target ? [tools.line(goal, "target-arm")] : []),
        svgItem("path", { d: dots, class: "tools" }), ...pullItems(), ...scaleItems(tools)] };
    };
    picture.redraw();
  }

  return { ...picture, show, force: () => (shown ? forceNow() : null), forget: () => { own.ball = null; } };
}
