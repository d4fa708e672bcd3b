/// @file checked_arm.hpp
/// Data of an arm that make results meaningless are refused.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "equidyn/model/arm_of.hpp"
#include "equidyn/model/checked_names.hpp"
#include "equidyn/model/rigid.hpp"

namespace equidyn::model {

/// Refuses the first number that does not hold; there are `each` for every link.
template <class Holds>
void require(std::string_view name, const Numbers& numbers, std::size_t each, Holds holds,
             const std::string& expected) {
  const auto wrong = std::find_if_not(numbers.begin(), numbers.end(), holds);
  if (wrong == numbers.end()) return;
  const auto index = static_cast<std::size_t>(wrong - numbers.begin());
  refuse(std::string(name) + ": " + expected + ", got " + shown(*wrong) + at("link", index / each));
}

inline void require_finite(std::string_view name, const Numbers& numbers, std::size_t each = 1) {
  require(name, numbers, each, [](double x) { return std::isfinite(x); }, "must be finite");
}

/// There are as many numbers as joints ask for, and those that no infinity means are finite.
inline void check_numbers(const ArmData& data) {
  struct Entry {
    const char* name;
    const Numbers& numbers;
    std::size_t each = 1;
    bool needed = false, may_be_infinite = false;
  };
  const Entry entries[] = {
      {"a", data.a, 1, true},
      {"a_y", data.a_y, 1, true},
      {"alpha", data.alpha, 1, true},
      {"d", data.d, 1, true},
      {"theta", data.theta, 1, true},
      {"mass", data.mass},
      {"com", data.com, 3},
      {"inertia", data.inertia, 9},
      {"motor_inertia", data.motor_inertia},
      {"gear_ratio", data.gear_ratio},
      {"viscous", data.viscous},
      {"coulomb", data.coulomb, 2},
      {"breakaway", data.breakaway, 2},
      {"stribeck", data.stribeck},
      {"limits", data.limits, 2, false, true},
      {"velocity_limits", data.velocity_limits, 1, false, true},
      {"acceleration_limits", data.acceleration_limits, 1, false, true},
      {"jerk_limits", data.jerk_limits, 1, false, true},
      {"effort_limits", data.effort_limits, 1, false, true},
  };
  for (const auto& [name, numbers, each, needed, may_be_infinite] : entries) {
    const std::size_t expected = each * data.n();
    if (numbers.size() != expected && (needed || !numbers.empty()))
      refuse(std::string(name) + ": expected " + std::to_string(expected) + " numbers, got " +
             std::to_string(numbers.size()));
    if (!may_be_infinite) require_finite(name, numbers, each);
  }
  if (data.gravity.size() != 3)
    refuse("gravity: expected 3 numbers, got " + std::to_string(data.gravity.size()));
  for (std::size_t k = 0; k < 3; ++k)
    if (!std::isfinite(data.gravity[k]))
      refuse("gravity: must be finite, got " + shown(data.gravity[k]) + " at index (" +
             std::to_string(k) + ",)");
}

/// A capital letter for each joint.
inline std::string checked_letters(const std::string& joints) {
  if (joints.empty()) refuse("joints: an arm must have at least one joint, got ''");
  std::string letters = joints;
  std::ranges::replace(letters, 'r', 'R');
  std::ranges::replace(letters, 'p', 'P');
  const std::size_t other = letters.find_first_not_of("RP");
  if (other == std::string::npos) return letters;
  std::size_t end = other + 1;  // end of its bytes in UTF-8
  while (end < joints.size() && (static_cast<unsigned char>(joints[end]) & 0xc0) == 0x80) ++end;
  refuse("joints: letters must be R (revolute) or P (prismatic), got " +
         quoted(joints.substr(other, end - other)) + at("joint", other));
}

/// Masses and tensors that bodies have, and finite ones about the origins of the frames; tensors
/// become exactly symmetric. Those of links before the `first`, from 0, are known to be so.
inline void check_bodies(ArmData& data, std::size_t first = 0) {
  require("mass", data.mass, 1, [](double x) { return x >= 0; }, "must not be negative");
  using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  for (std::size_t k = 9 * first; k < data.inertia.size(); k += 9) {
    Eigen::Map<RowMajor> tensor(data.inertia.data() + k);
    tensor = checked_inertia("inertia", tensor, at("link", k / 9));
  }
  if (!data.has_bodies()) return;
  Numbers about_origins = data.inertia;
  double total = 0;
  for (std::size_t k = 0; k < data.n(); ++k) {
    Eigen::Map<RowMajor>(about_origins.data() + 9 * k) +=
        Body::steiner(data.mass[k], Vector(data.com.data() + 3 * k));
    total += data.mass[k];
  }
  require_finite("inertia, about the origin of the link's frame", about_origins, 9);
  if (!std::isfinite(total))
    refuse("mass, of all links together: must be finite, got " + shown(total));
}

/// Limits may be infinite where there is none.
inline void check_limits(const ArmData& data) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < data.limits.size(); ++k) {
    const double limit = data.limits[k];
    if (!std::isfinite(limit) && limit != (k % 2 == 0 ? -kNone : kNone))
      refuse("limits: must be finite, got " + shown(limit) + at("link", k / 2));
  }
  const std::pair<const char*, const Numbers&> largest[] = {
      {"velocity_limits", data.velocity_limits},
      {"acceleration_limits", data.acceleration_limits},
      {"jerk_limits", data.jerk_limits},
      {"effort_limits", data.effort_limits}};
  for (const auto& [name, numbers] : largest) {
    require(name, numbers, 1, [](double x) { return std::isfinite(x) || x == kNone; },
            "must be finite");
    require(name, numbers, 1, [](double x) { return x > 0; }, "must be positive");
  }
  for (std::size_t k = 0; k < data.limits.size(); k += 2) {
    const std::span<const double> both(data.limits.data() + k, 2);
    if (both[0] > both[1])
      refuse("limits: lower must not exceed upper, got " + shown(both) + at("link", k / 2));
  }
}

