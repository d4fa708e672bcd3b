/// @file least_pivots.hpp
/// The pivots of forward dynamics below which a joint may move no mass.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "equidyn/arm/arm.hpp"
#include "equidyn/arm/rounding_errors.hpp"
#include "equidyn/kernels/model.hpp"

namespace equidyn::kernels {

/// Sets the least pivot of each joint: a small part of the inertia of the links beyond it, the arm
/// stretched out, and the errors of their data. Links count less with each joint in between, since
/// it yields. Far above the errors that singular_joint.hpp looks for.
template <class T, class C>
void set_least_pivots(const Arm<T>& arm, std::vector<LinkConstants<C>>& links) {
  constexpr T kSuspicious = T(1e-8), kFading = T(0.8), kManyErrors = T(16);
  const T off = error_of_mass_centres(arm);
  T mass = 0, moment = 0, inertia = 0, prismatic = 0, errors = 0;
  for (int i = arm.n; i >= 1; --i) {
    const Link<T>& link = arm.link[i];
    LinkConstants<C>& constants = links[static_cast<std::size_t>(i - 1)];
    errors += errors_of_inertia(arm, i, off).maxCoeff();
    if (link.revolute) {
      const T beyond = prismatic > 0 ? 2 * inertia : inertia;
      constants.least_pivot = C(kSuspicious * beyond + kManyErrors * errors);
      constants.least_pivot_per_square = C(kSuspicious * 2 * prismatic * mass);
    } else {
      constants.least_pivot = C(kSuspicious * mass);
      prismatic += 1;
    }
    const auto& [m, c, I] = link.body;
    using std::abs;
    const T out = c.norm();
    mass += m, moment += m * out, inertia += m * out * out + I.trace();
    const T shift = abs(link.a) + abs(link.a_y) + (link.revolute ? abs(link.d) : T(0));
    inertia = kFading * (inertia + shift * (2 * moment + shift * mass));
    moment = kFading * (moment + shift * mass);
    mass *= kFading;
    prismatic *= kFading;
  }
}

}  // namespace equidyn::kernels
