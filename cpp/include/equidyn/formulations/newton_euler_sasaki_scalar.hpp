/// @file newton_euler_sasaki_scalar.hpp
/// Inverse dynamics in the scalar, unrolled form that Sasaki programs, O(n).
///
/// S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, JAERI-M
/// 90-147, 1990, section 3; numbers, arrays and their indices are his, (3.26), (3.41) and (3.44)
/// with their errata. There are no vectors: every component of every equation is written out, for
/// arms of revolute joints whose links have their centre of mass in the middle and no products of
/// inertia; other arms are refused. Viscous friction stands in (3.48) itself; b_i is 0 unless
/// callers ask for friction.
///
///   array        meaning of component k, in frame i unless said otherwise
///   A(r,c,i)     rotation from frame i to frame i-1
///   B(k,i+1)     angular velocity of link i                                        rad/s
///   CX(k,i+1)    angular acceleration of link i                                    rad/s^2
///   DD(k,i)      that of link i-1 and what joint i adds to it, in frame i-1        rad/s^2
///   H(k,i+1)     acceleration of origin i, minus g                                 m/s^2
///   CC, BBB      its tangential and centripetal part; BB: velocity                 m/s^2, m/s
///   AR(k,i)      centre of mass, seen from origin i: -1/2 of R_{i-1,i}                m
///   AA(k,i)      acceleration of the centre of mass, minus g                          m/s^2
///   CAR, B2      its tangential and centripetal part; BAR: velocity                m/s^2, m/s
///   F, AN        net force; net moment about the centre of mass, XJC + BIB            N, N m
///   RF, U        force, moment by link i-1 on link i                               N, N m
///   YK(k,i)      R_{i-1,i} in frame i+1; YKR, U2: moments there                    m, N m
///   AU2, PF      moment of the next link; of F about origin i-1                    N m
///   J(k,i)       principal moments of inertia                                      kg m^2
///
/// The index i of what only link i needs is left out.
#pragma once

#include <string>

#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/formulations/shared/sasaki_steps.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct NewtonEulerSasakiScalar {
  static constexpr FormulationInfo info{
      .name = "newton_euler_sasaki_scalar",
      .title = "Newton-Euler, Sasaki's scalar form",
      .reference = "Sasaki 1990, section 3, (3.1)-(3.48)",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
      .viscous_friction = true,
      .restriction = "revolute joints, centres of mass in the middle, no products of inertia",
  };

  /// Why an arm is refused; empty where it is not.
  template <Scalar T>
  static std::string refusal(const Arm<T>& arm) {
    const T kRounding = 1e-12;
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [m, c, I] = arm.link[i].body;
      const Vec3<T> r = standard_dh::offset(arm.link[i], arm.link[i].d);
      const Mat3<T> off_diagonal = I - Mat3<T>(I.diagonal().asDiagonal());
      const std::string where = " (link " + std::to_string(i) + ")";
      if (!arm.link[i].revolute) return "takes revolute joints only" + where;
      if (off_diagonal.norm() > kRounding * I.norm()) return "takes no products of inertia" + where;
      if ((c + T(0.5) * r).norm() > kRounding * (1 + r.norm()))
        return "takes centres of mass in the middle of the links only" + where;
    }
    return "";
  }

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : arrays(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        arrays.R(i) = standard_dh::offset(arm.link[i], arm.link[i].d);  // (3.18)
        arrays.AR(i) = T(-0.5) * arrays.R(i);                           // (3.26)
        arrays.J(i) = arm.link[i].body.I.diagonal();
      }
      arrays.A(arm.n + 1).setIdentity();
    }
    sasaki::Arrays<T> arrays;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& arrays = work.arrays;
    auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = arrays;

    // outward, base to tip
    B(1) = base.w;    // (3.4)
    CX(1) = base.al;  // (3.10)
    H(1) = base.a;    // (3.22)
    for (int i = 1; i <= arm.n; ++i) {
      A(i) = standard_dh::rotation(arm.link[i], x.c[i], x.s[i]).matrix();  // (3.1)
      sasaki::set_angular_motion(x.thd[i], x.thdd[i], i, arrays);
      sasaki::set_acceleration_of_origin(i, arrays);
      sasaki::set_net_force(arm.link[i].body.m, i, arrays);
      sasaki::set_net_moment(i, arrays);
    }

    // inward, tip to base
    RF(arm.n + 1) = tip.f;
    U(arm.n + 1) = tip.n;
    for (int i = arm.n; i >= 1; --i) {
      sasaki::set_joint_force(i, arrays);
      sasaki::set_joint_moment(i, arrays);
      const Row<T> row("tau");
      tau[i] = A(3, 1, i) * U(1, i) + A(3, 2, i) * U(2, i) + A(3, 3, i) * U(3, i) +
               x.b[i] * x.qd[i];  // (3.48)
    }
  }
};

}  // namespace equidyn
