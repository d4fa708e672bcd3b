/// @file divide_and_conquer.hpp
/// Forward dynamics by articulated bodies joined two by two, O(n); O(log n) on n processors.
///
/// R. Featherstone, A Divide-and-Conquer Articulated-Body Algorithm for Parallel O(log(n))
/// Calculation of Rigid-Body Dynamics, Part 1: Basic Algorithm, International Journal of Robotics
/// Research 18, 1999. Links i to j, free in their joints, are one body that answers the wrenches on
/// its first and on its last link:
///
///   a_1 = Phi_1 f_1 + Phi_12 f_2 + b_1,   a_2 = Phi_12^t f_1 + Phi_2 f_2 + b_2
///
/// A joint makes one such body of two. Halves of halves are joined until all links are, and the
/// wrenches at the joints follow in the opposite order. From a link to the whole there are log2(n)
/// joints. Velocities take the same two ways.
///
///   source        code             meaning
///   Phi_1, b_1    Phi_1, b_1       inverse inertia, bias acceleration of the first link, in its frame
///   Phi_2, b_2    Phi_2, b_2       the same of the last link, in its frame
///   Phi_12        Phi_12           acceleration of the first link by a wrench on the last one
///                 pose, u          of the last link in the frame before the first one: position,
///                                  and velocity if that frame rests
///   A, B          before, after    bodies that joint k joins: B's first link is k
///   V^-1          joint            the joint, eliminated: wrench and acceleration it answers with
///                 turned           X Phi_21 of A, in frame k
///                 d                difference of accelerations that joint k takes away
///
/// The base gives link 1 its motion but for that of joint 1, so that its inertia may be singular; a
/// wrench on its first end moves nothing. The inertia of a motor, on the joint side, takes its part
/// of the torque.
#pragma once

#include <string>

#include "equidyn/formulation.hpp"
#include "equidyn/forward_dynamics/free_links.hpp"

namespace equidyn::forward_dynamics {

struct DivideAndConquer {
  static constexpr FormulationInfo info{
      .name = "divide_and_conquer",
      .title = "Articulated bodies, divided and joined",
      .reference = "Featherstone 1999, part 1",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutFrame,
      .restriction = "mass, and inertia about every axis, of each link but the first",
  };

  template <std::totally_ordered T>
  static std::string refusal(const Arm<T>& arm) {
    return link_without_inverse(arm);
  }

  /// One link, or several.
  template <Scalar T>
  struct Body {
    Mat6<T> Phi_1, Phi_12, Phi_2;
    Vec6<T> b_1, b_2, u;
    Pose<T> pose;
  };

  /// What joins two bodies.
  template <Scalar T>
  struct Between {
    JointBetween<T> joint;
    Mat6<T> turned;
    Vec6<T> d;
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : I(arm.n), X(arm.n), S(arm.n), c(arm.n), link(arm.n), joined(arm.n), between(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        I[i] = spatial_inertia(arm.link[i].body);
        S[i] = motion_subspace(arm.link[i]);
        const Mat6<T> Phi = i == 1 ? Mat6<T>::Zero() : inverse_inertia(arm.link[i].body);
        link[i].Phi_1 = link[i].Phi_12 = link[i].Phi_2 = Phi;
      }
    }
    PerLink<SpatialInertia<T>> I;
    PerLink<MotionTransform<T>> X;
    PerLink<MotionSubspace> S;
    PerLink<Vec6<T>> c;
    PerLink<Body<T>> link, joined;  ///< joined[k]: those that joint k joins
    PerLink<Between<T>> between;
    FirstLink<T> first;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    const Parts<T> parts{arm, x, tau, motor_inertia, work};
    Vec6<T> v, a, f;
    v << base.w, Vec3<T>::Zero();
    a << base.al, base.a;
    f << -tip.n, -tip.f;
    parts.displace(1, arm.n);
    parts.move(1, arm.n, v, a);
    parts.join(1, arm.n);
    parts.accelerate(1, arm.n, Vec6<T>::Zero(), f, qdd);
  }

 private:
  /// The ways through the halves of links i to j.
  template <Scalar T>
  struct Parts {
    const Arm<T>& arm;
    const JointState<T>& x;
    const PerLink<T>&tau, &motor_inertia;
    Workspace<T>& work;

