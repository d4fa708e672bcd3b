/// @file axis.hpp
/// Vectors along the axis z, and across it. What is zero in them takes part in no sum and in no
/// product, so that an equation with z is written as in its source, and costs what it says.
#pragma once

#include "equidyn/math/spatial.hpp"

namespace equidyn {

/// (0, 0, z)
template <Scalar T>
struct AlongZ {
  T z;
};

/// (x, y, 0)
template <Scalar T>
struct AcrossZ {
  T x, y;
};

/// The unit vector z: a number times it is a vector along z.
struct UnitZ {
  template <Scalar T>
  friend AlongZ<T> operator*(const T& length, UnitZ /*z*/) {
    return {length};
  }
};

template <Scalar T>
Vec3<T> operator+(const Vec3<T>& a, const AlongZ<T>& b) {
  return {a.x(), a.y(), a.z() + b.z};
}

template <Scalar T>
Vec3<T> operator+(const Vec3<T>& a, const AcrossZ<T>& b) {
  return {a.x() + b.x, a.y() + b.y, a.z()};
}

template <Scalar T>
Vec3<T> operator+(const AcrossZ<T>& a, const AlongZ<T>& b) {
  return {a.x, a.y, b.z};
}

/// a x b
template <Scalar T>
AcrossZ<T> cross(const Vec3<T>& a, const AlongZ<T>& b) {
  return {a.y() * b.z, -(a.x() * b.z)};
}

}  // namespace equidyn
