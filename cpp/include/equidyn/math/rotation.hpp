/// @file rotation.hpp
/// Rotations of Denavit-Hartenberg links: always a product of one rotation about z and one about x,
/// and cheapest when it is applied in these two factors.
#pragma once

#include "equidyn/scalar/counting.hpp"

namespace equidyn {

/// Rotates the plane (u, v) by an angle of this cosine and sine: 4M 2A.
template <Scalar T>
void turn(const T& cosine, const T& sine, T& u, T& v) {
  const T turned_u = cosine * u - sine * v;
  v = sine * u + cosine * v;
  u = turned_u;
}

template <Scalar T>
struct AboutX {
  T cosine = T(1), sine = T(0);
  void apply(Vec3<T>& v) const { turn(cosine, sine, v.y(), v.z()); }
  void apply_transposed(Vec3<T>& v) const { turn<T>(cosine, -sine, v.y(), v.z()); }
};

template <Scalar T>
struct AboutZ {
  T cosine = T(1), sine = T(0);
  void apply(Vec3<T>& v) const { turn(cosine, sine, v.x(), v.y()); }
  void apply_transposed(Vec3<T>& v) const { turn<T>(cosine, -sine, v.x(), v.y()); }
};

/// Rz Rx
template <Scalar T>
Mat3<T> product(const AboutZ<T>& z, const AboutX<T>& x) {
  const Row<T> row("rotation entries");
  const auto& [c, s] = z;
  const auto& [ca, sa] = x;
  Mat3<T> R;
  R << c, -(s * ca), s * sa,  //
      s, c * ca, -(c * sa),   //
      entry<T>(0), sa, ca;
  return R;
}

/// Rx Rz
template <Scalar T>
Mat3<T> product(const AboutX<T>& x, const AboutZ<T>& z) {
  const Row<T> row("rotation entries");
  const auto& [c, s] = z;
  const auto& [ca, sa] = x;
  Mat3<T> R;
  R << c, -s, entry<T>(0),  //
      s * ca, c * ca, -sa,  //
      s * sa, c * sa, ca;
  return R;
}

/// The product of two such rotations, applied in its factors (8M 4A), or formed (9M 6A) where full
/// matrices are counted. Forced inline: g++ counts the matrix branch, which `double` never takes,
/// into its size.
template <Scalar T, class Left, class Right>
struct Rotation {
  Left left;
  Right right;

  Mat3<T> matrix() const { return product(left, right); }

  [[gnu::always_inline]] Vec3<T> operator*(Vec3<T> v) const {
    if (full_matrices<T>()) return matrix() * v;
    right.apply(v);
    left.apply(v);
    return v;
  }

  struct Transpose {
    const Rotation& rotation;
    [[gnu::always_inline]] Vec3<T> operator*(Vec3<T> v) const {
      if (full_matrices<T>()) return rotation.matrix().transpose() * v;
      rotation.left.apply_transposed(v);
      rotation.right.apply_transposed(v);
      return v;
    }
  };
  Transpose transpose() const { return {*this}; }
};

}  // namespace equidyn
