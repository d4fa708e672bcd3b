/// @file modified_dh.hpp
/// Geometry of a link whose frame sits at its own joint: T_{i-1}^i = Rx(alpha) Tx(a) Rz(theta)
/// Tz(d). Joint axis i is z of frame i.
#pragma once

#include "equidyn/arm.hpp"

namespace equidyn::modified_dh {

/// R_{i-1}^i, from the cosine and sine of theta_i.
template <Scalar T>
Mat3<T> rotation(const Link<T>& link, const T& c, const T& s) {
  const T &ca = link.cos_twist, &sa = link.sin_twist;
  Mat3<T> R;
  R << c, -s, T(0),         //
      s * ca, c * ca, -sa,  //
      s * sa, c * sa, ca;
  return R;
}

/// P_i, from the origin of frame i-1 to that of frame i, in frame i-1.
template <Scalar T>
Vec3<T> offset(const Link<T>& link, const T& d) {
  return {link.a, -(d * link.sin_twist), d * link.cos_twist};
}

}  // namespace equidyn::modified_dh
