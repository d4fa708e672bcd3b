/// @file trace_form.hpp
/// The steps common to the formulations in 4x4 trace form: homogeneous transforms and their
/// derivatives, the pseudo-inertia, and the terms of Lagrange's equation that do not depend on the
/// order of the sums over the derivatives.
///
/// Numbers: J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm
/// Dynamics, University of Michigan, 1980, sections 1 and 2, with their errata; generalised to
/// prismatic joints, full inertia tensors, any gravity, a moving base and a wrench at the tip.
///
///   paper             code      meaning
///   T_r^s             H(r, s)   takes a point from frame s to frame r (T is the scalar here)
///   dT_0^q / dq_j     dH(j, q)  zero for j > q
///   Q_j               Q_times   dT_{j-1}^j / dq_j = Q_j T_{j-1}^j
///   J_q               J[q]      integral of (d;1) (d;1)^t dm over link q, in frame q
#pragma once

#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn::trace_form {

/// One matrix for each pair of frames or links 0 to n. Those of one second index are neighbours.
template <class Matrix>
class Pairs {
 public:
  explicit Pairs(int n) : side_(static_cast<std::size_t>(n) + 1), values_(side_ * side_) {
    for (Matrix& value : values_) value.m.setZero();
  }
  Matrix& operator()(int r, int s) { return values_[index(r, s)]; }
  const Matrix& operator()(int r, int s) const { return values_[index(r, s)]; }

 private:
  std::size_t index(int r, int s) const {
    return static_cast<std::size_t>(s) * side_ + static_cast<std::size_t>(r);
  }
  std::size_t side_;
  std::vector<Matrix> values_;
};

/// J_q, with the full inertia tensor. (1.26)-(1.28)
template <Scalar T>
Mat4<T> pseudo_inertia(const Body<T>& body) {
  const auto& [m, c, I] = body;
  Mat4<T> J;
  J.template topLeftCorner<3, 3>() = central_second_moment(body) + m * c * c.transpose();
  J.template topRightCorner<3, 1>() = m * c;
  J.template bottomLeftCorner<1, 3>() = (m * c).transpose();
  J(3, 3) = m;
  return J;
}

/// Transforms, their first derivatives, and pseudo-inertias of an arm.
template <Scalar T>
struct Terms {
  explicit Terms(const Arm<T>& arm) : H(arm.n), dH(arm.n), J(arm.n) {
    for (int q = 1; q <= arm.n; ++q) J[q] = pseudo_inertia(arm.link[q].body);
  }
  Pairs<Transform<T>> H;
  Pairs<Derivative<T>> dH;
  PerLink<Mat4<T>> J;
};

/// Q_j M
template <Scalar T, int kCorner>
QTimes<T, kCorner> Q_times(const Link<T>& link, const Homogeneous<T, kCorner>& M) {
  return {link.revolute, M.m};
}

/// Q_j Q_j M
template <Scalar T, int kCorner>
QTimes<T, 0> Q_times(const Link<T>& link, const QTimes<T, kCorner>& QM) {
  return {link.revolute, QM.m};
}

/// T_s^s
template <Scalar T>
Transform<T> identity() {
  Transform<T> E;
  E.m.setConstant(entry<T>(0));
  E.m.diagonal().setConstant(entry<T>(1));
  return E;
}

/// T_r^s for all r < s, each from its predecessor T_r^{s-1}. (1.15)
template <Scalar T>
Pairs<Transform<T>>& set_transforms(const Arm<T>& arm, const JointState<T>& x,
                                    Pairs<Transform<T>>& H) {
  H(0, 0) = identity<T>();
  for (int s = 1; s <= arm.n; ++s) {
    if (abandoned()) break;
    H(s, s) = identity<T>();
    H(s - 1, s) = standard_dh::transform(arm.link[s], x.c[s], x.s[s], x.d[s]);
    for (int r = s - 2; r >= 0; --r) H(r, s) = H(r, s - 1) * H(s - 1, s);
  }
  return H;
}

/// dT_0^q / dq_j = T_0^{j-1} Q_j T_{j-1}^q for all j <= q: of its rotation (1.11), of its
/// translation (1.18).
template <Scalar T>
Pairs<Derivative<T>>& set_first_derivatives(const Arm<T>& arm, const Pairs<Transform<T>>& H,
                                            Pairs<Derivative<T>>& dH) {
  for (int q = 1; q <= arm.n; ++q) {
    if (abandoned()) break;
    dH(1, q) = Q_times(arm.link[1], H(0, q)).matrix();
    for (int j = 2; j <= q; ++j) dH(j, q) = H(0, j - 1) * Q_times(arm.link[j], H(j - 1, q));
  }
  return dH;
}

/// The part of the second time derivative of T_b T_0^q, with T_b the pose of the base, that is due
/// to the rotation of the base: T_b'' T_0^q + 2 T_b' (T_0^q)'. Its translation acts as gravity.
template <Scalar T>
Derivative<T> base_rotation_term(const BaseMotion<T>& base, const JointState<T>& x, int q,
                                 const Terms<T>& terms) {
  Derivative<T> H_rate = zero_derivative<T>();
  for (int j = 1; j <= q; ++j) H_rate += terms.dH(j, q) * x.qd[j];

  const Mat3<T> A = acceleration_matrix(base.w, base.al);
  Derivative<T> term = zero_derivative<T>();
  term.upper() = A.lazyProduct(terms.H(0, q).upper());
  for (int column = 0; column < 4; ++column) {
    const Vec3<T> rate = H_rate.upper().col(column);
    term.upper().col(column) += T(2) * base.w.cross(rate);
  }
  return term;
}

/// The wrench at the tip in the axes of frame 0.
template <Scalar T>
Wrench<T> in_frame_0(const Arm<T>& arm, const Wrench<T>& tip, const Terms<T>& terms) {
  const Mat3<T> R = terms.H(0, arm.n).rotation();
  return {R * tip.f, R * tip.n};
}

/// Torque at joint i that balances the wrench at the tip, which is given in the axes of frame 0.
template <Scalar T>
T tip_torque(const Arm<T>& arm, const Wrench<T>& tip, int i, const Terms<T>& terms) {
  const Vec3<T> dp = terms.dH(i, arm.n).translation();
  const T by_force = dp.dot(tip.f);
  if (!arm.link[i].revolute) return by_force;
  const Vec3<T> axis = terms.H(0, i - 1).rotation().col(2);
  return by_force + axis.dot(tip.n);
}

}  // namespace equidyn::trace_form
