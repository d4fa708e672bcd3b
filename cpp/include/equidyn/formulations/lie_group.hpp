/// @file lie_group.hpp
/// Inverse dynamics by twists and products of exponentials in the space frame, O(n).
///
/// F. C. Park, J. E. Bobrow, S. R. Ploen, A Lie Group Formulation of Robot Dynamics, The
/// International Journal of Robotics Research 14(6), 1995, after R. W. Brockett, Robotic
/// Manipulators and the Product of Exponentials Formula, 1984; notation of K. M. Lynch, F. C. Park,
/// Modern Robotics, Cambridge University Press, 2017, chapter 8. There the recursion runs in frames
/// of the links. Here every twist and every wrench is in the space frame, so that none is carried
/// from link to link. Numbers are of this header.
///
///   book         code         meaning, in the space frame (frame 0)
///   S_i          axis         screw axis of joint i at the reference position
///   theta_i      x.c, x.s     cosine and sine of joint variable i, where joint i turns
///                x.d          joint variable i, where joint i slides                   m
///   T_i          D            moves link i from the reference position to where it is
///   J_i          J            screw axis of joint i where it is
///   V_i          V            twist of link i
///   dV_i/dt      Vd           its rate, minus gravity
///   G_i          here         inertia of link i
///                W            wrench that moves link i
///   F_i          F            wrench by link i-1 on link i
///
/// A twist is [w; v], where v is the velocity of the point of the body that is at the space origin.
/// A wrench is [moment; force], the moment about the space origin.
#pragma once

#include "equidyn/arm/reference_position.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct LieGroup {
  static constexpr FormulationInfo info{
      .name = "lie_group",
      .title = "Lie group, twists in the space frame",
      .reference = "Brockett 1984; Park, Bobrow & Ploen 1995",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
      .positions = Positions::kFromBase,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : reference(reference_position(arm)), J(arm.n), W(arm.n) {}
    ReferencePosition<T> reference;
    PerLink<Vec6<T>> J, W;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [reference, J, W] = work;
    const auto& [axis, body, tip_frame] = reference;
    Row<T> row;
    Pose<T> D;
    Vec6<T> V, Vd;
    V << base.w, Vec3<T>::Zero();
    Vd << base.al, base.a;

    // outward, base to tip: twist of each link, and the wrench that its motion takes
    for (int i = 1; i <= arm.n; ++i) {
      J[i] = row("J_i", moved_twist(D, axis[i].S));  // (1)
      const Pose<T> turn = row("exp", exponential(axis[i], x.c[i], x.s[i], x.d[i]));
      D = row("T_i", compose(D, turn));  // (2)

      const Vec6<T> V_joint = J[i] * x.qd[i];
      Vd += row("Vdot_i", J[i] * x.qdd[i] + cross_motion(V, V_joint));  // (3)
      V += row("V_i", V_joint);                                         // (4)

      const Body<T> here = row("G_i", moved_body(D, body[i]));
      const Vec6<T> momentum = row("G V", inertia_times(here, V));
      W[i] = row("W_i", inertia_times(here, Vd) + cross_force(V, momentum));  // (5)
    }

    // inward, tip to base: wrenches of two links are added as they are
    Vec6<T> F = row("tip wrench", moved_wrench(D, wrench_at_reference(tip, tip_frame)));
    for (int i = arm.n; i >= 1; --i) {
      F += row("F_i", W[i]);               // (6)
      tau[i] = row("tau_i", J[i].dot(F));  // (7)
    }
  }

  template <Scalar T>
  static Body<T> moved_body(const Pose<T>& by, const Body<T>& body) {
    return {body.m, by.R * body.c + by.p, by.R * body.I * by.R.transpose()};
  }

  /// G V, with G in its factors: about the space origin the part of a distant mass would hide the
  /// digits of I.
  template <Scalar T>
  static Vec6<T> inertia_times(const Body<T>& body, const Vec6<T>& V) {
    const Vec3<T> w = V.template head<3>(), v = V.template tail<3>();
    const Vec3<T> f = body.m * (v + w.cross(body.c));  // (8)
    Vec6<T> wrench;
    wrench << body.I * w + body.c.cross(f), f;  // (9)
    return wrench;
  }

  template <Scalar T>
  static Vec6<T> wrench_at_reference(const Wrench<T>& tip, const Pose<T>& frame) {
    Vec6<T> wrench;
    wrench << tip.n, tip.f;
    return moved_wrench(frame, wrench);
  }
};

}  // namespace equidyn
