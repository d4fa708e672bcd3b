/// @file batch.hpp
/// A batch of states: rows of strided arrays, broadcast against each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "equidyn/kernels/quantities.hpp"

namespace equidyn {

using kernels::Given;

/// Tells, on the calling thread, whether to stop the work.
using Interrupted = std::function<bool()>;

/// An array of float64, or of float32 if so flagged, as rows along its last axis. Its leading axes
/// are those of the whole batch; a broadcast axis has stride 0.
struct BroadcastRows {
  const char* data = nullptr;           ///< null where the operand was not given
  std::vector<std::ptrdiff_t> strides;  ///< of the leading axes      bytes
  std::ptrdiff_t step = 0;              ///< along the last axis      bytes
};

/// The number of rows that leading axes have.
inline std::ptrdiff_t rows_along(const std::vector<std::ptrdiff_t>& axes) {
  std::ptrdiff_t count = 1;
  for (const std::ptrdiff_t extent : axes) count *= extent;
  return count;
}

/// The operands and options of one call.
struct Batch {
  std::vector<std::ptrdiff_t> shape;  ///< of the leading axes
  std::array<BroadcastRows, kernels::kGiven> operands;
  std::vector<std::ptrdiff_t> arm_strides;  ///< of the leading axes, in arms; empty for one arm
  bool friction = false, motors = false;
  bool in_tool = false;  ///< in axes of the tool, not of the world

  const BroadcastRows& operator[](Given given) const {
    return operands[static_cast<std::size_t>(given)];
  }
  /// Data that determine the shapes of results, for an arm of n joints.
  kernels::Extents extents(int n) const { return {n, friction, motors}; }
  BroadcastRows& operator[](Given given) { return operands[static_cast<std::size_t>(given)]; }

  /// The number of the arm of a row.
  std::ptrdiff_t arm_of(std::ptrdiff_t row) const {
    std::ptrdiff_t arm = 0;
    for (std::size_t axis = shape.size(); axis-- > 0; row /= shape[axis])
      arm += row % shape[axis] * arm_strides[axis];
    return arm;
  }
  /// Those of rows `first` to `end` - 1.
  void number_arms(std::ptrdiff_t first, std::ptrdiff_t end, std::int32_t* arms) const {
    const std::ptrdiff_t run = shape.empty() ? 1 : shape.back();
    const std::ptrdiff_t stride = shape.empty() ? 0 : arm_strides.back();
    while (first < end) {
      const std::ptrdiff_t count = std::min(run - first % run, end - first);
      std::ptrdiff_t arm = arm_of(first);
      for (std::ptrdiff_t k = 0; k < count; ++k, arm += stride)
        *arms++ = static_cast<std::int32_t>(arm);
      first += count;
    }
  }

  std::ptrdiff_t rows() const { return rows_along(shape); }
};

/// Length of a row of an operand.
constexpr int width_of(Given given, int n) {
  if (given < Given::kTipWrench) return n;
  return given == Given::kTipWrench ? 6 : 3;
}

/// Copies row number `row` of a batch of this shape to `out`, converted from Stored to T.
template <class Stored = double, class T, std::size_t N>
void read_row(const BroadcastRows& rows, const std::vector<std::ptrdiff_t>& shape,
              std::ptrdiff_t row, std::span<T, N> out) {
  const char* at = rows.data;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    at += (row % shape[axis]) * rows.strides[axis];
    row /= shape[axis];
  }
  for (T& value : out) {
    Stored number;
    std::memcpy(&number, at, sizeof number);  // the array need not be aligned
    value = T(number);
    at += rows.step;
  }
}

}  // namespace equidyn
