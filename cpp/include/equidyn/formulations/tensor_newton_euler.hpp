/// @file tensor_newton_euler.hpp
/// Inverse dynamics by Newton-Euler equations in tensor form with augmented links, O(n).
///
/// C. A. Balafoutis, R. V. Patel, Dynamic Analysis of Robot Manipulators: A Cartesian Tensor
/// Approach, Kluwer, 1991. The moment of a link comes from its acceleration tensor A and the
/// integral K of d d^t dm in one product; and the mass of link i, which may be thought to sit on
/// the axis of joint i, is given to link i-1 ("augmented link") if that joint is revolute.
/// The steps from link to link are those of modified_dh_recursion.hpp.
///
///   code      meaning, in frame i
///   A         acceleration of a body-fixed vector b is A b                    1/s^2
///   M, S, K   moments of mass of order 0, 1, 2 of the augmented link about origin i
#pragma once

#include "equidyn/arm/inertial_moments.hpp"
#include "equidyn/formulations/shared/modified_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct TensorNewtonEuler {
  static constexpr FormulationInfo info{
      .name = "tensor_newton_euler",
      .title = "Newton-Euler, tensors and augmented links",
      .reference = "Balafoutis & Patel 1991",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : link(arm.n), body(regrouped_moments(arm, Regroup::kMass)) {}
    modified_dh::Recursion<T> link;
    PerLink<Moments<T>> body;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, A, P, w, al, a, F, N, f, n] = work.link;

    // outward, base to tip
    Row<T> row;
    modified_dh::start(base, work.link);
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [M, S, K] = work.body[i];
      modified_dh::cross_joint(arm, x, i, work.link);
      F[i] = row("F_i", M * a[i] + A[i] * S);
      N[i] = row("N_i", moment_of(A[i], K) + S.cross(a[i]));
    }

    // inward, tip to base
    modified_dh::propagate_wrenches_inward(arm, tip, tau, work.link);
  }
};

}  // namespace equidyn
