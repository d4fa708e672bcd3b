/// @file newton_euler_modified_dh.hpp
/// Inverse dynamics by the recursive Newton-Euler equations, with the link frames at the joints,
/// O(n).
///
/// Tutorial on serial-arm dynamics in modified (Craig) DH frames, section 3.1.5, for revolute and
/// prismatic joints; it numbers no equations. The steps from link to link are those of
/// modified_dh_recursion.hpp. No torque needs its linear velocities dP_i/dt; `Arm.link_motion` has
/// them (link_points.hpp).
///
///   tutorial    code   meaning, in frame i
///   r_{i,ci}    c      centre of mass of link i                       m
///   a_{ci}      ab     acceleration of the centre of mass, minus g    m/s^2
///   F_i, N_i    F, N   force, and moment about origin i, that move link i
///                      (the tutorial's N_i is about the centre of mass)
#pragma once

#include "equidyn/formulations/shared/modified_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct NewtonEulerModifiedDh {
  static constexpr FormulationInfo info{
      .name = "newton_euler_modified_dh",
      .title = "Newton-Euler, frames at the joints",
      .reference = "tutorial (modified DH), section 3.1.5",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n), ab(arm.n) {}
    modified_dh::Recursion<T> link;
    PerLink<Vec3<T>> ab;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, A, P, w, al, a, F, N, f, n] = work.link;
    auto& ab = work.ab;

    // outward, base to tip: motion of each link, and the force and moment that this motion takes
    Row<T> row;
    modified_dh::start(base, work.link);
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [m, c, I] = arm.link[i].body;
      modified_dh::cross_joint(arm, x, i, work.link);

      ab[i] = row("abar_i", a[i] + A[i] * c);
      F[i] = row("F_i", m * ab[i]);                                         // Newton
      N[i] = row("N_i", I * al[i] + w[i].cross(I * w[i]) + c.cross(F[i]));  // Euler
    }

    // inward, tip to base
    modified_dh::propagate_wrenches_inward(arm, tip, tau, work.link);
  }
};

}  // namespace equidyn
