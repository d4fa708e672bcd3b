/// @file articulated_bodies.hpp
/// Forward dynamics by articulated bodies in spatial (6-D) vectors, O(n).
///
/// R. Featherstone, Rigid Body Dynamics Algorithms, Springer, 2008, section 7.3, table 7.1
/// (equations in body coordinates). Held at link i and moved, the links from i to n, free in their
/// joints, resist like one body: f = I^A a + p^A. The production kernel
/// (kernels/algorithms/articulated_bodies-inl.hpp) computes the same with fewer operations.
///
///   book          code       meaning, in coordinates of link i
///   iXp(i)        X          takes a motion vector from link i-1 to link i
///   S_i           S          motion subspace of joint i: z in the angular or in the linear part
///   v_i, c_i      v, c       spatial velocity; acceleration due to velocities alone
///   I^A_i, p^A_i  IA, pA     articulated inertia; force that link i takes at no acceleration
///   I^a_i, p^a_i  Ia, pa     the same seen through joint i, which yields
///   U_i, 1/D_i    U, per_D   force that the unit acceleration of joint i takes; 1 over its torque
///   u_i           u          torque that is left to accelerate joint i
///   a'_i, a_i     a_held, a  spatial acceleration, minus gravity, if joint i held, and as it moves
///
/// The inertia of a motor, on the joint side, adds to D_i, and the wrench at the tip to p^A_n. The
/// motion of the base enters as v_0 and a_0.
#pragma once

#include "equidyn/arm/spatial_link.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn::forward_dynamics {

struct ArticulatedBodies {
  static constexpr FormulationInfo info{
      .name = "articulated_bodies",
      .title = "Articulated bodies",
      .reference = "Featherstone 2008, table 7.1",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : I(arm.n),
          X(arm.n),
          IA(arm.n),
          S(arm.n),
          v(arm.n),
          c(arm.n),
          pA(arm.n),
          U(arm.n),
          per_D(arm.n),
          u(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        I[i] = spatial_inertia(arm.link[i].body);
        S[i] = motion_subspace(arm.link[i]);
      }
    }
    PerLink<SpatialInertia<T>> I;
    PerLink<MotionTransform<T>> X;
    PerLink<Mat6<T>> IA;
    PerLink<MotionSubspace> S;
    PerLink<Vec6<T>> v, c, pA, U;
    PerLink<T> per_D, u;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    auto& [I, X, IA, S, v, c, pA, U, per_D, u] = work;
    v[0] << base.w, Vec3<T>::Zero();

    // outward: velocities, and what each link takes alone
    for (int i = 1; i <= arm.n; ++i) {
      X[i] = motion_transform(arm.link[i], x, i);
      const JointMotion<T> v_joint = S[i] * x.qd[i];
      v[i] = X[i] * v[i - 1] + v_joint;
      c[i] = cross_motion(v[i], v_joint);
      const Vec6<T> momentum = I[i] * v[i];
      IA[i] = I[i].matrix();
      pA[i] = cross_force(v[i], momentum);
    }
    Vec6<T> at_tip;
    at_tip << tip.n, tip.f;
    pA[arm.n] += at_tip;

    // inward: joint after joint yields
    for (int i = arm.n; i >= 1; --i) {
      U[i] = IA[i] * S[i];
      per_D[i] = T(1) / (S[i].dot(U[i]) + motor_inertia[i]);
      u[i] = tau[i] - S[i].dot(pA[i]);
      if (i == 1) break;
      const Vec6<T> U_per_D = U[i] * per_D[i];
      const Mat6<T> Ia = IA[i] - U_per_D * U[i].transpose();
      const Vec6<T> pa = pA[i] + Ia * c[i] + U_per_D * u[i];
      IA[i - 1] += X[i].transpose() * Ia * X[i];
      pA[i - 1] += X[i].transpose() * pa;
    }

    // outward: accelerations
    Vec6<T> a;
    a << base.al, base.a;
    for (int i = 1; i <= arm.n; ++i) {
      const Vec6<T> a_held = X[i] * a + c[i];
      qdd[i] = (u[i] - U[i].dot(a_held)) * per_D[i];
      a = a_held + S[i] * qdd[i];
    }
  }
};

}  // namespace equidyn::forward_dynamics
