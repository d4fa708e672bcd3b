// A batch in lanes against a loop: the torques of 4,096 states of an arm, all in one call of the
// production kernels, one after the other by the same kernels, and by Newton-Euler as published.
//
//   batch ARM.json
#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <iostream>
#include <random>
#include <stdexcept>
#include <vector>

#include "equidyn/arm/read_json.hpp"
#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/interface/production.hpp"

using equidyn::kernels::Task;
using Formulation = equidyn::NewtonEuler;
using Numbers = std::vector<double>;

namespace {

constexpr std::ptrdiff_t kStates = 4096;

/// The least of several times, per state, in nanoseconds.
template <class Work>
double nanoseconds(Work&& work) {
  double least = INFINITY;
  for (int turn = 0; turn < 21; ++turn) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count() / kStates);
  }
  return least;
}

double largest_difference(const Numbers& one, const Numbers& other) {
  double largest = 0, size = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    largest = std::max(largest, std::abs(one[k] - other[k]));
    size = std::max(size, std::abs(one[k]));
  }
  return largest / size;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) throw std::invalid_argument("expected one argument: a file that Arm.save wrote");
  const equidyn::ArmFile file(argv[1]);
  const equidyn::ProductionArm production(file.arm<equidyn::DoubleDouble>());
  const int n = production.n();

  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Numbers q(static_cast<std::size_t>(kStates * n)), qd = q, qdd = q;
  for (Numbers* numbers : {&q, &qd, &qdd})
    for (double& number : *numbers) number = uniform(generator);

  Numbers in_lanes(q.size()), in_loop(q.size()), as_printed(q.size());
  const auto rows = [&](std::ptrdiff_t first, std::ptrdiff_t count, Numbers& tau) {
    equidyn::kernels::States<double> states;
    states.q = {q.data() + first * n, n};
    states.qd = {qd.data() + first * n, n};
    states.qdd = {qdd.data() + first * n, n};
    if (!production.evaluate(Task::kInverseDynamics, states, count, tau.data() + first * n))
      throw std::runtime_error("a state or its torques are not finite");
  };
  const double lanes = nanoseconds([&] { rows(0, kStates, in_lanes); });
  const double loop = nanoseconds([&] {
    for (std::ptrdiff_t state = 0; state < kStates; ++state) rows(state, 1, in_loop);
  });

  const auto arm = equidyn::reframed(file.arm<double>(), Formulation::info.frames);
  equidyn::FormulationEvaluator<Formulation, double> evaluator(arm);
  equidyn::Sample<double> sample(n);
  const double printed = nanoseconds([&] {
    for (std::ptrdiff_t state = 0; state < kStates; ++state) {
      std::copy_n(q.data() + state * n, n, sample.q.data());
      std::copy_n(qd.data() + state * n, n, sample.qd.data());
      std::copy_n(qdd.data() + state * n, n, sample.qdd.data());
      evaluator.evaluate(sample, {as_printed.data() + state * n, static_cast<std::size_t>(n)});
    }
  });

  std::cout << "ns for each of " << kStates << " states\n"
            << "  all in one call, in lanes    " << lanes << "\n"
            << "  one after the other          " << loop << "\n"
            << "  " << Formulation::info.title << " as published     " << printed << "\n"
            << "largest difference, of the largest torque: "
            << largest_difference(in_lanes, as_printed) << "\n";
  if (in_lanes != in_loop || largest_difference(in_lanes, as_printed) > 1e-13)
    throw std::runtime_error("the torques differ");
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}
