/// @file evaluator_cache.hpp
/// Cache of the evaluators that a thread used last, since allocating a workspace takes longer than
/// evaluating a state.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "call/compiled_arm.hpp"
#include "call/kept_by_thread.hpp"
#include "call/method_rows.hpp"
#include "call/own_formulations.hpp"

namespace equidyn {

/// An evaluator and its inputs.
struct ReadyEvaluator {
  std::uint64_t arm = 0;  ///< its serial number
  kernels::Task task{};
  std::string formulation;
  std::unique_ptr<MethodRows> rows;
  const void* own = nullptr;  ///< own_formulations() when it was made
};

struct ReadyEvaluators {
  std::array<ReadyEvaluator, 8> all;
  std::size_t oldest = 0;
};

/// The cached evaluator of a method on this thread; null for an unknown name. Throws
/// std::invalid_argument if the method refuses the arm.
inline ReadyEvaluator* ready_evaluator(const CompiledArm& arm, kernels::Task task,
                                       std::string_view formulation) {
  // entries of destroyed arms are never matched, and get evicted
  auto& [ready, oldest] = KeptByThread<ReadyEvaluators>::get();
  const void* const own = own_formulations();
  for (ReadyEvaluator& each : ready)
    if (each.arm == arm.serial && each.task == task && each.own == own &&
        each.formulation == formulation)
      return &each;
  ReadyEvaluator made{arm.serial, task, std::string(formulation),
                      std::make_unique<MethodRows>(arm, task, formulation), own};
  if (!made.rows->has_method()) return nullptr;
  ReadyEvaluator& place = ready[oldest];
  oldest = (oldest + 1) % ready.size();
  place = std::move(made);
  return &place;
}

}  // namespace equidyn
