/// @file production.hpp
/// The production kernels for programs in C++: batches of states, several to a register. What they
/// are compiled to is in the library `equidyn`.
#pragma once

#include <cstddef>

#include "equidyn/arm/drives.hpp"
#include "equidyn/arm/reframe.hpp"
#include "equidyn/interface/evaluate_states.hpp"
#include "equidyn/kernels/compile.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace equidyn {

/// An arm compiled for the kernels, which any number of threads may evaluate at the same time.
class ProductionArm {
 public:
  explicit ProductionArm(const Arm<DoubleDouble>& arm, const Drives& drives = {})
      : compiled_(reframed(arm, Frames::kModifiedDh), drives, kernels::at_far_end(arm)) {}

  int n() const { return compiled_.model().chain.n; }

  /// Evaluates several states into rows of `out` without gaps, and of `second` and `third` where
  /// the quantity has more results; kernels/quantities.hpp lists what each reads and their shapes. False where
  /// something read or written is not finite, or where a joint may move no mass that it has to.
  bool evaluate(kernels::Task task, const kernels::States<double>& states, std::ptrdiff_t rows,
                double* out, double* second = nullptr, double* third = nullptr) const {
    return evaluate_states(task, compiled_.model(), states, rows, {out, second, third});
  }

 private:
  kernels::CompiledModel<double> compiled_;
};

}  // namespace equidyn
