/// @file composite_rigid_bodies.hpp
/// Forward dynamics by composite rigid bodies and Cholesky's factors, O(n^3).
///
/// M. W. Walker, D. E. Orin, Efficient Dynamic Computer Simulation of Robotic Mechanisms, Journal
/// of Dynamic Systems, Measurement, and Control 104, 1982, method 3: the mass matrix by composite
/// rigid bodies, the torques of no acceleration by Newton and Euler, both in modified DH frames.
#pragma once

#include "equidyn/formulations/newton_euler_modified_dh.hpp"
#include "equidyn/reference/forward_dynamics/solved.hpp"
#include "equidyn/reference/mass_matrix/composite_rigid_bodies.hpp"

namespace equidyn::forward_dynamics {

struct CompositeRigidBodies
    : Solved<mass_matrix::CompositeRigidBodies, NewtonEulerModifiedDh, Cholesky> {
  static constexpr FormulationInfo info{
      .name = "composite_rigid_bodies",
      .title = "Composite rigid bodies, and Cholesky's factors",
      .reference = "Walker & Orin 1982, method 3",
      .order = 3,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kMomentsAboutFrame,
  };
};

}  // namespace equidyn::forward_dynamics
