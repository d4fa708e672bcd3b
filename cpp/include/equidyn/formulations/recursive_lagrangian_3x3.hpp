/// @file recursive_lagrangian_3x3.hpp
/// Inverse dynamics by the recursive Lagrangian formulation with 3x3 matrices, O(n).
///
/// J. M. Hollerbach, A Recursive Lagrangian Formulation of Manipulator Dynamics and a Comparative
/// Study of Dynamics Formulation Complexity, IEEE Transactions on Systems, Man, and Cybernetics
/// SMC-10, 1980. As recursive_lagrangian_4x4.hpp, with rotation and translation kept apart; (1) to
/// (6) correspond, with 3x3 rotations in (1) to (3), where prismatic joints have no part:
///
///   W_i   = W_{i-1} A_i                                                                       (1)
///   Wd_i  = Wd_{i-1} A_i + W_{i-1} dA_i thd_i                                                 (2)
///   Wdd_i = Wdd_{i-1} A_i + 2 Wd_{i-1} dA_i thd_i + W_{i-1} (d2A_i thd_i^2 + dA_i thdd_i)     (3)
///   pdd_i = pdd_{i-1} + Wdd_i r_i + 2 Wd_{i-1} z dd_i + W_{i-1} z ddd_i                      (3p)
///   e_i   = e_{i+1} + m_i pdd_i + Wdd_i S_i                                                  (4p)
///   G_i   = A_{i+1} G_{i+1} + r_i e_i^t + S_i pdd_i^t + K_i Wdd_i^t                           (4)
///   h_i   = A_{i+1} h_{i+1} + mb_i r_i + S_i                                                  (5)
///   tau_i = Tr{ dW_i/dq_i G_i } - g^t dW_i/dq_i h_i                       (revolute)          (6)
///   tau_i = W_{i-1} z . (e_i - mb_i g)                                    (prismatic)        (6p)
///
///   paper       code   meaning
///   A_i         A      R_{i-1}^i; dA, d2A its derivatives with respect to theta_i
///   W_i         W      R_0^i; Wd, Wdd its first and second time derivative
///   W_{i-1} z   axis   axis of joint i, in frame 0
///   pdd_i       pdd    acceleration of origin i, in frame 0                            m/s^2
///   S_i         S      first moment about origin i, in frame i                         kg m
///   K_i         K      integral of d d^t dm about origin i, in frame i                 kg m^2
///   mb_i        mb     mass of links i to n                                            kg
#pragma once

#include "equidyn/arm/inertial_moments.hpp"
#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct RecursiveLagrangian3x3 {
  static constexpr FormulationInfo info{
      .name = "recursive_lagrangian_3x3",
      .title = "Recursive Lagrangian, 3x3",
      .reference = "Hollerbach 1980, 3x3 recursions",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kLagrange,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : body(arm.n),
          mb(arm.n),
          A(arm.n),
          W(arm.n),
          Wd(arm.n),
          Wdd(arm.n),
          dW(arm.n),
          r(arm.n),
          axis(arm.n),
          pdd(arm.n) {
      mb[arm.n + 1] = T(0);
      for (int i = arm.n; i >= 1; --i) {
        body[i] = moments_about_origin(arm.link[i].body);
        mb[i] = mb[i + 1] + body[i].M;
      }
    }
    PerLink<Moments<T>> body;
    PerLink<T> mb;
    PerLink<Mat3<T>> A, W, Wd, Wdd, dW;
    PerLink<Vec3<T>> r, axis, pdd;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    outward(arm, x, base, work);
    auto& [body, mb, A, W, Wd, Wdd, dW, r, axis, pdd] = work;

    // the wrench at the tip: its force, and half of its moment, crosswise
    Row<T> row;
    Vec3<T> e = W[arm.n] * tip.f, h = Vec3<T>::Zero();
    Mat3<T> G = row("tip wrench", T(-0.5) * skew(tip.n) * W[arm.n].transpose());

    for (int i = arm.n; i >= 1; --i) {
      const auto& [M, S, K] = body[i];
      e += row("e_i", M * pdd[i] + Wdd[i] * S);  // (4p)
      G += row("G_i",
               r[i] * e.transpose() + S * pdd[i].transpose() + K * Wdd[i].transpose());  // (4)
      h += row("h_i", mb[i] * r[i] + S);                                                 // (5)
      if (arm.link[i].revolute) {
        const Vec3<T> lift = dW[i].transpose() * base.a;
        tau[i] = row("tau_i", dW[i].cwiseProduct(G.transpose()).sum() + lift.dot(h));  // (6)
      } else {
        tau[i] = row("tau_i", axis[i].dot(e + mb[i] * base.a));  // (6p)
      }
      G = row("G_i", A[i] * G);  // (4)
      h = row("h_i", A[i] * h);  // (5)
    }
  }

  /// Orientation of each link, acceleration of its origin, and the derivatives that lead there.
  template <Scalar T>
  static void outward(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                      Workspace<T>& work) {
    auto& [body, mb, A, W, Wd, Wdd, dW, r, axis, pdd] = work;
    Row<T> row;
    W[0].setIdentity();
    Wd[0] = skew(base.w);
    Wdd[0] = row("Wdd_i", acceleration_matrix(base.w, base.al));
    pdd[0].setZero();  // the base's acceleration, minus gravity, acts as gravity does

    for (int i = 1; i <= arm.n; ++i) {
      const Link<T>& link = arm.link[i];
      const T thd = x.thd[i], thdd = x.thdd[i];
      A[i] = standard_dh::rotation(link, x.c[i], x.s[i]).matrix();
      r[i] = standard_dh::offset(link, x.d[i]);
      axis[i] = W[i - 1].col(2);
      const TwoRows<T> dA = quarter_turn(A[i]), d2A = quarter_turn(dA);

      dW[i] = row("dW_i", times(W[i - 1], dA));
      W[i] = row("W_i", W[i - 1] * A[i]);                   // (1)
      Wd[i] = row("Wd_i", Wd[i - 1] * A[i] + dW[i] * thd);  // (2)
      Wdd[i] = row("Wdd_i", Wdd[i - 1] * A[i] + times(Wd[i - 1], dA) * (T(2) * thd) +
                                times(W[i - 1], d2A) * (thd * thd) + dW[i] * thdd);  // (3)
      const Vec3<T> axis_rate = Wd[i - 1].col(2);
      pdd[i] = row("pdd_i", pdd[i - 1] + Wdd[i] * r[i] + axis_rate * (T(2) * x.dd[i]) +
                                axis[i] * x.ddd[i]);  // (3p)
    }
  }

  /// A 3x3 matrix whose third row is zero.
  template <Scalar T>
  using TwoRows = Eigen::Matrix<T, 2, 3>;

  /// [z x] M, the derivative of Rz(theta) M by theta: rows moved, one of them negated; no
  /// arithmetic.
  template <class Matrix>
  static TwoRows<typename Matrix::Scalar> quarter_turn(const Matrix& M) {
    TwoRows<typename Matrix::Scalar> turned;
    turned.row(0) = -M.row(1);
    turned.row(1) = M.row(0);
    return turned;
  }
  template <Scalar T>
  static Mat3<T> times(const Mat3<T>& M, const TwoRows<T>& turned) {
    return M.template leftCols<2>().lazyProduct(turned);
  }
};

}  // namespace equidyn
