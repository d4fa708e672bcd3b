/// @file varied_data.hpp
/// The data in which many arms differ: rows of numbers, one for each arm.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

#include "equidyn/arm/arm.hpp"
#include "equidyn/arm/drives.hpp"
#include "equidyn/model/arm_data.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace equidyn {

enum class Datum : std::size_t {
  kA,
  kAy,
  kAlpha,
  kD,
  kTheta,
  kMass,
  kCom,
  kInertia,
  kGravity,
  kBase,
  kTool,
  kViscous,
  kCoulomb,
  kMotorInertia,
};

/// Name in Python, and how many numbers an arm has: of itself, and of each joint.
struct DatumKind {
  std::string_view name;
  std::size_t of_arm, of_joint;

  constexpr std::size_t width(std::size_t n) const { return of_arm + n * of_joint; }
};

constexpr std::array kData{
    DatumKind{"a", 0, 1},       DatumKind{"a_y", 0, 1},           DatumKind{"alpha", 0, 1},
    DatumKind{"d", 0, 1},       DatumKind{"theta", 0, 1},         DatumKind{"mass", 0, 1},
    DatumKind{"com", 0, 3},     DatumKind{"inertia", 0, 9},       DatumKind{"gravity", 3, 0},
    DatumKind{"base", 16, 0},   DatumKind{"tool", 16, 0},         DatumKind{"viscous", 0, 1},
    DatumKind{"coulomb", 0, 2}, DatumKind{"motor_inertia", 0, 1},
};

/// Rows, one after the other; null where all arms have the same.
struct VariedData {
  std::array<const double*, kData.size()> rows{};

  bool has(Datum datum) const { return rows[static_cast<std::size_t>(datum)] != nullptr; }
  bool has_geometry() const {
    return has(Datum::kA) || has(Datum::kAy) || has(Datum::kAlpha) || has(Datum::kD);
  }
  std::span<const double> row(Datum datum, std::ptrdiff_t arm, std::size_t n) const {
    const auto which = static_cast<std::size_t>(datum);
    const std::size_t width = kData[which].width(n);
    return {rows[which] + static_cast<std::size_t>(arm) * width, width};
  }
};

/// Replaces what varies in the data of an arm by that of arm k.
void set_varied(const VariedData& varied, std::ptrdiff_t k, model::ArmData& data);

/// The same in its drives, which already have numbers for each joint.
void set_varied(const VariedData& varied, std::ptrdiff_t k, std::span<const double> gear_ratio,
                Drives& drives);

/// The same in an arm over T, `number(datum, index)` being a number of the row of the arm, or of
/// several arms in lanes.
template <class T, class Number>
void set_varied(const VariedData& varied, const Number& number, Arm<T>& arm) {
  const auto vary = [&](Datum datum, std::size_t index, T& value) {
    if (varied.has(datum)) value = number(datum, index);
  };
  const auto vary_pose = [&](Datum datum, Pose<T>& pose) {
    if (!varied.has(datum)) return;
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column)
        pose.R(row, column) = number(datum, 4 * row + column);
      pose.p(row) = number(datum, 4 * row + 3);
    }
  };
  for (int i = 1; i <= arm.n; ++i) {
    const auto k = static_cast<std::size_t>(i - 1);
    Link<T>& link = arm.link[i];
    vary(Datum::kA, k, link.a), vary(Datum::kAy, k, link.a_y);
    vary(Datum::kD, k, link.d), vary(Datum::kTheta, k, link.theta);
    if (varied.has(Datum::kAlpha)) set_twist_exactly(link, number(Datum::kAlpha, k));
    vary(Datum::kMass, k, link.body.m);
    for (std::size_t row = 0; row < 3; ++row) {
      vary(Datum::kCom, 3 * k + row, link.body.c(row));
      for (std::size_t column = 0; column < 3; ++column)
        vary(Datum::kInertia, 9 * k + 3 * row + column, link.body.I(row, column));
    }
  }
  vary_pose(Datum::kBase, arm.base), vary_pose(Datum::kTool, arm.tool);
  for (std::size_t k = 0; k < 3; ++k) vary(Datum::kGravity, k, arm.gravity(k));
}

}  // namespace equidyn
