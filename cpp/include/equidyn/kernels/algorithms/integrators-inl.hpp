/// @file integrators-inl.hpp
/// One step of an arm in motion.
///
/// The four-point formula of Runge and Kutta (Turney, Mudge & Lee 1980, section 7) takes q and qd
/// as one state: rates and accelerations at the start, twice in the middle and at the end of a
/// step, weighted by 1, 2, 2, 1 sixths. Semi-implicit Euler moves by the rates that a step made.
///
/// What is moved, `system`, has n joints, positions q and rates qd, and
/// `accelerate(instant, weight, x, v, qdd)`: accelerations at positions x and rates v; it adds to
/// what it integrates by itself the rate of that, `weight` seconds long.
///
/// Included once for each instruction set (in_registers-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

template <class System, class T>
EQUIDYN_INLINE void runge_kutta_step(System& system, std::ptrdiff_t step, Number h, T* x, T* v,
                                     T* qdd, T* shift, T* speed_up) {
  constexpr int kPoint[4] = {0, 1, 1, 2};
  const Number weight[4] = {h / 6, h / 3, h / 3, h / 6};
  const Number ahead[4] = {h / 2, h / 2, h, 0};  // to the next stage
  for (int j = 0; j < system.n; ++j) {
    x[j] = system.q[j], v[j] = system.qd[j];
    shift[j] = speed_up[j] = T(0);
  }
  for (int stage = 0; stage < 4; ++stage) {
    system.accelerate({step, kPoint[stage]}, weight[stage], x, v, qdd);
    const T part(weight[stage]), next(ahead[stage]);
    for (int j = 0; j < system.n; ++j) {
      shift[j] = shift[j] + part * v[j];
      speed_up[j] = speed_up[j] + part * qdd[j];
      x[j] = system.q[j] + next * v[j];
      v[j] = system.qd[j] + next * qdd[j];
    }
  }
  for (int j = 0; j < system.n; ++j) {
    system.q[j] = system.q[j] + shift[j];
    system.qd[j] = system.qd[j] + speed_up[j];
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
