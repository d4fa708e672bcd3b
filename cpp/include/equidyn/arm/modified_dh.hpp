/// @file modified_dh.hpp
/// Geometry of a link with its frame at its own joint, T_{i-1}^i being
/// Tx(a) Ty(a_y) Rx(alpha) Rz(theta) Tz(d). Joint axis i is z of frame i.
#pragma once

#include "equidyn/arm/arm.hpp"
#include "equidyn/math/rotation.hpp"

namespace equidyn::modified_dh {

template <Scalar T>
using Rotation = equidyn::Rotation<T, AboutX<T>, AboutZ<T>>;

/// R_{i-1}^i, from the cosine and sine of theta_i.
template <Scalar T>
Rotation<T> rotation(const Link<T>& link, const T& c, const T& s) {
  return {{link.cos_twist, link.sin_twist}, {c, s}};
}

/// P_i, from the origin of frame i-1 to that of frame i, in frame i-1.
template <Scalar T>
Vec3<T> offset(const Link<T>& link, const T& d) {
  return {link.a, link.a_y - d * link.sin_twist, d * link.cos_twist};
}

}  // namespace equidyn::modified_dh
