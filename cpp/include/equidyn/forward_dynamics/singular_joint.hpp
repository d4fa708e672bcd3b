/// @file singular_joint.hpp
/// Whether each joint of an arm moves mass, or its articulated inertia may be rounding error alone.
///
/// Articulated bodies as in articulated_bodies.hpp, whose symbols these are, and with them the
/// errors of the numbers that their inertia is kept in: an error of one, once the joint yields and
/// the links before are looked at, is seen through the same transformation as the inertia itself,
///
///   I^a = (1 - S V^t)^t I^A (1 - S V^t),  V = U / D
///
///   code  meaning
///   E     sum of the errors of the inertia that have been made so far, link i and beyond
///   free  takes a motion vector from link i-1 to link i where joint i yields
#pragma once

#include "equidyn/arm/rounding_errors.hpp"
#include "equidyn/arm/spatial_link.hpp"

namespace equidyn {

/// Why a joint has no acceleration: it moves no mass, or too much for float64.
struct SingularJoint {
  int joint = 0;  ///< 0: there is none
  bool too_heavy = false;
};

/// The outermost joint whose acceleration is undetermined in float64; T must be wider.
template <std::floating_point T>
SingularJoint singular_joint(const Arm<T>& arm, const JointState<T>& x,
                             const PerLink<T>& motor_inertia) {
  // errors of the entries beside the diagonal, which add to those on it, and those of the data
  constexpr T kSafety = T(16);
  Mat6<T> IA = Mat6<T>::Zero(), E = Mat6<T>::Zero();
  for (int i = arm.n; i >= 1; --i) {
    const Vec6<T> S = motion_subspace(arm.link[i]);
    IA += spatial_inertia(arm.link[i].body);
    const Vec6<T> rounding = kRounding<T> * IA.diagonal().cwiseAbs();
    E.diagonal() += rounding;
    E.diagonal().template head<3>() += errors_of_inertia(arm, i);

    const Vec6<T> U = IA * S;
    const T D = S.dot(U) + motor_inertia[i];
    if (!std::isfinite(static_cast<double>(D))) return {i, true};
    if (!(D > kSafety * S.dot(E * S))) return {i, false};
    if (i == 1) break;

    const Mat6<T> X = motion_transform(arm.link[i], x, i);
    const Mat6<T> free = X - S * (U.transpose() * X) / D;
    const Mat6<T> Ia = IA - U * U.transpose() / D;
    IA = X.transpose() * Ia * X;
    E = free.transpose() * E * free + X.transpose() * rounding.asDiagonal() * X;
  }
  return {};
}

}  // namespace equidyn
