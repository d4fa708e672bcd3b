/// @file mine.hpp
/// Inverse dynamics by the recursive Newton-Euler equations, written by a user of equidyn.
///
/// J. J. Craig, Introduction to Robotics, 3rd ed., section 6.5, for revolute and prismatic joints.
///
///   book         code     meaning, in frame i
///   w_i, wd_i    w, wd    angular velocity, acceleration of link i           rad/s, rad/s^2
///   vd_i, vd_Ci  vd, vdc  acceleration of the origin, of the centre of mass     m/s^2
///   F_i, N_i     F, N     force, moment about the centre of mass, that move the link
///   f_i, n_i     f, nm    force, moment exerted on link i by link i-1
#pragma once

#include "equidyn/arm/modified_dh.hpp"
#include "equidyn/interface/formulation.hpp"

namespace mine {

using namespace equidyn;

struct NewtonEulerOfCraig {
  static constexpr FormulationInfo info{
      .name = "mine",
      .title = "Newton-Euler of my own",
      .reference = "Craig, section 6.5",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : R(arm.n), p(arm.n), w(arm.n), wd(arm.n), vd(arm.n), F(arm.n), N(arm.n) {}
    PerLink<modified_dh::Rotation<T>> R;
    PerLink<Vec3<T>> p, w, wd, vd, F, N;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, p, w, wd, vd, F, N] = work;
    const Vec3<T> z = Vec3<T>::UnitZ();
    w[0] = base.w;
    wd[0] = base.al;
    vd[0] = base.a;

    // outward: the motion of each link, and the force and moment that it takes
    Row<T> row;
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [m, c, I] = arm.link[i].body;
      R[i] = modified_dh::rotation(arm.link[i], x.c[i], x.s[i]);
      p[i] = modified_dh::offset(arm.link[i], x.d[i]);
      const auto Rt = R[i].transpose();

      const Vec3<T> wp = Rt * w[i - 1];
      w[i] = row("w", wp + x.thd[i] * z);                                          // (6.45)
      wd[i] = row("wd", Rt * wd[i - 1] + wp.cross(x.thd[i] * z) + x.thdd[i] * z);  // (6.46)
      const Vec3<T> to_origin = wd[i - 1].cross(p[i]) + w[i - 1].cross(w[i - 1].cross(p[i]));
      const Vec3<T> slide = T(2) * w[i].cross(x.dd[i] * z) + x.ddd[i] * z;
      vd[i] = row("vd", Rt * (vd[i - 1] + to_origin) + slide);  // (6.47)
      const Vec3<T> to_centre = wd[i].cross(c) + w[i].cross(w[i].cross(c));
      F[i] = row("F", m * (vd[i] + to_centre));           // (6.49)
      N[i] = row("N", I * wd[i] + w[i].cross(I * w[i]));  // (6.50)
    }

    // inward: the force and moment at each joint, and its component along the axis
    Vec3<T> f_next = tip.f, n_next = tip.n;
    for (int i = arm.n; i >= 1; --i) {
      const Vec3<T> f = F[i] + f_next;                                                 // (6.51)
      const Vec3<T> nm = row("f, n", N[i] + n_next + arm.link[i].body.c.cross(F[i]));  // (6.52)
      tau[i] = arm.link[i].revolute ? nm.z() : f.z();                                  // (6.53)
      f_next = R[i] * f;
      n_next = row("seen from link i-1", R[i] * nm + p[i].cross(f_next));
    }
  }
};

}  // namespace mine
