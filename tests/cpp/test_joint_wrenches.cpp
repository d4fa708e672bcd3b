/// @file test_joint_wrenches.cpp
/// Lagrange's multipliers of forward dynamics in maximal coordinates are wrenches of the constraints,
/// and with the motors' torques those of the joints that Newton's and Euler's recursion computes.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "equidyn/arm/reframe.hpp"
#include "equidyn/formulations/newton_euler_modified_dh.hpp"
#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/reference/forward_dynamics/maximal_coordinates.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

/// Largest difference of two wrenches of a joint, relative to the largest wrench.
double disagreement(const Arm<double>& arm) {
  using forward_dynamics::MaximalCoordinates;
  MethodEvaluator<ForwardDynamicsMethods, MaximalCoordinates, double> forward(arm);
  Sample<double> sample = random_sample<double>(arm.n, 2);
  sample.tau = sample.qdd;
  forward.evaluate(sample, sample.qdd);

  FormulationEvaluator<NewtonEulerModifiedDh, double> inverse(arm);
  std::vector<double> tau(sample.tau.size());
  inverse.evaluate(sample, tau);

  double largest = 0, difference = 0;
  for (int i = 1; i <= arm.n; ++i) {
    Vec6<double> expected;
    expected << inverse.workspace().link.n[i], inverse.workspace().link.f[i];
    largest = std::max(largest, expected.norm());
    difference = std::max(difference, (forward.workspace().f[i] - expected).norm());
  }
  return difference / largest;
}

}  // namespace equidyn::test

int main() {
  // the rounding of accelerations, times the condition of the mass matrix
  const double tolerance = 1e-11;
  int failures = 0;
  for (const int n : {1, 2, 7, 12}) {
    const auto arm =
        equidyn::reframed(equidyn::test::general_arm(n, 1), equidyn::Frames::kModifiedDh);
    const double found = equidyn::test::disagreement(arm);
    if (found <= tolerance) continue;
    std::cerr << n << " joints: wrenches differ by " << found << '\n';
    ++failures;
  }
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
