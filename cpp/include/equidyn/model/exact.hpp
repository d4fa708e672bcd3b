/// @file exact.hpp
/// Vectors, matrices and poses of a description, to the same bits on every machine: sums of products
/// are taken in the order of their terms, one rounding after the other.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "equidyn/math/spatial.hpp"

namespace equidyn::model {

using Vector = Vec3<double>;
using Matrix = Mat3<double>;
using Frame = Pose<double>;

inline double product(const Vector& u, const Vector& v) {
  return (u.x() * v.x() + u.y() * v.y()) + u.z() * v.z();
}
inline Vector product(const Matrix& R, const Vector& v) {
  return {product(Vector(R.row(0)), v), product(Vector(R.row(1)), v), product(Vector(R.row(2)), v)};
}
inline Matrix product(const Matrix& A, const Matrix& B) {
  Matrix result;
  for (int column = 0; column < 3; ++column) result.col(column) = product(A, Vector(B.col(column)));
  return result;
}
inline Frame product(const Frame& first, const Frame& second) {
  return {product(first.R, second.R), product(first.R, second.p) + first.p};
}

inline double length(const Vector& v) { return std::sqrt(product(v, v)); }

/// The pose that is written as a matrix, row after row.
inline Frame pose_of(std::span<const double, 16> H) {
  const Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> whole(H.data());
  return {whole.topLeftCorner<3, 3>(), whole.topRightCorner<3, 1>()};
}

inline Frame inverse(const Frame& pose) {
  const Matrix Rt = pose.R.transpose();
  return {Rt, -product(Rt, pose.p)};
}

/// Cosine and sine, exact at multiples of a right angle.
inline std::array<double, 2> exact_cosine_and_sine(double angle) {
  const auto exact = [](double x) { return std::abs(x) > 5e-16 ? x : 0.0; };
  return {exact(std::cos(angle)), exact(std::sin(angle))};
}

}  // namespace equidyn::model
