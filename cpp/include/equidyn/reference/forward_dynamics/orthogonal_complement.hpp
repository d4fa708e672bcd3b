/// @file orthogonal_complement.hpp
/// Forward dynamics by the natural orthogonal complement, O(n^3).
///
/// J. Angeles, Fundamentals of Robotic Mechanical Systems, section 7.5: (7.57) is solved for the
/// joint accelerations. Its terms without accelerations and the blocks of T and M T come from one
/// run of the formulation, and make I = T^t M T (7.58).
#pragma once

#include "equidyn/reference/forward_dynamics/solved.hpp"
#include "equidyn/reference/mass_matrix/orthogonal_complement.hpp"

namespace equidyn::forward_dynamics {

struct OrthogonalComplement {
  using Noc = NaturalOrthogonalComplement;
  static constexpr FormulationInfo info{
      .name = "orthogonal_complement",
      .title = "Natural orthogonal complement, and Cholesky's factors",
      .reference = "Angeles, section 7.5, (7.57), (7.58)",
      .order = 3,
      .frames = Noc::info.frames,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
      .positions = Positions::kFromBase,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : formulation(arm), equations(arm.n) {}
    typename Noc::Workspace<T> formulation;
    Equations<T> equations;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x, whose
  /// accelerations are zero.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    auto& [formulation, equations] = work;
    run_formulation<Noc>(arm, x, base, tip, equations.h, formulation);
    mass_matrix::OrthogonalComplement::project(arm, equations.M.data(), formulation);
    const Row<T> row("I qdd = tau - h");
    equations.set(tau, motor_inertia);
    equations.template solve<Cholesky>(qdd);
  }
};

}  // namespace equidyn::forward_dynamics
