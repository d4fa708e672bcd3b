/// @file sincos.hpp
/// Cosine and sine of joint angles: of a number, or of each lane of a SIMD register, within 2 ulp.
/// Nothing is fused, so that a number and a lane have the same bits on every machine.
///
/// x = k pi/2 + r with |r| <= pi/4: pi/2 is subtracted in three parts, the first two so short that
/// k times them is exact. Polynomials of r; the last two bits of k are the quadrant. The kernels do
/// the same with fused multiply-adds (kernels/simd/sincos-inl.hpp).
#pragma once

#include <cmath>

#include "equidyn/kernels/simd/sincos_constants.hpp"
#include "equidyn/math/spatial.hpp"

namespace equidyn {

using SinCosConstants = kernels::SinCosConstants<double>;

/// c[0] t^5 + ... + c[5], in halves that do not wait for each other.
template <class V>
[[gnu::always_inline]] inline V polynomial(V t, const double* c) {
  const V square = t * t;
  return (t * c[0] + c[1]) * (square * square) + ((t * c[2] + c[3]) * square + (t * c[4] + c[5]));
}

/// Sines and cosines of angles up to kLargestAngle. `Integer` is as wide as V: long long, or a
/// register of them.
template <class Integer, class V>
[[gnu::always_inline]] inline void set_reduced_cosine_and_sine(V x, V& cosine, V& sine) {
  constexpr const auto& kHalfPi = SinCosConstants::kHalfPi;
  constexpr const auto& kCosine = SinCosConstants::kCosine;
  constexpr int kSign = 63;

  // a sum with kToInteger is rounded to an integer in its last bits
  const V shifted = x * SinCosConstants::kTwoOverPi + SinCosConstants::kToInteger;
  const V k = shifted - SinCosConstants::kToInteger;
  const V r = ((x - k * kHalfPi[0]) - k * kHalfPi[1]) - k * kHalfPi[2];
  const V t = r * r;
  const V s = polynomial(t, SinCosConstants::kSine) * (r * t) + r;
  const V c = (polynomial(t, kCosine) * t + kCosine[6]) * t + kCosine[7];

  const auto quadrant = __builtin_bit_cast(Integer, shifted);
  const auto s_bits = __builtin_bit_cast(Integer, s), c_bits = __builtin_bit_cast(Integer, c);
  const Integer exchanged = (s_bits ^ c_bits) & -(quadrant & 1);
  const Integer s_sign = (quadrant >> 1) << kSign, c_sign = s_sign ^ (quadrant << kSign);
  sine = __builtin_bit_cast(V, s_bits ^ exchanged ^ s_sign);
  cosine = __builtin_bit_cast(V, c_bits ^ exchanged ^ c_sign);
}

/// Over any scalar; Pack has its own (lanes/pack.hpp).
template <Scalar T>
void set_cosine_and_sine(const T& x, T& cosine, T& sine) {
  using std::cos, std::sin;
  cosine = cos(x);
  sine = sin(x);
}

[[gnu::always_inline]] inline void set_cosine_and_sine(const double& x, double& cosine,
                                                       double& sine) {
  if (std::abs(x) <= SinCosConstants::kLargestAngle)
    set_reduced_cosine_and_sine<long long>(x, cosine, sine);
  else
    cosine = std::cos(x), sine = std::sin(x);
}

}  // namespace equidyn
