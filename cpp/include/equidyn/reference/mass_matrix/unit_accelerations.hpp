/// @file unit_accelerations.hpp
/// The mass matrix by unit accelerations ("strobing") in any formulation of inverse dynamics.
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, end of section 3: without velocity, gravity and tip wrench, the
/// torques of a unit acceleration of joint j are column j of M (Walker & Orin 1982, method 1).
#pragma once

#include "equidyn/interface/interruption.hpp"
#include "equidyn/reference/unit_motions.hpp"

namespace equidyn::mass_matrix {

template <class F>
struct UnitAccelerations : UnitMotions<F> {
  static constexpr int kRunsExponent = 1;
  static constexpr FormulationInfo info =
      UnitMotions<F>::info_of("Unit accelerations", kRunsExponent);
  template <Scalar T>
  using Workspace = typename UnitMotions<F>::template Workspace<T>;

  /// M: n times n, row after row.
  template <Scalar T>
  static void mass_matrix(const Arm<T>& arm, const JointState<T>& x, T* M,
                          Workspace<T>& work) noexcept {
    work.state = x;
    for (int j = 1; j <= arm.n; ++j) {
      if (abandoned()) return;
      work.state.set_unit_acceleration(arm, j);
      work.run(arm);
      for (int i = 1; i <= arm.n; ++i) M[(i - 1) * arm.n + (j - 1)] = work.tau[i];
    }
  }
};

}  // namespace equidyn::mass_matrix
