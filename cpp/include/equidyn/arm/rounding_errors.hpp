/// @file rounding_errors.hpp
/// Bounds on the errors of a link's moments of inertia after each parameter was rounded once to
/// float64: a mass on the axis of a joint may appear beside it.
#pragma once

#include <limits>

#include "equidyn/arm/arm.hpp"

namespace equidyn {

/// Relative error of one rounding to float64.
template <std::floating_point T>
constexpr T kRounding{std::numeric_limits<double>::epsilon()};

/// Error of the centre of mass of link i of an arm in modified DH. In standard DH it is given from
/// the far end of the link, whose distance comes off again.
template <std::floating_point T>
T error_of_mass_centre(const Arm<T>& arm, int i) {
  const T back = i < arm.n ? std::abs(arm.link[i + 1].a) : arm.tool.p.norm();
  return kRounding<T> * (arm.link[i].body.c.norm() + back);
}

/// Errors of the moments of inertia of link i about the axes of its frame.
template <std::floating_point T>
Vec3<T> errors_of_inertia(const Arm<T>& arm, int i) {
  const auto& [m, c, I] = arm.link[i].body;
  const T off = error_of_mass_centre(arm, i);
  Vec3<T> errors;
  for (int k = 0; k < 3; ++k) {
    const T distance = std::hypot(c((k + 1) % 3), c((k + 2) % 3));
    errors(k) = kRounding<T> * I.trace() + m * off * (2 * distance + off);
  }
  return errors;
}

}  // namespace equidyn
