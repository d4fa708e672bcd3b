/// @file unit_accelerations.hpp
/// Forward dynamics by unit accelerations ("strobing") in a formulation, and elimination, O(n^3).
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, section 7: n runs of the formulation give M, one more gives the
/// torques of no acceleration, and the accelerations come by elimination without pivoting.
#pragma once

#include "equidyn/forward_dynamics/solved.hpp"
#include "equidyn/mass_matrix/unit_accelerations.hpp"

namespace equidyn::forward_dynamics {

template <class F>
struct UnitAccelerations : Solved<mass_matrix::UnitAccelerations<F>, F, Elimination> {
  static constexpr FormulationInfo info{
      .name = "unit_accelerations",
      .title = "Unit accelerations, and elimination",
      .reference = "Turney, Mudge & Lee 1980, section 7",
      .order = 3,
      .frames = F::info.frames,
      .family = F::info.family,
      .inertia = F::info.inertia,
      .positions = F::info.positions,
  };
};

}  // namespace equidyn::forward_dynamics
