#include "call/formulation_batch.hpp"

#include <stdexcept>

#include "call/operands.hpp"
#include "call/rows_of_batch.hpp"
#include "call/run_batch.hpp"

namespace equidyn {
namespace {

/// Evaluates rows of one batch, on one thread.
struct MethodWorker {
  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    return method.evaluate(rows.states(first, end), end - first, out + first * method.outputs());
  }
  MethodRows method;
  RowsOfBatch<double> rows;
  double* out;
};

struct ExtendedWorker {
  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    const auto outputs = static_cast<std::size_t>(evaluator.outputs());
    for (std::ptrdiff_t row = first; row < end; ++row) {
      read_sample(batch, row, sample);
      evaluator.evaluate(sample, {out + row * evaluator.outputs(), outputs});
    }
    return true;
  }
  Evaluator<DoubleDouble>& evaluator;
  const Batch& batch;
  DoubleDouble* out;
  Sample<DoubleDouble> sample;
};

}  // namespace

template <Scalar T>
void read_sample(const Batch& batch, std::ptrdiff_t row, Sample<T>& sample) {
  const auto read = [&](Given given, std::span<T> out) {
    if (batch[given].data != nullptr) read_row(batch[given], batch.shape, row, out);
  };
  read(Given::kQ, sample.q);
  read(Given::kQd, sample.qd);
  read(Given::kQdd, sample.qdd);
  if (batch[Given::kTau].data != nullptr) sample.tau.resize(sample.q.size());
  read(Given::kTau, sample.tau);
  if (batch[Given::kBaseW].data != nullptr) {
    BaseMotion<T>& base = sample.base.emplace();
    read(Given::kBaseW, {base.w.data(), 3});
    read(Given::kBaseAl, {base.al.data(), 3});
    read(Given::kBaseA, {base.a.data(), 3});
  }
  if (batch[Given::kTipWrench].data != nullptr) {
    T wrench[6];
    read(Given::kTipWrench, wrench);
    sample.tip = {Eigen::Map<const Vec3<T>>(wrench), Eigen::Map<const Vec3<T>>(wrench + 3)};
  }
}

Sample<double> only_sample(const Batch& batch, int n) {
  if (batch.rows() != 1) throw std::invalid_argument("q: expected one state, got several, or none");
  Sample<double> sample(n);
  read_sample(batch, 0, sample);
  return sample;
}

// NOLINTNEXTLINE(readability-non-const-parameter): workers write to it
bool evaluate_by_method(const MakeRows& make, int n, const Batch& batch, double* out,
                        std::ptrdiff_t work, int threads, const Interrupted& interrupted) {
  // multiples of a register, so that few rows are evaluated alone
  constexpr std::ptrdiff_t kLanes = 8, kMostRows = 512;
  const std::ptrdiff_t at_a_time =
      std::clamp<std::ptrdiff_t>(kWorkWorthAThread / work / kLanes * kLanes, kLanes, kMostRows);
  return run_batch(batch.rows(), {kLanes, at_a_time}, threads, interrupted,
                   [&] { return MethodWorker{make(), RowsOfBatch<double>(batch, n), out}; });
}

// NOLINTBEGIN(readability-non-const-parameter): workers write to it
void evaluate_extended(Evaluator<DoubleDouble>& evaluator, const Batch& batch, int n,
                       DoubleDouble* out, const Interrupted& interrupted) {
  // NOLINTEND(readability-non-const-parameter)
  run_batch(batch.rows(), {1, 1}, 1, interrupted,
            [&] { return ExtendedWorker{evaluator, batch, out, Sample<DoubleDouble>(n)}; });
}

template void read_sample(const Batch&, std::ptrdiff_t, Sample<double>&);

}  // namespace equidyn
