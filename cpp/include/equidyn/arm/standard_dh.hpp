/// @file standard_dh.hpp
/// Geometry of a link with its frame at its far end, T_{i-1}^i being
/// Rz(theta) Tz(d) Tx(a) Ty(a_y) Rx(alpha).
/// Joint axis i is z of frame i-1.
#pragma once

#include "equidyn/arm/arm.hpp"
#include "equidyn/math/homogeneous.hpp"
#include "equidyn/math/rotation.hpp"

namespace equidyn::standard_dh {

template <Scalar T>
using Rotation = equidyn::Rotation<T, AboutZ<T>, AboutX<T>>;

/// R_{i-1}^i, from the cosine and sine of theta_i.
template <Scalar T>
Rotation<T> rotation(const Link<T>& link, const T& c, const T& s) {
  return {{c, s}, {link.cos_twist, link.sin_twist}};
}

/// r_i, from the origin of frame i-1 to that of frame i, in frame i.
template <Scalar T>
Vec3<T> offset(const Link<T>& link, const T& d) {
  return {link.a, link.a_y * link.cos_twist + d * link.sin_twist,
          d * link.cos_twist - link.a_y * link.sin_twist};
}

/// The axis of joint i, in frame i.
template <Scalar T>
Vec3<T> joint_axis(const Link<T>& link) {
  return {T(0), link.sin_twist, link.cos_twist};
}

/// T_{i-1}^i, from the cosine and sine of theta_i and from d_i.
template <Scalar T>
Transform<T> transform(const Link<T>& link, const T& c, const T& s, const T& d) {
  Transform<T> H;
  H.rotation() = rotation(link, c, s).matrix();
  H.translation() << link.a * c - link.a_y * s, link.a * s + link.a_y * c, d;
  if (full_matrices<T>()) H.m.row(3) << entry<T>(0), entry<T>(0), entry<T>(0), entry<T>(1);
  return H;
}

}  // namespace equidyn::standard_dh
