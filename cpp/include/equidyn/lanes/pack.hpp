/// @file pack.hpp
/// The scalar of many states: one number of each, in the lanes of a SIMD register.
#pragma once

#include <Eigen/Core>

#include "equidyn/math/sincos.hpp"

namespace equidyn {

/// A register of numbers, and one of integers of the same width. Not one template: g++ drops an
/// attribute that depends on an argument.
template <int kLanes>
struct RegisterOf;
template <>
struct RegisterOf<2> {
  using Numbers = double __attribute__((vector_size(16)));
  using Integers = long long __attribute__((vector_size(16)));
};
template <>
struct RegisterOf<4> {
  using Numbers = double __attribute__((vector_size(32)));
  using Integers = long long __attribute__((vector_size(32)));
};
template <>
struct RegisterOf<8> {
  using Numbers = double __attribute__((vector_size(64)));
  using Integers = long long __attribute__((vector_size(64)));
};

/// A formulation over this scalar evaluates several states at a time, each with the same bits as
/// alone.
template <int kCount>
struct Pack {
  static constexpr int kLanes = kCount;
  using Numbers = typename RegisterOf<kLanes>::Numbers;
  using Integers = typename RegisterOf<kLanes>::Integers;

  Numbers v;

  Pack() = default;
  Pack(double x) : v(x - Numbers{}) {}  // NOLINT(google-explicit-constructor)
  Pack(Numbers lanes) : v(lanes) {}     // NOLINT(google-explicit-constructor)

  friend Pack operator+(const Pack& a, const Pack& b) { return a.v + b.v; }
  friend Pack operator-(const Pack& a, const Pack& b) { return a.v - b.v; }
  friend Pack operator*(const Pack& a, const Pack& b) { return a.v * b.v; }
  friend Pack operator/(const Pack& a, const Pack& b) { return a.v / b.v; }
  friend Pack operator-(const Pack& a) { return -a.v; }
  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  Pack& operator-=(const Pack& b) { return *this = *this - b; }
  Pack& operator*=(const Pack& b) { return *this = *this * b; }

  /// In all lanes.
  friend bool operator==(const Pack& a, const Pack& b) {
    bool equal = true;
    for (int lane = 0; lane < kLanes; ++lane) equal &= a.v[lane] == b.v[lane];
    return equal;
  }
  /// Conversion of constants.
  friend Pack cos(const Pack& x) { return std::cos(x.v[0]); }
  friend Pack sin(const Pack& x) { return std::sin(x.v[0]); }
};

/// Sines and cosines of angles that cannot be reduced, lane by lane; the others stay.
template <int kLanes>
[[gnu::noinline]] void set_large_cosine_and_sine(const Pack<kLanes>& x, Pack<kLanes>& cosine,
                                                 Pack<kLanes>& sine) {
  for (int lane = 0; lane < kLanes; ++lane)
    if (const double angle = x.v[lane]; !(std::abs(angle) <= SinCosConstants::kLargestAngle))
      cosine.v[lane] = std::cos(angle), sine.v[lane] = std::sin(angle);
}

template <int kLanes>
[[gnu::always_inline]] inline void set_cosine_and_sine(const Pack<kLanes>& x, Pack<kLanes>& cosine,
                                                       Pack<kLanes>& sine) {
  using Integers = typename Pack<kLanes>::Integers;
  set_reduced_cosine_and_sine<Integers>(x.v, cosine.v, sine.v);
  const Integers large =
      ~((x.v <= SinCosConstants::kLargestAngle) & (x.v >= -SinCosConstants::kLargestAngle));
  long long any = 0;
  for (int lane = 0; lane < kLanes; ++lane) any |= large[lane];
  if (any != 0) set_large_cosine_and_sine(x, cosine, sine);
}

}  // namespace equidyn

/// The costs of a double: Eigen evaluates the same expressions in the same order.
template <int kLanes>
struct Eigen::NumTraits<equidyn::Pack<kLanes>> : Eigen::GenericNumTraits<double> {
  // NOLINTBEGIN(readability-identifier-naming): names that Eigen reads
  using Real = equidyn::Pack<kLanes>;
  using NonInteger = equidyn::Pack<kLanes>;
  using Nested = equidyn::Pack<kLanes>;
  using Literal = double;
  // NOLINTEND(readability-identifier-naming)
};
