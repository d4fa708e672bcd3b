/// @file newton_euler.hpp
/// Inverse dynamics by the recursive Newton-Euler equations, with the link frames at the far ends
/// of the links, O(n).
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, section 3; the numbers are theirs, (3.18) with its erratum. The
/// steps from link to link are those of standard_dh_recursion.hpp.
///
///   paper     code   meaning, in frame i
///   rbar_i    c      centre of mass of link i                                 m
///   abar_i    ab     acceleration of the centre of mass, minus g              m/s^2
///   N_i       N      moment that moves link i: here about origin i-1,
///                    in the paper about the centre of mass                       N m
///
/// alpha x b + w x (w x b) is written A b, with the matrix A of their section 5.
#pragma once

#include "equidyn/formulations/shared/standard_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct NewtonEuler {
  static constexpr FormulationInfo info{
      .name = "newton_euler",
      .title = "Newton-Euler",
      .reference = "Turney, Mudge & Lee 1980, (3.15)-(3.21)",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n), ab(arm.n) {}
    standard_dh::Recursion<T> link;
    PerLink<Vec3<T>> ab;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, r, w, al, at, a, F, N, f, n] = work.link;
    auto& ab = work.ab;

    // outward, base to tip: motion of each link, and the force and moment that this motion takes
    Row<T> row;
    standard_dh::start(base, work.link);
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [m, c, I] = arm.link[i].body;
      standard_dh::cross_joint(arm, x, i, work.link);  // (3.15), (3.16)
      const Mat3<T> A = row("A_i", acceleration_matrix(w[i], al[i]));

      a[i] = row("a_i", A * r[i] + at[i]);  // (3.17)
      ab[i] = row("abar_i", A * c + a[i]);  // (3.18)
      F[i] = row("f_i", m * ab[i]);         // (3.9)
      const Vec3<T> swing = row("I alpha", I * al[i]);
      const Vec3<T> spin = row("omega x I omega", w[i].cross(I * w[i]));
      const Vec3<T> lever = row("m (r + rbar) x abar", (r[i] + c).cross(F[i]));
      N[i] = row("add n", swing + spin + lever);  // (3.12)
    }

    // inward, tip to base
    standard_dh::propagate_wrenches_inward(arm, tip, tau, work.link);  // (3.19)-(3.21)
  }
};

}  // namespace equidyn
