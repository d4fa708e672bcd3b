/// @file homogeneous.hpp
/// The 4x4 matrices of homogeneous coordinates: transforms, their derivatives, and the matrices Q_j
/// that differentiate them. What these make zero takes part in no sum and in no product, unless
/// full matrices are counted.
#pragma once

#include "equidyn/scalar/counting.hpp"

namespace equidyn {

/// A 4x4 matrix with the last row (0, 0, 0, kCorner), which only full matrices form.
template <Scalar T, int kCorner>
struct Homogeneous {
  using Rows = Eigen::Matrix<T, 4, 4, Eigen::RowMajor>;  // the last row is apart from the others
  Rows m;

  /// The rows that are not constant.
  auto upper() { return m.template topRows<3>(); }
  auto upper() const { return m.template topRows<3>(); }
  auto rotation() { return m.template topLeftCorner<3, 3>(); }
  auto translation() { return m.template topRightCorner<3, 1>(); }
  auto rotation() const { return m.template topLeftCorner<3, 3>(); }
  auto translation() const { return m.template topRightCorner<3, 1>(); }

  /// The rows that take part in sums.
  template <class Operation>
  static void for_each_row(Operation&& operation) {
    for (int r = 0; r < 3; ++r) operation(r);
    if (full_matrices<T>()) operation(3);
  }
};

/// Takes a point from one frame to another.
template <Scalar T>
using Transform = Homogeneous<T, 1>;

/// A derivative of transforms, or a sum of them.
template <Scalar T>
using Derivative = Homogeneous<T, 0>;

template <Scalar T, int kLeft, int kRight>
Homogeneous<T, kLeft * kRight> operator*(const Homogeneous<T, kLeft>& A,
                                         const Homogeneous<T, kRight>& B) {
  Homogeneous<T, kLeft * kRight> AB;
  if (full_matrices<T>()) {
    AB.m = A.m * B.m;
    return AB;
  }
  AB.upper() = A.rotation().lazyProduct(B.upper());
  if constexpr (kRight == 1) AB.upper().col(3) += A.translation();
  return AB;
}

/// A B^t
template <Scalar T>
Derivative<T> times_transposed(const Derivative<T>& A, const Transform<T>& B) {
  Derivative<T> ABt;
  if (full_matrices<T>()) {
    ABt.m = A.m * B.m.transpose();
    return ABt;
  }
  ABt.rotation() = A.upper().lazyProduct(B.upper().transpose());
  ABt.translation() = A.translation();
  return ABt;
}

template <Scalar T>
Vec4<T> operator*(const Transform<T>& A, const Vec4<T>& v) {
  if (full_matrices<T>()) return A.m * v;
  Vec4<T> Av;
  Av.template head<3>() = A.upper().lazyProduct(v);
  Av(3) = v(3);
  return Av;
}

/// A matrix that has no structure on the right.
template <Scalar T>
Derivative<T> operator*(const Derivative<T>& A, const Mat4<T>& B) {
  Derivative<T> AB;
  Derivative<T>::for_each_row([&](int r) { AB.m.row(r) = A.m.row(r).lazyProduct(B); });
  return AB;
}

template <Scalar T>
Derivative<T> operator*(const Derivative<T>& A, const T& factor) {
  Derivative<T> product;
  Derivative<T>::for_each_row([&](int r) { product.m.row(r) = A.m.row(r) * factor; });
  return product;
}

template <Scalar T>
Derivative<T>& operator+=(Derivative<T>& A, const Derivative<T>& B) {
  Derivative<T>::for_each_row([&](int r) { A.m.row(r) += B.m.row(r); });
  return A;
}

template <Scalar T>
Derivative<T> operator+(const Derivative<T>& A, const Derivative<T>& B) {
  Derivative<T> sum;
  Derivative<T>::for_each_row([&](int r) { sum.m.row(r) = A.m.row(r) + B.m.row(r); });
  return sum;
}

/// Tr{A B^t}, the sum of the products of their entries.
template <Scalar T>
T trace_of(const Derivative<T>& A, const Derivative<T>& B) {
  if (full_matrices<T>()) return A.m.cwiseProduct(B.m).sum();
  return A.upper().cwiseProduct(B.upper()).sum();
}

/// Tr{A B^t}, of the whole product.
template <Scalar T>
T full_trace(const Derivative<T>& A, const Derivative<T>& B) {
  if (full_matrices<T>()) return Mat4<T>(A.m * B.m.transpose()).trace();
  return Mat3<T>(A.upper().lazyProduct(B.upper().transpose())).trace();
}

template <Scalar T>
Derivative<T> zero_derivative() {
  Derivative<T> zero;
  zero.m.setZero();
  return zero;
}

/// Q_j M, where M has the corner kCorner: rows of M moved, one negated; no arithmetic. If Q_j
/// turns about z, these are the first two rows; if it moves along z, the third is the last of M.
template <Scalar T, int kCorner>
struct QTimes {
  bool turns;
  typename Derivative<T>::Rows m;

  QTimes(bool is_revolute, const typename Derivative<T>::Rows& M) : turns(is_revolute) {
    if (full_matrices<T>()) m.setConstant(entry<T>(0));
    if (turns) {
      m.row(0) = -M.row(1);
      m.row(1) = M.row(0);
    } else if (full_matrices<T>()) {
      m.row(2) = M.row(3);
    }
  }

  Derivative<T> matrix() const {
    if (full_matrices<T>()) return {m};
    Derivative<T> full = zero_derivative<T>();
    if (turns)
      full.m.template topRows<2>() = m.template topRows<2>();
    else
      full.m(2, 3) = T(kCorner);
    return full;
  }
};

template <Scalar T, int kLeft, int kCorner>
Derivative<T> operator*(const Homogeneous<T, kLeft>& A, const QTimes<T, kCorner>& QM) {
  Derivative<T> AQM;
  if (full_matrices<T>()) {
    AQM.m = A.m * QM.m;
  } else if (QM.turns) {
    AQM.upper() = A.m.template topLeftCorner<3, 2>().lazyProduct(QM.m.template topRows<2>());
  } else {
    AQM.upper().setZero();
    if constexpr (kCorner == 1) AQM.upper().col(3) = A.upper().col(2);
  }
  return AQM;
}

}  // namespace equidyn
