/// @file reframe.hpp
/// The same arm in the frames of the other Denavit-Hartenberg convention, exactly.
///
/// Both conventions are the same product of screws about z and x, cut at different places:
///
///   modified  [X_1 Z_1] [X_2 Z_2] ... [X_n Z_n]  tool      X = Tx(a) Ty(a_y) Rx(alpha)
///   standard   X_1 [Z_1  X_2] ...       [Z_n E]  tool      Z = Rz(theta) Tz(d)
///
/// so joint variables, joint axes and the tool stay where they are; each frame, and with it the
/// inertial data, moves along the screw X that changes sides, and the first (or last) X passes into
/// the mount (or the tool).
#pragma once

#include "equidyn/arm/arm.hpp"

namespace equidyn {

/// The displacement X of a link.
template <Scalar T>
Pose<T> x_screw(const Link<T>& link) {
  return {rotation_x(link.cos_twist, link.sin_twist), Vec3<T>(link.a, link.a_y, T(0))};
}

template <Scalar T>
Pose<T> inverse(const Pose<T>& pose) {
  const Mat3<T> Rt = pose.R.transpose();
  return {Rt, -(Rt * pose.p)};
}

/// The inertial data in a frame from which the old one is seen at `old_frame`.
template <Scalar T>
Body<T> moved(const Body<T>& body, const Pose<T>& old_frame) {
  const Mat3<T> I = old_frame.R * body.I * old_frame.R.transpose();
  return {body.m, old_frame.R * body.c + old_frame.p, T(0.5) * (I + I.transpose())};
}

/// Gives a link the lengths and the twist of another one.
template <Scalar T>
void copy_x_screw(Link<T>& link, const Link<T>& from) {
  link.a = from.a;
  link.a_y = from.a_y;
  link.alpha = from.alpha;
  link.cos_twist = from.cos_twist;
  link.sin_twist = from.sin_twist;
}

/// Takes lengths and twist away from a link.
template <Scalar T>
void clear_x_screw(Link<T>& link) {
  link.a = link.a_y = T(0);
  set_twist(link, T(0));
}

/// Standard DH: frame i moves from the far end of X_{i+1} to its near end.
template <Scalar T>
Arm<T> to_standard(Arm<T> arm) {
  arm.mount = compose(arm.mount, x_screw(arm.link[1]));
  for (int i = 1; i < arm.n; ++i) {
    arm.link[i].body = moved(arm.link[i].body, inverse(x_screw(arm.link[i + 1])));
    copy_x_screw(arm.link[i], arm.link[i + 1]);
  }
  clear_x_screw(arm.link[arm.n]);
  arm.frames = Frames::kStandardDh;
  return arm;
}

/// Modified DH: frame i moves from the far end of its own X back to the joint axis.
template <Scalar T>
Arm<T> to_modified(Arm<T> arm) {
  arm.tool = compose(x_screw(arm.link[arm.n]), arm.tool);
  for (int i = arm.n; i >= 1; --i) {
    arm.link[i].body = moved(arm.link[i].body, x_screw(arm.link[i]));
    if (i < arm.n) copy_x_screw(arm.link[i + 1], arm.link[i]);
  }
  clear_x_screw(arm.link[1]);
  arm.frames = Frames::kModifiedDh;
  return arm;
}

/// The arm in the frames of `frames`.
template <Scalar T>
Arm<T> reframed(const Arm<T>& arm, Frames frames) {
  if (arm.frames == frames) return arm;
  return frames == Frames::kStandardDh ? to_standard(arm) : to_modified(arm);
}

}  // namespace equidyn
