/// @file strobed.hpp
/// Forward dynamics by strobing a formulation for the mass matrix and eliminating, O(n^3).
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, section 7: n runs of the formulation give M, one more gives the
/// torques of no acceleration, and the accelerations come by elimination without pivoting.
#pragma once

#include "equidyn/forward_dynamics/solved.hpp"
#include "equidyn/mass_matrix/strobed.hpp"

namespace equidyn::forward_dynamics {

template <class F>
struct Strobed : Solved<mass_matrix::Strobed<F>, F, Elimination> {
  static constexpr FormulationInfo info{
      .name = "strobed",
      .title = "Strobing of a formulation, and elimination",
      .reference = "Turney, Mudge & Lee 1980, section 7",
      .order = 3,
      .frames = F::info.frames,
      .family = F::info.family,
      .inertia = F::info.inertia,
      .positions = F::info.positions,
  };
};

}  // namespace equidyn::forward_dynamics
