/// @file gibbs_appell.hpp
/// Inverse dynamics by Appell's equations, O(n^2).
///
/// The Gibbs function of the arm, the "energy of acceleration", is quadratic in qdd:
///
///   S = sum_k m_k/2 abar_k . abar_k + 1/2 al_k . I_k al_k + al_k . (w_k x I_k w_k)
///
/// and tau_i = dS/dqdd_i, that is, with the partial accelerations dal_k/dqdd_i and dabar_k/dqdd_i,
///
///   tau_i = sum_{k>=i} m_k abar_k . dabar_k/dqdd_i + (I_k al_k + w_k x I_k w_k) . dal_k/dqdd_i
///
/// R. Horowitz and M. Tomizuka build their adaptive control on these equations (Turney, Mudge & Lee
/// 1980, introduction). The accelerations are those of standard_dh_recursion.hpp; the partial ones
/// follow the same recursion, without velocities and with qdd_i = 1.
#pragma once

#include "equidyn/formulation.hpp"
#include "equidyn/formulations/shared/standard_dh_recursion.hpp"

namespace equidyn {

struct GibbsAppell {
  static constexpr FormulationInfo info{
      .name = "gibbs_appell",
      .title = "Gibbs-Appell",
      .reference = "Gibbs 1879, Appell 1899; see Turney, Mudge & Lee 1980",
      .order = "n^2",
      .frames = Frames::kStandardDh,
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

    // what S is differentiated into: m_k abar_k, and the factor of al_k
    standard_dh::start(base, work.link);
    for (int k = 1; k <= arm.n; ++k) {
      const auto& [m, c, I] = arm.link[k].body;
      standard_dh::cross_joint(arm, x, k, work.link);
      const Mat3<T> A = acceleration_matrix(w[k], al[k]);
      a[k] = A * r[k] + at[k];
      F[k] = m * (A * c + a[k]);
      N[k] = I * al[k] + w[k].cross(I * w[k]);
    }

    // tau_i = dS/dqdd_i: the partial accelerations of all links that joint i moves
    for (int i = 1; i <= arm.n; ++i) {
      const Vec3<T> axis = standard_dh::joint_axis(arm.link[i]);
      const bool revolute = arm.link[i].revolute;
      Vec3<T> d_al = revolute ? axis : Vec3<T>(Vec3<T>::Zero());
      Vec3<T> d_a = revolute ? Vec3<T>(axis.cross(r[i])) : axis;
      tau[i] = gibbs_term(arm.link[i].body, d_al, d_a, F[i], N[i]);
      for (int k = i + 1; k <= arm.n; ++k) {
        const auto Rt = R[k].transpose();
        d_al = Rt * d_al;
        d_a = Rt * d_a + d_al.cross(r[k]);
        tau[i] += gibbs_term(arm.link[k].body, d_al, d_a, F[k], N[k]);
      }
      tau[i] += tip.f.dot(d_a) + tip.n.dot(d_al);
    }
  }

  /// One link's term of dS/dqdd_i.
  template <Scalar T>
  static T gibbs_term(const Body<T>& body, const Vec3<T>& d_al, const Vec3<T>& d_a,
                      const Vec3<T>& F, const Vec3<T>& N) {
    const Vec3<T> d_ab = d_a + d_al.cross(body.c);
    return F.dot(d_ab) + N.dot(d_al);
  }
};

}  // namespace equidyn
