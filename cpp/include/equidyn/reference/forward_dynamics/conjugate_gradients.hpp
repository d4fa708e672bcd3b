/// @file conjugate_gradients.hpp
/// Forward dynamics by n steps of conjugate gradients, without the mass matrix, O(n^3): n runs of
/// Newton and Euler, and n^3 operations of their vectors.
///
/// M. W. Walker, D. E. Orin, Efficient Dynamic Computer Simulation of Robotic Mechanisms, Journal
/// of Dynamic Systems, Measurement, and Control 104, 1982, method 4. A run of Newton and Euler at
/// rest is a product of M and a vector; conjugate gradients solve M qdd = tau - h by n such
/// products.
///
///   code    meaning
///   r       what tau - h exceeds M qdd by
///   d_k     direction of step k: conjugate to those before, d_k^t M d_j = 0
///   Md_k    M d_k
///   per_k   1 / (d_k^t M d_k)
///
/// Without rounding, r is conjugate to all directions but the last, and a step corrects it by that
/// one alone. With rounding, n such steps lose most digits of a long arm; so a step corrects r by
/// all directions before it. The number of steps is fixed, and where r is zero before the last of
/// them, `kLeast` keeps 0 / 0 out of the rest.
#pragma once

#include "equidyn/formulations/newton_euler.hpp"
#include "equidyn/interface/interruption.hpp"
#include "equidyn/reference/unit_motions.hpp"

namespace equidyn::forward_dynamics {

struct ConjugateGradients {
  static constexpr FormulationInfo info{
      .name = "conjugate_gradients",
      .title = "Conjugate gradients",
      .reference = "Walker & Orin 1982, method 4",
      .order = 3,
      .frames = NewtonEuler::info.frames,
      .family = Family::kNewtonEuler,
      .inertia = NewtonEuler::info.inertia,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : run(arm),
          h(arm.n),
          r(arm.n),
          per(arm.n),
          d(static_cast<std::size_t>(arm.n) + 1, PerLink<T>(arm.n)),
          Md(d) {}
    typename UnitMotions<NewtonEuler>::template Workspace<T> run;
    PerLink<T> h, r, per;
    std::vector<PerLink<T>> d, Md;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x, whose
  /// accelerations are zero.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    auto& [run, h, r, per, d, Md] = work;
    const int n = arm.n;
    Row<T> row;
    row("h", run_formulation<NewtonEuler>(arm, x, base, tip, h, run.formulation));
    run.state = x;
    for (int i = 1; i <= n; ++i) {
      qdd[i] = T(0);
      r[i] = row("tau - h", tau[i] - h[i]);
    }

    const auto steps = static_cast<std::size_t>(n);
    for (std::size_t k = 1; k <= steps; ++k) {
      if (abandoned()) return;
      d[k] = r;
      for (std::size_t j = 1; j < k; ++j)
        row("d_k", add(n, -(dot(n, r, Md[j]) * per[static_cast<int>(j)]), d[j], d[k]));
      row("M d_k", set_product(arm, motor_inertia, d[k], Md[k], run));
      const T per_k = row("d_k M d_k", T(1) / (dot(n, d[k], Md[k]) + T(kLeast)));
      const T step = dot(n, d[k], r) * per_k;
      row("qdd", add(n, step, d[k], qdd));
      row("r", add(n, -step, Md[k], r));
      per[static_cast<int>(k)] = per_k;
    }
  }

 private:
  static constexpr double kLeast = 1e-300;  ///< far below any d^t M d that is not zero

  /// (M + diag(motor_inertia)) d, by a run at rest.
  template <Scalar T>
  static PerLink<T>& set_product(const Arm<T>& arm, const PerLink<T>& motor_inertia,
                                 const PerLink<T>& d, PerLink<T>& product,
                                 typename UnitMotions<NewtonEuler>::template Workspace<T>& run) {
    run.state.set_accelerations(arm, d);
    run.run(arm);
    for (int i = 1; i <= arm.n; ++i) product[i] = run.tau[i] + motor_inertia[i] * d[i];
    return product;
  }

  template <Scalar T>
  static T dot(int n, const PerLink<T>& x, const PerLink<T>& y) {
    T sum = x[1] * y[1];
    for (int i = 2; i <= n; ++i) sum += x[i] * y[i];
    return sum;
  }

  /// y + factor x, in y
  template <Scalar T>
  static PerLink<T>& add(int n, const T& factor, const PerLink<T>& x, PerLink<T>& y) {
    for (int i = 1; i <= n; ++i) y[i] += factor * x[i];
    return y;
  }
};

}  // namespace equidyn::forward_dynamics
