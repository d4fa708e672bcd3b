/// @file base_frame.hpp
/// Joint axes, centres of mass and inertias of an arm at one configuration, all in frame 0: what the
/// formulations that sum over partial velocities need first.
#pragma once

#include "equidyn/arm/ends.hpp"
#include "equidyn/arm/joint_state.hpp"
#include "equidyn/arm/standard_dh.hpp"

namespace equidyn {

///   code    meaning, in frame 0
///   e_i     axis of joint i
///   O_i     point of link i-1 on the axis of joint i (origin i-1); O_{n+1}: origin n     m
///   C_i     centre of mass of link i                                                     m
///   I_i     inertia of link i about its centre of mass                                   kg m^2
template <Scalar T>
struct BaseFrame {
  explicit BaseFrame(int n) : R(n), I(n), e(n), O(n), C(n) {}
  PerLink<Mat3<T>> R, I;
  PerLink<Vec3<T>> e, O, C;

  void set(const Arm<T>& arm, const JointState<T>& x) {
    set_points(arm, x);
    Row<T> row;
    for (int i = 1; i <= arm.n; ++i)
      I[i] = row("I_i", R[i] * arm.link[i].body.I * R[i].transpose());
  }

  /// All but the inertias.
  void set_points(const Arm<T>& arm, const JointState<T>& x) {
    Row<T> row;
    R[0].setIdentity();
    O[1].setZero();
    for (int i = 1; i <= arm.n; ++i) {
      const Link<T>& link = arm.link[i];
      e[i] = R[i - 1].col(2);
      R[i] = row("R_i", R[i - 1] * standard_dh::rotation(link, x.c[i], x.s[i]).matrix());
      O[i + 1] = O[i] + R[i] * standard_dh::offset(link, x.d[i]);
      C[i] = row("O_i, C_i", O[i + 1] + R[i] * link.body.c);
    }
  }

  /// Partial angular velocity of link i >= j with respect to the velocity of joint j.
  Vec3<T> turning(const Arm<T>& arm, int j) const {
    return arm.link[j].revolute ? e[j] : Vec3<T>(Vec3<T>::Zero());
  }
  /// Partial velocity of a point p of link i >= j with respect to the velocity of joint j.
  Vec3<T> velocity(const Arm<T>& arm, int j, const Vec3<T>& p) const {
    return arm.link[j].revolute ? Vec3<T>(e[j].cross(p - O[j])) : e[j];
  }
};

/// Motion of every link in frame 0, the acceleration minus gravity.
template <Scalar T>
struct BaseFrameMotion {
  explicit BaseFrameMotion(int n) : w(n), al(n), Cd(n), Cdd(n), Od(n), Odd(n) {}
  PerLink<Vec3<T>> w, al;    ///< angular velocity, angular acceleration           rad/s, rad/s^2
  PerLink<Vec3<T>> Cd, Cdd;  ///< velocity, acceleration of the centre of mass        m/s, m/s^2
  PerLink<Vec3<T>> Od, Odd;  ///< velocity, acceleration of the point O_i of link i-1

  void set(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
           const BaseFrame<T>& at) {
    w[0] = base.w;
    al[0] = base.al;
    Od[1].setZero();
    Odd[1] = base.a;
    Row<T> row;
    for (int i = 1; i <= arm.n; ++i) {
      const Vec3<T>& e = at.e[i];
      const Vec3<T> turn_rate = x.thd[i] * e;
      w[i] = row("omega_i", w[i - 1] + turn_rate);
      al[i] = row("alpha_i", al[i - 1] + x.thdd[i] * e + w[i - 1].cross(turn_rate));
      const Vec3<T> slide_rate = x.dd[i] * e;
      const Vec3<T> to_next = at.O[i + 1] - at.O[i], to_mass = at.C[i] - at.O[i];
      Od[i + 1] = Od[i] + w[i].cross(to_next) + slide_rate;
      Cd[i] = row("O_dot_i, C_dot_i", Od[i] + w[i].cross(to_mass) + slide_rate);
      const Vec3<T> slide = x.ddd[i] * e + w[i - 1].cross(T(2) * slide_rate);
      const Mat3<T> A = acceleration_matrix(w[i], al[i]);
      Odd[i + 1] = Odd[i] + A * to_next + slide;
      Cdd[i] = row("O_ddot_i, C_ddot_i", Odd[i] + A * to_mass + slide);
    }
  }
};

}  // namespace equidyn
