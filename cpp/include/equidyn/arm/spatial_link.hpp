/// @file spatial_link.hpp
/// A link, its joint and its inertia in spatial vectors, in modified DH frames.
///
/// R. Featherstone, Rigid Body Dynamics Algorithms, Springer, 2008, whose equation numbers these
/// are.
#pragma once

#include "equidyn/arm/inertial_moments.hpp"
#include "equidyn/arm/joint_state.hpp"
#include "equidyn/math/spatial_vectors.hpp"

namespace equidyn {

/// S_i: z in the angular part, or in the linear one.
template <Scalar T>
Vec6<T> motion_subspace(const Link<T>& link) {
  return Vec6<T>::Unit(link.revolute ? 2 : 5);
}

/// [[E, 0], [-E [P x], E]] with E = R^t: a motion vector of link i-1 seen from link i. (2.24)
template <Scalar T>
Mat6<T> motion_transform(const Link<T>& link, const JointState<T>& x, int i) {
  const Mat3<T> E = modified_dh::rotation(link, x.c[i], x.s[i]).matrix().transpose();
  Mat6<T> X;
  X.template topLeftCorner<3, 3>() = E;
  X.template topRightCorner<3, 3>().setZero();
  X.template bottomLeftCorner<3, 3>() = -E * skew(modified_dh::offset(link, x.d[i]));
  X.template bottomRightCorner<3, 3>() = E;
  return X;
}

/// [[J, [S x]], [[S x]^t, M E]] about the origin of the body's frame. (2.63)
template <Scalar T>
Mat6<T> spatial_inertia(const Body<T>& body) {
  const auto [M, S, K] = moments_about_origin(body);
  Mat6<T> I;
  I.template topLeftCorner<3, 3>() = inertia_tensor(K);
  I.template topRightCorner<3, 3>() = skew(S);
  I.template bottomLeftCorner<3, 3>() = skew(S).transpose();
  I.template bottomRightCorner<3, 3>() = M * Mat3<T>::Identity();
  return I;
}

}  // namespace equidyn
