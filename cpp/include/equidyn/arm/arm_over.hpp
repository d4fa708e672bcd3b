/// @file arm_over.hpp
/// The same arm over another scalar.
#pragma once

#include "equidyn/arm/arm.hpp"

namespace equidyn {

/// Numbers are rounded where the other scalar has fewer digits.
template <Scalar T, Scalar S>
Arm<T> arm_over(const Arm<S>& arm) {
  const auto pose = [](const Pose<S>& x) -> Pose<T> {
    return {x.R.template cast<T>(), x.p.template cast<T>()};
  };
  Arm<T> result(arm.frames, arm.n);
  for (int i = 1; i <= arm.n; ++i) {
    const Link<S>& link = arm.link[i];
    const auto& [m, c, I] = link.body;
    result.link[i] = {.revolute = link.revolute,
                      .a = T(link.a),
                      .a_y = T(link.a_y),
                      .alpha = T(link.alpha),
                      .d = T(link.d),
                      .theta = T(link.theta),
                      .cos_twist = T(link.cos_twist),
                      .sin_twist = T(link.sin_twist),
                      .body = {T(m), c.template cast<T>(), I.template cast<T>()}};
  }
  result.base = pose(arm.base);
  result.mount = pose(arm.mount);
  result.tool = pose(arm.tool);
  result.gravity = arm.gravity.template cast<T>();
  return result;
}

}  // namespace equidyn
