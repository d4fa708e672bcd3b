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
/// outward. The multipliers are the wrenches of the bearings, and f_i has the drive's torque too.
///
///   source    code       meaning, in coordinates of link i
///   td_i      a          spatial acceleration, less gravity
///   M_i^-1    Phi        inverse inertia of the free link
///             Psi        the same, held by the joints before, whose base is at rest
///   w_i       p          wrench of Newton's and Euler's equations at no acceleration, negative
///   -Kd t     c          acceleration of the joint due to velocities alone
///             b          acceleration of link i, held by the joints before, if nothing follows it
///   l_i       joint      the joint, eliminated; its multipliers are the wrench but for the drive's
///             d          acceleration that joint i takes away, if nothing follows link i
///             f          wrench of link i-1 on link i, at the joint
///
/// The base gives link 1 its motion but for that of joint 1, so that its inertia may be singular.
/// The inertia of a motor, on the joint side, takes its part of the torque.
#pragma once

#include <string>

#include "equidyn/formulation.hpp"
#include "equidyn/forward_dynamics/free_links.hpp"

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
        : I(arm.n), X(arm.n), Phi(arm.n), joint(arm.n), S(arm.n), p(arm.n), d(arm.n), f(arm.n) {
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
    PerLink<Vec6<T>> p, d, f;
    FirstLink<T> first;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    auto& [I, X, Phi, joint, S, p, d, f, first] = work;
    Vec6<T> v, b;
    v << base.w, Vec3<T>::Zero();
    b << base.al, base.a;
    Mat6<T> Psi;

    // outward: one joint after the other holds the next link
    for (int i = 1; i <= arm.n; ++i) {
      X[i] = motion_transform(arm.link[i], x, i);
      const JointMotion<T> v_joint = S[i] * x.qd[i];
      v = X[i] * v + v_joint;
      const Vec6<T> momentum = I[i] * v, a_held = X[i] * b + cross_motion(v, v_joint);
      p[i] = cross_force(v, momentum);
      if (i == 1) {
        first.set(I[1], S[1], a_held, p[1], tau[1], motor_inertia[1]);
        b = first.b;
        Psi = first.Psi;
        continue;
      }
      d[i] = a_held + Phi[i] * p[i];
      joint[i].set(Phi[i] + seen_behind<T>(X[i], Psi), S[i], tau[i], motor_inertia[i]);
      b = Phi[i] * (joint[i].wrench(d[i]) - p[i]);
      Psi = Phi[i] - Phi[i] * joint[i].N * Phi[i];
    }

    // inward: the wrenches of the joints
    Vec6<T> passed_on;
    passed_on << tip.n, tip.f;
    for (int i = arm.n; i >= 2; --i) {
      d[i] += Phi[i] * passed_on;
      f[i] = joint[i].wrench(d[i]);
      qdd[i] = joint[i].acceleration(d[i]);
      passed_on = X[i].transpose() * f[i];
    }
    qdd[1] = first.acceleration(S[1], tau[1], passed_on);
    f[1] = first.held + passed_on + first.U * qdd[1];
  }
};

}  // namespace equidyn::forward_dynamics
