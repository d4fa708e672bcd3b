/// @file rows_of_batch.hpp
/// The rows of a batch as kernels and methods read them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "call/batch.hpp"
#include "equidyn/kernels/states.hpp"

namespace equidyn {

/// The members of a state that hold the operands.
template <class T>
constexpr std::array<kernels::Operand<T> kernels::States<T>::*, kernels::kGiven> kOperandOf{
    &kernels::States<T>::q,         &kernels::States<T>::qd,         &kernels::States<T>::qdd,
    &kernels::States<T>::tau,       &kernels::States<T>::v,          &kernels::States<T>::dq,
    &kernels::States<T>::dqd,       &kernels::States<T>::dqdd,       &kernels::States<T>::dtau,
    &kernels::States<T>::cotangent, &kernels::States<T>::tip_wrench, &kernels::States<T>::base_w,
    &kernels::States<T>::base_al,   &kernels::States<T>::base_a};

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

/// An operand of a batch in the layout of kernels: in place, or copied block by block.
template <class T>
class Source {
 public:
  Source(const BroadcastRows& rows, const Batch& batch, int width)
      : rows_(rows),
        batch_(batch),
        width_(width),
        stride_(rows.data == nullptr ? 0 : uniform_stride<T>(rows, batch.shape)) {}

  kernels::Operand<T> rows(std::ptrdiff_t first, std::ptrdiff_t end) {
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

/// All operands of a batch. One thread's: it owns the copies.
template <class T>
class RowsOfBatch {
 public:
  RowsOfBatch(const Batch& batch, int n) {
    for (std::size_t k = 0; k < kernels::kGiven; ++k)
      sources_.emplace_back(batch.operands[k], batch, width_of(static_cast<Given>(k), n));
    states_.friction = batch.friction;
    states_.motors = batch.motors;
    states_.in_tool = batch.in_tool;
  }

  /// Those of rows `first` to `end` - 1, until the next call.
  const kernels::States<T>& states(std::ptrdiff_t first, std::ptrdiff_t end) {
    for (std::size_t k = 0; k < kernels::kGiven; ++k)
      states_.*kOperandOf<T>[k] = sources_[k].rows(first, end);
    return states_;
  }

 private:
  std::vector<Source<T>> sources_;
  kernels::States<T> states_;
};

}  // namespace equidyn
