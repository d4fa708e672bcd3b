// The dynamic data of an arm: masses, centres of mass and inertia, all of them or none.

export const BODIES = ["mass", "com", "inertia"];

export const withoutBodies = (description) => BODIES.every((name) => (description[name] ?? null) === null);

// the description with zeros where it has no dynamic data, as kinematics and pictures need it
export function withBodies(description) {
  if (!withoutBodies(description)) return description;
  const each = (entry) => Array.from(description.joints, entry);
  return { ...description, mass: each(() => 0), com: each(() => [0, 0, 0]),
    inertia: each(() => [[0, 0, 0], [0, 0, 0], [0, 0, 0]]) };
}
