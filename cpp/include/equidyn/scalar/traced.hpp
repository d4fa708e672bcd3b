/// @file traced.hpp
/// The recording scalar: a formulation evaluated over `Traced` yields its expression graph, from
/// which operations are counted and code is generated.
///
/// Operations without cost are not recorded: arithmetic among constants of the arm, which can be
/// done before any motion is known; structural sums with 0 and products with 0, 1 and -1.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "equidyn/arm/arm.hpp"
#include "equidyn/scalar/counting.hpp"
#include "equidyn/scalar/trace.hpp"

namespace equidyn {

class Traced {
 public:
  Traced() = default;
  /// A constant of the arm.
  Traced(double value) : reference_{-1, value} {}  // NOLINT(google-explicit-constructor)
  explicit Traced(Trace::Reference reference) : reference_(reference) {}

  /// A quantity that is known only when the arm moves.
  static Traced input(double value) {
    return Traced(Trace::active()->add(Operation::kInput, {}, {}, value));
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

  /// 1 or -1 for a result that differs from it by rounding alone: squares of cosine and sine, a
  /// number and its inverse.
  static double meant(double result) {
    return std::abs(std::abs(result) - 1) <= kRounding ? std::copysign(1.0, result) : result;
  }
  /// The same for 0: constants that cancel.
  static double sum(double x, double y) {
    const double result = x + y, scale = std::max(std::abs(x), std::abs(y));
    return std::abs(result) <= kRounding * scale ? 0 : meant(result);
  }

  static Traced record(Operation operation, const Traced& x, const Traced& y, double value) {
    if (x.is_constant() && y.is_constant()) return {value};
    return Traced(Trace::active()->add(operation, x.reference_, y.reference_, value));
  }

  Trace::Reference reference_;
};

template <>
class Row<Traced> {
 public:
  /// The name of a row, which takes the operations when its statement ends: Eigen evaluates a value
  /// where it is assigned.
  class Name {
   public:
    Name(const char* name) : name_(name) {}  // NOLINT(google-explicit-constructor)
    Name(const Name&) = delete;
    Name& operator=(const Name&) = delete;
    ~Name() { row_->close(name_); }

   private:
    friend class Row;
    const char* name_;
    mutable Row* row_ = nullptr;
  };

  Row() = default;
  explicit Row(const char* name) { begin(name); }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  ~Row() { Trace::active()->set_row(outer_); }
  template <class Value>
  Value&& operator()(const Name& name, Value&& value) {
    name.row_ = this;
    return std::forward<Value>(value);
  }
  static void begin(const char* name) {
    Trace::active()->set_row(Trace::active()->row_named(name));
  }

 private:
  void close(const char* name) {
    Trace::active()->give_row(Trace::active()->row_named(name), first_);
    first_ = Trace::active()->size();
  }

  int outer_ = Trace::active()->row();
  int first_ = Trace::active()->size();  ///< node after the row before
};

template <>
inline bool full_matrices<Traced>() {
  return Trace::active()->full_matrices();
}

template <>
inline Traced entry<Traced>(int zero_or_one) {
  if (!full_matrices<Traced>()) return {static_cast<double>(zero_or_one)};
  return Traced(Trace::active()->add(Operation::kFullEntry, {}, {}, zero_or_one));
}

}  // namespace equidyn

/// No operation is repeated: Eigen evaluates an expression that it needs twice into a temporary.
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
