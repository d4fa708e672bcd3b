/// @file divide_and_conquer.hpp
/// Forward dynamics by bodies that are joined two by two, O(n), and O(log n) on n processors.
///
/// R. Featherstone, A Divide-and-Conquer Articulated-Body Algorithm for Parallel O(log(n))
/// Calculation of Rigid-Body Dynamics, Part 1: Basic Algorithm, The International Journal of
/// Robotics Research 18(9), 1999.
///
/// Links i to j, free in their joints, are one body. It answers the wrenches on its two end links:
///
///   a_1 = Phi_1 f_1 + Phi_12 f_2 + b_1,   a_2 = Phi_12^t f_1 + Phi_2 f_2 + b_2
///
/// A joint makes one such body of two, until all links are one body (joint_tree.hpp), and the
/// wrenches at the joints follow in the opposite order. Motions of links, and sums of wrenches, take
/// the same two ways.
///
/// Phi of unlike links loses digits. So the accelerations are changes from those of qdd = 0, due to
/// the torques r that these lack, and are found twice, the second time from the first solution.
///
///   source    code           meaning
///             i, k, j        joint k joins the bodies of links i to k-1, and k to j
///   Phi_1     of[i].Phi_1    inverse inertia of a body's first link i, in frame i
///   Phi_2     of[j].Phi_2    the same of its last link j, in frame j
///   Phi_12    of[i].Phi_12   acceleration of its first link by a wrench on its last one
///   b_1, b_2  of[i].b_1 ...  accelerations of both by the torques r of its joints
///   V^-1      joint          the joint, eliminated: wrench and acceleration it answers with
///             turned         X_k Phi_21 of the body of links i to k-1
///             d              difference of accelerations that joint k takes away
///             f, g           wrench of link k-1 on link k: in frame k, and in frame k-1
///             whole          from the frame before a body that begins at link i to its last link
///             before         the same of links i to k-1
///             m              velocity of link i, then its acceleration minus gravity
///             c, p           acceleration and wrench due to velocities alone
///             alone, w       wrench of link i in frame i; of it and all beyond it, in frame i-1
///
/// The base gives link 1 its motion but for that of joint 1: it needs inertia at that joint alone.
/// The inertia of a motor, on the joint side, takes its part of the torque.
#pragma once

#include <string>

