/// @file kane_link_frames.hpp
/// Inverse dynamics by Kane's equations, partial velocities in the frames of the links, O(n^2).
///
/// T. R. Kane, D. A. Levinson, The Use of Kane's Dynamical Equations in Robotics, The International
/// Journal of Robotics Research 2(3), 1983: each vector of a body in axes of that body. They write
/// the equations of one arm by hand; here a recursion along the chain does the same for any arm.
/// Numbers are of this header:
///
///   W_ir  = dw_i/dqd_r  = R^t W_{i-1,r}                                                       (1)
///   V_ir  = dCd_i/dqd_r = R^t V_{i-1,r} + W_ir x p_i                                          (2)
///   p_i   = r_i + c_i - R^t c_{i-1}                                                           (3)
///   tau_r = sum_{i>=r} F_i . V_ir + N_i . W_ir                                                (4)
///
/// The same sum as in kane.hpp, where all vectors are in frame 0. Here inertia and centre of mass are
/// constants of the link, and each partial velocity turns with the frames, link by link. Other than
/// in gibbs_appell.hpp, velocities are those of the centres of mass, as in the paper.
///
///   symbol   code   meaning, in frame i
///   p_i      p      from the centre of mass of link i-1 to that of link i                m
///   F_i      F      inertia force, its sign reversed, and force at the tip            N
///   N_i      N      inertia torque similarly, about the centre of mass                    N m
///   W_ir     W[r]   partial angular velocity of link i, of joint r
///   V_ir     V[r]   partial velocity of its centre of mass, of joint r
#pragma once

#include "equidyn/formulations/shared/standard_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn {

struct KaneLinkFrames {
  static constexpr FormulationInfo info{
      .name = "kane_link_frames",
      .title = "Kane's equations, in link frames",
      .reference = "Kane & Levinson 1983",
      .order = 2,
      .frames = Frames::kStandardDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n), W(arm.n), V(arm.n) {}
    standard_dh::Recursion<T> link;
    PerLink<Vec3<T>> W, V;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, r, w, al, at, a, F, N, f, n] = work.link;
    auto& [link, W, V] = work;

    Row<T> row;
    standard_dh::start(base, link);
    Vec3<T> c_before = Vec3<T>::Zero();
    for (int i = 1; i <= arm.n; ++i) {
      if (abandoned()) return;
      const auto& [m, c, I] = arm.link[i].body;

      // inertia force and inertia torque of the link, with their sign reversed
      standard_dh::cross_joint(arm, x, i, link);
      const Mat3<T> A = row("A_i", acceleration_matrix(w[i], al[i]));
      a[i] = row("a_i", A * r[i] + at[i]);
      F[i] = row("F_i", m * (A * c + a[i]));
      N[i] = row("N_i", I * al[i] + w[i].cross(I * w[i]));
      if (i == arm.n) {
        F[i] += tip.f;
        N[i] += row("tip wrench", tip.n - c.cross(tip.f));
      }

      // partial velocities: those of the link before, and one more, of its own joint
      const auto Rt = R[i].transpose();
      const Vec3<T> p = r[i] + c - Rt * c_before;  // (3)
      for (int k = 1; k < i; ++k) {
        W[k] = Rt * W[k];                                             // (1)
        V[k] = row("partial velocities", Rt * V[k] + W[k].cross(p));  // (2)
      }
      const Vec3<T> axis = standard_dh::joint_axis(arm.link[i]);
      const bool revolute = arm.link[i].revolute;
      W[i] = revolute ? axis : Vec3<T>(Vec3<T>::Zero());
      V[i] = row("partial velocities", revolute ? Vec3<T>(axis.cross(r[i] + c)) : axis);

      // generalised force of each joint on which the link depends
      tau[i] = T(0);
      for (int k = 1; k <= i; ++k)
        tau[k] += row("generalised forces", F[i].dot(V[k]) + N[i].dot(W[k]));  // (4)
      c_before = c;
    }
  }
};

}  // namespace equidyn
