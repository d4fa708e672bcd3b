/// @file test_scalars.cpp
/// Every formulation holds over every scalar, and asks of it no more than arithmetic.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <tuple>
#include <vector>

#include "equidyn/arm/arm_over.hpp"
#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/scalar/double_double.hpp"
#include "opaque.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

double reveal(double x) { return x; }

template <class... F>
constexpr bool all_are_formulations(std::tuple<F...>) {
  return (InverseDynamics<F, float> && ...) && (InverseDynamics<F, double> && ...) &&
         (InverseDynamics<F, DoubleDouble> && ...) && (InverseDynamics<F, Opaque> && ...);
}
static_assert(all_are_formulations(Registry{}));

/// The torques of formulation F on an arm in its frames, computed over scalar T.
template <class F, Scalar T>
std::vector<double> torques(const Arm<double>& own) {
  const Arm<T> arm = arm_over<T>(own);
  FormulationEvaluator<F, T> evaluator(arm);
  std::vector<T> tau(static_cast<std::size_t>(arm.n));
  evaluator.evaluate(random_sample<T>(arm.n, 2), tau);

  std::vector<double> values(tau.size());
  std::transform(tau.begin(), tau.end(), values.begin(), [](const T& x) { return reveal(x); });
  return values;
}

/// Largest difference between the torques over the two scalars, in eps of the largest torque.
template <class F>
double disagreement(const Arm<double>& any_frames) {
  const Arm<double> arm = reframed(any_frames, F::info.frames);
  const std::vector<double> expected = torques<F, double>(arm), got = torques<F, Opaque>(arm);
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    difference = std::max(difference, std::abs(got[i] - expected[i]));
  }
  return difference / (largest * std::numeric_limits<double>::epsilon());
}

}  // namespace equidyn::test

int main() {
  // the same operations, which the compiler may group in another order for one of the two
  const double tolerance = 50;
  int failures = 0;
  equidyn::for_each_formulation([&]<class F>(F) {
    for (const auto& arm : {equidyn::test::general_arm(7, 1), equidyn::test::simple_arm(7, 1)}) {
      const double found = equidyn::test::disagreement<F>(arm);
      if (found <= tolerance) continue;
      std::cerr << F::info.name << ": " << found << " eps between double and an opaque scalar\n";
      ++failures;
    }
  });
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
