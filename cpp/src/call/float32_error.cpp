#include "call/float32_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "equidyn/interface/evaluate_states.hpp"

namespace equidyn {
namespace {

constexpr std::ptrdiff_t kRows = 16;

/// Torques of rows of q, qd and qdd.
template <class T>
std::vector<T> torques(const CompiledArm& arm, const std::array<std::vector<float>, 3>& motion) {
  const auto n = static_cast<std::ptrdiff_t>(arm.n());
  std::array<std::vector<T>, 3> x;
  for (std::size_t k = 0; k < x.size(); ++k) x[k].assign(motion[k].begin(), motion[k].end());
  kernels::States<T> states;
  states.q = {x[0].data(), n}, states.qd = {x[1].data(), n}, states.qdd = {x[2].data(), n};
  std::vector<T> tau(x[0].size());
  // numbers that are not finite show in the torques
  static_cast<void>(evaluate_states<T>(kernels::Task::kInverseDynamics, arm.model<T>(), states,
                                       kRows, kernels::Results<T>{tau.data()}));
  return tau;
}

/// The largest error of torques, in parts of the largest torque.
double error_of(const CompiledArm& arm, const std::array<std::vector<float>, 3>& motion) {
  const std::vector<double> exact = torques<double>(arm, motion);
  const std::vector<float> rounded = torques<float>(arm, motion);
  double largest = 0, error = 0;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    const double off = std::abs(static_cast<double>(rounded[k]) - exact[k]);
    largest = std::max(largest, std::abs(exact[k]));
    if (std::isnan(off)) return std::numeric_limits<double>::infinity();
    error = std::max(error, off);
  }
  return error == 0 ? 0 : error / largest;
}

/// The largest error of torques of gravity, of accelerations and of velocities, in positions that
/// are evenly spread.
double measured(const CompiledArm& arm) {
  constexpr double kGoldenRatio = 0.6180339887498949;
  constexpr float kFast = 1e3F;  // so that gravity is a small part
  const auto numbers = static_cast<std::size_t>(kRows * arm.n());
  const std::vector<float> zero(numbers, 0.0F);
  std::vector<float> q(numbers), qd(numbers), qdd(numbers);
  for (std::size_t k = 0; k < numbers; ++k) {
    const auto spread = [&](std::size_t part) {
      const double x = static_cast<double>(part * numbers + k) * kGoldenRatio;
      return static_cast<float>(2 * (x - std::floor(x)) - 1);
    };
    const auto joint = static_cast<int>(k % static_cast<std::size_t>(arm.n())) + 1;
    const bool turns = arm.in_double.modified.link[joint].revolute;
    q[k] = spread(0) * (turns ? std::numbers::pi_v<float> : 1.0F);
    qd[k] = kFast * spread(1), qdd[k] = kFast * kFast * spread(2);
  }
  return std::max({error_of(arm, {q, zero, zero}), error_of(arm, {q, zero, qdd}),
                   error_of(arm, {q, qd, zero})});
}

}  // namespace

double float32_error(const CompiledArm& arm) {
  double error = *arm.known_float32_error;
  if (error < 0) *arm.known_float32_error = error = measured(arm);
  return error;
}

bool suits_float32(const CompiledArm& arm) {
  // promised error for this number of joints: errors grow with it
  constexpr double kPromised = 1e-6, kJoints = 12;
  return float32_error(arm) <= kPromised * std::max(1.0, arm.n() / kJoints);
}

}  // namespace equidyn