#include "equidyn/interface/formulation.hpp"
#include "equidyn/reference/forward_dynamics/free_links.hpp"
#include "equidyn/reference/forward_dynamics/joint_tree.hpp"

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

  /// Data of link i, of its joint, or of a body that begins or ends with it.
  template <Scalar T>
  struct Part {
    SpatialInertia<T> I;
    MotionSubspace S;
    MotionTransform<T> X, whole, before;
    Mat6<T> Phi, Phi_1, Phi_12, Phi_2, turned;
    JointBetween<T> joint;
    Vec6<T> m, c, p, alone, w, b_1, b_2, d, f, g;
    T r;
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : n(arm.n), of(arm.n) {
      for (int i = 1; i <= n; ++i) {
        of[i].I = spatial_inertia(arm.link[i].body);
        of[i].S = motion_subspace(arm.link[i]);
        of[i].Phi = i > 1 ? inverse_inertia(arm.link[i].body) : Mat6<T>(Mat6<T>::Zero());
      }
    }
    int n;
    PerLink<Part<T>> of;
    T per_D;  ///< mobility of joint 1 where nothing follows link 1
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    move(arm, x, base, work);
    join(motor_inertia, work);
    for (int i = 1; i <= arm.n; ++i) qdd[i] = T(0);
    for (int turn = 0; turn < 2; ++turn) {
      set_missing_torques(base, tip, tau, motor_inertia, qdd, work);
      accelerate(qdd, work);
    }
  }

 private:
  /// From the motion of each joint to that of its link, where m_0 is the motion of the base.
  template <Scalar T>
  static void add_motions(int n, PerLink<Part<T>>& of) {
    from_links(n, [&](int, int k, int j) { of[j].m += of[k].whole * of[k - 1].m; });
    of[n].m += of[1].whole * of[0].m;
    to_links(n, [&](int i, int k, int) { of[k - 1].m += of[k].before * of[i - 1].m; });
  }

  /// Velocities of the links, and what is due to them.
  template <Scalar T>
  static void move(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                   Workspace<T>& work) {
    auto& [n, of, per_D] = work;
    of[0].m << base.w, Vec3<T>::Zero();
    for (int i = 1; i <= n; ++i) {
      of[i].X = of[i].whole = motion_transform(arm.link[i], x, i);
      of[i].m = Vec6<T>(Vec6<T>::Zero()) + of[i].S * x.qd[i];
    }
    from_links(n, [&](int i, int k, int) {
      of[k].before = of[i].whole;
      of[i].whole = of[k].whole * of[k].before;
    });
    add_motions(n, of);
    for (int i = 1; i <= n; ++i) {
      const Vec6<T> momentum = of[i].I * of[i].m;
      of[i].c = cross_motion(of[i].m, of[i].S * x.qd[i]);
      of[i].p = cross_force(of[i].m, momentum);
    }
  }

  /// Each joint makes one body of two.
  template <Divisible T>
  static void join(const PerLink<T>& motor_inertia, Workspace<T>& work) {
    auto& [n, of, per_D] = work;
    const int own = of[1].S.row();
    of[1].Phi(own, own) = per_D = mobility_on_base(of[1].I, of[1].S, motor_inertia[1]);
    for (int i = 1; i <= n; ++i) of[i].Phi_1 = of[i].Phi_12 = of[i].Phi_2 = of[i].Phi;
    from_links(n, [&](int i, int k, int j) {
      of[k].turned = of[k].X * Mat6<T>(of[i].Phi_12.transpose());
      of[k].joint.set(of[k].Phi_1 + seen_behind<T>(of[k].X, of[k - 1].Phi_2), of[k].S,
                      motor_inertia[k]);
      const Mat6<T> N_turned = of[k].joint.N * of[k].turned, N_12 = of[k].joint.N * of[k].Phi_12;
      of[i].Phi_1 -= of[k].turned.transpose() * N_turned;
      of[j].Phi_2 -= of[k].Phi_12.transpose() * N_12;
      of[i].Phi_12 = of[k].turned.transpose() * N_12;
    });
  }

  /// Torques that the accelerations qdd lack.
  template <Scalar T>
  static void set_missing_torques(const BaseMotion<T>& base, const Wrench<T>& tip,
                                  const PerLink<T>& tau, const PerLink<T>& motor_inertia,
                                  const PerLink<T>& qdd, Workspace<T>& work) {
    auto& [n, of, per_D] = work;
    of[0].m << base.al, base.a;
    for (int i = 1; i <= n; ++i) of[i].m = of[i].c + of[i].S * qdd[i];
    add_motions(n, of);

    for (int i = 1; i <= n; ++i) {
      of[i].alone = of[i].I * of[i].m + of[i].p;
      of[i].w = of[i].X.transpose() * of[i].alone;
    }
    of[n + 1].w << tip.n, tip.f;
    from_links(n, [&](int i, int k, int) { of[i].w += of[k].before.transpose() * of[k].w; });
    to_links(n, [&](int, int k, int j) { of[k].w += of[k].whole.transpose() * of[j + 1].w; });
    for (int i = 1; i <= n; ++i)
      of[i].r = tau[i] - motor_inertia[i] * qdd[i] -
                (of[i].S.dot(of[i].alone) + of[i].S.dot(of[i + 1].w));
  }

  /// Adds accelerations due to the torques r.
  template <Divisible T>
  static void accelerate(PerLink<T>& qdd, Workspace<T>& work) {
    auto& [n, of, per_D] = work;
    for (int i = 1; i <= n; ++i) of[i].b_1 = of[i].b_2 = Vec6<T>::Zero();
    of[1].b_2(of[1].S.row()) = of[1].r * per_D;
    from_links(n, [&](int i, int k, int j) {
      of[k].d = of[k].X * of[k - 1].b_2 - of[k].b_1;
      const Vec6<T> f = of[k].joint.wrench(of[k].d, of[k].r);
      of[i].b_1 -= of[k].turned.transpose() * f;
      of[j].b_2 += of[k].Phi_12.transpose() * f;
    });

    of[1].f = of[n + 1].g = Vec6<T>::Zero();
    to_links(n, [&](int i, int k, int j) {
      of[k].d += of[k].turned * of[i].f + of[k].Phi_12 * of[j + 1].g;
      of[k].f = of[k].joint.wrench(of[k].d, of[k].r);
      of[k].g = of[k].X.transpose() * of[k].f;
      qdd[k] += of[k].joint.acceleration(of[k].d, of[k].r);
    });
    qdd[1] += (of[1].r - of[1].S.dot(of[2].g)) * per_D;
  }
};

}  // namespace equidyn::forward_dynamics
