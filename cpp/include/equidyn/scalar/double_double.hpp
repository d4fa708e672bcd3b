/// @file double_double.hpp
/// Numbers of 106 bits as unevaluated sums of two doubles: many times faster than extended precision where that is
/// computed by software.
///
/// T. J. Dekker, A Floating-Point Technique for Extending the Available Precision, Numerische Mathematik 18, 1971:
/// sums and products with their rounding errors, without fused multiply-add.
/// M. Joldes, J.-M. Muller, V. Popescu, Tight and Rigorous Error Bounds for Basic Building Blocks of Double-Word
/// Arithmetic, ACM TOMS 44, 2017: sums and products of pairs, algorithms 6 and 11.
///
/// Only within the range of doubles less their digits, twice: factors below 1e299, and products that are 0 or above
/// 1e-292.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <type_traits>

namespace equidyn {

struct DoubleDouble {
  double high = 0, low = 0;  ///< |low| is at most half a unit in the last place of high

  DoubleDouble() = default;
  template <class Number>
    requires std::is_arithmetic_v<Number>
  DoubleDouble(Number x) : high(static_cast<double>(x)) {  // NOLINT(google-explicit-constructor)
    if constexpr (std::is_same_v<Number, long double>) low = static_cast<double>(x - high);
  }
  explicit operator double() const { return high; }

  /// The sum with its rounding error.
  static DoubleDouble sum(double x, double y) {
    const double s = x + y, share = s - x;
    return {s, (x - (s - share)) + (y - share)};
  }
  /// The same where x is 0 or not the smaller one.
  static DoubleDouble sum_of_larger(double x, double y) {
    const double s = x + y;
    return {s, y - (s - x)};
  }
  /// The product with its rounding error.
  static DoubleDouble product(double x, double y) {
    const auto [x_high, x_low] = halves(x);
    const auto [y_high, y_low] = halves(y);
    const double p = x * y;
    return {p, ((x_high * y_high - p) + (x_high * y_low + x_low * y_high)) + x_low * y_low};
  }

  friend DoubleDouble operator+(const DoubleDouble& x, const DoubleDouble& y) {
    const DoubleDouble s = sum(x.high, y.high), t = sum(x.low, y.low);
    const DoubleDouble v = sum_of_larger(s.high, s.low + t.high);
    return sum_of_larger(v.high, t.low + v.low);
  }
  friend DoubleDouble operator*(const DoubleDouble& x, const DoubleDouble& y) {
    const DoubleDouble p = product(x.high, y.high);
    return sum_of_larger(p.high, p.low + (x.high * y.low + x.low * y.high));
  }
  friend DoubleDouble operator-(const DoubleDouble& x) { return {-x.high, -x.low}; }
  friend DoubleDouble operator-(const DoubleDouble& x, const DoubleDouble& y) { return x + -y; }
  DoubleDouble& operator+=(const DoubleDouble& x) { return *this = *this + x; }
  DoubleDouble& operator-=(const DoubleDouble& x) { return *this = *this - x; }
  DoubleDouble& operator*=(const DoubleDouble& x) { return *this = *this * x; }
  friend bool operator==(const DoubleDouble&, const DoubleDouble&) = default;

 private:
  DoubleDouble(double larger, double smaller) : high(larger), low(smaller) {}

  struct Halves {
    double high, low;
  };
  /// Two numbers of 26 bits each, the sign of the second one being a bit too.
  static Halves halves(double x) {
    constexpr double kSplitter = 134217729;  // 2^27 + 1
    const double scaled = kSplitter * x, high = scaled - (scaled - x);
    return {high, x - high};
  }

  friend struct SineAndCosine;
};

inline DoubleDouble abs(const DoubleDouble& x) { return x.high < 0 ? -x : x; }

/// Of an angle below 1e6, to 100 bits of the larger one.
struct SineAndCosine {
  DoubleDouble sine, cosine;

  explicit SineAndCosine(const DoubleDouble& angle) {
    // pi/2 in three parts
    constexpr double kHigh = 0x1.921fb54442d18p+0, kMiddle = 0x1.1a62633145c07p-54,
                     kLow = -0x1.f1976b7ed8fbcp-110;
    const double turns = std::nearbyint(angle.high / kHigh);
    const DoubleDouble quarter = angle - DoubleDouble::product(turns, kHigh) -
                                 DoubleDouble::product(turns, kMiddle) - DoubleDouble(turns * kLow);
    // of an eighth of it, doubled three times; v is 1 less the cosine
    const DoubleDouble x = quarter * DoubleDouble(0.125), square = x * x;
    DoubleDouble s = x * series(square, 3), v = square * DoubleDouble(0.5) * series(square, 4);
    for (int times = 0; times < 3; ++times) {
      const DoubleDouble half = s;
      s = DoubleDouble(2) * (s - s * v);
      v = DoubleDouble(2) * (half * half);
    }
    const DoubleDouble c = DoubleDouble(1) - v;
    const auto quadrant = static_cast<int>(turns - 4 * std::floor(turns / 4));
    sine = quadrant % 2 == 0 ? s : c;
    cosine = quadrant % 2 == 0 ? c : s;
    if (quadrant >= 2) sine = -sine;
    if (quadrant == 1 || quadrant == 2) cosine = -cosine;
  }

 private:
  /// 1 - y / ((k - 1) k) (1 - y / ((k + 1) (k + 2)) (1 - ...)), for y below 0.01.
  static DoubleDouble series(const DoubleDouble& y, int k) {
    DoubleDouble result(1);
    for (int last = k + 16; last >= k; last -= 2) {
      const double divisor = (last - 1) * last;
      result = DoubleDouble(1) - reciprocal(divisor) * y * result;
    }
    return result;
  }
  /// Of a whole number.
  static DoubleDouble reciprocal(double x) {
    const double rough = 1 / x;
    const DoubleDouble rest = DoubleDouble(1) - DoubleDouble::product(rough, x);
    return DoubleDouble::sum_of_larger(rough, rest.high / x);
  }
};

inline DoubleDouble sin(const DoubleDouble& angle) { return SineAndCosine(angle).sine; }
inline DoubleDouble cos(const DoubleDouble& angle) { return SineAndCosine(angle).cosine; }

}  // namespace equidyn

template <>
struct Eigen::NumTraits<equidyn::DoubleDouble> : Eigen::GenericNumTraits<equidyn::DoubleDouble> {
  // NOLINTBEGIN(readability-identifier-naming): names that Eigen reads
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 20,
    MulCost = 24,
  };
  // NOLINTEND(readability-identifier-naming)
  using Real = equidyn::DoubleDouble;
  using NonInteger = equidyn::DoubleDouble;
  using Nested = equidyn::DoubleDouble;
};
