/// @file inverse_dynamics_derivatives.hpp
/// Exact derivatives of the joint torques with respect to q and qd in spatial vectors, O(n^2).
///
/// S. Singh, R. P. Russell, P. M. Wensing, Efficient Analytical Derivatives of Rigid-Body Dynamics
/// using Spatial Vector Algebra, IEEE Robotics and Automation Letters 7, 2022, in ground
/// coordinates, so that nothing is carried from link to link. A joint moves all links beyond it as
/// one body. With S' = v_{i-1} x S_i and S'' = a_{i-1} x S_i + v_{i-1} x S', j <= i,
///
///   dtau_i/dq_j  = S_i^t (2B S'_j + I S''_j)                                                  (1)
///   dtau_j/dq_i  = S_j^t (2B S'_i + I S''_i + S_i x* f)                                       (2)
///   dtau_i/dqd_j = S_i^t (2B S_j + 2I S'_j)                                                   (3)
///   dtau_j/dqd_i = S_j^t (2B S_i + 2I S'_i)                                                   (4)
///
/// where of links i to n, (m xbar) f being f x* m with its factors exchanged,
///
///   2B = sum of (v x*) I - I (v x) + (I v) xbar                                               (5)
///
///   paper         code       meaning, in frame 0
///   S_i           S          motion subspace of joint i
///   Psi', Psi''   Sd, Sdd    its rates in the motion of link i-1; the paper's S' is Psi' here,
///                            since a joint has one axis
///   v_i, a_i      v, a       spatial velocity; spatial acceleration, minus gravity
///   I^C, 2 B^C    I, B       of links i to n
///   f^C           f          force that moves links i to n, and the wrench at the tip
#pragma once

#include "equidyn/arm/spatial_link.hpp"
#include "equidyn/formulations/shared/base_frame.hpp"

namespace equidyn {

struct InverseDynamicsDerivatives {
  static constexpr Frames frames = Frames::kStandardDh;

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : at(arm.n), S(arm.n), Sd(arm.n), Sdd(arm.n), v(arm.n), a(arm.n) {}
    BaseFrame<T> at;
    PerLink<Vec6<T>> S, Sd, Sdd, v, a;
  };

  /// dtau_dq and dtau_dqd: n times n, row i for the torque of joint i, column j for joint j.
  template <Scalar T>
  static void derivatives(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                          const Wrench<T>& tip, T* dtau_dq, T* dtau_dqd,
                          Workspace<T>& work) noexcept {
    auto& [at, S, Sd, Sdd, v, a] = work;
    const int n = arm.n;
    at.set(arm, x);
    v[0] << base.w, Vec3<T>::Zero();
    a[0] << base.al, base.a;
    for (int i = 1; i <= n; ++i) {
      S[i] << at.turning(arm, i), at.velocity(arm, i, Vec3<T>::Zero());
      Sd[i] = cross_motion(v[i - 1], S[i]);
      Sdd[i] = cross_motion(a[i - 1], S[i]) + cross_motion(v[i - 1], Sd[i]);
      v[i] = v[i - 1] + S[i] * x.qd[i];
      a[i] = a[i - 1] + S[i] * x.qdd[i] + Sd[i] * x.qd[i];
    }

    const auto entry = [n](T* matrix, int row, int column) -> T& {
      return matrix[(row - 1) * n + (column - 1)];
    };
    Mat6<T> I = Mat6<T>::Zero(), B = Mat6<T>::Zero();
    Vec6<T> f = tip_force(arm, tip, at);
    for (int i = n; i >= 1; --i) {
      add_link(arm.link[i].body.m, i, work, I, B, f);
      const Vec6<T> by_q = B * Sd[i] + I * Sdd[i] + cross_force(S[i], f);
      const Vec6<T> by_qd = B * S[i] + I * (T(2) * Sd[i]);
      const Vec6<T> B_row = B.transpose() * S[i], I_row = I * S[i];
      for (int j = 1; j <= i; ++j) {
        entry(dtau_dq, i, j) = B_row.dot(Sd[j]) + I_row.dot(Sdd[j]);        // (1)
        entry(dtau_dqd, i, j) = B_row.dot(S[j]) + I_row.dot(T(2) * Sd[j]);  // (3)
        if (j == i) break;
        entry(dtau_dq, j, i) = S[j].dot(by_q);    // (2)
        entry(dtau_dqd, j, i) = S[j].dot(by_qd);  // (4)
      }
    }
  }

  /// Takes link i, of mass m, to the links beyond.
  template <Scalar T>
  static void add_link(const T& m, int i, const Workspace<T>& work, Mat6<T>& I, Mat6<T>& B,
                       Vec6<T>& f) {
    const Vec6<T>& v = work.v[i];
    const Mat6<T> own = spatial_inertia(Body<T>{m, work.at.C[i], work.at.I[i]}).matrix();
    const Mat6<T> v_cross = motion_cross(v);
    const Vec6<T> momentum = own * v;
    I += own;
    B += -v_cross.transpose() * own - own * v_cross + exchanged_cross(momentum);  // (5)
    f += own * work.a[i] + cross_force(v, momentum);
  }

  /// The wrench at the tip, about the origin of frame 0.
  template <Scalar T>
  static Vec6<T> tip_force(const Arm<T>& arm, const Wrench<T>& tip, const BaseFrame<T>& at) {
    const Vec3<T> force = at.R[arm.n] * tip.f;
    Vec6<T> f;
    f << at.R[arm.n] * tip.n + at.O[arm.n + 1].cross(force), force;
    return f;
  }
};

}  // namespace equidyn
