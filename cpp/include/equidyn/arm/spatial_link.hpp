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

/// A motion of joint i alone, S_i times a rate: along z, in the angular part or in the linear one.
template <Scalar T>
struct JointMotion {
  bool angular;
  T rate;
};

/// S_i: z in the angular part, or in the linear one. What is zero in it takes no part in products.
struct MotionSubspace {
  bool angular;

  int row() const { return angular ? 2 : 5; }
  template <Scalar T>
  Vec6<T> vector() const {
    return Vec6<T>::Unit(row());
  }
  template <Scalar T>
  JointMotion<T> operator*(const T& rate) const {
    return {angular, rate};
  }
  template <Scalar T>
  const T& dot(const Vec6<T>& f) const {
    return angular ? f(2) : f(5);
  }
};

template <Scalar T>
MotionSubspace motion_subspace(const Link<T>& link) {
  return {link.revolute};
}

template <Scalar T>
Vec6<T> operator*(const Mat6<T>& M, const MotionSubspace& S) {
  return M.col(S.row());
}

template <Scalar T>
Vec6<T> operator+(const Vec6<T>& v, const JointMotion<T>& joint) {
  const T angular = joint.angular ? T(v(2) + joint.rate) : v(2);
  const T linear = joint.angular ? v(5) : T(v(5) + joint.rate);
  Vec6<T> sum;
  sum << v(0), v(1), angular, v(3), v(4), linear;
  return sum;
}

/// v x m for the motion m of a joint. (2.31)
template <Scalar T>
Vec6<T> cross_motion(const Vec6<T>& v, const JointMotion<T>& m) {
  const auto across = [&m](const T& x, const T& y) {
    return Vec3<T>(y * m.rate, -(x * m.rate), T(0));
  };
  Vec6<T> product;
  if (m.angular)
    product << across(v(0), v(1)), across(v(3), v(4));
  else
    product << Vec3<T>::Zero(), across(v(0), v(1));
  return product;
}

/// [[E, 0], [B, E]] with E = R^t and B = -E [P x]: a motion vector of link i-1 seen from link i.
/// The block of zeros takes no part in products. (2.24)
template <Scalar T>
struct MotionTransform {
  Mat3<T> E, B;

  Mat6<T> matrix() const {
    Mat6<T> X;
    X << E, Mat3<T>::Zero(), B, E;
    return X;
  }

  Vec6<T> operator*(const Vec6<T>& m) const {
    const Vec3<T> w = m.template head<3>(), u = m.template tail<3>();
    Vec6<T> seen;
    seen << E * w, B * w + E * u;
    return seen;
  }
  Mat6<T> operator*(const Mat6<T>& m) const {
    Mat6<T> seen;
    seen << E * m.template topRows<3>(),
        B * m.template topRows<3>() + E * m.template bottomRows<3>();
    return seen;
  }
  /// From link i-2 to link i, where `before` leads to link i-1.
  MotionTransform operator*(const MotionTransform& before) const {
    return {E * before.E, B * before.E + E * before.B};
  }
  friend Mat6<T> operator*(const Mat6<T>& M, const MotionTransform& X) {
    Mat6<T> product;
    product << M.template leftCols<3>() * X.E + M.template rightCols<3>() * X.B,
        M.template rightCols<3>() * X.E;
    return product;
  }

  /// X^t: a force vector of link i seen from link i-1.
  struct Transpose {
    const MotionTransform& X;
    template <int kColumns>
    Eigen::Matrix<T, 6, kColumns> operator*(const Eigen::Matrix<T, 6, kColumns>& f) const {
      Eigen::Matrix<T, 6, kColumns> seen;
      seen << X.E.transpose() * f.template topRows<3>() +
                  X.B.transpose() * f.template bottomRows<3>(),
          X.E.transpose() * f.template bottomRows<3>();
      return seen;
    }
  };
  Transpose transpose() const { return {*this}; }
};

template <Scalar T>
MotionTransform<T> motion_transform(const Link<T>& link, const JointState<T>& x, int i) {
  const Mat3<T> E = modified_dh::rotation(link, x.c[i], x.s[i]).matrix().transpose();
  const Vec3<T> P = modified_dh::offset(link, x.d[i]);
  MotionTransform<T> X;
  X.E = E;
  for (int r = 0; r < 3; ++r) X.B.row(r) = P.cross(E.row(r).transpose());
  return X;
}

/// [[J, [S x]], [[S x]^t, M E]] about the origin of the body's frame. (2.63)
template <Scalar T>
struct SpatialInertia {
  Mat3<T> J;
  Vec3<T> S;
  T M;

  Mat6<T> matrix() const {
    Mat6<T> I;
    I << J, skew(S), skew(S).transpose(), M * Mat3<T>::Identity();
    return I;
  }
  Vec6<T> operator*(const Vec6<T>& m) const {
    const Vec3<T> w = m.template head<3>(), u = m.template tail<3>();
    Vec6<T> momentum;
    momentum << J * w + S.cross(u), M * u - S.cross(w);
    return momentum;
  }
};

template <Scalar T>
SpatialInertia<T> spatial_inertia(const Body<T>& body) {
  const auto [M, S, K] = moments_about_origin(body);
  return {inertia_tensor(K), S, M};
}

}  // namespace equidyn
