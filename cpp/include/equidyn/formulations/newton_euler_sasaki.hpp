/// @file newton_euler_sasaki.hpp
/// Inverse dynamics by the Newton-Euler equations as Sasaki writes them, O(n).
///
/// S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, JAERI-M
/// 90-147, 1990, section 2, for revolute and prismatic joints; the numbers are his, with their
/// errata. Viscous friction stands in (2.39) itself; b_i is 0 unless callers ask for friction.
///
///   paper         code   meaning, in frame i
///   R_{i-1,i}     r      from origin i-1 to origin i                            m
///   s_i           s      centre of mass of link i                               m
///   dv_i/dt       v_dot  acceleration of origin i, minus g                      m/s^2
///   abar_i        ab     acceleration of the centre of mass, minus g            m/s^2
///   F_i, N_i      F, N   net force; net moment about the centre of mass         N, N m
///   f_i, n_i      f, n   force, moment by link i-1 on link i, about origin i-1  N, N m
///   b_i           x.b    viscous friction of joint i                            N m s/rad, N s/m
///
/// His moment recursion (2.38) shifts the force of link i+1 while still in its frame, which takes
/// one rotation more than (3.20) of Turney, Mudge & Lee.
#pragma once

#include "equidyn/formulations/shared/standard_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct NewtonEulerSasaki {
  static constexpr FormulationInfo info{
      .name = "newton_euler_sasaki",
      .title = "Newton-Euler, Sasaki's moment recursion",
      .reference = "Sasaki 1990, (2.31)-(2.39)",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
      .viscous_friction = true,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n) {}
    standard_dh::Recursion<T> link;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, r, w, al, at, v_dot, F, N, f, n] = work.link;

    // outward, base to tip
    Row<T> row;
    standard_dh::start(base, work.link);
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [m, s, I] = arm.link[i].body;
      standard_dh::cross_joint(arm, x, i, work.link);  // (2.31), (2.32)

      v_dot[i] = row("a_i", al[i].cross(r[i]) + w[i].cross(w[i].cross(r[i])) + at[i]);  // (2.33)
      const Vec3<T> ab =
          row("abar_i", al[i].cross(s) + w[i].cross(w[i].cross(s)) + v_dot[i]);  // (2.34)
      F[i] = row("F_i", m * ab);                                                 // (2.35)
      N[i] = row("N_i", I * al[i] + w[i].cross(I * w[i]));                       // (2.36)
    }

    // inward, tip to base
    standard_dh::set_tip_wrench(arm, tip, work.link);
    for (int i = arm.n; i >= 1; --i) {
      const standard_dh::Rotation<T>& R_next = R[i + 1];
      const Vec3<T> r_seen_from_next = R_next.transpose() * r[i];
      const Vec3<T> n_next = row("n_i", n[i + 1] + r_seen_from_next.cross(f[i + 1]));

      f[i] = row("f_i", R_next * f[i + 1] + F[i]);  // (2.37)
      n[i] =
          row("n_i", R_next * n_next + (r[i] + arm.link[i].body.c).cross(F[i]) + N[i]);  // (2.38)
      tau[i] = row("tau_i",
                   standard_dh::along_axis(arm.link[i], f[i], n[i]) + x.b[i] * x.qd[i]);  // (2.39)
    }
  }
};

}  // namespace equidyn
