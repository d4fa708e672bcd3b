/// @file link_newton_euler.hpp
/// Inverse dynamics by the Newton-Euler equations about the joint origins, O(n).
///
/// W. Khalil, J.-F. Kleinfinger, M. Gautier, Reducing the computational burden of the dynamic
/// models of robots, IEEE International Conference on Robotics and Automation, 1986. Force and
/// moment of each link come straight from its mass, first moment and inertia about the origin of
/// its frame, which are constants, so that the centre of mass never appears. The steps from link to
/// link are those of modified_dh_recursion.hpp.
///
///   paper    code    meaning, in frame i
///   U_i      A       acceleration of a body-fixed vector b is A b           1/s^2
///   M_i      M       mass                                                   kg
///   MS_i     S       first moment about origin i                            kg m
///   J_i      J       inertia about origin i                                 kg m^2
#pragma once

#include "equidyn/arm/inertial_moments.hpp"
#include "equidyn/formulations/shared/modified_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct LinkNewtonEuler {
  static constexpr FormulationInfo info{
      .name = "link_newton_euler",
      .title = "Newton-Euler about the joint origins",
      .reference = "Khalil, Kleinfinger & Gautier 1986",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n), S(arm.n), J(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        const Moments<T> moments = moments_about_origin(arm.link[i].body);
        S[i] = moments.S;
        J[i] = inertia_tensor(moments.K);
      }
    }
    modified_dh::Recursion<T> link;
    PerLink<Vec3<T>> S;
    PerLink<Mat3<T>> J;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, A, P, w, al, a, F, N, f, n] = work.link;
    const auto& S = work.S;
    const auto& J = work.J;

    // outward, base to tip
    Row<T> row;
    modified_dh::start(base, work.link);
    for (int i = 1; i <= arm.n; ++i) {
      const T& M = arm.link[i].body.m;
      modified_dh::cross_joint(arm, x, i, work.link);
      F[i] = row("F_i", M * a[i] + A[i] * S[i]);
      N[i] = row("N_i", J[i] * al[i] + w[i].cross(J[i] * w[i]) + S[i].cross(a[i]));
    }

    // inward, tip to base
    modified_dh::propagate_wrenches_inward(arm, tip, tau, work.link);
  }
};

}  // namespace equidyn
