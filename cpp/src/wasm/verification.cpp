// Disagreement of all formulations with more than double precision.
#include <algorithm>

#include "equidyn/interface/verify.hpp"
#include "equidyn/scalar/double_double.hpp"
#include "wasm/lab_arm.hpp"

namespace equidyn {
namespace {

/// Keeps the larger one; what is not a number is as far off as can be.
void keep_worse(double& worst, double found) {
  if (!(found <= worst)) worst = std::isnan(found) ? INFINITY : found;
}

/// The largest difference of a torque from the right one, and the largest torque.
struct Difference {
  double apart = 0, largest = 0;
  double in_eps() const { return Disagreement::in_eps(apart, largest); }
};

/// States of a situation, and their torques to twice the digits.
struct RightTorques {
  RightTorques(FormulationEvaluator<DefaultFormulation, DoubleDouble>& exact, int n,
               const Situation& situation, int count, unsigned seed) {
    RandomSamples own(seed), same(seed);
    for (int k = 0; k < count; ++k) {
      states.push_back(own.next<double>(n, situation));
      torques.emplace_back(static_cast<std::size_t>(n));
      exact.evaluate(same.next<DoubleDouble>(n, situation), torques.back());
    }
  }
  std::vector<Sample<double>> states;
  std::vector<std::vector<DoubleDouble>> torques;
};

Difference difference(Evaluator<double>& evaluator, const RightTorques& right) {
  std::vector<double> found(right.torques.front().size());
  Difference difference;
  for (std::size_t k = 0; k < right.states.size(); ++k) {
    evaluator.evaluate(right.states[k], found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const DoubleDouble& expected = right.torques[k][i];
      keep_worse(difference.apart, static_cast<double>(abs(DoubleDouble(found[i]) - expected)));
      difference.largest = std::max(difference.largest, static_cast<double>(abs(expected)));
    }
  }
  return difference;
}

void verify_by(const Arm<DoubleDouble>& arm,
               const std::vector<std::unique_ptr<Evaluator<double>>>& evaluators, int states,
               unsigned seed, double* found) {
  FormulationEvaluator<DefaultFormulation, DoubleDouble> exact(arm);
  for (const Situation& situation : kSituations) {
    const RightTorques right(exact, arm.n, situation, states, seed);
    for (std::size_t k = 0; k < evaluators.size(); ++k) {
      if (evaluators[k] == nullptr) continue;
      const Difference apart = difference(*evaluators[k], right);
      keep_worse(found[2 * k], apart.apart);
      keep_worse(found[2 * k + 1], apart.in_eps());
    }
  }
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

int equidyn_verify(EquidynArm* arm, int states, uint32_t seed, double* found) {
  for (std::size_t k = 0; k < arm->evaluators.size(); ++k)
    found[2 * k] = found[2 * k + 1] = arm->evaluators[k] == nullptr ? -1 : 0;
  verify_by(arm->compiled.in_double_double.in(DefaultFormulation::info.frames), arm->evaluators,
            states, seed, found);
  return 1;
}
