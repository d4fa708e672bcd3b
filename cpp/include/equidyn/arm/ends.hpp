/// @file ends.hpp
/// The boundary conditions of the chain: motion of the base and wrench at the tip.
#pragma once

#include "equidyn/arm/arm.hpp"

namespace equidyn {

/// Motion of frame 0, in frame 0. The acceleration is minus gravity (a_0 = -g when the base rests),
/// so that gravity is one case of a moving base.
template <Scalar T>
struct BaseMotion {
  Vec3<T> w = Vec3<T>::Zero();   ///< angular velocity                          rad/s
  Vec3<T> al = Vec3<T>::Zero();  ///< angular acceleration                      rad/s^2
  Vec3<T> a = Vec3<T>::Zero();   ///< acceleration of the origin, minus gravity  m/s^2
};

/// Force and moment by the last link ON the environment (f_{n+1}, n_{n+1}): at the origin of frame
/// n, in frame n.
template <Scalar T>
struct Wrench {
  Vec3<T> f = Vec3<T>::Zero();
  Vec3<T> n = Vec3<T>::Zero();
};

/// The motion of frame 0 that follows from the motion of the arm's base (in base axes, gravity not
/// yet in it) and from gravity.
template <Scalar T>
BaseMotion<T> at_frame_0(const BaseMotion<T>& base, const Arm<T>& arm) {
  const Mat3<T> Rt = arm.mount.R.transpose();
  const Vec3<T> g = arm.base.R.transpose() * arm.gravity;
  const Vec3<T> a = base.a + acceleration_matrix(base.w, base.al) * arm.mount.p;
  return {Rt * base.w, Rt * base.al, Rt * (a - g)};
}

/// The wrench at the origin of frame n that equals a wrench at the tool, in tool axes.
template <Scalar T>
Wrench<T> at_frame_n(const Wrench<T>& tip, const Arm<T>& arm) {
  const Vec3<T> f = arm.tool.R * tip.f;
  return {f, arm.tool.R * tip.n + arm.tool.p.cross(f)};
}

}  // namespace equidyn
