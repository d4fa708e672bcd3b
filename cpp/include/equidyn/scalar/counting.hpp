/// @file counting.hpp
/// Hints to the scalar that counts operations; no-ops for every other scalar.
#pragma once

#include <utility>

#include "equidyn/math/spatial.hpp"

namespace equidyn {

/// Closes a row of a paper's table at the end of the statement that it stands in.
template <Scalar T>
struct RowEnd {};

/// Names the row of the paper's table that operations belong to, at the end of a statement:
/// `a[i] = A * r[i] + at[i], row("a_i");`, or, in a declaration, `= I * al[i] | row("I alpha");`.
/// Before a matrix that a function returns, which is then made in its place: `= (row("A_i"), f(w))`.
/// A row takes all operations since the row before, except those that a function called meanwhile
/// gave to its own rows. A `Row` that is made with a name takes those of its scope.
template <Scalar T>
class Row {
 public:
  Row() = default;
  explicit Row(const char* /*name*/) {}  // not constexpr: clang would call such a row unused
  constexpr RowEnd<T> operator()(const char* /*name*/) const { return {}; }
  /// For code that has no `Row`: the row of the operations that follow.
  static constexpr void begin(const char* /*name*/) {}
};

/// The value: a row belongs to the statement, and changes nothing in it.
template <class Value, Scalar T>
constexpr Value&& operator|(Value&& value, const RowEnd<T>& /*end*/) {
  return std::forward<Value>(value);
}

/// Whether matrices are formed and multiplied in full, as most papers count them, instead of making
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
