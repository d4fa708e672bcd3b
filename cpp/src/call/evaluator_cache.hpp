/// @file evaluator_cache.hpp
/// The evaluators that a thread has used last: to make their workspaces takes longer than to
/// evaluate a state.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "call/compiled_arm.hpp"
#include "equidyn/evaluator.hpp"

namespace equidyn {

/// An evaluator, and what it reads.
struct ReadyEvaluator {
  std::uint64_t arm = 0;  ///< its serial number
  std::string formulation;
  bool of_mass_matrix = false;
  std::unique_ptr<Evaluator<double>> evaluator;
  Sample<double> sample{0};
};

/// The evaluator of a formulation for the torques, or the mass matrix, of an arm on this thread.
/// Null where there is no such formulation; throws std::invalid_argument where it refuses the arm.
inline ReadyEvaluator* ready_evaluator(const CompiledArm& arm, std::string_view formulation,
                                       bool of_mass_matrix) {
  // one for an arm that is gone is found no more, and gives way
  thread_local std::array<ReadyEvaluator, 8> ready;
  thread_local std::size_t oldest = 0;
  for (ReadyEvaluator& each : ready)
    if (each.arm == arm.serial && each.of_mass_matrix == of_mass_matrix &&
        each.formulation == formulation)
      return &each;
  ReadyEvaluator made{arm.serial, std::string(formulation), of_mass_matrix,
                      of_mass_matrix
                          ? make_mass_matrix_evaluator<double>(formulation, arm.in_double)
                          : make_evaluator<double>(formulation, arm.in_double),
                      Sample<double>(arm.n())};
  if (!made.evaluator) return nullptr;
  ReadyEvaluator& place = ready[oldest];
  oldest = (oldest + 1) % ready.size();
  place = std::move(made);
  return &place;
}

}  // namespace equidyn
