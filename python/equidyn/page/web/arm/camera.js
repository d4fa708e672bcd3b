// From where the arm is seen: turned about the vertical, from above, nearer or farther.

import { cross, dot, minus, plus, scaled, unitOf } from "../base/vectors.js";

export const OPENING_VIEW = { turn: -60, tilt: 20, zoom: 1 };
/** @typedef {{ centre: number[], radius: number }} Ball */
/** @type {{ turn: number, tilt: number, zoom?: number, ball?: Ball, aim?: number[] }} */
export const camera = { ...OPENING_VIEW, ball: null, aim: null }; // aimed at the middle of the ball by default

// upwards, against gravity; z of the world where there is none
export function upwards({ gravity = [0, 0, -9.81] }) {
  const size = Math.hypot(...gravity);
  return size ? scaled(-1 / size, gravity) : [0, 0, 1];
}

// to the right, upwards and away from the reader, in the world
export function sight(up, { turn, tilt } = camera) {
  const [a, b] = [turn, tilt].map((x) => (x * Math.PI) / 180);
  const right = unitOf(cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const across = plus(scaled(Math.cos(a), right), scaled(Math.sin(a), cross(up, right)));
  const rise = plus(scaled(Math.cos(b), up), scaled(Math.sin(b), cross(up, across)));
  return { across, rise, away: cross(rise, across) };
}

// the ball that is shown grows when the arm leaves it, and is fitted anew when it is null
export function fitBall(points, eye = camera) {
  if (!eye.ball) {
    const ends = [Math.min, Math.max].map((most) => [0, 1, 2].map((k) => most(...points.map((x) => x[k]))));
    eye.ball = { centre: scaled(0.5, plus(...ends)), radius: 0 };
  }
  const { ball } = eye;
  ball.radius = Math.max(ball.radius, ...points.map((x) => Math.hypot(...minus(x, ball.centre))));
  if (!(ball.radius > 0 && Number.isFinite(ball.radius))) ball.radius = 1;
  return ball;
}

// what takes a point of the world to pixels, and how far away it is, in parts of the picture
export function projection(up, { width, height }, eye = camera) {
  const { across, rise, away } = sight(up, eye);
  const { radius } = eye.ball;
  const centre = eye.aim ?? eye.ball.centre;
  const unit = (0.43 * Math.min(width, height) * eye.zoom) / radius;
  const middle = [width / 2, height / 2];
  const flat = (v) => [unit * dot(across, v), -unit * dot(rise, v)];
  return {
    unit,
    ball: eye.ball,
    across,
    rise,
    flat, // of a vector
    at: (point) => plus(middle, flat(minus(point, centre))),
    depth: (point) => dot(away, minus(point, centre)) / radius,
  };
}
