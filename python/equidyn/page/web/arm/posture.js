// The visible points of an arm in one position, in the world.

import { column, dot, minus, plus, pointInWorld, scaled } from "../base/vectors.js";

const isStandard = (description) => description.convention === "standard";

export function postureOf(arm, description, q) {
  const poses = arm.poses(q).map((pose) => [...pose]);
  const tool = poses.pop();
  const standard = isStandard(description);
  const last = poses[arm.n];
  const tip = column(tool, 3);
  const centres = poses.slice(1).map((pose, k) => pointInWorld(pose, description.com[k]));
  const joints = poses.slice(1).map((pose, k) => ({
    kind: description.joints[k],
    pose: standard ? poses[k] : pose,
  }));
  // from frame to frame along the joint axis and along the common normal
  const links = joints.map(({ pose }, k) => {
    const [start, end] = [column(poses[k], 3), column(poses[k + 1], 3)];
    const direction = column(pose, 2);
    const along = scaled(dot(direction, minus(end, start)), direction);
    // frames at the joints: this piece is part of the link before it
    return { body: standard ? k + 1 : k, corners: [start, standard ? plus(start, along) : minus(end, along), end] };
  });
  const end = column(last, 3);
  // frames at the joints leave the last link without an end: it is drawn to its centre of mass
  if (!standard && description.mass[arm.n - 1]) links.push({ body: arm.n, corners: [end, centres[arm.n - 1]] });
  links.push({ body: arm.n, corners: [end, tip] });
  return { poses, tool, joints, links, centres };
}

export const pointsOfPosture = ({ links, centres }, mass) =>
  [...links.flatMap(({ corners }) => corners), ...centres.filter((_, k) => mass[k])];

// the least and the greatest position of a joint that a slider has
export function rangeOfJoint(description, k) {
  const [low, high] = description.limits?.[k] ?? [null, null];
  const most = description.joints[k] === "R" ? Math.PI : reachOf(description) / 2;
  const finite = (x, otherwise) => (Number.isFinite(x) && x !== null ? x : otherwise);
  return [finite(low, Math.min(-most, finite(high, 0) - most)), finite(high, Math.max(most, finite(low, 0) + most))];
}

export function reachOf({ a, a_y = [], d }) {
  return [...a, ...a_y, ...d].reduce((sum, x) => sum + Math.abs(x), 0) || 1;
}
