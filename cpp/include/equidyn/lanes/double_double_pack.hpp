/// @file double_double_pack.hpp
/// Pairs of doubles of many arms, in lanes: the same bits as DoubleDouble, but where numbers overflow
/// or are below 1e-290. Included only in files that are compiled for one instruction set with fused
/// multiply-add.
#pragma once

#include <immintrin.h>

#include "equidyn/lanes/pack.hpp"
#include "equidyn/scalar/double_double.hpp"

namespace equidyn {

template <int kCount>
struct DoubleDoublePack {
  static constexpr int kLanes = kCount;
  using Numbers = typename RegisterOf<kLanes>::Numbers;

  Numbers high{}, low{};

  DoubleDoublePack() = default;
  DoubleDoublePack(double x) : high(x - Numbers{}) {}  // NOLINT(google-explicit-constructor)
  DoubleDoublePack(const DoubleDouble& x)              // NOLINT(google-explicit-constructor)
      : high(x.high - Numbers{}), low(x.low - Numbers{}) {}
  explicit operator Pack<kLanes>() const { return high; }

  DoubleDouble lane(int which) const {
    return DoubleDouble(high[which]) + DoubleDouble(low[which]);
  }
  void set_lane(int which, const DoubleDouble& x) { high[which] = x.high, low[which] = x.low; }

  friend DoubleDoublePack operator+(const DoubleDoublePack& x, const DoubleDoublePack& y) {
    const DoubleDoublePack s = sum(x.high, y.high), t = sum(x.low, y.low);
    const DoubleDoublePack v = sum_of_larger(s.high, s.low + t.high);
    return sum_of_larger(v.high, t.low + v.low);
  }
  friend DoubleDoublePack operator*(const DoubleDoublePack& x, const DoubleDoublePack& y) {
    const Numbers p = x.high * y.high, error = fused_difference(x.high, y.high, p);
    return sum_of_larger(p, error + (x.high * y.low + x.low * y.high));
  }
  friend DoubleDoublePack operator-(const DoubleDoublePack& x) { return {-x.high, -x.low}; }
  friend DoubleDoublePack operator-(const DoubleDoublePack& x, const DoubleDoublePack& y) {
    return x + -y;
  }
  DoubleDoublePack& operator+=(const DoubleDoublePack& x) { return *this = *this + x; }
  DoubleDoublePack& operator-=(const DoubleDoublePack& x) { return *this = *this - x; }
  DoubleDoublePack& operator*=(const DoubleDoublePack& x) { return *this = *this * x; }

  friend DoubleDoublePack cos(const DoubleDoublePack& angle) {
    return lane_by_lane(angle, [](const DoubleDouble& x) { return cos(x); });
  }
  friend DoubleDoublePack sin(const DoubleDoublePack& angle) {
    return lane_by_lane(angle, [](const DoubleDouble& x) { return sin(x); });
  }
  friend DoubleDoublePack without_rounding(const DoubleDoublePack& value) {
    return lane_by_lane(value, [](const DoubleDouble& x) { return without_rounding(x); });
  }

 private:
  DoubleDoublePack(Numbers larger, Numbers smaller) : high(larger), low(smaller) {}

  static DoubleDoublePack sum(Numbers x, Numbers y) {
    const Numbers s = x + y, share = s - x;
    return {s, (x - (s - share)) + (y - share)};
  }
  static DoubleDoublePack sum_of_larger(Numbers x, Numbers y) {
    const Numbers s = x + y;
    return {s, y - (s - x)};
  }
  /// x y - z, rounded once.
  static Numbers fused_difference(Numbers x, Numbers y, Numbers z) {
    if constexpr (kLanes == 4) return _mm256_fmsub_pd(x, y, z);
#if defined(__AVX512F__)
    else
      return _mm512_fmsub_pd(x, y, z);
#endif
  }
  template <class Function>
  static DoubleDoublePack lane_by_lane(const DoubleDoublePack& x, const Function& function) {
    DoubleDoublePack result;
    for (int which = 0; which < kLanes; ++which) result.set_lane(which, function(x.lane(which)));
    return result;
  }
};

}  // namespace equidyn

template <int kLanes>
struct Eigen::NumTraits<equidyn::DoubleDoublePack<kLanes>>
    : Eigen::NumTraits<equidyn::DoubleDouble> {
  // NOLINTBEGIN(readability-identifier-naming): names that Eigen reads
  using Real = equidyn::DoubleDoublePack<kLanes>;
  using NonInteger = equidyn::DoubleDoublePack<kLanes>;
  using Nested = equidyn::DoubleDoublePack<kLanes>;
  // NOLINTEND(readability-identifier-naming)
};
