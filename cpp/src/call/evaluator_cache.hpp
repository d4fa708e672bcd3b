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
#include "equidyn/kernels/quantities.hpp"

namespace equidyn {

/// An evaluator, and what it reads.
struct ReadyEvaluator {
  std::uint64_t arm = 0;  ///< its serial number
  kernels::Task task{};
  std::string formulation;
  std::unique_ptr<Evaluator<double>> evaluator;
  Sample<double> sample{0};
};

/// The evaluator of a quantity of an arm by a method's name. Null where there is none of that name;
/// throws std::invalid_argument where it refuses the arm.
inline std::unique_ptr<Evaluator<double>> evaluator_of(kernels::Task task, std::string_view name,
                                                       const CompiledArm& arm) {
  switch (task) {
    case kernels::Task::kInverseDynamics:
      return make_evaluator<double>(name, arm.in_double);
    case kernels::Task::kMassMatrix:
      return make_mass_matrix_evaluator<double>(name, arm.in_double);
    case kernels::Task::kForwardDynamics:
      return make_forward_dynamics_evaluator<double>(name, arm.in_double);
    case kernels::Task::kCoriolisCoefficients:
      return make_coriolis_evaluator<double>(name, arm.in_double);
    default:
      return nullptr;
  }
}

/// The same, as this thread keeps it.
inline ReadyEvaluator* ready_evaluator(const CompiledArm& arm, kernels::Task task,
                                       std::string_view formulation) {
  // one for an arm that is gone is found no more, and gives way
  thread_local std::array<ReadyEvaluator, 8> ready;
  thread_local std::size_t oldest = 0;
  for (ReadyEvaluator& each : ready)
    if (each.arm == arm.serial && each.task == task && each.formulation == formulation)
      return &each;
  ReadyEvaluator made{arm.serial, task, std::string(formulation),
                      evaluator_of(task, formulation, arm), Sample<double>(arm.n())};
  if (!made.evaluator) return nullptr;
  ReadyEvaluator& place = ready[oldest];
  oldest = (oldest + 1) % ready.size();
  place = std::move(made);
  return &place;
}

}  // namespace equidyn
