/// @file newton_euler_sasaki_scalar.hpp
/// Inverse dynamics in the scalar, unrolled form that Sasaki programs, O(n).
///
/// S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, JAERI-M
/// 90-147, 1990, section 3; numbers, arrays and their indices are his, (3.26), (3.41) and (3.44)
/// with their errata. There are no vectors: every component of every equation is written out, for
/// arms of revolute joints whose links have their mass centre in the middle and no products of
/// inertia; other arms are refused. Viscous friction stands in (3.48) itself; b_i is 0 unless
/// callers ask for friction.
///
///   array        meaning of component k, in frame i unless said otherwise
///   A(r,c,i)     rotation from frame i to frame i-1
///   B(k,i+1)     angular velocity of link i                                        rad/s
///   CX(k,i+1)    angular acceleration of link i                                    rad/s^2
///   DD(k,i)      that of link i-1 and what joint i adds to it, in frame i-1        rad/s^2
///   H(k,i+1)     acceleration of origin i, less g                                  m/s^2
///   CC, BBB      its tangential and centripetal part; BB: velocity                 m/s^2, m/s
///   AR(k,i)      mass centre, seen from origin i: -1/2 of R_{i-1,i}                m
///   AA(k,i)      acceleration of the mass centre, less g                           m/s^2
///   CAR, B2      its tangential and centripetal part; BAR: velocity                m/s^2, m/s
///   F, AN        net force; net moment about the mass centre, XJC + BIB            N, N m
///   RF, U        force, moment by link i-1 on link i                               N, N m
///   YK(k,i)      R_{i-1,i} in frame i+1; YKR, U2: moments there                    m, N m
///   AU2, PF      moment of the next link; of F about origin i-1                    N m
///   J(k,i)       principal moments of inertia                                      kg m^2
///
/// The index i of what only link i needs is left out.
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
      .viscous_friction = true,
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
          AN(arm.n),
          RF(arm.n),
          U(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        R(i) = standard_dh::offset(arm.link[i], arm.link[i].d);  // (3.18)
        AR(i) = T(-0.5) * R(i);                                  // (3.26)
        J(i) = arm.link[i].body.I.diagonal();
      }
      A(arm.n + 1).setIdentity();
    }
    Rotations<T> A;
    Array<T> R, AR, J, B, CX, H, F, AN, RF, U;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    work.B(1) = base.w;    // (3.4)
    work.CX(1) = base.al;  // (3.10)
    work.H(1) = base.a;    // (3.22)
    for (int i = 1; i <= arm.n; ++i) {
      work.A(i) = standard_dh::rotation(arm.link[i], x.c[i], x.s[i]).matrix();  // (3.1)
      turn(x.thd[i], x.thdd[i], i, work);
      accelerate_origin(i, work);
      accelerate_mass_centre(arm.link[i].body.m, i, work);
      moment_of_inertia_force(i, work);
    }

    work.RF(arm.n + 1) = tip.f;
    work.U(arm.n + 1) = tip.n;
    const auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = work;
    for (int i = arm.n; i >= 1; --i) {
      transmit_force(i, work);
      transmit_moment(i, work);
      Row<T> row;
      row = "tau";
      tau[i] = A(3, 1, i) * U(1, i) + A(3, 2, i) * U(2, i) + A(3, 3, i) * U(3, i) +
               x.b[i] * x.qd[i];  // (3.48)
    }
  }

  /// (a), (b): angular velocity, angular acceleration.
  template <Scalar T>
  static void turn(const T& thd, const T& thdd, int i, Workspace<T>& work) {
    auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = work;
    Column<T> DD;
    Row<T> row;
    row = "B";
    B(1, i + 1) =
        A(1, 1, i) * B(1, i) + A(2, 1, i) * B(2, i) + A(3, 1, i) * (B(3, i) + thd);  // (3.5)
    B(2, i + 1) =
        A(1, 2, i) * B(1, i) + A(2, 2, i) * B(2, i) + A(3, 2, i) * (B(3, i) + thd);  // (3.6)
    B(3, i + 1) =
        A(1, 3, i) * B(1, i) + A(2, 3, i) * B(2, i) + A(3, 3, i) * (B(3, i) + thd);  // (3.7)
    row = "DD";
    DD(1) = CX(1, i) + B(2, i) * thd;  // (3.11)
    DD(2) = CX(2, i) - B(1, i) * thd;
    DD(3) = CX(3, i) + thdd;
    row = "CX";
    CX(1, i + 1) = A(1, 1, i) * DD(1) + A(2, 1, i) * DD(2) + A(3, 1, i) * DD(3);  // (3.12)
    CX(2, i + 1) = A(1, 2, i) * DD(1) + A(2, 2, i) * DD(2) + A(3, 2, i) * DD(3);  // (3.13)
    CX(3, i + 1) = A(1, 3, i) * DD(1) + A(2, 3, i) * DD(2) + A(3, 3, i) * DD(3);  // (3.14)
  }

  /// (c): acceleration of the origin.
  template <Scalar T>
  static void accelerate_origin(int i, Workspace<T>& work) {
    auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = work;
    Column<T> CC, BB, BBB;
    Row<T> row;
    row = "CC";
    CC(1) = CX(2, i + 1) * R(3, i) - CX(3, i + 1) * R(2, i);  // (3.19)
    CC(2) = CX(3, i + 1) * R(1, i) - CX(1, i + 1) * R(3, i);
    CC(3) = CX(1, i + 1) * R(2, i) - CX(2, i + 1) * R(1, i);
    row = "BB";
    BB(1) = B(2, i + 1) * R(3, i) - B(3, i + 1) * R(2, i);  // (3.20)
    BB(2) = B(3, i + 1) * R(1, i) - B(1, i + 1) * R(3, i);
    BB(3) = B(1, i + 1) * R(2, i) - B(2, i + 1) * R(1, i);
    row = "BBB";
    BBB(1) = B(2, i + 1) * BB(3) - B(3, i + 1) * BB(2);  // (3.21)
    BBB(2) = B(3, i + 1) * BB(1) - B(1, i + 1) * BB(3);
    BBB(3) = B(1, i + 1) * BB(2) - B(2, i + 1) * BB(1);
    row = "H";
    H(1, i + 1) = CC(1) + BBB(1) + A(1, 1, i) * H(1, i) + A(2, 1, i) * H(2, i) +
                  A(3, 1, i) * H(3, i);  // (3.23)
    H(2, i + 1) = CC(2) + BBB(2) + A(1, 2, i) * H(1, i) + A(2, 2, i) * H(2, i) +
                  A(3, 2, i) * H(3, i);  // (3.24)
    H(3, i + 1) = CC(3) + BBB(3) + A(1, 3, i) * H(1, i) + A(2, 3, i) * H(2, i) +
                  A(3, 3, i) * H(3, i);  // (3.25)
  }

  /// (d), (e): acceleration of the mass centre, force.
  template <Scalar T>
  static void accelerate_mass_centre(const T& m, int i, Workspace<T>& work) {
    auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = work;
    Column<T> CAR, BAR, B2, AA;
    Row<T> row;
    row = "CAR";
    CAR(1) = CX(2, i + 1) * AR(3, i) - CX(3, i + 1) * AR(2, i);  // (3.27)
    CAR(2) = CX(3, i + 1) * AR(1, i) - CX(1, i + 1) * AR(3, i);
    CAR(3) = CX(1, i + 1) * AR(2, i) - CX(2, i + 1) * AR(1, i);
    row = "BAR";
    BAR(1) = B(2, i + 1) * AR(3, i) - B(3, i + 1) * AR(2, i);  // (3.28)
    BAR(2) = B(3, i + 1) * AR(1, i) - B(1, i + 1) * AR(3, i);
    BAR(3) = B(1, i + 1) * AR(2, i) - B(2, i + 1) * AR(1, i);
    row = "B2";
    B2(1) = B(2, i + 1) * BAR(3) - B(3, i + 1) * BAR(2);  // (3.29)
    B2(2) = B(3, i + 1) * BAR(1) - B(1, i + 1) * BAR(3);
    B2(3) = B(1, i + 1) * BAR(2) - B(2, i + 1) * BAR(1);
    row = "AA";
    AA(1) = CAR(1) + B2(1) + H(1, i + 1);  // (3.31)
    AA(2) = CAR(2) + B2(2) + H(2, i + 1);  // (3.32)
    AA(3) = CAR(3) + B2(3) + H(3, i + 1);  // (3.33)
    row = "F";
    F(1, i) = m * AA(1);  // (3.34)
    F(2, i) = m * AA(2);
    F(3, i) = m * AA(3);
  }

  /// (f): moment about the mass centre.
  template <Scalar T>
  static void moment_of_inertia_force(int i, Workspace<T>& work) {
    auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = work;
    Column<T> XJC, XJB, BIB;
    Row<T> row;
    row = "XJC";
    XJC(1) = J(1, i) * CX(1, i + 1);  // (3.34)
    XJC(2) = J(2, i) * CX(2, i + 1);
    XJC(3) = J(3, i) * CX(3, i + 1);
    row = "XJB";
    XJB(1) = J(1, i) * B(1, i + 1);  // (3.35)
    XJB(2) = J(2, i) * B(2, i + 1);
    XJB(3) = J(3, i) * B(3, i + 1);
    row = "BIB";
    BIB(1) = B(2, i + 1) * XJB(3) - B(3, i + 1) * XJB(2);  // (3.36)
    BIB(2) = B(3, i + 1) * XJB(1) - B(1, i + 1) * XJB(3);
    BIB(3) = B(1, i + 1) * XJB(2) - B(2, i + 1) * XJB(1);
    row = "AN";
    AN(1, i) = XJC(1) + BIB(1);  // (3.37)
    AN(2, i) = XJC(2) + BIB(2);
    AN(3, i) = XJC(3) + BIB(3);
  }

  /// (g): force on link i.
  template <Scalar T>
  static void transmit_force(int i, Workspace<T>& work) {
    auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = work;
    Row<T> row;
    row = "RF";
    RF(1, i) = A(1, 1, i + 1) * RF(1, i + 1) + A(1, 2, i + 1) * RF(2, i + 1) +
               A(1, 3, i + 1) * RF(3, i + 1) + F(1, i);  // (3.40)
    RF(2, i) = A(2, 1, i + 1) * RF(1, i + 1) + A(2, 2, i + 1) * RF(2, i + 1) +
               A(2, 3, i + 1) * RF(3, i + 1) + F(2, i);
    RF(3, i) = A(3, 1, i + 1) * RF(1, i + 1) + A(3, 2, i + 1) * RF(2, i + 1) +
               A(3, 3, i + 1) * RF(3, i + 1) + F(3, i);
  }

  /// (g): moment on link i, to which the force of link i+1 adds in that link's frame.
  template <Scalar T>
  static void transmit_moment(int i, Workspace<T>& work) {
    auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = work;
    Column<T> YK, YKR, U2, AU2, PF;
    Row<T> row;
    row = "YK";
    YK(1) =
        A(1, 1, i + 1) * R(1, i) + A(2, 1, i + 1) * R(2, i) + A(3, 1, i + 1) * R(3, i);  // (3.41)
    YK(2) = A(1, 2, i + 1) * R(1, i) + A(2, 2, i + 1) * R(2, i) + A(3, 2, i + 1) * R(3, i);
    YK(3) = A(1, 3, i + 1) * R(1, i) + A(2, 3, i + 1) * R(2, i) + A(3, 3, i + 1) * R(3, i);
    row = "YKR";
    YKR(1) = YK(2) * RF(3, i + 1) - YK(3) * RF(2, i + 1);  // (3.42)
    YKR(2) = YK(3) * RF(1, i + 1) - YK(1) * RF(3, i + 1);
    YKR(3) = YK(1) * RF(2, i + 1) - YK(2) * RF(1, i + 1);
    row = "U2";
    U2(1) = U(1, i + 1) + YKR(1);  // (3.43)
    U2(2) = U(2, i + 1) + YKR(2);
    U2(3) = U(3, i + 1) + YKR(3);
    row = "AU2";
    AU2(1) = A(1, 1, i + 1) * U2(1) + A(1, 2, i + 1) * U2(2) + A(1, 3, i + 1) * U2(3);  // (3.44)
    AU2(2) = A(2, 1, i + 1) * U2(1) + A(2, 2, i + 1) * U2(2) + A(2, 3, i + 1) * U2(3);
    AU2(3) = A(3, 1, i + 1) * U2(1) + A(3, 2, i + 1) * U2(2) + A(3, 3, i + 1) * U2(3);
    row = "PF";
    PF(1) = AR(3, i) * F(2, i) - AR(2, i) * F(3, i);
    PF(2) = AR(1, i) * F(3, i) - AR(3, i) * F(1, i);
    PF(3) = AR(2, i) * F(1, i) - AR(1, i) * F(2, i);
    row = "U";
    U(1, i) = AU2(1) + PF(1) + AN(1, i);  // (3.45)
    U(2, i) = AU2(2) + PF(2) + AN(2, i);  // (3.46)
    U(3, i) = AU2(3) + PF(3) + AN(3, i);  // (3.47)
  }
};

}  // namespace equidyn
