/// @file symmetric_unit_accelerations.hpp
/// Forward dynamics by unit accelerations of half the mass matrix, and Cholesky's factors, O(n^3).
///
/// M. W. Walker, D. E. Orin, Efficient Dynamic Computer Simulation of Robotic Mechanisms, Journal
/// of Dynamic Systems, Measurement, and Control 104, 1982, method 2: one run of Newton and Euler
/// gives the torques of no acceleration; the runs that make M visit the links that move.
#pragma once

#include "equidyn/formulations/newton_euler.hpp"
#include "equidyn/reference/forward_dynamics/solved.hpp"
#include "equidyn/reference/mass_matrix/symmetric_unit_accelerations.hpp"

namespace equidyn::forward_dynamics {

struct SymmetricUnitAccelerations
    : Solved<mass_matrix::SymmetricUnitAccelerations, NewtonEuler, Cholesky> {
  static constexpr FormulationInfo info{
      .name = "symmetric_unit_accelerations",
      .title = "Unit accelerations of half of M, and Cholesky's factors",
      .reference = "Walker & Orin 1982, method 2",
      .order = 3,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
  };
};

}  // namespace equidyn::forward_dynamics
