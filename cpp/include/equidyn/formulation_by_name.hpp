/// @file formulation_by_name.hpp
/// A formulation, found by its name, for an arm that it takes.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "equidyn/evaluator.hpp"
#include "equidyn/formulation.hpp"
#include "equidyn/registry.hpp"

namespace equidyn {

/// Calls `visit` with the formulation of this name. Throws std::invalid_argument where it refuses
/// the arm.
template <Scalar T, class Visitor>
void with_formulation(std::string_view name, const ArmInBothFrames<T>& arm, Visitor&& visit) {
  for_each_formulation([&]<class F>(F formulation) {
    if (F::info.name != name) return;
    const std::string reason = refusal<F>(arm.in(F::info.frames));
    if (!reason.empty())
      throw std::invalid_argument("formulation: " + std::string(name) + " " + reason);
    visit(formulation);
  });
}

}  // namespace equidyn
