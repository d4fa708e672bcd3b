/// @file rounding_errors.hpp
/// Bounds on the errors of a link's moments of inertia, as files and conversions leave them: a mass
/// on the axis of a joint may appear beside it.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include "equidyn/arm/arm.hpp"

namespace equidyn {

/// Relative error of one rounding to float64.
template <std::totally_ordered T>
constexpr T kRounding{std::numeric_limits<double>::epsilon()};

/// Levers below this part of the arm's size are errors: axes that differ by less, in rad, are read
/// as parallel (arm/formats/tree/frames.py).
template <std::totally_ordered T>
constexpr T kNegligibleLever{1e-11};

/// Moments below this part of the link's largest ones are errors.
template <std::totally_ordered T>
constexpr T kNegligibleMoment{1e-12};

/// How far the centre of mass of link i of an arm in modified DH is from where it is given. In
/// standard DH that is the far end of the link.
template <std::totally_ordered T>
T distance_of_mass_centre(const Arm<T>& arm, int i) {
  using std::abs;
  return arm.link[i].body.c.norm() +
         (i < arm.n ? T(abs(arm.link[i + 1].a) + abs(arm.link[i + 1].a_y)) : T(arm.tool.p.norm()));
}

/// Error of the centres of mass of an arm in modified DH, from the lengths that lead to them.
template <std::totally_ordered T>
T error_of_mass_centres(const Arm<T>& arm) {
  using std::abs;
  T links = 0, farthest = 0;
  for (int i = 1; i <= arm.n; ++i) {
    links += abs(arm.link[i].a) + abs(arm.link[i].a_y) + abs(arm.link[i].d);
    farthest = std::max(farthest, distance_of_mass_centre(arm, i));
  }
  return kNegligibleLever<T> * (links + farthest);
}

/// Errors of the moments of inertia of link i about the axes of its frame, where `off` is that of
/// its centre of mass. A moment is an error altogether if it is negligible, or if a shift of the
/// tensor from the frame's origin to the centre of mass may have left it.
template <std::totally_ordered T>
Vec3<T> errors_of_inertia(const Arm<T>& arm, int i, T off) {
  constexpr T kRoundings = T(4), kOwn = T(16) * std::numeric_limits<T>::epsilon();
  const auto& [m, c, I] = arm.link[i].body;
  const T distance = distance_of_mass_centre(arm, i);
  const T shift = kRoundings * kRounding<T> * m * distance * distance;
  const T negligible = kNegligibleMoment<T> * I.trace() + shift;
  const Vec3<T> moments = I.diagonal().cwiseAbs();
  return moments.cwiseMin(negligible).array() + kOwn * moments.sum() + m * off * off;
}

}  // namespace equidyn
