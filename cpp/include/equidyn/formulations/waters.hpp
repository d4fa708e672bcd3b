/// @file waters.hpp
/// Inverse dynamics by Lagrange's equation in trace form, accelerations by recursion, O(n^2).
///
/// R. C. Waters, Mechanical Arm Control, AI Memo 549, Massachusetts Institute of Technology, 1979,
/// as J. M. Hollerbach describes it, A Recursive Lagrangian Formulation of Manipulator Dynamics and
/// a Comparative Study of Dynamics Formulation Complexity, 1980. The double sum over second
/// derivatives is the second derivative of a pose in time, which a recursion outward gives: (1) to
/// (3) of pose_recursion.hpp. That takes n^4 to n^2. Numbers go on from there:
///
///   D_j       = J_j Wdd_j^t                                                                   (4)
///   W_i^j     = W_i^{j-1} A_j                                                                 (5)
///   dW_j/dq_i = dW_i/dq_i W_i^j                                                               (6)
///   tau_i     = sum_{j>=i} Tr{ dW_j/dq_i D_j } - m_j (g;0)^t dW_j/dq_i (c_j;1)                (7)
///
/// The sum over j is still made anew for each i. Hollerbach, recursive_lagrangian_4x4.hpp, makes it
/// in a recursion inward too, which leaves n.
///
///   paper   code   meaning
///   W_i^j   W_ij   T_i^j
///   D_j     Dt     transposed: its last column is zero, as the last row of Wdd_j is
#pragma once

#include "equidyn/formulations/shared/pose_recursion.hpp"
#include "equidyn/formulations/shared/trace_form.hpp"

namespace equidyn {

struct Waters {
  static constexpr FormulationInfo info{
      .name = "waters",
      .title = "Lagrange-Euler, Waters' recursion",
      .reference = "Waters 1979, by Hollerbach 1980",
      .order = 2,
      .frames = Frames::kStandardDh,
      .family = Family::kLagrange,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : poses(arm), Dt(arm.n) {}
    trace_form::PoseRecursion<T> poses;
    PerLink<Derivative<T>> Dt;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [J, A, W, Wd, Wdd, dW] = work.poses;
    auto& [poses, Dt] = work;
    poses.set(arm, x, base);

    Row<T> row;
    for (int j = 1; j <= arm.n; ++j) Dt[j] = row("D_j", Wdd[j] * J[j]);  // (4)
    Dt[arm.n] += row("tip wrench", poses.tip_moments(arm, tip));

    for (int i = 1; i <= arm.n; ++i) {
      if (abandoned()) return;
      tau[i] = T(0);
      add_torque(arm, base, i, dW[i], Dt[i], tau[i]);
      Transform<T> W_ij = trace_form::identity<T>();
      for (int j = i + 1; j <= arm.n; ++j) {
        W_ij = row("W_i^j", j == i + 1 ? A[j] : W_ij * A[j]);       // (5)
        const Derivative<T> dW_j = row("dW_j/dq_i", dW[i] * W_ij);  // (6)
        add_torque(arm, base, j, dW_j, Dt[j], tau[i]);
      }
    }
  }

  /// Adds the share of link j in tau_i, dW_j being its derivative by q_i.                      (7)
  template <Scalar T>
  static void add_torque(const Arm<T>& arm, const BaseMotion<T>& base, int j,
                         const Derivative<T>& dW_j, const Derivative<T>& Dt, T& tau_i) {
    Row<T> row;
    const auto& [m, c, I] = arm.link[j].body;
    tau_i += row("trace", full_trace(dW_j, Dt));
    const Vec4<T> lift = dW_j.upper().transpose() * base.a;
    tau_i += row("gravity", lift.dot(Vec4<T>(m * c.x(), m * c.y(), m * c.z(), m)));
  }
};

}  // namespace equidyn
