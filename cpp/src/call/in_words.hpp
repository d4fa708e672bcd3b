/// @file in_words.hpp
/// Facts of formulations, and names of operands and options, as users read them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "equidyn/interface/formulation.hpp"
#include "equidyn/kernels/quantities.hpp"

namespace equidyn {

constexpr const char* in_words(Family family) {
  switch (family) {
    case Family::kNewtonEuler:
      return "Newton-Euler";
    case Family::kLagrange:
      return "Lagrange";
    case Family::kOther:
      break;
  }
  return "Kane, Gibbs, complement";
}

constexpr const char* in_words(Inertia inertia) {
  switch (inertia) {
    case Inertia::kTensorAboutCentre:
      return "a tensor about the centre of mass";
    case Inertia::kTensorAboutFrame:
      return "a tensor about the frame";
    case Inertia::kMomentsAboutFrame:
      return "second moments about the frame";
    case Inertia::kMomentsAboutFrameBefore:
      return "second moments about the frame before";
    case Inertia::kMomentsRegrouped:
      break;
  }
  return "second moments, regrouped";
}

constexpr const char* in_words(Positions positions) {
  return positions == Positions::kFromBase ? "from the base" : "from frame to frame";
}

constexpr const char* in_words(Frames frames) {
  return frames == Frames::kStandardDh ? "standard DH" : "modified DH";
}

/// The name of an operand in the Python API.
constexpr const char* name_of(kernels::Given which) {
  constexpr std::array<const char*, kernels::kGiven> kNames{
      "q",
      "qd",
      "qdd",
      "tau",
      "v",
      "dq",
      "dqd",
      "dqdd",
      "dtau",
      "cotangent",
      "tip_wrench",
      "base_motion.angular_velocity",
      "base_motion.angular_acceleration",
      "base_motion.linear_acceleration",
  };
  return kNames[static_cast<std::size_t>(which)];
}

inline std::vector<std::string_view> operands_of(const kernels::Quantity& quantity) {
  std::vector<std::string_view> names;
  names.reserve(static_cast<std::size_t>(quantity.operands));
  for (int k = 0; k < quantity.operands; ++k)
    names.emplace_back(name_of(quantity.given[static_cast<std::size_t>(k)]));
  return names;
}

/// The names of a quantity's options in the Python API, and "columns".
inline std::vector<std::string_view> options_of(const kernels::Quantity& quantity) {
  struct Named {
    kernels::Choices choice;
    std::string_view name;
  };
  std::vector<std::string_view> names;
  for (const Named& each :
       {Named{kernels::kFormulation, "formulation"}, Named{kernels::kTip, "tip_wrench"},
        Named{kernels::kBase, "base_motion"}, Named{kernels::kFriction, "friction"},
        Named{kernels::kMotors, "motors"}, Named{kernels::kColumns, "columns"},
        Named{kernels::kSingle, "dtype"}, Named{kernels::kFrame, "frame"}})
    if (quantity.takes(each.choice)) names.push_back(each.name);
  return names;
}

/// The extents of a result: -1 is the number of joints, -2 that of parameters.
inline std::vector<int> extents_of(const kernels::Shape& shape) {
  return {shape.stated, shape.stated + shape.axes()};
}

}  // namespace equidyn
