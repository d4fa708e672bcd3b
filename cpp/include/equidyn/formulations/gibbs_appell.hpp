/// @file gibbs_appell.hpp
/// Inverse dynamics by Appell's equations, O(n^2).
///
/// J. W. Gibbs 1879, P. Appell 1899; R. Horowitz and M. Tomizuka build their adaptive control on
/// these equations (Turney, Mudge & Lee 1980, introduction). The "energy of acceleration" of the
/// arm is a function of its accelerations, quadratic in qdd:
///
///   S     = sum_k S_k(a_k, al_k)
///   S_k   = m_k/2 abar_k . abar_k + 1/2 al_k . I_k al_k + al_k . (w_k x I_k w_k)              (1)
///   abar_k = a_k + al_k x c_k + w_k x (w_k x c_k)                                             (2)
///
/// and tau_i = dS/dqdd_i. S is differentiated as it stands: each of its terms by the accelerations
/// that it contains, with dabar_k/da_k = E and dabar_k/dal_k = -[c_k x] from (2),
///
///   dS_k/da_k  = m_k abar_k                                                                   (3)
///   dS_k/dal_k = c_k x m_k abar_k + I_k al_k + w_k x I_k w_k                                  (4)
///   tau_i      = sum_{k>=i} dS_k/da_k . da_k/dqdd_i + dS_k/dal_k . dal_k/dqdd_i               (5)
///
/// and these by qdd_i. The accelerations are those of standard_dh_recursion.hpp; in what
/// multiplies qdd_i there is no velocity, so that their derivatives follow the same recursion:
///
///   dal_k/dqdd_i = R^t dal_{k-1}/dqdd_i                                                       (6)
///   da_k/dqdd_i  = R^t da_{k-1}/dqdd_i + dal_k/dqdd_i x r_k                                   (7)
///
/// Kane's equations come to the same sum from velocities: there (6) and (7) are found as partial
/// velocities of the centres of mass, and no function is differentiated. Numbers are of this header.
///
///   symbol        code            meaning, in frame k
///   c_k           c               centre of mass of link k                              m
///   a_k, abar_k   a, ab           acceleration of origin k, of c_k, minus g             m/s^2
///                 dS_da, dS_dal   (3) and (4)                                           N, N m
///                 da, dal         (7) and (6), for one i
#pragma once

#include "equidyn/formulations/shared/standard_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn {

struct GibbsAppell {
  static constexpr FormulationInfo info{
      .name = "gibbs_appell",
      .title = "Gibbs-Appell",
      .reference = "Gibbs 1879, Appell 1899; see Turney, Mudge & Lee 1980",
      .order = 2,
      .frames = Frames::kStandardDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n), dS_da(arm.n), dS_dal(arm.n) {}
    standard_dh::Recursion<T> link;
    PerLink<Vec3<T>> dS_da, dS_dal;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, r, w, al, at, a, F, N, f, n] = work.link;
    auto& [link, dS_da, dS_dal] = work;

    // each S_k, differentiated by the accelerations of its link
    Row<T> row;
    standard_dh::start(base, link);
    for (int k = 1; k <= arm.n; ++k) {
      const auto& [m, c, I] = arm.link[k].body;
      standard_dh::cross_joint(arm, x, k, link);
      const Mat3<T> A = row("A_i", acceleration_matrix(w[k], al[k]));
      a[k] = row("a_i", A * r[k] + at[k]);
      const Vec3<T> ab = row("abar_i", A * c + a[k]);                                   // (2)
      dS_da[k] = row("dS/da", m * ab);                                                  // (3)
      dS_dal[k] = row("dS/dal", c.cross(dS_da[k]) + I * al[k] + w[k].cross(I * w[k]));  // (4)
    }

    // tau_i = dS/dqdd_i, over all links that joint i moves
    for (int i = 1; i <= arm.n; ++i) {
      if (abandoned()) return;
      const Vec3<T> axis = standard_dh::joint_axis(arm.link[i]);
      const bool revolute = arm.link[i].revolute;
      Vec3<T> dal = revolute ? axis : Vec3<T>(Vec3<T>::Zero());
      Vec3<T> da = row("da/dqdd, dal/dqdd", revolute ? Vec3<T>(axis.cross(r[i])) : axis);
      tau[i] = row("dS/dqdd", dS_da[i].dot(da) + dS_dal[i].dot(dal));  // (5)
      for (int k = i + 1; k <= arm.n; ++k) {
        const auto Rt = R[k].transpose();
        dal = Rt * dal;                                                   // (6)
        da = row("da/dqdd, dal/dqdd", Rt * da + dal.cross(r[k]));         // (7)
        tau[i] += row("dS/dqdd", dS_da[k].dot(da) + dS_dal[k].dot(dal));  // (5)
      }
      tau[i] += row("tip wrench", tip.f.dot(da) + tip.n.dot(dal));
    }
  }
};

}  // namespace equidyn
