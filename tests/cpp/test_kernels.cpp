/// @file test_kernels.cpp
/// The production kernels, for every instruction set that this machine has and both precisions: a
/// state gives the same bits alone and in a batch of any size, and its results are those of the
/// formulations, or those of float64. What takes long for long arms asks whether anybody waits.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/kernels/compile.hpp"
#include "instruction_sets/instruction_sets.hpp"
#include "patience.hpp"
#include "random_arm.hpp"

namespace equidyn::test {

constexpr std::ptrdiff_t kRows = 19;
constexpr double kTolerance = 1e-12;       // of the largest number
constexpr double kSingleTolerance = 4e-6;  // of the largest number, in float32
constexpr char kUntouched = 0x5a;
constexpr double kSolved = 1e-9;  // where the mass matrix multiplies errors of the torques

[[noreturn]] void fail(const std::string& what, const std::string& where) {
  std::cerr << what << ": " << where << "\n";
  std::exit(1);
}

/// An arm of n links with right angles, parallel axes and zero shifts among them.
Arm<double> arm_of_kinds(int n, unsigned seed) {
  Arm<double> arm = general_arm(n, seed);
  for (int i = 1; i <= n; ++i) {
    Link<double>& link = arm.link[i];
    const unsigned kind = seed + 5U * static_cast<unsigned>(i);
    link.revolute = kind % 3 != 0;
    if (kind % 4 < 3) {
      constexpr double kHalfPi = 1.5707963267948966;
      set_twist(link, (static_cast<double>(kind % 4) - 1) * kHalfPi);
      link.cos_twist = without_rounding(link.cos_twist);
      link.sin_twist = without_rounding(link.sin_twist);
    }
    if (kind % 5 == 0) link.a = 0;
    if (kind % 11 < 6) link.a_y = 0;
    if (kind % 7 < 3) link.d = 0;
  }
  return reframed(arm, Frames::kModifiedDh);
}

/// States of an arm, as numbers of T.
template <class T>
struct Batch {
  Batch(const Arm<double>& arm, unsigned seed, bool far = true) : n(arm.n) {
    Numbers<double> numbers(seed);
    const auto list = [&](int width) {
      const std::vector<double> values = numbers.list(static_cast<int>(kRows) * width);
      return std::vector<T>(values.begin(), values.end());
    };
    q = list(n), qd = list(n), qdd = list(n), tau = list(n);
    tip = list(6), base_w = list(3), base_al = list(3), base_a = list(3);
    for (int i = 1; i <= n; ++i)  // beyond the range that angles are reduced in, to 1e18
      if (far && arm.link[i].revolute)
        q[static_cast<std::size_t>(i - 1)] = T(std::pow(10.0, 5.5 + 12.5 * (i - 1) / n));
  }
  /// Plain, or with wrench, moving base, friction and motors, in axes of the tool.
  kernels::States<T> from(std::ptrdiff_t row, bool options) const {
    const auto at = [row](const std::vector<T>& numbers, int width) -> kernels::Operand<T> {
      return {numbers.data() + row * width, width};
    };
    kernels::States<T> states;
    states.q = at(q, n), states.qd = at(qd, n), states.qdd = at(qdd, n), states.tau = at(tau, n);
    states.v = states.dq = states.cotangent = states.qdd;
    states.dqd = states.dqdd = states.dtau = states.tau;
    if (!options) return states;
    states.tip_wrench = at(tip, 6);
    states.base_w = at(base_w, 3), states.base_al = at(base_al, 3), states.base_a = at(base_a, 3);
    states.friction = states.motors = states.in_tool = true;
    return states;
  }
  int n;
  std::vector<T> q, qd, qdd, tau, tip, base_w, base_al, base_a;
};

template <class T>
using Results = std::array<std::vector<T>, kernels::kMostResults>;

/// Results of the rows, a few at a time.
template <class T>
Results<T> evaluate(const InstructionSet& set, Task task, const kernels::Model<T>& arm,
                    const Batch<T>& batch, bool options, std::ptrdiff_t rows_at_a_time) {
  const int n = arm.chain.n;
  const kernels::Quantity& quantity = kernels::quantity(task);
  const kernels::Extents extents{n, options, options};
  const auto numbers = [&](std::size_t k) {
    return quantity.shape_of(static_cast<int>(k)).numbers(extents);
  };
  Results<T> results;
  for (std::size_t k = 0; k < results.size(); ++k)
    results[k].resize(static_cast<std::size_t>(kRows * numbers(k)));
  struct alignas(64) Line {
    double numbers[8];
  };
  const kernels::Kernel<T>& kernel = set.kernel<T>(task);
  const std::size_t size = kernel.scratch_size(n, rows_at_a_time);
  std::vector<Line> scratch(size / sizeof(Line) + 2);
  char* const behind = reinterpret_cast<char*>(scratch.data()) + size;
  std::fill_n(behind, sizeof(Line), kUntouched);
  for (std::ptrdiff_t row = 0; row < kRows; row += rows_at_a_time) {
    kernels::Results<T> out;
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = results[k].data() + row * numbers(k);
    kernel.evaluate(arm, batch.from(row, options), 0, std::min(rows_at_a_time, kRows - row), out,
                    scratch.data());
  }
  if (std::count(behind, behind + sizeof(Line), kUntouched) != sizeof(Line))
    fail("more scratch space than " + std::to_string(size) + " bytes", set.name);
  return results;
}

template <class T>
void require_close(const std::vector<T>& got, const std::vector<double>& expected, double tolerance,
                   const std::string& where) {
  double largest = 0, worst = 0;
  for (std::size_t k = 0; k < got.size(); ++k) {
    largest = std::max(largest, std::abs(expected[k]));
    worst = std::max(worst, std::abs(static_cast<double>(got[k]) - expected[k]));
  }
  if (!(worst <= tolerance * largest)) fail("off by " + std::to_string(worst / largest), where);
}

/// Friction, two-sided, and motors of the joints of an arm.
Drives drives_of(int n) {
  Numbers<double> numbers(11);
  Drives drives{numbers.list(n), numbers.list(n), numbers.list(n), numbers.list(n),
                numbers.list(n), numbers.list(n), numbers.list(n)};
  for (double& inertia : drives.motor_inertia) inertia = std::abs(inertia);
  return drives;
}

void add_drives(const Sample<double>& sample, std::vector<double>& tau) {
  const Drives drives = drives_of(static_cast<int>(tau.size()));
  for (std::size_t i = 0; i < tau.size(); ++i) {
    const bool ahead = sample.qd[i] > 0;
    const double coulomb = ahead ? drives.forwards[i] : drives.backwards[i];
    const double breakaway = ahead ? drives.more_forwards[i] : drives.more_backwards[i];
    const double x = sample.qd[i] * drives.per_stribeck[i];
    tau[i] += drives.viscous[i] * sample.qd[i] + coulomb + breakaway / (1 + x * x);
    tau[i] += drives.motor_inertia[i] * sample.qdd[i];
  }
}

std::vector<double> by_newton_euler(const Arm<double>& arm, const Batch<double>& batch,
                                    bool options) {
  const Arm<double> standard = reframed(arm, Frames::kStandardDh);
  FormulationEvaluator<NewtonEuler, double> evaluator(standard);
  std::vector<double> torques;
  for (std::ptrdiff_t row = 0; row < kRows; ++row) {
    const kernels::States<double> x = batch.from(row, options);
    Sample<double> sample(arm.n);
    std::copy_n(x.q.data, arm.n, sample.q.begin());
    std::copy_n(x.qd.data, arm.n, sample.qd.begin());
    std::copy_n(x.qdd.data, arm.n, sample.qdd.begin());
    if (options) {
      const double *w = x.base_w.data, *al = x.base_al.data, *a = x.base_a.data;
      const double* const t = x.tip_wrench.data;
      sample.base =
          BaseMotion<double>{{w[0], w[1], w[2]}, {al[0], al[1], al[2]}, {a[0], a[1], a[2]}};
      sample.tip = Wrench<double>{{t[0], t[1], t[2]}, {t[3], t[4], t[5]}};
    }
    std::vector<double> tau(static_cast<std::size_t>(arm.n));
    evaluator.evaluate(sample, tau);
    if (options) add_drives(sample, tau);
    torques.insert(torques.end(), tau.begin(), tau.end());
  }
  return torques;
}

/// True if all numbers are equal; those of an arm whose tool is stuck are none.
template <class T>
bool same(const Results<T>& one, const Results<T>& other) {
  const auto alike = [](T a, T b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (std::size_t k = 0; k < one.size(); ++k)
    if (!std::ranges::equal(one[k], other[k], alike)) return false;
  return true;
}

/// Each task gives the same bits however many states it is given at a time.
template <class T>
void check_bits(const InstructionSet& set, const kernels::Model<T>& model, const Batch<T>& batch,
                bool options, const std::string& where) {
  for (std::size_t task = 0; task < kernels::kTasks; ++task) {
    if (!kernels::computes<T>(static_cast<Task>(task))) continue;
    const auto at_a_time = [&](std::ptrdiff_t rows) {
      return evaluate<T>(set, static_cast<Task>(task), model, batch, options, rows);
    };
    const Results<T> alone = at_a_time(1);
    for (std::ptrdiff_t rows : {2, 3, 8, 9, 16, 17, 19}) {
      const Results<T> together = at_a_time(rows);
      if (!same(alone, together))
        fail("other bits in a batch of " + std::to_string(rows),
             where + ", task " + std::to_string(task));
    }
  }
}

void check(const InstructionSet& set, const Arm<double>& arm, bool options,
           const std::string& where) {
  const Drives drives = drives_of(arm.n);
  const kernels::CompiledModel<double> compiled(arm, drives);
  const kernels::Model<double>& model = compiled.model();
  const Batch<double> batch(arm, 7);
  check_bits(set, model, batch, options, where);

  const auto torques = evaluate(set, Task::kInverseDynamics, model, batch, options, kRows);
  require_close(torques[0], by_newton_euler(arm, batch, options), kTolerance,
                where + ", inverse dynamics");
  Batch<double> forward = batch;
  forward.tau = torques[0];
  const auto accelerations = evaluate(set, Task::kForwardDynamics, model, forward, options, kRows);
  require_close(accelerations[0], batch.qdd, kSolved, where + ", forward dynamics");

  const kernels::CompiledModel<float> compiled_single(arm, drives);
  check_bits(set, compiled_single.model(), Batch<float>(arm, 7), options, where + ", float32");
  // a large angle has few digits behind the point in float32
  const Batch<float> single(arm, 7, false);
  const Batch<double> near(arm, 7, false);
  for (std::size_t k = 0; k < kernels::kTasks; ++k) {
    const auto task = static_cast<Task>(k);
    if (!kernels::computes<float>(task)) continue;
    require_close(evaluate(set, task, compiled_single.model(), single, options, kRows)[0],
                  evaluate(set, task, model, near, options, kRows)[0], kSingleTolerance,
                  where + ", float32, task " + std::to_string(k));
  }
}

/// How often a task asks somebody who answers so many questions with a yes.
int questions_of(const InstructionSet& set, Task task, int n, int patience) {
  const Arm<double> arm = arm_of_kinds(n, 1);
  const kernels::CompiledModel<double> compiled(arm, drives_of(n));
  const Batch<double> batch(arm, 7);
  const Patience watch(patience);
  evaluate(set, task, compiled.model(), batch, false, kRows);
  return watch.asked();
}

/// Evaluations of n^2 operations or more poll at each link of long arms, and stop when told to.
void check_questions(const InstructionSet& set) {
  constexpr int kFewLinks = 14, kManyLinks = 80, kMost = std::numeric_limits<int>::max();
  const auto blocks = static_cast<int>((kRows + set.lanes - 1) / set.lanes);
  for (const kernels::Quantity& quantity : kernels::kQuantities) {
    const std::string where = std::string(set.name) + ", " + std::string(quantity.name);
    if (questions_of(set, quantity.task, kFewLinks, kMost) != 0) fail("a short arm asks", where);
    if (quantity.numbers({kManyLinks}) < kManyLinks * kManyLinks) continue;
    const int questions = questions_of(set, quantity.task, kManyLinks, kMost);
    if (questions < blocks * (kManyLinks - 2)) fail("asks too seldom", where);
    // a block is evaluated and written, and each of the two asks for itself; forward dynamics is
    // differentiated in six steps, and three results are written
    const int steps = quantity.task == Task::kForwardDynamicsDerivatives ? 9 : 2;
    for (const int patience : {0, questions / 2})
      if (questions_of(set, quantity.task, kManyLinks, patience) > patience + steps * blocks)
        fail("goes on", where);
  }
}

/// A regressor keeps one row at a time.
void check_scratch(const InstructionSet& set) {
  constexpr int kMany = 1000;
  const auto scratch = [&](int n) {
    return set.kernel<double>(Task::kRegressor).scratch_size(n, kRows);
  };
  if (scratch(2 * kMany) > 2 * scratch(kMany)) fail("scratch grows faster than n", set.name);
}

/// Every lane of register k begins with k, and goes half of the way to 1 in each round.
void check_multiply_add(const InstructionSet& set) {
  const int begin = set.lanes * kChains * (kChains - 1) / 2, end = set.lanes * kChains;
  if (set.multiply_add(0, 0.5, 0.5) != begin) fail("not all numbers take part", set.name);
  if (2 * set.multiply_add(1, 0.5, 0.5) != begin + end) fail("a round is not one", set.name);
  if (set.multiply_add(1000, 0.5, 0.5) != end) fail("rounds are left out", set.name);
}

}  // namespace equidyn::test

int main() {
  using namespace equidyn;
  using namespace equidyn::test;
  for (const InstructionSet& set : available_instruction_sets()) {
    for (int n : {1, 2, 3, 6, 7, 9, 14}) {
      for (unsigned seed = 0; seed < 6; ++seed) {
        for (const bool options : {false, true}) {
          const std::string where = std::string(set.name) + ", n = " + std::to_string(n) +
                                    ", seed " + std::to_string(seed) + (options ? ", options" : "");
          check(set, reframed(general_arm(n, seed), Frames::kModifiedDh), options,
                where + ", general");
          check(set, arm_of_kinds(n, seed), options, where + ", kinds");
        }
      }
    }
    check_questions(set);
    check_scratch(set);
    check_multiply_add(set);
    std::cout << set.name << ": ok\n";
  }
}
