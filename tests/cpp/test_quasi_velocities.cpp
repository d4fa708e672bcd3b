/// @file test_quasi_velocities.cpp
/// Quasi-velocities of Boltzmann's and Hamel's equations: half their square is the kinetic energy,
/// and the Coriolis forces, which are not zero, do no work.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "equidyn/interface/method_evaluator.hpp"
#include "equidyn/interface/run_formulation.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

struct Errors {
  double energy = 0;    ///< relative
  double work = 0;      ///< of the Coriolis forces, relative to the sum of its terms' magnitudes
  double coriolis = 0;  ///< the largest of them
};

Errors errors_of(const Arm<double>& arm) {
  const auto n = static_cast<std::size_t>(arm.n);
  Sample<double> sample = random_sample<double>(arm.n, 3);
  sample.tau = sample.qdd;
  std::vector<double> qdd(n), M(n * n);
  MethodEvaluator<ForwardDynamicsMethods, forward_dynamics::BoltzmannHamel, double> forward(arm);
  forward.evaluate(sample, qdd);
  MethodEvaluator<MassMatrixMethods, mass_matrix::TraceForm, double> mass(arm);
  mass.evaluate(sample, M);

  auto work = forward.workspace();
  double energy = 0, squares = 0, power = 0, terms = 0, coriolis = 0;
  for (int i = 1; i <= arm.n; ++i) {
    for (int j = 1; j <= arm.n; ++j) {
      const auto entry = static_cast<std::size_t>(i - 1) * n + static_cast<std::size_t>(j - 1);
      energy += sample.qd[static_cast<std::size_t>(i - 1)] * M[entry] *
                sample.qd[static_cast<std::size_t>(j - 1)];
    }
    squares += work.L(i, i) * work.u[i] * work.u[i];
    power += work.u[i] * work.C[i];
    terms += std::abs(work.u[i] * work.C[i]);
    coriolis = std::max(coriolis, std::abs(work.C[i]));
  }
  return {std::abs(squares / energy - 1), std::abs(power) / terms, coriolis};
}

}  // namespace equidyn::test

int main() {
  const double tolerance = 1e-13;
  int failures = 0;
  for (const int n : {3, 7, 12}) {
    const auto [energy, work, coriolis] =
        equidyn::test::errors_of(equidyn::test::general_arm(n, 1));
    if (energy <= tolerance && work <= tolerance && coriolis > tolerance) continue;
    std::cerr << n << " joints: energy " << energy << ", work " << work << ", Coriolis force "
              << coriolis << '\n';
    ++failures;
  }
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
