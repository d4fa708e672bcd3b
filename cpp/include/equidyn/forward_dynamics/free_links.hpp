/// @file free_links.hpp
/// Links that joints do not hold yet, and the joint that then holds two of them. Shared by the
/// methods of forward dynamics that invert the inertia of single links.
///
///   code      meaning, in coordinates of the link behind the joint
///   V         acceleration of that link against the one before, by a unit wrench of the joint
///   N         wrench by which the joint answers a unit difference of accelerations
///   g         wrench that goes with a unit torque of the drive
///   mobility  acceleration of the joint by a unit torque on the links
///   drive     torque of the drive that reaches the links if they hold
///   share     part of a torque that accelerates the links, and not the motor
#pragma once

#include <string>

#include "equidyn/arm/spatial_link.hpp"

namespace equidyn::forward_dynamics {

/// The inverse of a link's spatial inertia about the origin of its frame.
template <Divisible T>
Mat6<T> inverse_inertia(const Body<T>& body) {
  const Mat3<T> per_I = body.I.inverse(), c = skew(body.c);
  Mat6<T> Phi;
  Phi << per_I, -(per_I * c), c * per_I, T(1) / body.m * Mat3<T>::Identity() - c * per_I * c;
  return Phi;
}

/// The inverse inertia of link i-1 at joint i, seen from link i.
template <Scalar T>
Mat6<T> seen_behind(const MotionTransform<T>& X, const Mat6<T>& before) {
  return X * Mat6<T>((X * before).transpose());
}

/// Why an arm has a link whose inertia has no inverse; empty where it has none. Link 1 does not
/// matter, since it moves by its joint alone.
template <std::totally_ordered T>
std::string link_without_inverse(const Arm<T>& arm) {
  const T kLargestCondition(1e20), kNothing(0);
  for (int i = 2; i <= arm.n; ++i) {
    const auto& [m, c, I] = arm.link[i].body;
    const T condition = I.squaredNorm() * Mat3<T>(I.inverse()).squaredNorm();
    if (!(m > kNothing && condition < kLargestCondition))
      return "takes links with mass and with inertia about every axis only (link " +
             std::to_string(i) + ")";
  }
  return "";
}

/// Link 1, whose motion is that of the base but for that of its joint: its inertia may be singular.
template <Scalar T>
struct FirstLink {
  Mat6<T> Psi;   ///< its mobility, by a wrench at link 2's side
  Vec6<T> b;     ///< its acceleration, if nothing follows it
  Vec6<T> held;  ///< wrench that it takes at no acceleration of its joint
  Vec6<T> U;     ///< and by a unit acceleration
  T per_D;

  /// a_held: acceleration of the link, and p: its wrench, at no acceleration of joint 1.
  void set(const SpatialInertia<T>& I, const MotionSubspace& S, const Vec6<T>& a_held,
           const Vec6<T>& p, const T& torque, const T& motor_inertia) {
    held = I * a_held + p;
    U = I.matrix() * S;
    per_D = T(1) / (S.dot(U) + motor_inertia);
    Psi = Mat6<T>::Zero();
    Psi(S.row(), S.row()) = per_D;
    b = a_held + S * T((torque - S.dot(held)) * per_D);
  }

  /// qdd_1, where the link passes on a wrench to link 2.
  T acceleration(const MotionSubspace& S, const T& torque, const Vec6<T>& passed_on) const {
    return (torque - (S.dot(held) + S.dot(passed_on))) * per_D;
  }
};

/// The joint between two bodies: the wrench f of its bearings and its drive.
template <Scalar T>
struct JointBetween {
  Mat6<T> N;
  Vec6<T> g;
  T mobility, drive, share;

  /// Five steps of elimination in V, one for each direction that the bearings hold. What stays of
  /// the sixth is the mobility of the joint.
  void set(Mat6<T> V, const MotionSubspace& S, const T& tau, const T& motor_inertia) {
    const int own = S.row();
    for (int k = 0; k < 6; ++k)
      if (k != own) exchange(V, k);
    mobility = V(own, own);
    share = T(1) / (T(1) + mobility * motor_inertia);
    drive = tau * share;
    for (int row = 0; row < 6; ++row) g(row) = row == own ? T(1) : T(-at(V, row, own));
    const Vec6<T> of_motor = g * T(motor_inertia * share);
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column <= row; ++column) {
        N(row, column) = of_motor(row) * g(column);
        if (row != own && column != own) N(row, column) -= V(row, column);
        N(column, row) = N(row, column);
      }
    }
  }

  /// f, where without it the links would differ by d in acceleration.
  Vec6<T> wrench(const Vec6<T>& d) const { return N * d + g * drive; }
  /// qdd
  T acceleration(const Vec6<T>& d) const { return mobility * drive - share * g.dot(d); }

 private:
  /// An entry of a symmetric matrix of which the lower half is kept.
  static T& at(Mat6<T>& V, int row, int column) {
    return row < column ? V(column, row) : V(row, column);
  }

  /// Exchanges wrench and acceleration of direction k: the sweep operator of symmetric matrices.
  static void exchange(Mat6<T>& V, int k) {
    const T per_pivot = T(1) / V(k, k);
    Vec6<T> column, scaled;
    for (int row = 0; row < 6; ++row) column(row) = at(V, row, k);
    scaled = column * per_pivot;
    for (int row = 0; row < 6; ++row)
      for (int other = 0; other <= row; ++other)
        if (row != k && other != k) V(row, other) -= scaled(row) * column(other);
    for (int row = 0; row < 6; ++row) at(V, row, k) = scaled(row);
    V(k, k) = -per_pivot;
  }
};

}  // namespace equidyn::forward_dynamics
