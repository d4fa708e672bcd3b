// Disagreement of all formulations with more than double precision.
#include <algorithm>

#include "equidyn/scalar/double_double.hpp"
#include "equidyn/verify.hpp"
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

/// States of a situation, and their torques over the scalar T.
template <Scalar T>
struct RightTorques {
  RightTorques(FormulationEvaluator<DefaultFormulation, T>& exact, int n,
               const Situation& situation, int count, unsigned seed) {
    RandomSamples own(seed), same(seed);
    for (int k = 0; k < count; ++k) {
      states.push_back(own.next<double>(n, situation));
      torques.emplace_back(static_cast<std::size_t>(n));
      exact.evaluate(same.next<T>(n, situation), torques.back());
    }
  }
  std::vector<Sample<double>> states;
  std::vector<std::vector<T>> torques;
};

template <Scalar T>
Difference difference(Evaluator<double>& evaluator, const RightTorques<T>& right) {
  using std::abs;
  std::vector<double> found(right.torques.front().size());
  Difference difference;
  for (std::size_t k = 0; k < right.states.size(); ++k) {
    evaluator.evaluate(right.states[k], found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const T& expected = right.torques[k][i];
      keep_worse(difference.apart, static_cast<double>(abs(T(found[i]) - expected)));
      difference.largest = std::max(difference.largest, static_cast<double>(abs(expected)));
    }
  }
  return difference;
}

template <Scalar T>
void verify_by(const Arm<T>& arm, const std::vector<std::unique_ptr<Evaluator<double>>>& evaluators,
               int states, unsigned seed, double* found) {
  FormulationEvaluator<DefaultFormulation, T> exact(arm);
  for (const Situation& situation : kSituations) {
    const RightTorques<T> right(exact, arm.n, situation, states, seed);
    for (std::size_t k = 0; k < evaluators.size(); ++k) {
      if (evaluators[k] == nullptr) continue;
      const Difference apart = difference(*evaluators[k], right);
      keep_worse(found[2 * k], apart.apart);
      keep_worse(found[2 * k + 1], apart.in_eps());
    }
  }
}

/// Whether no product of numbers of the arm leaves the range of pairs of doubles.
bool fits_pairs(const Arm<long double>& arm) {
  const auto fits = [](long double x) {
    return x == 0 || (std::abs(x) > 1e-40L && std::abs(x) < 1e40L);
  };
  const auto all_fit = [&fits](const auto& numbers) {
    return std::ranges::all_of(numbers.reshaped(), fits);
  };
  for (int i = 1; i <= arm.n; ++i) {
    const Link<long double>& link = arm.link[i];
    const auto& [m, c, I] = link.body;
    if (std::abs(link.theta) > 1e6L || !fits(link.a) || !fits(link.d) || !fits(m) || !all_fit(c) ||
        !all_fit(I))
      return false;
  }
  return all_fit(arm.gravity) && all_fit(arm.base.p) && all_fit(arm.mount.p) && all_fit(arm.tool.p);
}

}  // namespace
}  // namespace equidyn

using namespace equidyn;

int equidyn_verify(EquidynArm* arm, int states, uint32_t seed, double* found) {
  for (std::size_t k = 0; k < arm->evaluators.size(); ++k)
    found[2 * k] = found[2 * k + 1] = arm->evaluators[k] == nullptr ? -1 : 0;
  const Arm<long double>& extended =
      arm->compiled.in_long_double.in(DefaultFormulation::info.frames);
  if (fits_pairs(extended))
    verify_by(arm_over<DoubleDouble>(extended), arm->evaluators, states, seed, found);
  else
    verify_by(extended, arm->evaluators, states, seed, found);
  return 1;
}
