#include "call/batch.hpp"

#include <algorithm>
#include <atomic>

#include "call/thread_pool.hpp"

namespace equidyn {
namespace {

/// What the drives of the joints add to the torques of the links, viscous friction only where it is
/// not among these.
template <Scalar T>
void add_drives(const Batch& batch, const Sample<T>& sample, bool viscous, std::span<T> tau) {
  for (std::size_t i = 0; i < tau.size(); ++i) {
    const T rate = sample.qd[i];
    if (batch.friction != nullptr)
      tau[i] += viscous ? batch.friction->friction(i, rate) : batch.friction->coulomb(i, rate);
    if (batch.motors != nullptr) tau[i] += T(batch.motors->motor_inertia[i]) * sample.qdd[i];
  }
}

/// Rows between two looks at the clock of the outside world.
constexpr std::ptrdiff_t kRowsBetweenQuestions = 16;

}  // namespace

template <Scalar T>
void evaluate_batch(const EvaluatorMaker<T>& make, int n, const Batch& batch, T* out, int threads,
                    const std::function<bool()>& interrupted) {
  const std::ptrdiff_t rows = batch.rows();
  std::atomic<bool> stop = false;

  const auto evaluate_run = [&](std::ptrdiff_t first, std::ptrdiff_t last, bool calling_thread) {
    const std::unique_ptr<Evaluator<T>> evaluator = make();
    const std::ptrdiff_t outputs = evaluator->outputs();
    Sample<T> sample(n);
    for (std::ptrdiff_t row = first; row < last && !stop.load(std::memory_order_relaxed); ++row) {
      const std::span<T> results(out + row * outputs, static_cast<std::size_t>(outputs));
      read_sample(batch, row, sample);
      evaluator->evaluate(sample, results);
      if (batch.friction != nullptr || batch.motors != nullptr)
        add_drives(batch, sample, !evaluator->includes_viscous_friction(), results);
      const bool ask = calling_thread && (row - first) % kRowsBetweenQuestions == 0;
      if (ask && row != first && interrupted()) stop = true;
    }
  };

  const auto runs = std::clamp<std::ptrdiff_t>(threads, 1, std::max<std::ptrdiff_t>(rows, 1));
  const auto start_of = [&](std::ptrdiff_t run) { return rows * run / runs; };
  run_in_parallel(static_cast<int>(runs),
                  [&](int run) { evaluate_run(start_of(run), start_of(run + 1), run == 0); });
}

template void evaluate_batch(const EvaluatorMaker<double>&, int, const Batch&, double*, int,
                             const std::function<bool()>&);
template void evaluate_batch(const EvaluatorMaker<long double>&, int, const Batch&, long double*,
                             int, const std::function<bool()>&);

}  // namespace equidyn
