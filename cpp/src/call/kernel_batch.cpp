#include "call/kernel_batch.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "call/run_batch.hpp"
#include "call/scratch_space.hpp"

namespace equidyn {
namespace {

using kernels::Kernel;
using kernels::Model;
using kernels::Operand;
using kernels::Results;
using kernels::States;

/// Rows of whole registers.
template <class T>
constexpr std::ptrdiff_t kBlock = 64 / sizeof(T);

/// The distance in numbers between successive rows of the batch, if uniform.
template <class T>
std::optional<std::ptrdiff_t> uniform_stride(const BroadcastRows& rows,
                                             const std::vector<std::ptrdiff_t>& shape) {
  constexpr auto kNumber = static_cast<std::ptrdiff_t>(sizeof(T));
  std::optional<std::ptrdiff_t> stride;
  std::ptrdiff_t count = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] != 1) {
      if (!stride) stride = rows.strides[axis];
      if (rows.strides[axis] != *stride * count) return std::nullopt;
    }
    count *= shape[axis];
  }
  if (rows.step != kNumber || stride.value_or(0) % kNumber != 0) return std::nullopt;
  return stride.value_or(0) / kNumber;
}

/// An operand of a batch in a layout that kernels read: in place, or copied block by block.
template <class T>
class Source {
 public:
  Source(const BroadcastRows& rows, const Batch& batch, int width)
      : rows_(rows),
        batch_(batch),
        width_(width),
        stride_(rows.data == nullptr ? 0 : uniform_stride<T>(rows, batch.shape)) {}

  Operand<T> rows(std::ptrdiff_t first, std::ptrdiff_t end) {
    if (rows_.data == nullptr) return {};
    if (stride_) return {reinterpret_cast<const T*>(rows_.data) + first * *stride_, *stride_};
    copy_.resize(static_cast<std::size_t>((end - first) * width_));
    T* to = copy_.data();
    for (std::ptrdiff_t row = first; row < end; ++row, to += width_)
      read_row<T>(rows_, batch_.shape, row, std::span<T>(to, static_cast<std::size_t>(width_)));
    return {copy_.data(), width_};
  }

 private:
  const BroadcastRows& rows_;
  const Batch& batch_;
  std::ptrdiff_t width_;
  std::optional<std::ptrdiff_t> stride_;
  std::vector<T> copy_;
};

/// Whole registers of rows, so that none is evaluated alone; fewer for expensive rows.
template <class T>
std::ptrdiff_t rows_at_a_time(Task task, const Model<T>& arm, const Batch& batch) {
  constexpr std::ptrdiff_t kMostRows = 512, kMostNumbers = 1 << 20;
  const std::ptrdiff_t fit =
      kMostNumbers / kernels::quantity(task).shape.numbers(batch.extents(arm.chain.n));
  return std::clamp(fit / kBlock<T> * kBlock<T>, kBlock<T>, kMostRows);
}

/// Evaluates rows of one batch, on one thread.
template <class T>
class KernelWorker {
 public:
  KernelWorker(Task task, const Model<T>& arm, const Batch& batch, const Results<T>& out,
               std::ptrdiff_t at_a_time, const Examine& examine)
      : kernel_(chosen_kernel<T>(task, std::min(batch.rows(), at_a_time))),
        arm_(arm),
        batch_(batch),
        out_(out),
        examine_(examine),
        scratch_(kernel_.scratch_size(arm.chain.n, at_a_time)) {
    const kernels::Quantity& quantity = kernels::quantity(task);
    for (std::size_t k = 0; k < out.size(); ++k)
      numbers_[k] = quantity.shape_of(static_cast<int>(k)).numbers(batch.extents(arm.chain.n));
    for (std::size_t k = 0; k < kernels::kGiven; ++k)
      sources_.emplace_back(batch.operands[k], batch, width_of(static_cast<Given>(k), arm.chain.n));
  }

  bool evaluate(std::ptrdiff_t first, std::ptrdiff_t end) {
    if (passes(first, end)) return true;
    for (std::ptrdiff_t row = first; examine_ && row < end; ++row)
      if (!passes(row, row + 1)) examine_(row);
    return false;
  }

 private:
  bool passes(std::ptrdiff_t first, std::ptrdiff_t end) {
    States<T> states;
    for (std::size_t k = 0; k < kernels::kGiven; ++k)
      states.*kOperandOf<T>[k] = sources_[k].rows(first, end);
    states.friction = batch_.friction;
    states.motors = batch_.motors;
    states.in_tool = batch_.in_tool;
    Results<T> out;
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] = out_[k] == nullptr ? nullptr : out_[k] + first * numbers_[k];
    return kernel_.evaluate(arm_, states, 0, end - first, out, scratch_.get());
  }

  const Kernel<T>& kernel_;
  const Model<T>& arm_;
  const Batch& batch_;
  const Results<T>& out_;
  std::array<std::ptrdiff_t, kernels::kMostResults> numbers_{};
  const Examine& examine_;
  std::vector<Source<T>> sources_;
  ScratchSpace scratch_;
};

}  // namespace

template <class T>
bool evaluate_by_kernels(Task task, const Model<T>& arm, const Batch& batch, const Results<T>& out,
                         int threads, const Interrupted& interrupted, const Examine& examine) {
  const std::ptrdiff_t at_a_time = rows_at_a_time(task, arm, batch);
  return run_batch(batch.rows(), Portion{kBlock<T>, at_a_time}, threads, interrupted,
                   [&] { return KernelWorker<T>(task, arm, batch, out, at_a_time, examine); });
}

template bool evaluate_by_kernels(Task, const Model<double>&, const Batch&, const Results<double>&,
                                  int, const Interrupted&, const Examine&);
template bool evaluate_by_kernels(Task, const Model<float>&, const Batch&, const Results<float>&,
                                  int, const Interrupted&, const Examine&);

}  // namespace equidyn
