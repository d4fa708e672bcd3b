/// @file double_double.hpp
/// Numbers of 106 bits as unevaluated sums of two doubles: what arms are compiled in and references are evaluated in. Their
/// bits are the same on every machine. Those of long double are not: it is a double on some.
///
/// T. J. Dekker, A Floating-Point Technique for Extending the Available Precision, Numerische Mathematik 18, 1971:
/// sums and products with their rounding errors, without fused multiply-add.
/// M. Joldes, J.-M. Muller, V. Popescu, Tight and Rigorous Error Bounds for Basic Building Blocks of Double-Word
/// Arithmetic, ACM TOMS 44, 2017: sums and products of pairs, algorithms 6 and 11.
///
/// They have the range of doubles, and products below 1e-292 have fewer digits. What overflows is infinite, or not a
/// number, as of doubles.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace equidyn {

struct DoubleDouble {
  double high = 0, low = 0;  ///< |low| is at most half a unit in the last place of high

  DoubleDouble() = default;
  template <class Number>
    requires std::is_arithmetic_v<Number>
  constexpr DoubleDouble(Number x)  // NOLINT(google-explicit-constructor)
      : high(static_cast<double>(x)) {}
  template <std::floating_point Number>
  constexpr explicit operator Number() const {
    return static_cast<Number>(high);
  }

  /// The sum with its rounding error.
  static constexpr DoubleDouble sum(double x, double y) {
    const double s = x + y, share = s - x;
    return {s, (x - (s - share)) + (y - share)};
  }
  /// The same where x is 0 or not the smaller one.
  static constexpr DoubleDouble sum_of_larger(double x, double y) {
    const double s = x + y;
    return {s, y - (s - x)};
  }
  /// The product with its rounding error.
  static constexpr DoubleDouble product(double x, double y) {
    const auto [x_high, x_low] = halves(x);
    const auto [y_high, y_low] = halves(y);
    const double p = x * y;
    const double error =
        ((x_high * y_high - p) + (x_high * y_low + x_low * y_high)) + x_low * y_low;
    // halves of numbers above 2^996 overflow
    return {p, is_finite(error) || !is_finite(p) ? error : std::fma(x, y, -p)};
  }

  friend constexpr DoubleDouble operator+(const DoubleDouble& x, const DoubleDouble& y) {
    const DoubleDouble s = sum(x.high, y.high), t = sum(x.low, y.low);
    const DoubleDouble v = sum_of_larger(s.high, s.low + t.high);
    return settled(sum_of_larger(v.high, t.low + v.low), x.high + y.high);
  }
  friend constexpr DoubleDouble operator*(const DoubleDouble& x, const DoubleDouble& y) {
    const DoubleDouble p = product(x.high, y.high);
    return settled(sum_of_larger(p.high, p.low + (x.high * y.low + x.low * y.high)), p.high);
  }
  friend constexpr DoubleDouble operator/(const DoubleDouble& x, const DoubleDouble& y) {
    const double quotient = x.high / y.high;
    const DoubleDouble rest = x - DoubleDouble(quotient) * y;
    return settled(sum_of_larger(quotient, rest.high / y.high), quotient);
  }
  friend constexpr DoubleDouble operator-(const DoubleDouble& x) { return {-x.high, -x.low}; }
  friend constexpr DoubleDouble operator-(const DoubleDouble& x, const DoubleDouble& y) {
    return x + -y;
  }
  constexpr DoubleDouble& operator+=(const DoubleDouble& x) { return *this = *this + x; }
  constexpr DoubleDouble& operator-=(const DoubleDouble& x) { return *this = *this - x; }
  constexpr DoubleDouble& operator*=(const DoubleDouble& x) { return *this = *this * x; }
  constexpr DoubleDouble& operator/=(const DoubleDouble& x) { return *this = *this / x; }
  friend bool operator==(const DoubleDouble&, const DoubleDouble&) = default;
  friend auto operator<=>(const DoubleDouble&, const DoubleDouble&) = default;

 private:
  constexpr DoubleDouble(double larger, double smaller) : high(larger), low(smaller) {}

