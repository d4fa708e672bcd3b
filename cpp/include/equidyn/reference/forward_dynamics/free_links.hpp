/// @file free_links.hpp
/// Links not yet connected by joints, and the joint that connects two of them.
///
///   code      meaning, in coordinates of the link behind the joint
///   V         acceleration of that link against the one before, by a unit wrench of the joint
///   N         wrench of the joint for a unit difference of accelerations
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

/// Reason why an arm has a link with singular inertia; empty if it has none. Link 1 moves by its
/// joint alone.
template <std::totally_ordered T>
std::string link_without_inverse(const Arm<T>& arm) {
  const std::string needed = "takes links with mass and with inertia about every axis only (link ";
  const T kLargestCondition(1e10), kNothing(0);
  const auto [J, S, M] = spatial_inertia(arm.link[1].body);
  const T at_joint = arm.link[1].revolute ? J(2, 2) * kLargestCondition - J.trace() : M;
  if (!(at_joint > kNothing)) return needed + "1: about its joint)";
  for (int i = 2; i <= arm.n; ++i) {
    const auto& [m, c, I] = arm.link[i].body;
    const T condition = I.squaredNorm() * Mat3<T>(I.inverse()).squaredNorm();
    if (!(m > kNothing && condition < kLargestCondition * kLargestCondition))
      return needed + std::to_string(i) + ")";
  }
  return "";
}

/// Acceleration of joint 1 by a unit torque, where nothing follows link 1.
template <Divisible T>
T mobility_on_base(const SpatialInertia<T>& I, const MotionSubspace& S, const T& motor_inertia) {
  const Vec6<T> U = I.matrix() * S;
  return T(1) / (S.dot(U) + motor_inertia);
}

/// The joint between two bodies: the wrench f of its constraints and its motor.
template <Scalar T>
struct JointBetween {
  Mat6<T> N;
  Vec6<T> g;
  T mobility, share;

  /// Five steps of elimination in V, one for each constrained direction. What stays of
  /// the sixth is the mobility of the joint.
  void set(Mat6<T> V, const MotionSubspace& S, const T& motor_inertia) {
    const int own = S.row();
    for (int k = 0; k < 6; ++k)
      if (k != own) exchange(V, k);
    mobility = V(own, own);
    share = T(1) / (T(1) + mobility * motor_inertia);
    for (int i = 0; i < 6; ++i) g(i) = i == own ? T(1) : T(-at(V, i, own));
    const Vec6<T> of_motor = g * T(motor_inertia * share);
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j <= i; ++j) {
        N(i, j) = of_motor(i) * g(j);
        if (i != own && j != own) N(i, j) -= V(i, j);
        N(j, i) = N(i, j);
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
  /// An entry of a symmetric matrix; only the lower half is kept.
  static T& at(Mat6<T>& V, int i, int j) { return i < j ? V(j, i) : V(i, j); }

  /// Exchanges wrench and acceleration of direction k: the sweep operator of symmetric matrices.
  static void exchange(Mat6<T>& V, int k) {
    const T per_pivot = T(1) / V(k, k);
    Vec6<T> column, scaled;
    for (int i = 0; i < 6; ++i) column(i) = at(V, i, k);
    scaled = column * per_pivot;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j <= i; ++j)
        if (i != k && j != k) V(i, j) -= scaled(i) * column(j);
    for (int i = 0; i < 6; ++i) at(V, i, k) = scaled(i);
    V(k, k) = -per_pivot;
  }
};

}  // namespace equidyn::forward_dynamics
