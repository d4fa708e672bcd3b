/// @file free_links.hpp
/// Links that joints do not hold yet, and the joint that then holds two of them.
///
///   code      meaning, in coordinates of the link behind the joint
///   V         acceleration of that link against the one before, by a unit wrench of the joint
///   N         wrench by which the joint answers a unit difference of accelerations
///   g         wrench that goes with a unit torque of the drive
///   mobility  acceleration of the joint by a unit torque on the links
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

/// The joint between two bodies: the wrench f of its bearings and its drive.
template <Scalar T>
struct JointBetween {
  Mat6<T> N;
  Vec6<T> g;
  T mobility, share;

  /// Five steps of elimination in V, one for each direction that the bearings hold. What stays of
  /// the sixth is the mobility of the joint.
  void set(Mat6<T> V, const MotionSubspace& S, const T& motor_inertia) {
    const int own = S.row();
    for (int k = 0; k < 6; ++k)
      if (k != own) exchange(V, k);
    mobility = V(own, own);
    share = T(1) / (T(1) + mobility * motor_inertia);
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
  Vec6<T> wrench(const Vec6<T>& d, const T& torque) const { return N * d + g * T(share * torque); }
  /// qdd
  T acceleration(const Vec6<T>& d, const T& torque) const {
    return share * (mobility * torque - g.dot(d));
  }

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
