/// @file recursive_lagrangian_4x4.hpp
/// Inverse dynamics by the recursive Lagrangian formulation with 4x4 matrices, O(n).
///
/// J. M. Hollerbach, A Recursive Lagrangian Formulation of Manipulator Dynamics and a Comparative
/// Study of Dynamics Formulation Complexity, IEEE Transactions on Systems, Man, and Cybernetics
/// SMC-10, 1980. The sums of Lagrange's equation in trace form become one recursion outward, (1) to
/// (3) of pose_recursion.hpp, for the pose W_i of frame i and its time derivatives, and two inward.
/// Numbers go on from there, and are the same in recursive_lagrangian_3x3.hpp:
///
///   D_i   = J_i Wdd_i^t + A_{i+1} D_{i+1}                                                     (4)
///   h_i   = m_i (c_i;1) + A_{i+1} h_{i+1}                                                     (5)
///   tau_i = Tr{ dW_i/dq_i D_i } - (g;0)^t dW_i/dq_i h_i                                       (6)
///
///   paper    code   meaning
///   D_i      Dt     transposed: its last column is zero, as the last row of Wdd_i is
#pragma once

#include "equidyn/formulations/shared/pose_recursion.hpp"
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
    explicit Workspace(const Arm<T>& arm) : poses(arm) {}
    trace_form::PoseRecursion<T> poses;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    // outward: pose of each link, and its derivatives
    auto& [J, A, W, Wd, Wdd, dW] = work.poses;
    work.poses.set(arm, x, base);

    // inward: moments of inertia force, first moments of mass
    Row<T> row;
    Derivative<T> Dt = row("tip wrench", work.poses.tip_moments(arm, tip));
    Vec4<T> h = Vec4<T>::Zero();
    for (int i = arm.n; i >= 1; --i) {
      const auto& [m, c, I] = arm.link[i].body;
      Dt += row("D_i", Wdd[i] * J[i]);                               // (4)
      h += row("h_i", Vec4<T>(m * c.x(), m * c.y(), m * c.z(), m));  // (5)
      const Vec4<T> lift = dW[i].upper().transpose() * base.a;
      tau[i] = row("tau_i", trace_of(dW[i], Dt) + lift.dot(h));  // (6)
      Dt = row("D_i", times_transposed(Dt, A[i]));               // (4)
      h = row("h_i", A[i] * h);                                  // (5)
    }
  }
};

}  // namespace equidyn
