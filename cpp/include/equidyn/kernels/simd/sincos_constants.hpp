/// @file sincos_constants.hpp
/// Constants of sincos-inl.hpp in each precision: minimax polynomials, and pi/2 in parts, of which
/// the first two are so short that k times them is exact for angles up to kLargestAngle.
#pragma once

namespace equidyn::kernels {

template <class Real>
struct SinCosConstants;

/// Sine and cosine of the reduced angle have a relative error below 2^-57.
template <>
struct SinCosConstants<double> {
  static constexpr double kLargestAngle = 1e5;
  static constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  static constexpr double kHalfPi[] = {0x1.921fb54440000p+0, 0x1.68c234c4c0000p-39,
                                       0x1.98a2e03707345p-77};
  static constexpr double kToInteger = 0x1.8p52;
  static constexpr double kSine[] = {0x1.5d93a46cf70b2p-33, -0x1.ae5e689ef0751p-26,
                                     0x1.71de357b1bde7p-19, -0x1.a01a019c1619dp-13,
                                     0x1.111111110f8a6p-7,  -0x1.5555555555549p-3};
  static constexpr double kCosine[] = {-0x1.8fb130f6b15e6p-37,
                                       0x1.1ee9f1528a518p-29,
                                       -0x1.27e4f812b6682p-22,
                                       0x1.a01a019cbf629p-16,
                                       -0x1.6c16c16c1521fp-10,
                                       0x1.555555555554cp-5,
                                       -0.5,
                                       1.0};
};

/// Below 2^-27, 2^-32.
template <>
struct SinCosConstants<float> {
  static constexpr float kLargestAngle = 8192;
  static constexpr float kTwoOverPi = 0x1.45f306p-1F;
  static constexpr float kHalfPi[] = {0x1.92p+0F, 0x1.fb4p-12F, 0x1.4442d2p-24F};
  static constexpr float kToInteger = 0x1.8p23F;
  static constexpr float kSine[] = {-0x1.9953f6p-13F, 0x1.110778p-7F, -0x1.555546p-3F};
  static constexpr float kCosine[] = {0x1.99e80cp-16F, -0x1.6c0c28p-10F, 0x1.55554ap-5F, -0.5F,
                                      1.0F};
};

}  // namespace equidyn::kernels
