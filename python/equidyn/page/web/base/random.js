// The same random numbers for everyone.

// numbers between 0 and 1, by the generator of Park and Miller
export function randomNumbers(seed) {
  let number = seed;
  return () => {
    number = (48271 * number) % 2147483647;
    return number / 2147483647;
  };
}

// m states of n joints, row by row: positions within half a turn, velocities and accelerations within 2
export function randomStates(n, m, seed) {
  const next = randomNumbers(seed);
  const within = (most) => Float64Array.from({ length: m * n }, () => most * (2 * next() - 1));
  return { q: within(Math.PI), qd: within(2), qdd: within(2) };
}