/// Signs of motors and friction; what formulations need of them is finite.
inline void check_drives(const ArmData& data) {
  const auto not_negative = [](double x) { return x >= 0; };
  require("motor_inertia", data.motor_inertia, 1, not_negative, "must not be negative");
  require("viscous", data.viscous, 1, not_negative, "must not be negative");
  require("gear_ratio", data.gear_ratio, 1, [](double x) { return x != 0; }, "must not be zero");
  require("stribeck", data.stribeck, 1, [](double x) { return x > 0; }, "must be positive");
  if (data.breakaway.empty() != data.stribeck.empty())
    refuse(data.stribeck.empty() ? "breakaway: expected stribeck with it, got none"
                                 : "stribeck: expected breakaway with it, got none");
  const auto check_seen = [&data](const char* name, const Numbers& given, bool squared) {
    require_finite(std::string(name) + ", seen from the joint, with gear_ratio",
                   seen_from_joints(data, given, squared), given.size() / data.n());
  };
  check_seen("viscous", data.viscous, true);
  check_seen("coulomb", data.coulomb, false);
  check_seen("breakaway", data.breakaway, false);
  require_finite("stribeck, its inverse seen from the joint, with gear_ratio",
                 drives_of(data).per_stribeck);
  check_seen("motor_inertia", data.motor_inertia, true);
}

/// Names are distinct, and frames rigid and at links.
inline void check_names(const ArmData& data) {
  const std::size_t n = data.n();
  if (!data.joint_names.empty()) require_names("joint_names", data.joint_names, n, "joint");
  if (!data.link_names.empty()) require_names("link_names", data.link_names, n, "link");
  if (!data.tool_name.empty()) require_name("tool_name", data.tool_name);
  Names names;
  for (const NamedFrame& frame : data.frames) names.push_back(frame.name);
  require_frame_names(names);
  for (const auto& [name, link, pose] : data.frames) {
    const std::string what = "frames: link of " + quoted(name);
    if (link < 0) refuse(what + ": must be at least 0, got " + std::to_string(link));
    if (std::cmp_greater(link, n))
      refuse(what + ": must be at most " + std::to_string(n) + ", got " + std::to_string(link));
    require_rigid("frames: pose of " + quoted(name), pose);
  }
  require_writable("name", data.name);
}

/// The data of an arm, checked: with capital letters for the joints, a_y, and tensors that are
/// exactly symmetric.
inline ArmData checked(ArmData data) {
  data.joints = checked_letters(data.joints);
  choice("convention", data.convention, {"standard", "modified"});
  if (data.a_y.empty()) data.a_y.resize(data.n());
  check_numbers(data);
  check_bodies(data);
  require_rigid("base", data.base);
  require_rigid("tool", data.tool);
  check_limits(data);
  check_drives(data);
  check_names(data);
  return data;
}

}  // namespace equidyn::model
