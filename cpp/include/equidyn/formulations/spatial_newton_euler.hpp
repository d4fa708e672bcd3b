/// @file spatial_newton_euler.hpp
/// Inverse dynamics by the recursive Newton-Euler algorithm in spatial (6-D) vectors, O(n).
///
/// R. Featherstone, Rigid Body Dynamics Algorithms, Springer, 2008, table 5.1 (equations in body
/// coordinates). Motion vectors are [angular; linear], force vectors [moment; force], both at
/// origin i.
///
///   book        code    meaning, in coordinates of link i
///   iXp(i)      X       takes a motion vector from link i-1 to link i
///   S_i         S       motion subspace of joint i: z in the angular or in the linear part
///   v_i, a_i    v, a    spatial velocity; spatial acceleration, minus gravity
///   I_i         I       spatial inertia
///   f_i         f       spatial force by link i-1 on link i
#pragma once

#include "equidyn/arm/spatial_link.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct SpatialNewtonEuler {
  static constexpr FormulationInfo info{
      .name = "spatial_newton_euler",
      .title = "Newton-Euler in spatial vectors",
      .reference = "Featherstone 2008, table 5.1",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : I(arm.n), S(arm.n), X(arm.n), v(arm.n), a(arm.n), f(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        I[i] = spatial_inertia(arm.link[i].body);
        S[i] = motion_subspace(arm.link[i]);
      }
    }
    PerLink<SpatialInertia<T>> I;
    PerLink<MotionSubspace> S;
    PerLink<MotionTransform<T>> X;
    PerLink<Vec6<T>> v, a, f;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [I, S, X, v, a, f] = work;
    Row<T> row;
    v[0] << base.w, Vec3<T>::Zero();
    a[0] << base.al, base.a;

    for (int i = 1; i <= arm.n; ++i) {
      X[i] = row("X", motion_transform(arm.link[i], x, i));
      const JointMotion<T> v_joint = S[i] * x.qd[i];
      v[i] = row("v_i", X[i] * v[i - 1] + v_joint);
      a[i] = row("a_i", X[i] * a[i - 1] + S[i] * x.qdd[i] + cross_motion(v[i], v_joint));
      const Vec6<T> momentum = I[i] * v[i];
      f[i] = row("f_i", I[i] * a[i] + cross_force(v[i], momentum));
    }

    Vec6<T> f_next;
    f_next << tip.n, tip.f;
    for (int i = arm.n; i >= 1; --i) {
      f[i] += f_next;
      tau[i] = S[i].dot(f[i]);
      f_next = row("f_lambda(i)", X[i].transpose() * f[i]);
    }
  }
};

}  // namespace equidyn
