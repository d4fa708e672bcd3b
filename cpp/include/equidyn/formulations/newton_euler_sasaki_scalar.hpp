/// @file newton_euler_sasaki_scalar.hpp
/// Inverse dynamics in the scalar, unrolled form that Sasaki programs, O(n).
///
/// S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, JAERI-M
/// 90-147, 1990, section 3; numbers and array names are his, (3.26), (3.41) and (3.44) with their
/// errata. No vectors: every component of every equation is written out, for arms of revolute
/// joints whose links have their mass centre in the middle and no products of inertia; other arms
/// are refused.
///
///   paper    code   meaning, component by component, in frame i
///   A(.,.,i) A      rotation from frame i to frame i-1
///   B        B      angular velocity                                     rad/s
///   CX       CX     angular acceleration                                 rad/s^2
///   H        H      acceleration of origin i, less g                     m/s^2
///   AR       AR     centre of mass, -1/2 of the way from origin i-1      m
///   AA       AA     acceleration of the centre of mass, less g           m/s^2
///   F, AN    F, AN  net force; net moment about the centre of mass       N, N m
///   RF, U    RF, U  force, moment by link i-1 on link i                  N, N m
#pragma once

#include <array>
#include <string>

#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/formulation.hpp"

namespace equidyn {

struct NewtonEulerSasakiScalar {
  static constexpr FormulationInfo info{
      .name = "newton_euler_sasaki_scalar",
      .title = "Newton-Euler, Sasaki's scalar form",
      .reference = "Sasaki 1990, section 3, (3.1)-(3.48)",
      .order = "n",
      .frames = Frames::kStandardDh,
      .restriction = "revolute joints, mass centres in the middle, no products of inertia",
  };

  /// Why an arm is refused; empty where it is not.
  template <Scalar T>
  static std::string refusal(const Arm<T>& arm) {
    const T kRounding = 1e-12;
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [m, c, I] = arm.link[i].body;
      const Vec3<T> r = standard_dh::offset(arm.link[i], arm.link[i].d);
      const Mat3<T> off_diagonal = I - Mat3<T>(I.diagonal().asDiagonal());
      const std::string where = " (link " + std::to_string(i) + ")";
      if (!arm.link[i].revolute) return "takes revolute joints only" + where;
      if (off_diagonal.norm() > kRounding * I.norm()) return "takes no products of inertia" + where;
      if ((c + T(0.5) * r).norm() > kRounding * (1 + r.norm()))
        return "takes mass centres in the middle of the links only" + where;
    }
    return "";
  }

