/// @file joint_state.hpp
/// The state of joints 1 to n, resolved into rotation about and translation along the joint axis.
/// Joint types are distinguished and sines and cosines computed here, once.
#pragma once

#include <span>

#include "equidyn/arm/arm.hpp"
#include "equidyn/math/sincos.hpp"
#include "equidyn/scalar/counting.hpp"

namespace equidyn {

/// A revolute joint has d' = d'' = 0, a prismatic one theta' = theta'' = 0: one equation covers
/// both.
template <Scalar T>
struct JointState {
  explicit JointState(int n)
      : c(n), s(n), d(n), thd(n), thdd(n), dd(n), ddd(n), qd(n), qdd(n), b(n) {}

  PerLink<T> c, s;       ///< cosine and sine of theta_i
  PerLink<T> d;          ///< d_i                                           m
  PerLink<T> thd, thdd;  ///< first and second rate of theta_i   rad/s, rad/s^2
  PerLink<T> dd, ddd;    ///< first and second rate of d_i           m/s, m/s^2
  PerLink<T> qd, qdd;    ///< velocities and accelerations of the joint variables
  PerLink<T> b;          ///< viscous friction, 0 where left out    N m s/rad, N s/m

  void set(const Arm<T>& arm, std::span<const T> q, std::span<const T> q_dot,
           std::span<const T> q_ddot) noexcept {
    const Row<T> row("joint variables");
    for (int i = 1; i <= arm.n; ++i) {
      const Link<T>& link = arm.link[i];
      const auto k = static_cast<std::size_t>(i - 1);
      const T theta = link.revolute ? link.theta + q[k] : link.theta;
      set_cosine_and_sine(theta, c[i], s[i]);
      d[i] = link.revolute ? link.d : link.d + q[k];
      set_rate(link, i, q_dot[k], q_ddot[k]);
    }
  }

  /// Viscous friction of the joints; none where it is empty.
  void set_viscous(const Arm<T>& arm, std::span<const double> viscous) noexcept {
    for (int i = 1; i <= arm.n; ++i)
      b[i] = viscous.empty() ? T(0) : T(viscous[static_cast<std::size_t>(i - 1)]);
  }

  /// No velocity, and unit acceleration of joint j alone.
  void set_unit_acceleration(const Arm<T>& arm, int j) noexcept {
    for (int i = 1; i <= arm.n; ++i) set_rate(arm.link[i], i, T(0), i == j ? T(1) : T(0));
  }

  /// No velocity, and any accelerations of the joint variables.
  void set_accelerations(const Arm<T>& arm, const PerLink<T>& accelerations) noexcept {
    for (int i = 1; i <= arm.n; ++i) set_rate(arm.link[i], i, T(0), accelerations[i]);
  }

  /// Unit velocity of joints j and k, which may be one, and no acceleration.
  void set_unit_velocities(const Arm<T>& arm, int j, int k) noexcept {
    for (int i = 1; i <= arm.n; ++i) set_rate(arm.link[i], i, i == j || i == k ? T(1) : T(0), T(0));
  }

 private:
  void set_rate(const Link<T>& link, int i, const T& rate, const T& acceleration) noexcept {
    qd[i] = rate;
    qdd[i] = acceleration;
    thd[i] = link.revolute ? rate : T(0);
    thdd[i] = link.revolute ? acceleration : T(0);
    dd[i] = link.revolute ? T(0) : rate;
    ddd[i] = link.revolute ? T(0) : acceleration;
  }
};

}  // namespace equidyn
