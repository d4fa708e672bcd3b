// Reads test vectors, computes torques and mass matrices by Newton-Euler's equations in the frames of
// the links (standard Denavit-Hartenberg, joints of both kinds), and writes them as CSV.
const fs = require("fs");
const [vectorsFile, resultsFile] = process.argv.slice(2);
const { arm, states } = JSON.parse(fs.readFileSync(vectorsFile));
const n = arm.joints.length;

const add = (...vectors) => [0, 1, 2].map((k) => vectors.reduce((sum, v) => sum + v[k], 0));
const times = (s, v) => v.map((x) => s * x);
const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const matVec = (A, v) => A.map((row) => dot(row, v));
const transposed = (A) => [0, 1, 2].map((k) => A.map((row) => row[k]));
const Z = [0, 0, 1];

function torque(q, qd, qdd, gravity) {
  const baseR = arm.base.slice(0, 3).map((row) => row.slice(0, 3));
  let w = [0, 0, 0], wd = [0, 0, 0], a = times(-1, matVec(transposed(baseR), gravity));
  const links = [];
  for (let i = 0; i < n; i++) {
    const turns = arm.joints[i] === "R";
    const theta = arm.theta[i] + (turns ? q[i] : 0), d = arm.d[i] + (turns ? 0 : q[i]);
    const [ct, st, ca, sa] = [Math.cos(theta), Math.sin(theta), Math.cos(arm.alpha[i]), Math.sin(arm.alpha[i])];
    const R = [[ct, -st * ca, st * sa], [st, ct * ca, -ct * sa], [0, sa, ca]];
    const down = transposed(R), p = [arm.a[i], d * sa, d * ca];
    const zd = matVec(down, Z);
    const before = matVec(down, w);
    if (turns) wd = add(wd, times(qdd[i], Z), cross(w, times(qd[i], Z)));
    if (turns) w = add(w, times(qd[i], Z));
    w = matVec(down, w);
    wd = matVec(down, wd);
    a = add(matVec(down, a), cross(wd, p), cross(w, cross(w, p)));
    if (!turns) a = add(a, times(qdd[i], zd), times(2 * qd[i], cross(before, zd)));
    const c = arm.com[i], I = arm.inertia[i];
    const F = times(arm.mass[i], add(a, cross(wd, c), cross(w, cross(w, c))));
    const N = add(matVec(I, wd), cross(w, matVec(I, w)));
    links.push({ R, p, c, F, N, turns, zd });
  }
  let f = [0, 0, 0], m = [0, 0, 0];
  const tau = Array(n);
  for (let i = n - 1; i >= 0; i--) {
    const { R, p, c, F, N, turns, zd } = links[i];
    m = add(m, N, cross(add(p, c), F), cross(p, f));
    f = add(f, F);
    tau[i] = turns ? dot(m, zd) : dot(f, zd);
    f = matVec(R, f);
    m = matVec(R, m);
  }
  return tau;
}

const still = Array(n).fill(0), none = [0, 0, 0];
const header = ["state"], rows = [];
for (let i = 1; i <= n; i++) header.push(`inverse_dynamics_${i}`);
for (let i = 1; i <= n; i++) for (let j = 1; j <= n; j++) header.push(`mass_matrix_${i}_${j}`);
states.q.forEach((q, k) => {
  const tau = torque(q, states.qd[k], states.qdd[k], arm.gravity);
  const unit = (j) => still.map((_, i) => (i === j ? 1 : 0));
  const columns = still.map((_, j) => torque(q, still, unit(j), none));
  const M = still.flatMap((_, i) => columns.map((column) => column[i]));
  rows.push([k + 1, ...tau, ...M].join(","));
});
fs.writeFileSync(resultsFile, [header.join(","), ...rows].join("\n") + "\n");
