/// @file varied_data.hpp
/// The data in which many arms differ: rows of numbers, one for each arm.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "equidyn/arm/arm.hpp"
#include "equidyn/model/arm_data.hpp"

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

/// What may vary: the name in Python, and the same in the description of an arm, as numbers or as a
/// frame; and how many numbers an arm has of it: of itself, and of each joint.
struct DatumKind {
  std::string_view name;
  model::Numbers model::ArmData::* numbers;  ///< null for a frame
  std::size_t of_arm, of_joint;
  model::Frame model::ArmData::* frame = nullptr;

  constexpr std::size_t width(std::size_t n) const { return of_arm + n * of_joint; }
};

/// In the order of the enumeration.
constexpr std::array kData{
    DatumKind{"a", &model::ArmData::a, 0, 1},
    DatumKind{"a_y", &model::ArmData::a_y, 0, 1},
    DatumKind{"alpha", &model::ArmData::alpha, 0, 1},
    DatumKind{"d", &model::ArmData::d, 0, 1},
    DatumKind{"theta", &model::ArmData::theta, 0, 1},
    DatumKind{"mass", &model::ArmData::mass, 0, 1},
    DatumKind{"com", &model::ArmData::com, 0, 3},
    DatumKind{"inertia", &model::ArmData::inertia, 0, 9},
    DatumKind{"gravity", &model::ArmData::gravity, 3, 0},
    DatumKind{"base", nullptr, 16, 0, &model::ArmData::base},
    DatumKind{"tool", nullptr, 16, 0, &model::ArmData::tool},
    DatumKind{"viscous", &model::ArmData::viscous, 0, 1},
    DatumKind{"coulomb", &model::ArmData::coulomb, 0, 2},
    DatumKind{"motor_inertia", &model::ArmData::motor_inertia, 0, 1},
};

/// Rows, one after the other; null where all arms have the same.
struct VariedData {
  std::array<const double*, kData.size()> rows{};

  bool has(Datum datum) const { return rows[static_cast<std::size_t>(datum)] != nullptr; }
  bool has_geometry() const {
    return has(Datum::kA) || has(Datum::kAy) || has(Datum::kAlpha) || has(Datum::kD);
  }
  bool has_drives() const {
    return has(Datum::kViscous) || has(Datum::kCoulomb) || has(Datum::kMotorInertia);
  }
  std::span<const double> row(Datum datum, std::ptrdiff_t arm, std::size_t n) const {
    const auto which = static_cast<std::size_t>(datum);
    const std::size_t width = kData[which].width(n);
    return {rows[which] + static_cast<std::size_t>(arm) * width, width};
  }
};

/// Replaces what varies in the data of an arm by that of arm k.
inline void set_varied(const VariedData& varied, std::ptrdiff_t k, model::ArmData& data) {
  for (std::size_t which = 0; which < kData.size(); ++which) {
    const auto datum = static_cast<Datum>(which);
    if (!varied.has(datum)) continue;
    const std::span<const double> row = varied.row(datum, k, data.n());
    if (kData[which].numbers != nullptr)
      (data.*kData[which].numbers).assign(row.begin(), row.end());
    else
      data.*kData[which].frame = model::pose_of(row.first<16>());
  }
}

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
