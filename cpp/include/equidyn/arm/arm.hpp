/// @file arm.hpp
/// The arm as the formulations read it: its links in one Denavit-Hartenberg convention, base, tool
/// and gravity.
#pragma once

#include <cmath>
#include <concepts>

#include "equidyn/math/spatial.hpp"

namespace equidyn {

/// Place of the frame of a link: at its far end, or at the joint that moves it.
enum class Frames { kStandardDh, kModifiedDh };

/// The inertial data of a link, in its frame.
template <Scalar T>
struct Body {
  T m;        ///< mass                                kg
  Vec3<T> c;  ///< centre of mass                      m
  Mat3<T> I;  ///< inertia about the centre of mass    kg m^2
};

/// The integral of d d^t dm about the centre of mass, Tr(I)/2 E - I.
template <Scalar T>
Mat3<T> central_second_moment(const Body<T>& body) {
  return T(0.5) * body.I.trace() * Mat3<T>::Identity() - body.I;
}

/// Link i and the joint that moves it. In standard DH (a, alpha) lead from joint axis i to i + 1,
/// in modified DH from joint axis i - 1 to i. DH alone has no a_y: where axes are almost parallel,
/// their common normal is far away, and a_y lets the frames stay near.
template <Scalar T>
struct Link {
  bool revolute;
  T a, a_y, alpha;         ///< length along x and along y, and twist                   m, m, rad
  T d, theta;              ///< the joint variable adds to theta (revolute) or to d (prismatic)
  T cos_twist, sin_twist;  ///< of alpha
  Body<T> body;
};

/// A serial arm of n links, in frames of one convention.
template <Scalar T>
struct Arm {
  Arm(Frames convention, int links) : frames(convention), n(links), link(links) {}

  Frames frames;
  int n;
  PerLink<Link<T>> link;  ///< [1] to [n]
  Pose<T> base;           ///< of the arm's base in the world
  Pose<T> mount;          ///< of frame 0 in the arm's base: not the identity after a conversion
  Pose<T> tool;           ///< of the tool in frame n
  Vec3<T> gravity;        ///< gravity vector in the world                  m/s^2
};

/// A cosine or sine of a constant angle: 0, 1 or -1 where it differs from that by rounding alone,
/// as with a multiple of 90 degrees that was written down in radians.
template <std::totally_ordered T>
T without_rounding(T value) {
  using std::abs;
  const T nearest = std::round(static_cast<double>(value));
  return abs(value - nearest) < T(1e-15) ? nearest : value;
}

/// Sets the twist of a link together with its cosine and sine.
template <Scalar T>
void set_twist(Link<T>& link, T alpha) {
  using std::cos, std::sin;
  link.alpha = alpha;
  link.cos_twist = cos(alpha);
  link.sin_twist = sin(alpha);
}

/// The same, right angles exactly.
template <Scalar T>
void set_twist_exactly(Link<T>& link, T alpha) {
  set_twist(link, alpha);
  link.cos_twist = without_rounding(link.cos_twist);
  link.sin_twist = without_rounding(link.sin_twist);
}

}  // namespace equidyn
