/// @file spatial_vectors.hpp
/// Spatial (6-D) vectors over any scalar: motion vectors [angular; linear] and force vectors
/// [moment; force], both at one origin.
///
/// R. Featherstone, Rigid Body Dynamics Algorithms, Springer, 2008, chapter 2, whose equation
/// numbers these are.
#pragma once

#include "equidyn/math/spatial.hpp"

namespace equidyn {

template <Scalar T>
using Vec6 = Eigen::Matrix<T, 6, 1>;
template <Scalar T>
using Mat6 = Eigen::Matrix<T, 6, 6>;

/// v x m for a motion vector m. (2.31)
template <Scalar T>
Vec6<T> cross_motion(const Vec6<T>& v, const Vec6<T>& m) {
  const Vec3<T> w = v.template head<3>(), u = v.template tail<3>();
  const Vec3<T> angular = m.template head<3>(), linear = m.template tail<3>();
  Vec6<T> product;
  product << w.cross(angular), w.cross(linear) + u.cross(angular);
  return product;
}

/// The matrix [v x]: motion_cross(v) m = v x m; and v x* f = -[v x]^t f.
template <Scalar T>
Mat6<T> motion_cross(const Vec6<T>& v) {
  const Mat3<T> w = skew<T>(v.template head<3>());
  Mat6<T> cross;
  cross << w, Mat3<T>::Zero(), skew<T>(v.template tail<3>()), w;
  return cross;
}

/// The matrix [f xbar]: exchanged_cross(f) m = m x* f.
template <Scalar T>
Mat6<T> exchanged_cross(const Vec6<T>& f) {
  const Mat3<T> force = skew<T>(f.template tail<3>());
  Mat6<T> cross;
  cross << -skew<T>(f.template head<3>()), -force, -force, Mat3<T>::Zero();
  return cross;
}

/// v x* f for a force vector f. (2.32)
template <Scalar T>
Vec6<T> cross_force(const Vec6<T>& v, const Vec6<T>& f) {
  const Vec3<T> w = v.template head<3>(), u = v.template tail<3>();
  const Vec3<T> moment = f.template head<3>(), force = f.template tail<3>();
  Vec6<T> product;
  product << w.cross(moment) + u.cross(force), w.cross(force);
  return product;
}

}  // namespace equidyn
