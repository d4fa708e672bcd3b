/// @file sasaki_arrays.hpp
/// Arrays with the indices of Sasaki's scalar form, which start at 1.
#pragma once

#include <array>

#include "equidyn/math/spatial.hpp"

namespace equidyn::sasaki {

/// Components 1, 2, 3 of one quantity of each link.
template <Scalar T>
class Array {
 public:
  explicit Array(int n) : values_(n) {}
  T& operator()(int k, int i) { return values_[i][k - 1]; }
  const T& operator()(int k, int i) const { return values_[i][k - 1]; }
  Vec3<T>& operator()(int i) { return values_[i]; }

 private:
  PerLink<Vec3<T>> values_;
};

/// Components 1, 2, 3 of a quantity that only one link needs.
template <Scalar T>
class Column {
 public:
  T& operator()(int k) { return values_[static_cast<std::size_t>(k - 1)]; }

 private:
  std::array<T, 3> values_;
};

/// A(r,c,i), the rotation from frame i to frame i-1.
template <Scalar T>
class Rotations {
 public:
  explicit Rotations(int n) : values_(n) {}
  const T& operator()(int r, int c, int i) const { return values_[i](r - 1, c - 1); }
  Mat3<T>& operator()(int i) { return values_[i]; }

 private:
  PerLink<Mat3<T>> values_;
};

/// The arrays that outlive a step; newton_euler_sasaki_scalar.hpp has their meaning.
template <Scalar T>
struct Arrays {
  explicit Arrays(int n) : A(n), R(n), AR(n), J(n), B(n), CX(n), H(n), F(n), AN(n), RF(n), U(n) {}
  Rotations<T> A;
  Array<T> R, AR, J, B, CX, H, F, AN, RF, U;
};

}  // namespace equidyn::sasaki
