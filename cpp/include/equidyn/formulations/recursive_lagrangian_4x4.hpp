/// @file recursive_lagrangian_4x4.hpp
/// Inverse dynamics by the recursive Lagrangian formulation with 4x4 matrices, O(n).
///
/// J. M. Hollerbach, A Recursive Lagrangian Formulation of Manipulator Dynamics and a Comparative
/// Study of Dynamics Formulation Complexity, IEEE Transactions on Systems, Man, and Cybernetics
/// SMC-10, 1980. The sums of Lagrange's equation in trace form become one recursion outward, for
/// the pose W_i of frame i and its time derivatives, and two inward. Numbers are of this header,
/// and the same in recursive_lagrangian_3x3.hpp:
///
///   W_i   = W_{i-1} A_i                                                                       (1)
///   Wd_i  = Wd_{i-1} A_i + W_{i-1} dA_i qd_i                                                  (2)
///   Wdd_i = Wdd_{i-1} A_i + 2 Wd_{i-1} dA_i qd_i + W_{i-1} (d2A_i qd_i^2 + dA_i qdd_i)        (3)
///   D_i   = J_i Wdd_i^t + A_{i+1} D_{i+1}                                                     (4)
///   h_i   = m_i (c_i;1) + A_{i+1} h_{i+1}                                                     (5)
///   tau_i = Tr{ dW_i/dq_i D_i } - (g;0)^t dW_i/dq_i h_i                                       (6)
///
///   paper    code   meaning
///   A_i      A      T_{i-1}^i; its derivatives are dA = Q A and d2A = Q Q A
///   W_i      W      T_0^i; Wd, Wdd its first and second time derivative
///   dW_i     dW     dW_i/dq_i = W_{i-1} dA_i
///   D_i      Dt     transposed: its last column is zero, as the last row of Wdd_i is
///   J_i      J      pseudo-inertia, see trace_form.hpp
#pragma once

#include "equidyn/formulations/shared/trace_form.hpp"

namespace equidyn {

struct RecursiveLagrangian4x4 {
  static constexpr FormulationInfo info{
      .name = "recursive_lagrangian_4x4",
      .title = "Recursive Lagrangian, 4x4",
      .reference = "Hollerbach 1980, 4x4 recursions",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kLagrange,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : J(arm.n), A(arm.n), W(arm.n), Wd(arm.n), Wdd(arm.n), dW(arm.n) {
      for (int i = 1; i <= arm.n; ++i) J[i] = trace_form::pseudo_inertia(arm.link[i].body);
    }
    PerLink<Mat4<T>> J;
    PerLink<Transform<T>> A, W;
    PerLink<Derivative<T>> Wd, Wdd, dW;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [J, A, W, Wd, Wdd, dW] = work;
    Row<T> row;

    // rotation of the base; its acceleration, less gravity, enters like gravity
    W[0].m.setIdentity();
    Wd[0] = zero_derivative<T>();
    Wdd[0] = zero_derivative<T>();
    Wd[0].rotation() = skew(base.w);
    Wdd[0].rotation() = acceleration_matrix(base.w, base.al), row("Wdd_i");

    // outward: pose of each link, and its derivatives
    for (int i = 1; i <= arm.n; ++i) {
      const Link<T>& link = arm.link[i];
      A[i] = standard_dh::transform(link, x.c[i], x.s[i], x.d[i]), row("A_i");
      const QTimes<T, 1> dA = trace_form::Q_times(link, A[i]);
      const QTimes<T, 0> d2A = trace_form::Q_times(link, dA);
      const T qd = x.qd[i], qdd = x.qdd[i];

      dW[i] = W[i - 1] * dA, row("dW_i");
      W[i] = W[i - 1] * A[i], row("W_i");                  // (1)
      Wd[i] = Wd[i - 1] * A[i] + dW[i] * qd, row("Wd_i");  // (2)
      Wdd[i] = Wdd[i - 1] * A[i] + Wd[i - 1] * dA * (T(2) * qd) + W[i - 1] * d2A * (qd * qd) +
               dW[i] * qdd,
      row("Wdd_i");  // (3)
    }

    // inward: moments of inertia force, first moments of mass
    Derivative<T> Dt = (row("tip wrench"), tip_moments(tip, W[arm.n]));
    Vec4<T> h = Vec4<T>::Zero();
    for (int i = arm.n; i >= 1; --i) {
      const auto& [m, c, I] = arm.link[i].body;
      Dt += Wdd[i] * J[i], row("D_i");                               // (4)
      h += Vec4<T>(m * c.x(), m * c.y(), m * c.z(), m), row("h_i");  // (5)
      const Vec4<T> lift = dW[i].upper().transpose() * base.a;
      tau[i] = trace_of(dW[i], Dt) + lift.dot(h), row("tau_i");  // (6)
      Dt = times_transposed(Dt, A[i]), row("D_i");               // (4)
      h = A[i] * h, row("h_i");                                  // (5)
    }
  }

  /// The D^t that the wrench at the tip amounts to: half of its moment, crosswise, and its force.
  template <Scalar T>
  static Derivative<T> tip_moments(const Wrench<T>& tip, const Transform<T>& W) {
    const Mat3<T> R = W.rotation();
    Derivative<T> Dt = zero_derivative<T>();
    Dt.rotation() = R * (T(-0.5) * skew(tip.n)).transpose();
    Dt.translation() = R * tip.f;
    return Dt;
  }
};

}  // namespace equidyn
