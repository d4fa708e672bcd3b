/// @file verify.hpp
/// Disagreement of a formulation with those of the registry, for structs of one's own too.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "equidyn/arm/arm_over.hpp"
#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace equidyn {

/// Situations; each adds one term to the equations of the one before.
struct Situation {
  std::string_view name;
  bool accelerations, velocities, tip_wrench, base_motion;
};
inline constexpr std::array<Situation, 5> kSituations{
    {{"gravity", false, false, false, false},
     {"accelerations", true, false, false, false},
     {"velocities", true, true, false, false},
     {"wrench at the tip", true, true, true, false},
     {"moving base", true, true, true, true}}};

struct Disagreement {
  std::string_view situation;
  double eps;  ///< largest difference of a torque, in eps of the largest torque of the situation

  static double in_eps(double difference, double largest) {
    return difference / (std::numeric_limits<double>::epsilon() * (largest > 0 ? largest : 1));
  }
};

/// Random states of a situation: all numbers between -1 and 1.
class RandomSamples {
 public:
  explicit RandomSamples(unsigned seed) : generator_(seed) {}

  template <Scalar T>
  Sample<T> next(int n, const Situation& situation) {
    Sample<T> sample(n);
    fill(sample.q);
    if (situation.velocities) fill(sample.qd);
    if (situation.accelerations) fill(sample.qdd);
    if (situation.tip_wrench) fill(sample.tip.emplace().f, sample.tip->n);
    if (situation.base_motion) {
      BaseMotion<T>& base = sample.base.emplace();
      fill(base.w, base.al, base.a);
    }
    return sample;
  }

 private:
  template <class... Lists>
  void fill(Lists&... lists) {
    const auto fill_one = [&](auto& list) {
      for (auto& number : list) number = std::ldexp(static_cast<double>(generator_()), -31) - 1;
    };
    (fill_one(lists), ...);
  }

  std::mt19937 generator_;
};

/// The largest difference of F, over double, from the default formulation of the registry over
/// pairs of doubles, in each situation. A correct formulation has some tens of eps, or some hundreds
/// where an arm is long. Throws std::invalid_argument where F refuses the arm.
template <class F>
  requires InverseDynamics<F, double>
std::vector<Disagreement> verify(const Arm<double>& arm, int samples = 100, unsigned seed = 0) {
  using Reference = DefaultFormulation;
  const auto exact_arm = reframed(arm_over<DoubleDouble>(arm), Reference::info.frames);
  const auto own_arm = arm_over<double>(reframed(arm_over<DoubleDouble>(arm), F::info.frames));
  require_accepted(F::info.name, refusal<F>(own_arm));
  FormulationEvaluator<Reference, DoubleDouble> exact(exact_arm);
  FormulationEvaluator<F, double> own(own_arm);
  std::vector<DoubleDouble> expected(static_cast<std::size_t>(arm.n));
  std::vector<double> found(expected.size());

  std::vector<Disagreement> all;
  for (const Situation& situation : kSituations) {
    RandomSamples one(seed), other(seed);
    double difference = 0, largest = 0;
    for (int k = 0; k < samples; ++k) {
      exact.evaluate(one.next<DoubleDouble>(arm.n, situation), expected);
      own.evaluate(other.next<double>(arm.n, situation), found);
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto apart = static_cast<double>(abs(DoubleDouble(found[i]) - expected[i]));
        // one that is not a number is as far off as can be
        if (!(apart <= difference)) difference = std::isnan(apart) ? INFINITY : apart;
        largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
      }
    }
    all.push_back({situation.name, Disagreement::in_eps(difference, largest)});
  }
  return all;
}

}  // namespace equidyn
