/// @file standard_dh.hpp
/// Geometry of a link whose frame sits at its far end: T_{i-1}^i = Rz(theta) Tz(d) Tx(a) Rx(alpha).
/// Joint axis i is z of frame i-1.
#pragma once

#include "equidyn/arm.hpp"

namespace equidyn::standard_dh {

/// R_{i-1}^i, from the cosine and sine of theta_i.
template <Scalar T>
Mat3<T> rotation(const Link<T>& link, const T& c, const T& s) {
  const T &ca = link.cos_twist, &sa = link.sin_twist;
  Mat3<T> R;
  R << c, -s * ca, s * sa,  //
      s, c * ca, -c * sa,   //
      T(0), sa, ca;
  return R;
}

/// r_i, from the origin of frame i-1 to that of frame i, in frame i.
template <Scalar T>
Vec3<T> offset(const Link<T>& link, const T& d) {
  return {link.a, d * link.sin_twist, d * link.cos_twist};
}

/// The axis of joint i, in frame i.
template <Scalar T>
Vec3<T> joint_axis(const Link<T>& link) {
  return {T(0), link.sin_twist, link.cos_twist};
}

/// T_{i-1}^i, from the cosine and sine of theta_i and from d_i.
template <Scalar T>
Mat4<T> transform(const Link<T>& link, const T& c, const T& s, const T& d) {
  Mat4<T> H = Mat4<T>::Identity();
  H.template topLeftCorner<3, 3>() = rotation(link, c, s);
  H.template topRightCorner<3, 1>() << link.a * c, link.a * s, d;
  return H;
}

}  // namespace equidyn::standard_dh
