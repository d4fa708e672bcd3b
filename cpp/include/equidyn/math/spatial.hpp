/// @file spatial.hpp
/// Vectors, matrices and poses over any scalar, and the few operators that every formulation uses.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <concepts>
#include <cstddef>
#include <vector>

namespace equidyn {

/// The arithmetic that formulations use: no comparison, no conversion back to double.
template <class T>
concept Scalar = requires(T x, T y) {
  T(0.5);
  { x + y } -> std::convertible_to<T>;
  { x - y } -> std::convertible_to<T>;
  { x * y } -> std::convertible_to<T>;
  { -x } -> std::convertible_to<T>;
};

/// A scalar with division: forward dynamics solves equations.
template <class T>
concept Divisible = Scalar<T> && requires(T x, T y) {
  { x / y } -> std::convertible_to<T>;
};

template <Scalar T>
using Vec3 = Eigen::Matrix<T, 3, 1>;
template <Scalar T>
using Vec4 = Eigen::Matrix<T, 4, 1>;
template <Scalar T>
using Mat3 = Eigen::Matrix<T, 3, 3>;
template <Scalar T>
using Mat4 = Eigen::Matrix<T, 4, 4>;

/// One value for each link: [0] is the base, [1] to [n] the links, [n + 1] the environment at the
/// tip, so that an index in the code is the subscript of the papers.
template <class V>
class PerLink {
 public:
  explicit PerLink(int n) : values_(static_cast<std::size_t>(n) + 2) {}
  V& operator[](int i) { return values_[static_cast<std::size_t>(i)]; }
  const V& operator[](int i) const { return values_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<V> values_;
};

/// A rigid displacement: v -> R v + p.
template <Scalar T>
struct Pose {
  Mat3<T> R = Mat3<T>::Identity();
  Vec3<T> p = Vec3<T>::Zero();
};

/// The pose that applies `second` first and `first` after it.
template <Scalar T>
Pose<T> compose(const Pose<T>& first, const Pose<T>& second) {
  return {first.R * second.R, first.R * second.p + first.p};
}

/// Rotation by an angle about x, from its cosine and sine.
template <Scalar T>
Mat3<T> rotation_x(T cosine, T sine) {
  Mat3<T> R;
  R << T(1), T(0), T(0),    //
      T(0), cosine, -sine,  //
      T(0), sine, cosine;
  return R;
}

/// The matrix A of Turney, Mudge & Lee (1980), section 5, with entry (3,2) corrected: a vector b
/// fixed in a body that turns with angular velocity w and angular acceleration al has the
/// acceleration A b = al x b + w x (w x b).
template <Scalar T>
Mat3<T> acceleration_matrix(const Vec3<T>& w, const Vec3<T>& al) {
  const T xx = w.x() * w.x(), yy = w.y() * w.y(), zz = w.z() * w.z();
  const T xy = w.x() * w.y(), yz = w.y() * w.z(), zx = w.z() * w.x();
  Mat3<T> A;
  A << -(yy + zz), xy - al.z(), zx + al.y(),  //
      xy + al.z(), -(zz + xx), yz - al.x(),   //
      zx - al.y(), yz + al.x(), -(xx + yy);
  return A;
}

/// The moment that a body's motion A takes about a point of it, from the integral K of d d^t dm
/// about that point: the integral of d x (A d) dm, which is Tr{A K sigma^t} of Turney, Mudge & Lee
/// (1980), section 5, with its sign corrected (15M 15A).
template <Scalar T>
Vec3<T> moment_of(const Mat3<T>& A, const Mat3<T>& K) {
  const auto component = [&](int x, int y, int z) -> T {
    return A(z, y) * K(y, y) - A(y, z) * K(z, z) + (A(z, z) - A(y, y)) * K(y, z) +
           A(z, x) * K(x, y) - A(y, x) * K(x, z);
  };
  return {component(0, 1, 2), component(1, 2, 0), component(2, 0, 1)};
}

/// The matrix [v x]: skew(v) b = v x b.
template <Scalar T>
Mat3<T> skew(const Vec3<T>& v) {
  Mat3<T> S;
  S << T(0), -v.z(), v.y(),  //
      v.z(), T(0), -v.x(),   //
      -v.y(), v.x(), T(0);
  return S;
}

}  // namespace equidyn
