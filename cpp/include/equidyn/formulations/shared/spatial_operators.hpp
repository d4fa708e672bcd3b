/// @file spatial_operators.hpp
/// The spatial operators of an arm, block by block, and the gains of its Kalman filter.
///
/// G. Rodriguez, A. Jain, K. Kreutz-Delgado, A Spatial Operator Algebra for Manipulator Modeling and
/// Control, International Journal of Robotics Research 10, 1991. The paper counts links from the
/// tip; here they are counted from the base, so that the filter runs from n to 1.
///
///   paper         code   meaning, in coordinates of link i
///   phi(i-1, i)   X^t    takes a force from link i to link i-1
///   H(i)          S^t    component of a force along joint i
///   M(i)          I      spatial inertia of link i
///   P(i)          P      articulated inertia: in the filter, covariance of the predicted state
///   D(i)          D      H P H^t: covariance of the innovation
///   G(i)          G      P H^t / D: gain of the filter
///   tau-(i)              1 - G H
///   K(i-1, i)            phi(i-1, i) G(i)
///   psi(i-1, i)          phi(i-1, i) tau-(i)
///
///   P(i-1) = psi(i-1, i) P(i) psi(i-1, i)^t + M(i-1),  psi P psi^t = phi (P - G D G^t) phi^t
///
/// is the filter's Riccati equation. A joint that moves no mass has D = 0 and G = 0: 1 / D is formed
/// as D / (D^2 + kLeast), which is 0 there, whatever rounding has left of P H^t.
#pragma once

#include "equidyn/arm/spatial_link.hpp"

namespace equidyn {

template <Scalar T>
struct SpatialOperators {
  explicit SpatialOperators(const Arm<T>& arm)
      : I(arm.n), S(arm.n), X(arm.n), P(arm.n), G(arm.n), D(arm.n), per_D(arm.n) {
    for (int i = 1; i <= arm.n; ++i) {
      I[i] = spatial_inertia(arm.link[i].body);
      S[i] = motion_subspace(arm.link[i]);
    }
  }
  PerLink<SpatialInertia<T>> I;
  PerLink<MotionSubspace> S;
  PerLink<MotionTransform<T>> X;
  PerLink<Mat6<T>> P;
  PerLink<Vec6<T>> G;
  PerLink<T> D, per_D;

  /// From tip to base: the covariances and the gains. The inertia of a motor adds to D.
  void set(const Arm<T>& arm, const JointState<T>& x, const PerLink<T>& motor_inertia) {
    constexpr double kLeast = 1e-300;
    Row<T> row;
    for (int i = 1; i <= arm.n; ++i) {
      X[i] = row("phi", motion_transform(arm.link[i], x, i));
      P[i] = I[i].matrix();
    }
    for (int i = arm.n; i >= 1; --i) {
      const Vec6<T> PH = P[i] * S[i];
      D[i] = row("D", S[i].dot(PH) + motor_inertia[i]);
      per_D[i] = row("D", D[i] / (D[i] * D[i] + T(kLeast)));
      G[i] = row("G", PH * per_D[i]);
      if (i == 1) break;
      const Mat6<T> updated = P[i] - G[i] * PH.transpose();
      P[i - 1] += row("P", X[i].transpose() * updated * X[i]);
    }
  }
};

}  // namespace equidyn
