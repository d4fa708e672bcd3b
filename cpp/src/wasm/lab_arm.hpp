/// @file lab_arm.hpp
/// The arm of the plain C functions (lab.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "call/compiled_arm.hpp"
#include "equidyn/interface/lab.h"
#include "equidyn/model/arm_data.hpp"

struct EquidynArm {
  explicit EquidynArm(equidyn::model::ArmData given);

  int n() const { return compiled.n(); }

  equidyn::model::ArmData data;
  equidyn::CompiledArm compiled;
  std::vector<std::string> refusals;  ///< of each formulation, empty where it takes the arm
  std::vector<std::unique_ptr<equidyn::Evaluator<double>>> evaluators;  ///< null where refused
  equidyn::Sample<double> sample;
  std::string told;  ///< the last text that was asked for
};

namespace equidyn {

/// Keeps the reason of a failure; returns 0.
int fail(std::string_view reason);

/// True if there is a formulation of this number that takes the arm; if not, keeps the reason.
bool takes(const EquidynArm& arm, int formulation);

}  // namespace equidyn