  /// Components x, y, z of each quantity, numbered from 1 as in the paper's arrays.
  template <Scalar T>
  using Column = std::array<T, 4>;

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : A(arm.n),
          R(arm.n),
          AR(arm.n),
          J(arm.n),
          B(arm.n),
          CX(arm.n),
          H(arm.n),
          F(arm.n),
          AN(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        const Link<T>& link = arm.link[i];
        R[i] = column(standard_dh::offset(link, link.d));
        AR[i] = column(Vec3<T>(T(-0.5) * standard_dh::offset(link, link.d)));  // (3.26)
        J[i] = column(Vec3<T>(link.body.I.diagonal()));
      }
    }
    PerLink<std::array<Column<T>, 4>> A;
    PerLink<Column<T>> R, AR, J, B, CX, H, F, AN;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    work.B[0] = column(base.w);
    work.CX[0] = column(base.al);
    work.H[0] = column(base.a);
    for (int i = 1; i <= arm.n; ++i) outward(arm, x, i, work);

    Column<T> RF = column(tip.f), U = column(tip.n);
    set_identity(work.A[arm.n + 1]);
    for (int i = arm.n; i >= 1; --i) {
      inward(i, RF, U, work);
      const auto& A = work.A[i];
      tau[i] = A[3][1] * U[1] + A[3][2] * U[2] + A[3][3] * U[3];  // (3.48)
    }
  }

  template <Scalar T>
  static void outward(const Arm<T>& arm, const JointState<T>& x, int i, Workspace<T>& work) {
    auto& [A_, R_, AR_, J_, B_, CX_, H_, F_, AN_] = work;
    set_rotation(arm.link[i], x.c[i], x.s[i], A_[i]);
    const auto& A = A_[i];
    const Column<T>&R = R_[i], &AR = AR_[i], &J = J_[i];
    Column<T>&B = B_[i], &CX = CX_[i], &H = H_[i], &F = F_[i], &AN = AN_[i];

    // angular velocity and acceleration of the link before, and what the joint adds (3.1)-(3.17)
    const Column<T>&B0 = B_[i - 1], &CX0 = CX_[i - 1], &H0 = H_[i - 1];
    const T thd = x.thd[i], thdd = x.thdd[i];
    const Column<T> C{T(0), CX0[1] + B0[2] * thd, CX0[2] - B0[1] * thd, CX0[3] + thdd};
    for (int k = 1; k <= 3; ++k) {
      B[k] = A[1][k] * B0[1] + A[2][k] * B0[2] + A[3][k] * (B0[3] + thd);
      CX[k] = A[1][k] * C[1] + A[2][k] * C[2] + A[3][k] * C[3];
    }

    // acceleration of the origin (3.18)-(3.25)
    const Column<T> CC = cross(CX, R), BB = cross(B, R), BBB = cross(B, BB);
    for (int k = 1; k <= 3; ++k)
      H[k] = CC[k] + BBB[k] + A[1][k] * H0[1] + A[2][k] * H0[2] + A[3][k] * H0[3];

    // acceleration of the centre of mass, force, moment (3.27)-(3.37)
    const Column<T> CAR = cross(CX, AR), BAR = cross(B, AR), B2 = cross(B, BAR);
    const Column<T> XJB{T(0), J[1] * B[1], J[2] * B[2], J[3] * B[3]};
    const Column<T> BIB = cross(B, XJB);
    for (int k = 1; k <= 3; ++k) {
      const T AA = CAR[k] + B2[k] + H[k];
      F[k] = arm.link[i].body.m * AA;
      AN[k] = J[k] * CX[k] + BIB[k];
    }
  }

  template <Scalar T>
  static void inward(int i, Column<T>& RF, Column<T>& U, Workspace<T>& work) {
    const auto& A = work.A[i + 1];
    const Column<T>&R = work.R[i], &AR = work.AR[i], &F = work.F[i], &AN = work.AN[i];

    // r_i as the next link sees it, and the moment of that link's force               (3.41)-(3.43)
    Column<T> YK, U2;
    for (int k = 1; k <= 3; ++k) YK[k] = A[1][k] * R[1] + A[2][k] * R[2] + A[3][k] * R[3];
    const Column<T> YKR = cross(YK, RF);
    for (int k = 1; k <= 3; ++k) U2[k] = U[k] + YKR[k];

    // force and moment on this link                                        (3.40), (3.44)-(3.47)
    const Column<T> PF = cross(F, AR), RF_next = RF;
    for (int k = 1; k <= 3; ++k) {
      RF[k] = A[k][1] * RF_next[1] + A[k][2] * RF_next[2] + A[k][3] * RF_next[3] + F[k];
      U[k] = A[k][1] * U2[1] + A[k][2] * U2[2] + A[k][3] * U2[3] + PF[k] + AN[k];
    }
  }

  template <Scalar T>
  static Column<T> column(const Vec3<T>& v) {
    return {T(0), v.x(), v.y(), v.z()};
  }

  template <Scalar T>
  static Column<T> cross(const Column<T>& a, const Column<T>& b) {
    return {T(0), a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1]};
  }

  /// (2.30), entry by entry.
  template <Scalar T>
  static void set_rotation(const Link<T>& link, const T& c, const T& s,
                           std::array<Column<T>, 4>& A) {
    const T &gamma = link.cos_twist, &eta = link.sin_twist;
    Row<T> row;
    row = "rotation entries";
    A[1] = {T(0), c, -(gamma * s), eta * s};
    A[2] = {T(0), s, gamma * c, -(eta * c)};
    A[3] = {T(0), entry<T>(0), eta, gamma};
  }

  template <Scalar T>
  static void set_identity(std::array<Column<T>, 4>& A) {
    A[1] = {T(0), T(1), T(0), T(0)};
    A[2] = {T(0), T(0), T(1), T(0)};
    A[3] = {T(0), T(0), T(0), T(1)};
  }
};

}  // namespace equidyn
