/// @file unit_accelerations.hpp
/// The mass matrix by unit accelerations ("strobing") in any formulation of inverse dynamics.
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, end of section 3: without velocity, gravity and tip wrench, the
/// torques of a unit acceleration of joint j are column j of M (Walker & Orin 1982, method 1).
#pragma once

#include "equidyn/formulation.hpp"
#include "equidyn/interruption.hpp"

namespace equidyn::mass_matrix {

template <class F>
struct UnitAccelerations {
  static constexpr FormulationInfo info{
      .name = "unit_accelerations",
      .title = "Unit accelerations",
      .reference = "Turney, Mudge & Lee 1980, end of section 3",
      .order = F::info.order + 1,
      .frames = F::info.frames,
      .family = F::info.family,
      .inertia = F::info.inertia,
      .positions = F::info.positions,
  };
  template <Scalar T>
  static std::string refusal(const Arm<T>& arm) {
    return equidyn::refusal<F>(arm);
  }

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : state(arm.n), tau(arm.n), formulation(arm) {}
    JointState<T> state;
    PerLink<T> tau;
    typename F::template Workspace<T> formulation;
  };

  /// M: n times n, row after row.
  template <Scalar T>
  static void mass_matrix(const Arm<T>& arm, const JointState<T>& x, T* M,
                          Workspace<T>& work) noexcept {
    work.state = x;
    for (int j = 1; j <= arm.n; ++j) {
      if (abandoned()) return;
      work.state.set_unit_acceleration(arm, j);
      F::inverse_dynamics(arm, work.state, BaseMotion<T>{}, Wrench<T>{}, work.tau,
                          work.formulation);
      for (int i = 1; i <= arm.n; ++i) M[(i - 1) * arm.n + (j - 1)] = work.tau[i];
    }
  }
};

}  // namespace equidyn::mass_matrix
