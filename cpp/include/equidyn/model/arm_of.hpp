/// @file arm_of.hpp
/// The arm that checked data describe, over any scalar, and its drives.
#pragma once

#include <cmath>
#include <limits>

#include "equidyn/arm/arm.hpp"
#include "equidyn/arm/drives.hpp"
#include "equidyn/model/arm_data.hpp"

namespace equidyn::model {

/// Data of motors as seen from the joints: a gear with ratio G multiplies them by |G|, or by G^2.
inline Numbers seen_from_joints(const ArmData& data, Numbers of_motors, bool squared) {
  if (data.gear_ratio.empty()) return of_motors;
  const std::size_t each = of_motors.size() / data.n();
  for (std::size_t k = 0; k < of_motors.size(); ++k) {
    const double G = data.gear_ratio[k / each];
    of_motors[k] *= squared ? G * G : std::abs(G);
  }
  return of_motors;
}

inline Drives drives_of(const ArmData& data) {
  Drives drives;
  drives.viscous = seen_from_joints(data, data.viscous, true);
  drives.motor_inertia = seen_from_joints(data, data.motor_inertia, true);
  const auto split = [&data](const Numbers& both, Numbers& forwards, Numbers& backwards) {
    const Numbers seen = seen_from_joints(data, both, false);
    for (std::size_t k = 0; k < seen.size(); k += 2) {
      forwards.push_back(seen[k]);
      backwards.push_back(seen[k + 1]);
    }
  };
  split(data.coulomb, drives.forwards, drives.backwards);
  split(data.breakaway, drives.more_forwards, drives.more_backwards);
  // a gear divides velocities
  for (std::size_t k = 0; k < data.stribeck.size(); ++k) {
    const double G = data.gear_ratio.empty() ? 1.0 : data.gear_ratio[k];
    drives.per_stribeck.push_back(1 / (data.stribeck[k] / std::abs(G)));
  }
  // friction of one kind alone
  if (!data.viscous.empty() || !data.coulomb.empty() || !data.breakaway.empty())
    for (Numbers* const each : {&drives.viscous, &drives.forwards, &drives.backwards})
      each->resize(data.n());
  return drives;
}

/// The arm; the data themselves are not rounded. Of bodies without data, no result can be made:
/// theirs are not numbers.
template <Scalar T>
Arm<T> arm_of(const ArmData& data) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const auto entry = [](const Numbers& numbers, std::size_t k) {
    return T(numbers.empty() ? kUnknown : numbers[k]);
  };
  const auto pose = [](const Frame& frame) {
    return Pose<T>{frame.R.template cast<T>(), frame.p.template cast<T>()};
  };
  const Frames frames = data.convention == "standard" ? Frames::kStandardDh : Frames::kModifiedDh;
  Arm<T> arm(frames, static_cast<int>(data.n()));
  for (int i = 1; i <= arm.n; ++i) {
    const auto k = static_cast<std::size_t>(i - 1);
    equidyn::Link<T>& link = arm.link[i];
    link.revolute = data.joints[k] == 'R';
    link.a = T(data.a[k]);
    link.a_y = T(data.a_y[k]);
    set_twist_exactly(link, T(data.alpha[k]));
    link.d = T(data.d[k]);
    link.theta = T(data.theta[k]);
    link.body.m = entry(data.mass, k);
    for (std::size_t row = 0; row < 3; ++row) {
      link.body.c(row) = entry(data.com, 3 * k + row);
      for (std::size_t column = 0; column < 3; ++column)
        link.body.I(row, column) = entry(data.inertia, 9 * k + 3 * row + column);
    }
  }
  arm.base = pose(data.base);
  arm.tool = pose(data.tool);
  for (std::size_t k = 0; k < 3; ++k) arm.gravity(k) = T(data.gravity[k]);
  return arm;
}

}  // namespace equidyn::model
