/// @file singular_joint.hpp
/// True if each joint of an arm moves mass, or its articulated inertia may be rounding error alone.
///
/// Articulated bodies as in articulated_bodies.hpp, with its symbols, and with them the
/// errors of the numbers that their inertia is kept in: an error of one, once the joint yields and
/// the links before are looked at, is seen through the same transformation as the inertia itself,
///
///   I^a = (1 - S V^t)^t I^A (1 - S V^t),  V = U / D
///
///   code  meaning
///   E     sum of the errors of the inertia that have been made so far, link i and beyond
///   off   error of a centre of mass
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

/// True if the joints beyond one yield to its motion, as in forward dynamics, or are held.
enum class Beyond { kYields, kHeld };

/// Calls `found` with every joint that moves no mass in float64, the outermost first, until
/// it returns false. Such a joint is held, since it does not yield. T must be wider than float64.
/// Lengths of the arm and the state are in this unit, by which numbers of any size have products.
template <Beyond beyond, std::totally_ordered T, class Found>
void find_singular_joints(const Arm<T>& arm, const JointState<T>& x,
                          const PerLink<T>& motor_inertia, double unit, const Found& found) {
  // errors of the entries beside the diagonal, which add to those on it
  constexpr T kSafety = T(16);
  const T off = error_of_mass_centres(arm);
  Mat6<T> IA = Mat6<T>::Zero(), E = Mat6<T>::Zero();
  for (int i = arm.n; i >= 1; --i) {
    const Vec6<T> S = motion_subspace(arm.link[i]).template vector<T>();
    IA += spatial_inertia(arm.link[i].body).matrix();
    const Vec6<T> rounding = kSafety * kRounding<T> * IA.diagonal().cwiseAbs();
    E.diagonal() += rounding;
    E.diagonal().template head<3>() += errors_of_inertia(arm, i, off);

    const Vec6<T> U = IA * S;
    const T D = S.dot(U) + motor_inertia[i];
    const double own = arm.link[i].revolute ? unit : 1.0, size = static_cast<double>(D) * own * own;
    const bool finite = std::isfinite(size), moves = D > S.dot(E * S);
    if ((!finite || !moves) && !found(SingularJoint{i, !finite})) return;
    if (i == 1) return;

    const Mat6<T> X = motion_transform(arm.link[i], x, i).matrix();
    if (beyond == Beyond::kHeld || !finite || !moves) {
      IA = X.transpose() * IA * X;
      E = X.transpose() * E * X;
      continue;
    }
    const Mat6<T> free = X - S * (U.transpose() * X) / D;
    const Mat6<T> Ia = IA - U * U.transpose() / D;
    IA = X.transpose() * Ia * X;
    E = free.transpose() * E * free + X.transpose() * rounding.asDiagonal() * X;
  }
}

}  // namespace equidyn