  static constexpr bool is_finite(double x) { return x - x == 0; }
  /// A pair, or what doubles give where that overflows: no digits are behind it.
  static constexpr DoubleDouble settled(const DoubleDouble& pair, double rounded) {
    return is_finite(pair.high) ? pair : DoubleDouble(rounded);
  }

  struct Halves {
    double high, low;
  };
  /// Two numbers of 26 bits each, the sign of the second one being a bit too.
  static constexpr Halves halves(double x) {
    constexpr double kSplitter = 134217729;  // 2^27 + 1
    const double scaled = kSplitter * x, high = scaled - (scaled - x);
    return {high, x - high};
  }

  friend DoubleDouble sqrt(const DoubleDouble& x) {
    const double root = std::sqrt(x.high);
    if (root == 0 || !is_finite(root)) return root;
    const DoubleDouble rest = x - product(root, root);
    return sum_of_larger(root, rest.high / (2 * root));
  }
  friend struct SineAndCosine;
};

/// Without a comparison, which would raise a floating-point flag for NaN.
inline DoubleDouble abs(const DoubleDouble& x) { return std::signbit(x.high) ? -x : x; }

/// Sine and cosine of an angle below 2^40, to 100 bits of the larger one; of others as a double.
struct SineAndCosine {
  DoubleDouble sine, cosine;

  explicit SineAndCosine(const DoubleDouble& angle) {
    constexpr double kLargest = 0x1p40;
    if (!(std::abs(angle.high) < kLargest)) {
      sine = std::sin(angle.high), cosine = std::cos(angle.high);
      return;
    }
    // pi/2 in three parts
    constexpr double kHigh = 0x1.921fb54442d18p+0, kMiddle = 0x1.1a62633145c07p-54,
                     kLow = -0x1.f1976b7ed8fbcp-110;
    const double turns = std::nearbyint(angle.high / kHigh);
    const DoubleDouble quarter = angle - DoubleDouble::product(turns, kHigh) -
                                 DoubleDouble::product(turns, kMiddle) - DoubleDouble(turns * kLow);
    // sine and cosine of an eighth, doubled three times; v is 1 minus the cosine
    const DoubleDouble x = quarter * DoubleDouble(0.125), square = x * x;
    DoubleDouble s = x * series<1>(square), v = square * DoubleDouble(0.5) * series<2>(square);
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
  /// The sum of (-y)^j k! / (k + 2 j)!, for y below 0.01.
  template <int k>
  static DoubleDouble series(const DoubleDouble& y) {
    // digits of later terms beyond those of a double have no effect
    constexpr std::size_t kDoubles = 4, kPairs = 5;
    constexpr auto kCoefficients = coefficients<kPairs + kDoubles>(k);
    double rest = 0;
    for (std::size_t j = kPairs + kDoubles; j-- > kPairs;)
      rest = rest * y.high + kCoefficients[j].high;
    DoubleDouble sum = rest;
    for (std::size_t j = kPairs; j-- > 0;) sum = sum * y + kCoefficients[j];
    return sum;
  }
  template <std::size_t kTerms>
  static constexpr std::array<DoubleDouble, kTerms> coefficients(int k) {
    std::array<DoubleDouble, kTerms> found;
    found[0] = 1;
    for (std::size_t j = 1; j < kTerms; ++j, k += 2) found[j] = -found[j - 1] / ((k + 1) * (k + 2));
    return found;
  }
};

inline DoubleDouble sin(const DoubleDouble& angle) { return SineAndCosine(angle).sine; }
inline DoubleDouble cos(const DoubleDouble& angle) { return SineAndCosine(angle).cosine; }

/// As of any scalar (math/sincos.hpp), both at once.
inline void set_cosine_and_sine(const DoubleDouble& angle, DoubleDouble& cosine,
                                DoubleDouble& sine) {
  const SineAndCosine both(angle);
  cosine = both.cosine, sine = both.sine;
}

}  // namespace equidyn

template <>
class std::numeric_limits<equidyn::DoubleDouble> : public std::numeric_limits<double> {
 public:
  static constexpr int digits = 106;  // NOLINT(readability-identifier-naming)
  static constexpr equidyn::DoubleDouble epsilon() { return 0x1p-105; }
};

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
