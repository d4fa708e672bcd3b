/// @file counting.hpp
/// What a scalar that counts operations may listen to. For every other scalar these say nothing and
/// cost nothing.
#pragma once

#include "equidyn/math/spatial.hpp"

namespace equidyn {

/// Names the row of the paper's own table to which the operations that follow belong: `row =
/// "a_i";`. The row before holds again when the scope ends.
template <Scalar T>
struct Row {
  constexpr Row& operator=(const char* /*name*/) { return *this; }
  /// The same from within a function that the row outlives.
  static constexpr void begin(const char* /*name*/) {}
};

/// Whether matrices are to be formed and multiplied in full, as most papers count them, instead of
/// making use of their structure.
template <Scalar T>
constexpr bool full_matrices() {
  return false;
}

/// A 0 or 1 that stands in a matrix by its structure; a number like any other in a full matrix.
template <Scalar T>
constexpr T entry(int zero_or_one) {
  return T(zero_or_one);
}

}  // namespace equidyn
