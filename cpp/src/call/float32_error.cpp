#include "call/float32_error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "call/kernel_batch.hpp"
#include "call/operands.hpp"

namespace equidyn {
namespace {

constexpr std::ptrdiff_t kRows = 16;

/// Rows of q, qd and qdd.
using Motion = std::array<std::vector<float>, 3>;

/// Torques of the rows of a motion, for each of `count` arms.
template <class T>
std::vector<T> torques(const ArmsOfCall& arms, std::ptrdiff_t count, const Motion& motion) {
  const std::ptrdiff_t n = arms.n();
  Batch batch;
  batch.shape = {count, kRows};
  batch.arm_strides = {1, 0};
  std::array<std::vector<T>, 3> x;
  for (std::size_t k = 0; k < x.size(); ++k) {
    x[k].assign(motion[k].begin(), motion[k].end());
    constexpr auto kStep = static_cast<std::ptrdiff_t>(sizeof(T));
    batch.operands[k] = {reinterpret_cast<const char*>(x[k].data()), {0, n * kStep}, kStep};
  }
  std::vector<T> tau(static_cast<std::size_t>(batch.rows() * n));
  const int threads = thread_count(std::nullopt, batch.rows() * n);
  // numbers that are not finite show in the torques
  evaluate_by_kernels<T>(kernels::Task::kInverseDynamics, arms, batch, {tau.data()}, threads,
                         [] { return false; }, [](std::ptrdiff_t) {});
  return tau;
}

/// The largest error of torques of an arm, in parts of its largest torque.
double error_of(const ArmsOfCall& arms, std::ptrdiff_t count, const Motion& motion) {
  const std::vector<double> exact = torques<double>(arms, count, motion);
  const std::vector<float> rounded = torques<float>(arms, count, motion);
  const std::size_t each = exact.size() / static_cast<std::size_t>(count);
  double worst = 0;
  for (std::size_t first = 0; first < exact.size(); first += each) {
    double largest = 0, error = 0;
    for (std::size_t k = first; k < first + each; ++k) {
      const double off = std::abs(static_cast<double>(rounded[k]) - exact[k]);
      largest = std::max(largest, std::abs(exact[k]));
      if (std::isnan(off)) return std::numeric_limits<double>::infinity();
      error = std::max(error, off);
    }
    if (error != 0) worst = std::max(worst, error / largest);
  }
  return worst;
}

/// The largest error of torques of gravity, of accelerations and of velocities, in positions that
/// are evenly spread.
double measured(const ArmsOfCall& arms, std::ptrdiff_t count) {
  constexpr double kGoldenRatio = 0.6180339887498949;
  constexpr float kFast = 1e3F;  // so that gravity is a small part
  const auto numbers = static_cast<std::size_t>(kRows * arms.n());
  const std::vector<float> zero(numbers, 0.0F);
  std::vector<float> q(numbers), qd(numbers), qdd(numbers);
  for (std::size_t k = 0; k < numbers; ++k) {
    const auto spread = [&](std::size_t part) {
      const double x = static_cast<double>(part * numbers + k) * kGoldenRatio;
      return static_cast<float>(2 * (x - std::floor(x)) - 1);
    };
    const auto joint = static_cast<int>(k % static_cast<std::size_t>(arms.n())) + 1;
    const bool turns = arms.first.in_double.modified.link[joint].revolute;
    q[k] = spread(0) * (turns ? std::numbers::pi_v<float> : 1.0F);
    qd[k] = kFast * spread(1), qdd[k] = kFast * kFast * spread(2);
  }
  const Motion motions[] = {{q, zero, zero}, {q, zero, qdd}, {q, qd, zero}};
  double error = 0;
  for (const Motion& motion : motions) error = std::max(error, error_of(arms, count, motion));
  return error;
}

/// The promised error for this number of joints: errors grow with it.
double promised(int n) {
  constexpr double kPromised = 1e-6, kJoints = 12;
  return kPromised * std::max(1.0, n / kJoints);
}

}  // namespace

double float32_error(const CompiledArm& arm) {
  double error = *arm.known_float32_error;
  if (error < 0) *arm.known_float32_error = error = measured(arm, 1);
  return error;
}

bool suits_float32(const ArmsOfCall& arms) {
  if (arms.many == nullptr) return float32_error(arms.first) <= promised(arms.n());
  const ManyArms& many = *arms.many;
  if (many.count() == 0) return true;
  if (!many.keeps_models<double>()) return false;
  std::atomic<double>& known = many.known_float32_error();
  if (known < 0) known = measured(arms, many.count());
  return known <= promised(arms.n());
}

}  // namespace equidyn
