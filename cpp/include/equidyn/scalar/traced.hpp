/// @file traced.hpp
/// The scalar that writes down what is done with it: a formulation evaluated over `Traced` leaves
/// its expression graph behind, from which operations are counted and code is made.
///
/// What costs nothing is not written down: arithmetic among constants of the arm, which can be done
/// before any motion is known; sums with 0 and products with 0, 1 and -1 that are known by
/// structure.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "equidyn/arm/arm.hpp"
#include "equidyn/scalar/counting.hpp"

namespace equidyn {

enum class Operation : int {
  kInput,
  kFullEntry,
  kAdd,
  kSubtract,
  kMultiply,
  kNegate,
  kCosine,
  kSine,
  kDivide
};

/// An expression graph in order of evaluation. A reference is the number of an earlier node, or a
/// constant.
class Trace {
 public:
  struct Reference {
    int node = -1;     ///< -1: a constant
    double value = 0;  ///< what it evaluates to in the traced state
  };
  struct Node {
    Operation operation;
    Reference left, right;  ///< right is unused by inputs, negations, cosines and sines
    double value;
    int row;  ///< of the paper's table, an index of rows()
  };

  explicit Trace(bool full_matrices) : full_matrices_(full_matrices) {}

  bool full_matrices() const { return full_matrices_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<std::string>& rows() const { return rows_; }
  int row() const { return row_; }

  void set_row(int row) { row_ = row; }
  int row_named(const std::string& name) {
    const auto [found, is_new] = row_numbers_.try_emplace(name, static_cast<int>(rows_.size()));
    if (is_new) rows_.push_back(name);
    return found->second;
  }

  /// Writes a node down. Entries of a rotation matrix are formed once, however often they are asked
  /// for.
  Reference add(Operation operation, const Reference& left, const Reference& right, double value) {
    const auto number = static_cast<int>(nodes_.size());
    if (rows_[static_cast<std::size_t>(row_)] == kRotationEntries) {
      const auto key = std::tuple{left.node, left.value, right.node, right.value};
      const auto [found, is_new] = entries_.try_emplace(key, number);
      if (!is_new) return {found->second, value};
    }
    nodes_.push_back({operation, left, right, value, row_});
    return {number, value};
  }

  static constexpr const char* kRotationEntries = "rotation entries";

  /// The trace that operations of this thread are written to.
  static inline thread_local Trace* active = nullptr;

 private:
  bool full_matrices_;
  std::vector<Node> nodes_;
  std::vector<std::string> rows_{"evaluation"};  // where no row is named
  std::map<std::string, int> row_numbers_{{"evaluation", 0}};
  std::map<std::tuple<int, double, int, double>, int> entries_;
  int row_ = 0;
};

class Traced {
 public:
  Traced() = default;
  /// A constant of the arm.
  Traced(double value) : reference_{-1, value} {}  // NOLINT(google-explicit-constructor)
  explicit Traced(Trace::Reference reference) : reference_(reference) {}

  /// A quantity that is known only when the arm moves.
  static Traced input(double value) {
    return Traced(Trace::active->add(Operation::kInput, {}, {}, value));
  }

  const Trace::Reference& reference() const { return reference_; }
  bool is_constant() const { return reference_.node < 0; }
  bool is(double constant) const { return is_constant() && reference_.value == constant; }

  friend Traced operator-(const Traced& x) {
    if (x.is_constant()) return {-x.reference_.value};
    return record(Operation::kNegate, x, {}, -x.reference_.value);
  }
  friend Traced operator+(const Traced& x, const Traced& y) {
    if (x.is(0)) return y;
    if (y.is(0)) return x;
    return record(Operation::kAdd, x, y, sum(x.reference_.value, y.reference_.value));
  }
  friend Traced operator-(const Traced& x, const Traced& y) {
    if (y.is(0)) return x;
    if (x.is(0)) return -y;
    return record(Operation::kSubtract, x, y, sum(x.reference_.value, -y.reference_.value));
  }
  friend Traced operator*(const Traced& x, const Traced& y) {
    if (x.is(0) || y.is(0)) return {0};
    if (x.is(1)) return y;
    if (y.is(1)) return x;
    if (x.is(-1)) return -y;
    if (y.is(-1)) return -x;
    return record(Operation::kMultiply, x, y, meant(x.reference_.value * y.reference_.value));
  }
  friend Traced operator/(const Traced& x, const Traced& y) {
    if (x.is(0)) return {0};
    if (y.is(1)) return x;
    if (y.is(-1)) return -x;
    return record(Operation::kDivide, x, y, x.reference_.value / y.reference_.value);
  }
  friend Traced cos(const Traced& x) {
    if (x.is_constant()) return {without_rounding(std::cos(x.reference_.value))};
    return record(Operation::kCosine, x, {}, std::cos(x.reference_.value));
  }
  friend Traced sin(const Traced& x) {
    if (x.is_constant()) return {without_rounding(std::sin(x.reference_.value))};
    return record(Operation::kSine, x, {}, std::sin(x.reference_.value));
  }

  Traced& operator+=(const Traced& y) { return *this = *this + y; }
  Traced& operator-=(const Traced& y) { return *this = *this - y; }
  Traced& operator*=(const Traced& y) { return *this = *this * y; }

 private:
  static constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

  /// What differs from 1 or -1 by rounding alone is meant to be that: squares of cosine and sine, a
  /// number and its inverse.
  static double meant(double result) {
    return std::abs(std::abs(result) - 1) <= kRounding ? std::copysign(1.0, result) : result;
  }
  /// What differs from 0 by rounding alone too: constants that cancel.
  static double sum(double x, double y) {
    const double result = x + y, scale = std::max(std::abs(x), std::abs(y));
    return std::abs(result) <= kRounding * scale ? 0 : meant(result);
  }

  static Traced record(Operation operation, const Traced& x, const Traced& y, double value) {
    if (x.is_constant() && y.is_constant()) return {value};
    return Traced(Trace::active->add(operation, x.reference_, y.reference_, value));
  }

  Trace::Reference reference_;
};

template <>
struct Row<Traced> {
  Row() : before_(Trace::active->row()) {}
  Row(const Row&) = delete;
  ~Row() { Trace::active->set_row(before_); }
  Row& operator=(const char* name) {
    begin(name);
    return *this;
  }
  static void begin(const char* name) { Trace::active->set_row(Trace::active->row_named(name)); }

 private:
  int before_;
};

template <>
inline bool full_matrices<Traced>() {
  return Trace::active->full_matrices();
}

template <>
inline Traced entry<Traced>(int zero_or_one) {
  if (!full_matrices<Traced>()) return {static_cast<double>(zero_or_one)};
  return Traced(Trace::active->add(Operation::kFullEntry, {}, {}, zero_or_one));
}

}  // namespace equidyn

/// Operations are never repeated: Eigen keeps what an expression evaluates to.
template <>
struct Eigen::NumTraits<equidyn::Traced> : Eigen::GenericNumTraits<equidyn::Traced> {
  // NOLINTBEGIN(readability-identifier-naming): names that Eigen reads
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 1000,
    MulCost = 1000,
  };
  // NOLINTEND(readability-identifier-naming)
  using Real = equidyn::Traced;
  using NonInteger = equidyn::Traced;
  using Nested = equidyn::Traced;
  using Literal = double;
};
