/// @file pose_recursion.hpp
/// The pose of each link and its first two derivatives in time, outward along the chain, as 4x4
/// matrices: what Waters made of Lagrange's sums over first and second derivatives.
///
/// R. C. Waters, Mechanical Arm Control, AI Memo 549, Massachusetts Institute of Technology, 1979,
/// as J. M. Hollerbach describes it, A Recursive Lagrangian Formulation of Manipulator Dynamics and
/// a Comparative Study of Dynamics Formulation Complexity, 1980. Numbers are of this header:
///
///   W_i   = W_{i-1} A_i                                                                       (1)
///   Wd_i  = Wd_{i-1} A_i + W_{i-1} dA_i qd_i                                                  (2)
///   Wdd_i = Wdd_{i-1} A_i + 2 Wd_{i-1} dA_i qd_i + W_{i-1} (d2A_i qd_i^2 + dA_i qdd_i)        (3)
///
///   paper    code   meaning
///   A_i      A      T_{i-1}^i; its derivatives are dA = Q A and d2A = Q Q A
///   W_i      W      T_0^i; Wd, Wdd its first and second time derivative
///   dW_i     dW     dW_i/dq_i = W_{i-1} dA_i
///   J_i      J      pseudo-inertia, see trace_form.hpp
#pragma once

#include "equidyn/formulations/shared/trace_form.hpp"

namespace equidyn::trace_form {

template <Scalar T>
struct PoseRecursion {
  explicit PoseRecursion(const Arm<T>& arm)
      : J(arm.n), A(arm.n), W(arm.n), Wd(arm.n), Wdd(arm.n), dW(arm.n) {
    for (int i = 1; i <= arm.n; ++i) J[i] = pseudo_inertia(arm.link[i].body);
  }
  PerLink<Mat4<T>> J;
  PerLink<Transform<T>> A, W;
  PerLink<Derivative<T>> Wd, Wdd, dW;

  void set(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base) {
    // rotation of the base; its acceleration, minus gravity, enters like gravity
    Row<T> row;
    W[0].m.setIdentity();
    Wd[0] = zero_derivative<T>();
    Wdd[0] = zero_derivative<T>();
    Wd[0].rotation() = skew(base.w);
    Wdd[0].rotation() = row("Wdd_i", acceleration_matrix(base.w, base.al));

    for (int i = 1; i <= arm.n; ++i) {
      const Link<T>& link = arm.link[i];
      A[i] = row("A_i", standard_dh::transform(link, x.c[i], x.s[i], x.d[i]));
      const QTimes<T, 1> dA = Q_times(link, A[i]);
      const QTimes<T, 0> d2A = Q_times(link, dA);
      const T qd = x.qd[i], qdd = x.qdd[i];

      dW[i] = row("dW_i", W[i - 1] * dA);
      W[i] = row("W_i", W[i - 1] * A[i]);                  // (1)
      Wd[i] = row("Wd_i", Wd[i - 1] * A[i] + dW[i] * qd);  // (2)
      Wdd[i] = row("Wdd_i", Wdd[i - 1] * A[i] + Wd[i - 1] * dA * (T(2) * qd) +
                                W[i - 1] * d2A * (qd * qd) + dW[i] * qdd);  // (3)
    }
  }

  /// The transposed D_n that the wrench at the tip amounts to: half of its moment, crosswise, and its
  /// force.
  Derivative<T> tip_moments(const Arm<T>& arm, const Wrench<T>& tip) const {
    const Mat3<T> R = W[arm.n].rotation();
    Derivative<T> Dt = zero_derivative<T>();
    Dt.rotation() = R * (T(-0.5) * skew(tip.n)).transpose();
    Dt.translation() = R * tip.f;
    return Dt;
  }
};

}  // namespace equidyn::trace_form
