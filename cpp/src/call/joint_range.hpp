/// @file joint_range.hpp
/// Limits of the joints, and the range of positions where an arm may stand.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include "call/compiled_arm.hpp"

namespace equidyn {

/// For each joint the limits, infinite where there is none, and the lowest and highest position:
/// the limits, or, unless there are two, half a turn or one metre either way.
struct JointRange {
  std::vector<double> lower, upper, lowest, highest;
  std::unique_ptr<bool[]> winds;  ///< whether whole turns change nothing: no limits, revolute

  /// Of n x 2 limits, row by row; null: none.
  JointRange(const CompiledArm& arm, const double* limits)
      : lower(size(arm), -kInfinity),
        upper(size(arm), kInfinity),
        lowest(size(arm)),
        highest(size(arm)),
        winds(std::make_unique<bool[]>(size(arm))) {
    for (std::size_t j = 0; j < size(arm); ++j) {
      if (limits != nullptr) lower[j] = limits[2 * j], upper[j] = limits[2 * j + 1];
      const bool revolute = arm.in_double.standard.link[static_cast<int>(j) + 1].revolute;
      const bool bounded = std::isfinite(lower[j]) && std::isfinite(upper[j]);
      const double either_way = revolute ? std::numbers::pi : 1.0;
      highest[j] = bounded ? upper[j] : either_way;
      lowest[j] = bounded ? lower[j] : -either_way;
      winds[j] = revolute && std::isinf(lower[j]) && std::isinf(upper[j]);
    }
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static std::size_t size(const CompiledArm& arm) { return static_cast<std::size_t>(arm.n()); }
};

}  // namespace equidyn
