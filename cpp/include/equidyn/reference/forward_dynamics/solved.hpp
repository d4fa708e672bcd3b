/// @file solved.hpp
/// Forward dynamics by solving the equations of motion M qdd = tau - h: the mass matrix M by one
/// method, the torques h at zero acceleration by a formulation of inverse dynamics, and a solver of
/// n linear equations.
#pragma once

#include "equidyn/interface/formulation.hpp"
#include "equidyn/math/linear_equations.hpp"

namespace equidyn::forward_dynamics {

/// M and tau - h of one state; the equations are solved in place.
template <Scalar T>
struct Equations {
  explicit Equations(int links) : n(links), M(size() * size()), tau(size()), h(links) {}

  /// M by one method.
  template <class Mass>
  std::vector<T>& set_mass_matrix(const Arm<T>& arm, const JointState<T>& x,
                                  typename Mass::template Workspace<T>& work) {
    Mass::mass_matrix(arm, x, M.data(), work);
    return M;
  }

  /// tau - h, and the inertia of the motors, on the joint side, on the diagonal of M.
  void set(const PerLink<T>& torques, const PerLink<T>& motor_inertia) {
    for (int i = 1; i <= n; ++i) {
      const auto k = static_cast<std::size_t>(i - 1);
      tau[k] = torques[i] - h[i];
      M[k * size() + k] += motor_inertia[i];
    }
  }

  template <class Way>
  PerLink<T>& solve(PerLink<T>& qdd) {
    Way::solve(n, M.data(), tau.data());
    for (int i = 1; i <= n; ++i) qdd[i] = tau[static_cast<std::size_t>(i - 1)];
    return qdd;
  }

  std::size_t size() const { return static_cast<std::size_t>(n); }
  int n;
  std::vector<T> M, tau;
  PerLink<T> h;
};

template <class Mass, class F, class Way>
struct Solved {
  static_assert(Mass::info.frames == F::info.frames);

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : mass(arm), formulation(arm), equations(arm.n) {}
    typename Mass::template Workspace<T> mass;
    typename F::template Workspace<T> formulation;
    Equations<T> equations;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x, whose
  /// accelerations are zero.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    auto& [mass, formulation, equations] = work;
    Row<T> row;
    row("M", equations.template set_mass_matrix<Mass>(arm, x, mass));
    row("h", run_formulation<F>(arm, x, base, tip, equations.h, formulation));
    equations.set(tau, motor_inertia);
    row("M qdd = tau - h", equations.template solve<Way>(qdd));
  }
};

}  // namespace equidyn::forward_dynamics
