/// @file test_mass_centres.cpp
/// No torque depends on the positions and velocities of centres of mass that algorithm 7.4.1 of
/// Angeles computes: they are those which `Arm.link_motion` has from another recursion.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "equidyn/formulations/newton_euler_angeles.hpp"
#include "equidyn/formulations/shared/link_points.hpp"
#include "equidyn/interface/formulation_evaluator.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

/// The workspace of formulation F, and the state of the joints, after an evaluation.
template <class F>
auto evaluated(const Arm<double>& arm) {
  FormulationEvaluator<F, double> evaluator(arm);
  std::vector<double> tau(static_cast<std::size_t>(arm.n));
  evaluator.evaluate(random_sample<double>(arm.n, 2), tau);
  return evaluator;
}

/// Largest difference of a position in m or a velocity in m/s.
double disagreement(const Arm<double>& arm) {
  const auto by_book = evaluated<NewtonEulerAngeles>(arm);
  const auto by_origins = evaluated<NewtonEuler>(arm);
  LinkPoints<double> at(arm.n);
  standard_dh::follow(arm, by_origins.state(), by_origins.workspace().link, at);

  double largest = 0;
  for (int i = 1; i <= arm.n; ++i) {
    const double position = (by_book.workspace().c[i] - at.c[i]).norm();
    const double velocity = (by_book.workspace().cd[i] - at.cd[i]).norm();
    largest = std::max({largest, position, velocity});
  }
  return largest;
}

}  // namespace equidyn::test

int main() {
  // of lengths and rates of about 1, over seven joints
  const double tolerance = 1e-13;
  int failures = 0;
  for (const auto& arm : {equidyn::test::general_arm(7, 1), equidyn::test::simple_arm(7, 1)}) {
    const double found = equidyn::test::disagreement(arm);
    if (found <= tolerance) continue;
    std::cerr << "centres of mass differ by " << found << '\n';
    ++failures;
  }
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
