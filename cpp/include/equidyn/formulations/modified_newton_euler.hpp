/// @file modified_newton_euler.hpp
/// Inverse dynamics by the modified Newton-Euler equations of Turney, Mudge & Lee, O(n).
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, section 5; the numbers are theirs. Corrected: entry (3,2) of A,
/// the sign of the trace term, and the point that K belongs to. The steps from link to link are
/// those of standard_dh_recursion.hpp.
///
///   paper             code   meaning, in frame i
///   A_i               A      acceleration of a body-fixed vector b is A b              1/s^2
///   r_i + rbar_i      s      from origin i-1 to the centre of mass of link i           m
///   K_i               K      integral of d d^t dm: about origin i-1 for a revolute
///                            joint, about the centre of mass for a prismatic one       kg m^2
///   Tr{A K sigma^t}          integral of d x (A d) dm: moment_of(A, K)                 N m
///
/// The point matters. About origin i-1, K goes with the acceleration `at` of that origin (form b:
/// the cheaper one, but its K is constant only where s is, at a revolute joint); about the centre
/// of mass it goes with the acceleration of the centre of mass (form a).
#pragma once

#include "equidyn/formulations/shared/standard_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct ModifiedNewtonEuler {
  static constexpr FormulationInfo info{
      .name = "modified_newton_euler",
      .title = "Modified Newton-Euler",
      .reference = "Turney, Mudge & Lee 1980, (5.1), (5.2)",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kMomentsAboutFrameBefore,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n), K(arm.n) {
      for (int i = 1; i <= arm.n; ++i) K[i] = second_moment(arm.link[i]);
    }
    standard_dh::Recursion<T> link;
    PerLink<Mat3<T>> K;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, r, w, al, at, a, F, N, f, n] = work.link;

    // outward, base to tip: motion of each link, and the force and moment that this motion takes
    Row<T> row;
    standard_dh::start(base, work.link);
    for (int i = 1; i <= arm.n; ++i) {
      const T& m = arm.link[i].body.m;
      standard_dh::cross_joint(arm, x, i, work.link);  // (3.15), (3.16)
      const Vec3<T> s = r[i] + arm.link[i].body.c;
      const Mat3<T> A = row("A_i", acceleration_matrix(w[i], al[i]));

      a[i] = row("a_i", A * r[i] + at[i]);  // (5.1)
      const Vec3<T> inertial = m * at[i];
      F[i] = row("m abar_i", A * (m * s) + inertial);  // (5.1)
      const Vec3<T> trace = row("Tr{A K sigma^t}", moment_of(A, work.K[i]));
      const Vec3<T> lever = row("m (r + rbar) x abar",
                                s.cross(arm.link[i].revolute ? inertial : F[i]));  // (b) or (a)
      N[i] = row("add n", trace + lever);                                          // (5.2)
    }

    // inward, tip to base
    standard_dh::propagate_wrenches_inward(arm, tip, tau, work.link);  // (5.1), (5.2), (3.21)
  }

  /// K_i: about origin i-1 where that point is fixed in the link, else about the centre of mass.
  template <Scalar T>
  static Mat3<T> second_moment(const Link<T>& link) {
    const Mat3<T> K = central_second_moment(link.body);
    if (!link.revolute) return K;
    const Vec3<T> s = standard_dh::offset(link, link.d) + link.body.c;
    return K + link.body.m * s * s.transpose();
  }
};

}  // namespace equidyn
