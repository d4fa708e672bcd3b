/// @file integrators-inl.hpp
/// One step of an arm in motion.
///
/// RK4 (Turney, Mudge & Lee 1980, section 7) takes q and qd as one state: velocities and
/// accelerations at the start, twice in the middle and at the end of a step, weighted by 1, 2, 2, 1
/// sixths. Semi-implicit Euler moves positions by the velocities at the end of the step.
///
/// `system` has n joints, positions q, velocities qd, and `accelerate(instant, weight, x, v, qdd)`:
/// joint accelerations at positions x and velocities v; `weight` is the time, s, by which integrals
/// of power advance.
///
/// Included once for each instruction set, for float64 (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Positions, velocities and accelerations at a stage, and the increments of q and qd.
struct StageArrays : Scratch {
  using T = Lanes<Register>;
  T *const x = per_joint(), *const v = per_joint(), *const qdd = per_joint();
  T *const dq = per_joint(), *const dqd = per_joint();
};

template <class System>
EQUIDYN_INLINE void runge_kutta_step(System& system, std::ptrdiff_t step, Number h,
                                     const StageArrays& arrays) {
  using T = Lanes<Register>;
  T *const x = arrays.x, *const v = arrays.v, *const qdd = arrays.qdd;
  T *const dq = arrays.dq, *const dqd = arrays.dqd;
  constexpr int kPoint[4] = {0, 1, 1, 2};
  const Number weight[4] = {h / 6, h / 3, h / 3, h / 6};
  const Number ahead[4] = {h / 2, h / 2, h, 0};  // to the next stage
  for (int j = 0; j < system.n; ++j) {
    x[j] = system.q[j], v[j] = system.qd[j];
    dq[j] = dqd[j] = T(0);
  }
  for (int stage = 0; stage < 4; ++stage) {
    system.accelerate({step, kPoint[stage]}, weight[stage], x, v, qdd);
    const T part(weight[stage]), next(ahead[stage]);
    for (int j = 0; j < system.n; ++j) {
      dq[j] = dq[j] + part * v[j];
      dqd[j] = dqd[j] + part * qdd[j];
      x[j] = system.q[j] + next * v[j];
      v[j] = system.qd[j] + next * qdd[j];
    }
  }
  for (int j = 0; j < system.n; ++j) {
    system.q[j] = system.q[j] + dq[j];
    system.qd[j] = system.qd[j] + dqd[j];
  }
}

template <class System, class T>
EQUIDYN_INLINE void semi_implicit_euler_step(System& system, std::ptrdiff_t step, Number h,
                                             T* qdd) {
  system.accelerate({step, 0}, h, system.q, system.qd, qdd);
  for (int j = 0; j < system.n; ++j) {
    system.qd[j] = system.qd[j] + T(h) * qdd[j];
    system.q[j] = system.q[j] + T(h) * system.qd[j];
  }
}

}  // namespace equidyn::EQUIDYN_TARGET
