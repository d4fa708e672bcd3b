/// @file newton_euler_lee.hpp
/// Inverse dynamics by the Newton-Euler equations as Lee et al. evaluate them, O(n).
///
/// C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical Manipulators,
/// University of Michigan: equations (3.21)-(3.27), generalised to prismatic joints, any gravity
/// and a moving base. The equations are those of newton_euler.hpp; what differs is how the double
/// cross product is evaluated, with w . w shared by the two of a link, as their Table 2 counts it:
///
///   w x (w x b) = (w . b) w - (w . w) b
///
///   paper     code   meaning, in frame i
///   rbar_i    c      centre of mass of link i                               m
///   a_i       a      acceleration of origin i, minus g                      m/s^2
///   abar_i    ab     acceleration of the centre of mass, minus g            m/s^2
///   F_i       F      net force                                              N
///   N_i       N      moment that moves link i: here about origin i-1,
///                    in the paper about the centre of mass                     N m
#pragma once

#include "equidyn/formulations/shared/standard_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct NewtonEulerLee {
  static constexpr FormulationInfo info{
      .name = "newton_euler_lee",
      .title = "Newton-Euler, vector products expanded",
      .reference = "Lee, Chung, Mudge & Turney 1982, (3.21)-(3.27)",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n) {}
    standard_dh::Recursion<T> link;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, r, w, al, at, a, F, N, f, n] = work.link;

    // outward, base to tip
    Row<T> row;
    standard_dh::start(base, work.link);
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [m, c, I] = arm.link[i].body;
      standard_dh::cross_joint(arm, x, i, work.link);  // (3.21), (3.22)

      const T ww = w[i].dot(w[i]);
      a[i] = row("a_i", twice_crossed(w[i], ww, r[i]) + al[i].cross(r[i]) + at[i]);  // (3.23)
      const Vec3<T> ab =
          row("abar_i", twice_crossed(w[i], ww, c) + al[i].cross(c) + a[i]);  // (3.24)
      F[i] = row("F_i", m * ab);                                              // (3.15)
      N[i] = row("N_i", I * al[i] + w[i].cross(I * w[i]));                    // (3.16)
      const Vec3<T> lever = row("m (r + rbar) x abar", (r[i] + c).cross(F[i]));
      N[i] += row("add n", lever);  // (3.26)
    }

    // inward, tip to base
    standard_dh::propagate_wrenches_inward(arm, tip, tau, work.link);  // (3.25)-(3.27)
  }

  /// w x (w x b), with w . w known.
  template <Scalar T>
  static Vec3<T> twice_crossed(const Vec3<T>& w, const T& ww, const Vec3<T>& b) {
    return w.dot(b) * w - ww * b;
  }
};

}  // namespace equidyn
