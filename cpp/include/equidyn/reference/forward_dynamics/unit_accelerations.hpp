/// @file unit_accelerations.hpp
/// Forward dynamics by unit accelerations ("strobing") in any formulation, and elimination: O(n^3)
/// where the formulation is O(n) or O(n^2).
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, section 7: n runs of the formulation give M, one more gives the
/// torques of no acceleration, and the accelerations come by elimination without pivoting. The paper
/// recommends its improved equations, (5.1) and (5.2): F = ModifiedNewtonEuler.
#pragma once

#include <algorithm>
#include <string>

#include "equidyn/reference/forward_dynamics/solved.hpp"
#include "equidyn/reference/mass_matrix/unit_accelerations.hpp"

namespace equidyn::forward_dynamics {

template <class F>
struct UnitAccelerations : Solved<mass_matrix::UnitAccelerations<F>, F, Elimination> {
  using Runs = mass_matrix::UnitAccelerations<F>;
  static constexpr int kRunsExponent = Runs::kRunsExponent;
  static constexpr int kLeastOrder = 3;  ///< that of the elimination
  static constexpr FormulationInfo info{
      .name = "unit_accelerations",
      .title = "Unit accelerations, and elimination",
      .reference = "Turney, Mudge & Lee 1980, section 7",
      .order = std::max(Runs::info.order.exponent, kLeastOrder),
      .frames = F::info.frames,
      .family = F::info.family,
      .inertia = F::info.inertia,
      .positions = F::info.positions,
  };

  template <Scalar T>
  static std::string refusal(const Arm<T>& arm) {
    return Runs::refusal(arm);
  }
};

}  // namespace equidyn::forward_dynamics
