/// @file counting.hpp
/// Hints to the scalar that counts operations; no-ops for every other scalar.
#pragma once

#include <utility>

#include "equidyn/math/spatial.hpp"

namespace equidyn {

/// Names the row of the paper's table that the operations of a statement belong to, and gives the
/// value back: `a[i] = row("a_i", A * r[i] + at[i]);`. The row takes all operations since the row
/// before, up to the end of the statement, except those that a called function gave to rows of its
/// own. A `Row` that is made with a name takes those of its scope.
template <Scalar T>
class Row {
 public:
  Row() = default;
  explicit Row(const char* /*name*/) {}  // not constexpr: clang would warn about unused rows
  /// The value itself, until the statement ends: matrices in lanes would take time to copy.
  template <class Value>
  constexpr Value&& operator()(const char* /*name*/, Value&& value) const {
    return std::forward<Value>(value);
  }
  /// For code that has no `Row`: the row of the operations that follow.
  static constexpr void begin(const char* /*name*/) {}
};

/// True if matrices are formed and multiplied in full, as most papers count them, instead of making
/// use of their structure.
template <Scalar T>
constexpr bool full_matrices() {
  return false;
}

/// A 0 or 1 of a matrix's structure; in a full matrix a number like any other.
template <Scalar T>
constexpr T entry(int zero_or_one) {
  return T(zero_or_one);
}

}  // namespace equidyn
