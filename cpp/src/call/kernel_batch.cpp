#include "call/kernel_batch.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "call/rows_of_batch.hpp"
#include "call/run_batch.hpp"
#include "call/scratch_space.hpp"

namespace equidyn {
namespace {

using kernels::Kernel;
using kernels::Results;
using kernels::States;

/// Rows of whole registers.
template <class T>
constexpr std::ptrdiff_t kBlock = 64 / sizeof(T);

/// Whole registers of rows, so that none is evaluated alone; fewer for expensive rows.
template <class T>
std::ptrdiff_t rows_at_a_time(Task task, const ArmsOfCall& arms, const Batch& batch) {
  constexpr std::ptrdiff_t kMostRows = 512, kMostNumbers = 1 << 20;
  const std::ptrdiff_t fit =
      kMostNumbers / kernels::quantity(task).shape.numbers(batch.extents(arms.n()));
  return std::clamp(fit / kBlock<T> * kBlock<T>, kBlock<T>, kMostRows);
}

/// Evaluates rows of one batch, on one thread.
template <class T>
class KernelWorker {
 public:
  KernelWorker(Task task, const ArmsOfCall& arms, const Batch& batch, const Results<T>& out,
               std::ptrdiff_t at_a_time, const Examine& examine)
      : kernel_(arms.many == nullptr ? chosen_kernel<T>(task, std::min(batch.rows(), at_a_time))
                                     : chosen_instruction_set().kernel<T>(task)),
        arms_(arms),
        batch_(batch),
        out_(out),
        examine_(examine),
        rows_(batch, arms.n()),
        scratch_(arms.many == nullptr ? kernel_.scratch_size(arms.n(), at_a_time)
                                      : kernel_.scratch_size_each(arms.n())) {
    const kernels::Quantity& quantity = kernels::quantity(task);
    for (std::size_t k = 0; k < out.size(); ++k)
      numbers_[k] = quantity.shape_of(static_cast<int>(k)).numbers(batch.extents(arms.n()));
  }

  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    if (passes(first, end)) return true;
    for (std::ptrdiff_t row = first; examine_ && row < end; ++row)
      if (!passes(row, row + 1)) examine_(row);
    return false;
  }

 private:
  bool passes(std::ptrdiff_t first, std::ptrdiff_t end) {
    Results<T> out;
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] = out_[k] == nullptr ? nullptr : out_[k] + first * numbers_[k];
    const kernels::States<T>& states = rows_.states(first, end);
    if (arms_.many == nullptr)
      return kernel_.evaluate(arms_.first.model<T>(), states, 0, end - first, out, scratch_.get());
    arm_of_row_.resize(static_cast<std::size_t>(end - first));
    batch_.number_arms(first, end, arm_of_row_.data());
    if (!arms_.many->keeps_models<T>()) return pass_in_runs(states, out);
    return kernel_.evaluate_each(arms_.many->models<T>().of_rows(arm_of_row_.data()), states, 0,
                                 end - first, out, scratch_.get());
  }

  /// Packs the arms of the rows, run by run of ascending numbers.
  bool pass_in_runs(const kernels::States<T>& states, const Results<T>& out) {
    constexpr std::int32_t kBlocks = 16;  // a multiple of the lanes of any machine
    bool pass = true;
    const auto end = arm_of_row_.end();
    for (auto run = arm_of_row_.begin(); run != end;) {
      const auto next = std::is_sorted_until(run, end);
      PackedModels<T> models(arms_.n(), *run / kBlocks * kBlocks, next[-1] + 1);
      arms_.many->pack(models, 1);
      for (auto arm = run; arm != next; ++arm) *arm -= static_cast<std::int32_t>(models.first());
      pass &= kernel_.evaluate_each(models.of_rows(arm_of_row_.data()), states,
                                    run - arm_of_row_.begin(), next - arm_of_row_.begin(), out,
                                    scratch_.get());
      run = next;
    }
    return pass;
  }

  const Kernel<T>& kernel_;
  const ArmsOfCall& arms_;
  const Batch& batch_;
  const Results<T>& out_;
  std::array<std::ptrdiff_t, kernels::kMostResults> numbers_{};
  const Examine& examine_;
  RowsOfBatch<T> rows_;
  std::vector<std::int32_t> arm_of_row_;
  ScratchSpace scratch_;
};

}  // namespace

template <class T>
bool evaluate_by_kernels(Task task, const ArmsOfCall& arms, const Batch& batch,
                         const Results<T>& out, int threads, const Interrupted& interrupted,
                         const Examine& examine) {
  // packed on all threads, before each has rows
  if (arms.many != nullptr && arms.many->keeps_models<T>()) arms.many->models<T>();
  const std::ptrdiff_t at_a_time = rows_at_a_time<T>(task, arms, batch);
  return run_batch(batch.rows(), Portion{kBlock<T>, at_a_time}, threads, interrupted,
                   [&] { return KernelWorker<T>(task, arms, batch, out, at_a_time, examine); });
}

template bool evaluate_by_kernels(Task, const ArmsOfCall&, const Batch&, const Results<double>&,
                                  int, const Interrupted&, const Examine&);
template bool evaluate_by_kernels(Task, const ArmsOfCall&, const Batch&, const Results<float>&, int,
                                  const Interrupted&, const Examine&);

}  // namespace equidyn
