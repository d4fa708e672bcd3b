/// @file joint_range.hpp
/// Limits of the joints, and the range of positions where an arm may stand.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <span>
#include <vector>

#include "call/compiled_arm.hpp"

namespace equidyn {

/// For each joint the limits, infinite where there is none, and the lowest and highest position:
/// the limits, or half a turn or one metre either way, from zero and from the other limit.
class JointRange {
  std::vector<double> numbers_;  ///< in one piece, since a search for one pose takes microseconds

 public:
  std::span<double> lower, upper, lowest, highest;
  std::span<double> middle;       ///< between the lowest and the highest
  std::unique_ptr<bool[]> winds;  ///< whether whole turns change nothing: no limits, revolute

  /// n x 2 limits, row by row; null: none.
  JointRange(const CompiledArm& arm, const double* limits)
      : numbers_(5 * size(arm)),
        lower(part(arm, 0)),
        upper(part(arm, 1)),
        lowest(part(arm, 2)),
        highest(part(arm, 3)),
        middle(part(arm, 4)),
        winds(std::make_unique<bool[]>(size(arm))) {
    for (std::size_t j = 0; j < size(arm); ++j) {
      lower[j] = limits != nullptr ? limits[2 * j] : -kInfinity;
      upper[j] = limits != nullptr ? limits[2 * j + 1] : kInfinity;
      const bool revolute = arm.in_double.standard.link[static_cast<int>(j) + 1].revolute;
      const double either_way = revolute ? std::numbers::pi : 1.0;
      const double low = std::isfinite(lower[j]) ? lower[j] : 0.0;
      const double high = std::isfinite(upper[j]) ? upper[j] : 0.0;
      lowest[j] = std::isfinite(lower[j]) ? low : std::min(0.0, high) - either_way;
      highest[j] = std::isfinite(upper[j]) ? high : std::max(0.0, low) + either_way;
      middle[j] = (lowest[j] + highest[j]) / 2;
      winds[j] = revolute && std::isinf(lower[j]) && std::isinf(upper[j]);
    }
  }
  JointRange(const JointRange&) = delete;
  JointRange& operator=(const JointRange&) = delete;

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static std::size_t size(const CompiledArm& arm) { return static_cast<std::size_t>(arm.n()); }
  std::span<double> part(const CompiledArm& arm, std::size_t k) {
    return {numbers_.data() + k * size(arm), size(arm)};
  }
};

}  // namespace equidyn