    /// The joint that joins links i to j.
    static int middle(int i, int j) { return i + (j - i + 1) / 2; }
    Body<T>& body(int i, int j) const { return i == j ? work.link[i] : work.joined[middle(i, j)]; }

    /// From links to the whole: pose and velocity against the link before.
    void displace(int i, int j) const {
      auto& [I, X, S, c, link, joined, between, first] = work;
      if (i == j) {
        X[i] = motion_transform(arm.link[i], x, i);
        link[i].pose = {X[i].E.transpose(), modified_dh::offset(arm.link[i], x.d[i])};
        link[i].u = Vec6<T>(Vec6<T>::Zero()) + S[i] * x.qd[i];
        return;
      }
      const int k = middle(i, j);
      displace(i, k - 1);
      displace(k, j);
      const Body<T>&before = body(i, k - 1), &after = body(k, j);
      joined[k].pose = compose(before.pose, after.pose);
      joined[k].u = seen_from<T>(after.pose, before.u) + after.u;
    }

    /// From the whole to links: velocities, where the link before has v, and the base a.
    void move(int i, int j, const Vec6<T>& v, const Vec6<T>& a) const {
      auto& [I, X, S, c, link, joined, between, first] = work;
      if (i < j) {
        const int k = middle(i, j);
        const Body<T>& before = body(i, k - 1);
        move(i, k - 1, v, a);
        move(k, j, seen_from<T>(before.pose, v) + before.u, a);
        return;
      }
      const JointMotion<T> v_joint = S[i] * x.qd[i];
      const Vec6<T> v_i = X[i] * v + v_joint, momentum = I[i] * v_i;
      const Vec6<T> p = cross_force(v_i, momentum);
      c[i] = cross_motion(v_i, v_joint);
      link[i].b_1 = link[i].b_2 = -(link[i].Phi_1 * p);
      if (i > 1) return;
      first.set(I[1], S[1], X[1] * a + c[1], p, tau[1], motor_inertia[1]);
      link[1].Phi_2 = first.Psi;
      link[1].b_2 = first.b;
    }

    /// From links to the whole: a joint makes one body of two.
    void join(int i, int j) const {
      if (i == j) return;
      const int k = middle(i, j);
      join(i, k - 1);
      join(k, j);
      auto& [I, X, S, c, link, joined, between, first] = work;
      const Body<T>&A = body(i, k - 1), &B = body(k, j);
      auto& [joint, turned, d] = between[k];
      joint.set(B.Phi_1 + seen_behind<T>(X[k], A.Phi_2), S[k], tau[k], motor_inertia[k]);
      turned = X[k] * Mat6<T>(A.Phi_12.transpose());
      d = X[k] * A.b_2 + c[k] - B.b_1;

      Body<T>& both = joined[k];
      const Mat6<T> N_A = joint.N * turned, N_B = joint.N * B.Phi_12;
      const Vec6<T> f = joint.wrench(d);
      both.Phi_1 = A.Phi_1 - turned.transpose() * N_A;
      both.Phi_12 = turned.transpose() * N_B;
      both.Phi_2 = B.Phi_2 - B.Phi_12.transpose() * N_B;
      both.b_1 = A.b_1 - turned.transpose() * f;
      both.b_2 = B.b_2 + B.Phi_12.transpose() * f;
    }

    /// From the whole to links: accelerations of joints, where f_1 and f_2 act.
    void accelerate(int i, int j, const Vec6<T>& f_1, const Vec6<T>& f_2, PerLink<T>& qdd) const {
      auto& [I, X, S, c, link, joined, between, first] = work;
      if (i == j) {
        if (i == 1) qdd[1] = first.acceleration(S[1], tau[1], -f_2);
        return;
      }
      const int k = middle(i, j);
      const auto& [joint, turned, d_alone] = between[k];
      const Vec6<T> d = d_alone + turned * f_1 - body(k, j).Phi_12 * f_2;
      const Vec6<T> f = joint.wrench(d);
      qdd[k] = joint.acceleration(d);
      accelerate(i, k - 1, f_1, -(X[k].transpose() * f), qdd);
      accelerate(k, j, f, f_2, qdd);
    }
  };
};

}  // namespace equidyn::forward_dynamics
