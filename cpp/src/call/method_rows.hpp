/// @file method_rows.hpp
/// States evaluated by a method of a quantity: alone, or as many at a time as a register has lanes,
/// with the same bits.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "call/compiled_arm.hpp"
#include "equidyn/lanes/lane_evaluator.hpp"

namespace equidyn {

/// Copies what is given of a state. Returns whether all of it is certainly finite.
bool read_sample(const kernels::States<double>& states, std::ptrdiff_t row, Sample<double>& sample);

/// One thread's: it owns workspaces.
class MethodRows {
 public:
  /// Without a method where there is none of this name. The arm must outlive it. Throws
  /// std::invalid_argument where the method refuses the arm.
  MethodRows(const CompiledArm& arm, kernels::Task quantity, std::string_view method);

  bool has_method() const { return alone_ != nullptr; }
  /// How many numbers a state yields.
  int outputs() const { return alone_->outputs(); }
  int exponent() const { return alone_->exponent(); }

  /// Evaluates rows into rows of `out`. Friction and motor torques, if requested and not included by
  /// the method, are added to the torques of the links; in forward dynamics they are subtracted
  /// from the torques of the motors. Motor inertia is added to mass matrices. Returns whether all
  /// numbers read and written are certainly finite.
  bool evaluate(const kernels::States<double>& states, std::ptrdiff_t rows, double* out);

 private:
  kernels::States<double> less_friction(const kernels::States<double>& states, std::ptrdiff_t rows);
  bool add_drives(const kernels::States<double>& states, std::ptrdiff_t row,
                  std::span<double> tau) const;
  bool add_motors(std::span<double> M) const;

  const CompiledArm* arm_;
  kernels::Task quantity_;
  std::string method_;
  std::unique_ptr<Evaluator<double>> alone_;
  std::unique_ptr<LaneEvaluator> in_lanes_;  ///< made for the first states that share a register
  Sample<double> sample_;
  std::vector<double> driving_;  ///< torques minus friction
};

}  // namespace equidyn
