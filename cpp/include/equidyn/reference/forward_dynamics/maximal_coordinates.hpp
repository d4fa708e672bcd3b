/// @file maximal_coordinates.hpp
/// Forward dynamics in maximal coordinates, six for each link, with Lagrange's multipliers, O(n).
///
/// F. E. Udwadia, R. E. Kalaba, A New Perspective on Constrained Motion, Proceedings of the Royal
/// Society A 439, 1992, with constraints as J. Angeles, Fundamentals of Robotic Mechanical Systems,
/// section 7.5, writes them for the twists t of the links: K t = 0, and K td + Kd t = 0 for their
/// rates. Each link is free, and the wrenches of the joints make it keep to the constraints:
///
///   M td = w + K^t l,   K M^-1 K^t l = -Kd t - K M^-1 w
///
/// Among all accelerations that keep to the constraints, these are the nearest to M^-1 w, measured
/// by M: Gauss' principle of least constraint. Two joints share a link only where they are
/// neighbours, so that K M^-1 K^t is block-tridiagonal. Its blocks are eliminated from the base
/// outward. The multipliers are the wrenches of the joint constraints, and f_i includes motor torques.
///
/// From accelerations td_0 that keep to the constraints, as those of qdd = 0 do, only a difference
/// with K (td - td_0) = 0 is left, due to the torques r that td_0 lacks. Solved twice, the second
/// time from the first solution, it has the digits that K M^-1 K^t of unlike links loses.
///
///   source    code       meaning, in coordinates of link i
///   td_i      a          spatial acceleration, minus gravity
///   M_i^-1    Phi        inverse inertia of the free link
///             Psi        the same, held by the joints before, whose base is at rest
///   w_i       p          wrench of Newton's and Euler's equations at no acceleration, negative
///   -Kd t     c          acceleration of the joint due to velocities alone
///   l_i       joint      the joint, eliminated: its multipliers, and the drive's torque
///             r          torque that the accelerations so far lack
///             d, b       change of acceleration of link i without joint i, and with it, if nothing
///                        follows it
///             f          wrench of link i-1 on link i, at the joint
///
/// The base gives link 1 its motion but for that of joint 1: it needs inertia at that joint alone.
/// The inertia of a motor, on the joint side, takes its part of the torque.
#pragma once

#include <string>

#include "equidyn/interface/formulation.hpp"
#include "equidyn/reference/forward_dynamics/free_links.hpp"

namespace equidyn::forward_dynamics {

struct MaximalCoordinates {
  static constexpr FormulationInfo info{
      .name = "maximal_coordinates",
      .title = "Maximal coordinates, and Lagrange's multipliers",
      .reference = "Udwadia & Kalaba 1992; Angeles, section 7.5",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutFrame,
      .restriction = "mass, and inertia about every axis, of each link but the first",
  };

  template <std::totally_ordered T>
  static std::string refusal(const Arm<T>& arm) {
    return link_without_inverse(arm);
  }

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : I(arm.n),
          X(arm.n),
          Phi(arm.n),
          joint(arm.n),
          S(arm.n),
          c(arm.n),
          p(arm.n),
          d(arm.n),
          f(arm.n),
          r(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        I[i] = spatial_inertia(arm.link[i].body);
        S[i] = motion_subspace(arm.link[i]);
        if (i > 1) Phi[i] = inverse_inertia(arm.link[i].body);
      }
    }
    PerLink<SpatialInertia<T>> I;
    PerLink<MotionTransform<T>> X;
    PerLink<Mat6<T>> Phi;
    PerLink<JointBetween<T>> joint;
    PerLink<MotionSubspace> S;
    PerLink<Vec6<T>> c, p, d, f;
    PerLink<T> r;
    T per_D;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    hold(arm, x, base, motor_inertia, work);
    for (int i = 1; i <= arm.n; ++i) qdd[i] = T(0);
    for (int turn = 0; turn < 2; ++turn) {
      set_wrenches(arm, base, tip, qdd, work);
      for (int i = 1; i <= arm.n; ++i)
        work.r[i] = tau[i] - motor_inertia[i] * qdd[i] - work.S[i].dot(work.f[i]);
      accelerate(arm, qdd, work);
    }
  }

 private:
  /// Outward: velocities, and one joint after the other holds the next link.
  template <Divisible T>
  static void hold(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                   const PerLink<T>& motor_inertia, Workspace<T>& work) {
    auto& [I, X, Phi, joint, S, c, p, d, f, r, per_D] = work;
    Vec6<T> v;
    v << base.w, Vec3<T>::Zero();
    Mat6<T> Psi = Mat6<T>::Zero();
    for (int i = 1; i <= arm.n; ++i) {
      X[i] = motion_transform(arm.link[i], x, i);
      const JointMotion<T> v_joint = S[i] * x.qd[i];
      v = X[i] * v + v_joint;
      const Vec6<T> momentum = I[i] * v;
      c[i] = cross_motion(v, v_joint);
      p[i] = cross_force(v, momentum);
      if (i == 1) {
        per_D = mobility_on_base(I[1], S[1], motor_inertia[1]);
        Psi(S[1].row(), S[1].row()) = per_D;
      } else {
        joint[i].set(Phi[i] + seen_behind<T>(X[i], Psi), S[i], motor_inertia[i]);
        Psi = Phi[i] - Phi[i] * joint[i].N * Phi[i];
      }
    }
  }

  /// Wrenches of the joints at accelerations that keep to the constraints.
  template <Scalar T>
  static void set_wrenches(const Arm<T>& arm, const BaseMotion<T>& base, const Wrench<T>& tip,
                           const PerLink<T>& qdd, Workspace<T>& work) {
    auto& [I, X, Phi, joint, S, c, p, d, f, r, per_D] = work;
    Vec6<T> a, passed_on;
    a << base.al, base.a;
    passed_on << tip.n, tip.f;
    for (int i = 1; i <= arm.n; ++i) {
      a = Vec6<T>(X[i] * a + c[i]) + S[i] * qdd[i];
      f[i] = I[i] * a + p[i];
    }
    for (int i = arm.n; i >= 1; --i) {
      f[i] += passed_on;
      passed_on = X[i].transpose() * f[i];
    }
  }

  /// Adds accelerations, and wrenches of the joints, due to torques r.
  template <Divisible T>
  static void accelerate(const Arm<T>& arm, PerLink<T>& qdd, Workspace<T>& work) {
    auto& [I, X, Phi, joint, S, c, p, d, f, r, per_D] = work;
    Vec6<T> b = S[1].template vector<T>() * T(r[1] * per_D);
    for (int i = 2; i <= arm.n; ++i) {
      d[i] = X[i] * b;
      b = Phi[i] * joint[i].wrench(d[i], r[i]);
    }
    Vec6<T> passed_on = Vec6<T>::Zero();
    for (int i = arm.n; i >= 2; --i) {
      d[i] += Phi[i] * passed_on;
      const Vec6<T> more = joint[i].wrench(d[i], r[i]);
      f[i] += more;
      qdd[i] += joint[i].acceleration(d[i], r[i]);
      passed_on = X[i].transpose() * more;
    }
    const T qdd_1 = (r[1] - S[1].dot(passed_on)) * per_D;
    const Vec6<T> U = I[1].matrix() * S[1];
    f[1] += U * qdd_1 + passed_on;
    qdd[1] += qdd_1;
  }
};

}  // namespace equidyn::forward_dynamics
