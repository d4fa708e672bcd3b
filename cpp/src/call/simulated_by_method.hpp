/// @file simulated_by_method.hpp
/// The accelerations of arms in motion by a method of forward dynamics.
#pragma once

#include <string_view>
#include <vector>

#include "call/method_rows.hpp"
#include "equidyn/kernels/simulation.hpp"

namespace equidyn {

/// One thread's: it owns workspaces.
class SimulatedByMethod {
 public:
  /// `constant`: motion of the base, wrench at the tip and motors, as the kernels have them. The arm
  /// must outlive it. Throws std::invalid_argument where the method refuses the arm.
  SimulatedByMethod(const CompiledArm& arm, std::string_view method,
                    const kernels::States<double>& constant);

  bool has_method() const { return rows_.has_method(); }
  /// The exponent with which its cost grows with the number of links.
  int exponent() const { return rows_.exponent(); }

  /// For the kernels, as long as it stays where it is.
  kernels::MethodOfAccelerations<double> for_kernels();

 private:
  /// As kernels::MethodOfAccelerations says.
  void evaluate(std::ptrdiff_t first, std::ptrdiff_t count, int lanes, const double* q,
                const double* qd, const double* tau, double* qdd) noexcept;

  MethodRows rows_;
  kernels::States<double> constant_;
  int n_;
  std::vector<double> q_, qd_, tau_, qdd_;  ///< rows of a block
};

}  // namespace equidyn
