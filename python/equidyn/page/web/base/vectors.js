// Vectors of three numbers, and poses: sixteen numbers, row by row.

export const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
export const cross = (a, b) => [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
export const scaled = (factor, a) => a.map((x) => factor * x);
export const minus = (a, b) => a.map((x, k) => x - b[k]);
export const plus = (a, b) => a.map((x, k) => x + b[k]);
export const unitOf = (a) => scaled(1 / (Math.hypot(...a) || 1), a);
export const column = (pose, j) => [pose[j], pose[4 + j], pose[8 + j]];

// a vector in axes of a frame, in axes of the world; and a point
export const inWorld = (pose, v) =>
  [0, 1, 2].map((i) => pose[4 * i] * v[0] + pose[4 * i + 1] * v[1] + pose[4 * i + 2] * v[2]);
export const pointInWorld = (pose, v) => plus(inWorld(pose, v), column(pose, 3));

// R C R^T of the axes of a frame and a symmetric matrix, as rows
export function turnedMatrix(pose, C) {
  const half = C.map((row) => inWorld(pose, row)); // C R^T
  return [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + pose[4 * i + k] * half[k][j], 0)));
}

// a pose as rows
export const IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

// eigenvectors of a symmetric matrix of three rows, largest eigenvalue first: Jacobi's method
export function principalAxes(matrix) {
  const A = matrix.map((row) => [...row]);
  let V = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  for (let sweep = 0; sweep < 12; sweep++)
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) {
      if (!A[p][q]) continue;
      const angle = 0.5 * Math.atan2(2 * A[p][q], A[q][q] - A[p][p]);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const turned = (a, b) => [minus(scaled(c, a), scaled(s, b)), plus(scaled(s, a), scaled(c, b))];
      [A[p], A[q]] = turned(A[p], A[q]);
      for (const row of A) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
      [V[p], V[q]] = turned(V[p], V[q]);
    }
  const order = [0, 1, 2].sort((i, j) => A[j][j] - A[i][i]);
  V = order.map((k) => V[k]);
  return { values: order.map((k) => Math.max(A[k][k], 0)), axes: [V[0], V[1], cross(V[0], V[1])] };
}
