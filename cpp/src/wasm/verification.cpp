// Disagreement of all formulations with extended precision.
#include <algorithm>

#include "equidyn/verify.hpp"
#include "wasm/lab_arm.hpp"

namespace equidyn {
namespace {

/// The largest difference of a torque from extended precision, and of the torques themselves.
struct Difference {
  double apart = 0, largest = 0;
  double in_eps() const { return Disagreement::in_eps(apart, largest); }
};

using Torques = std::vector<std::vector<long double>>;

/// Of the states of a situation.
Torques exact_torques(const EquidynArm& arm, const Situation& situation, int states,
                      unsigned seed) {
  FormulationEvaluator<DefaultFormulation, long double> exact(
      arm.compiled.in_long_double.in(DefaultFormulation::info.frames));
  RandomSamples samples(seed);
  Torques torques;
  for (int k = 0; k < states; ++k) {
    torques.emplace_back(static_cast<std::size_t>(arm.n()));
    exact.evaluate(samples.next<long double>(arm.n(), situation), torques.back());
  }
  return torques;
}

Difference difference(Evaluator<double>& evaluator, const Torques& exact,
                      const Situation& situation, unsigned seed) {
  RandomSamples samples(seed);
  std::vector<double> found(exact.front().size());
  Difference difference;
  for (const std::vector<long double>& expected : exact) {
    evaluator.evaluate(samples.next<double>(static_cast<int>(found.size()), situation), found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto apart = static_cast<double>(std::abs(found[i] - expected[i]));
      // one that is not a number is as far off as can be
      if (!(apart <= difference.apart)) difference.apart = std::isnan(apart) ? INFINITY : apart;
      difference.largest = std::max(difference.largest, static_cast<double>(std::abs(expected[i])));
    }
  }
  return difference;
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

int equidyn_verify(EquidynArm* arm, int states, uint32_t seed, double* found) {
  std::fill_n(found, 2 * arm->evaluators.size(), 0.0);
  for (const Situation& situation : kSituations) {
    const Torques exact = exact_torques(*arm, situation, states, seed);
    for (std::size_t k = 0; k < arm->evaluators.size(); ++k) {
      double* const worst = found + 2 * k;
      if (arm->evaluators[k] == nullptr) {
        worst[0] = worst[1] = -1;
        continue;
      }
      const Difference apart = difference(*arm->evaluators[k], exact, situation, seed);
      worst[0] = std::max(worst[0], apart.apart);
      worst[1] = std::max(worst[1], apart.in_eps());
    }
  }
  return 1;
}
