/// @file lane_evaluator.hpp
/// A method that evaluates several states at a time, whatever the registers of the machine.
#pragma once

#include <cstddef>
#include <span>

#include "equidyn/kernels/states.hpp"

namespace equidyn {

/// Optional terms of methods, a number for each joint; empty: left out.
struct DriveTerms {
  std::span<const double> viscous;  ///< friction, seen from the joints
  std::span<const double> motors;   ///< inertia of the rotors, similarly, for forward dynamics
};

/// Evaluates one quantity of one arm. It owns a workspace: do not share it between threads.
class LaneEvaluator {
 public:
  virtual ~LaneEvaluator() = default;
  /// How many states it evaluates at a time.
  virtual int lanes() const = 0;
  /// Evaluates states `first` to `end` - 1, no more than there are lanes, into rows of `out`. If the
  /// evaluation is interrupted (interruption.hpp), `out` is unspecified. Returns whether all numbers
  /// read and written are certainly finite.
  virtual bool evaluate(const kernels::States<double>& states, const DriveTerms& drives,
                        std::ptrdiff_t first, std::ptrdiff_t end, double* out) noexcept = 0;
};

}  // namespace equidyn
