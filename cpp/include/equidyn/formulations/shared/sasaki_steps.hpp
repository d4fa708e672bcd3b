/// @file sasaki_steps.hpp
/// Steps (a) to (g) of Sasaki's scalar form; each sets one array of link i.
///
/// S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, JAERI-M
/// 90-147, 1990, section 3; (3.26), (3.41) and (3.44) with their errata. Symbols:
/// newton_euler_sasaki_scalar.hpp. Columns are left without the index i.
#pragma once

#include "equidyn/formulations/shared/sasaki_arrays.hpp"
#include "equidyn/scalar/counting.hpp"

namespace equidyn::sasaki {

/// (a), (b): angular velocity, angular acceleration.
template <Scalar T>
void set_angular_motion(const T& thd, const T& thdd, int i, Arrays<T>& arrays) {
  auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = arrays;
  Column<T> DD;
  Row<T> row;
  B(1, i + 1) =
      A(1, 1, i) * B(1, i) + A(2, 1, i) * B(2, i) + A(3, 1, i) * (B(3, i) + thd);  // (3.5)
  B(2, i + 1) =
      A(1, 2, i) * B(1, i) + A(2, 2, i) * B(2, i) + A(3, 2, i) * (B(3, i) + thd);  // (3.6)
  B(3, i + 1) = row(
      "B", A(1, 3, i) * B(1, i) + A(2, 3, i) * B(2, i) + A(3, 3, i) * (B(3, i) + thd));  // (3.7)
  DD(1) = CX(1, i) + B(2, i) * thd;                                                      // (3.11)
  DD(2) = CX(2, i) - B(1, i) * thd;
  DD(3) = row("DD", CX(3, i) + thdd);
  CX(1, i + 1) = A(1, 1, i) * DD(1) + A(2, 1, i) * DD(2) + A(3, 1, i) * DD(3);             // (3.12)
  CX(2, i + 1) = A(1, 2, i) * DD(1) + A(2, 2, i) * DD(2) + A(3, 2, i) * DD(3);             // (3.13)
  CX(3, i + 1) = row("CX", A(1, 3, i) * DD(1) + A(2, 3, i) * DD(2) + A(3, 3, i) * DD(3));  // (3.14)
}

/// (c): acceleration of the origin.
template <Scalar T>
void set_acceleration_of_origin(int i, Arrays<T>& arrays) {
  auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = arrays;
  Column<T> CC, BB, BBB;
  Row<T> row;
  CC(1) = CX(2, i + 1) * R(3, i) - CX(3, i + 1) * R(2, i);  // (3.19)
  CC(2) = CX(3, i + 1) * R(1, i) - CX(1, i + 1) * R(3, i);
  CC(3) = row("CC", CX(1, i + 1) * R(2, i) - CX(2, i + 1) * R(1, i));
  BB(1) = B(2, i + 1) * R(3, i) - B(3, i + 1) * R(2, i);  // (3.20)
  BB(2) = B(3, i + 1) * R(1, i) - B(1, i + 1) * R(3, i);
  BB(3) = row("BB", B(1, i + 1) * R(2, i) - B(2, i + 1) * R(1, i));
  BBB(1) = B(2, i + 1) * BB(3) - B(3, i + 1) * BB(2);  // (3.21)
  BBB(2) = B(3, i + 1) * BB(1) - B(1, i + 1) * BB(3);
  BBB(3) = row("BBB", B(1, i + 1) * BB(2) - B(2, i + 1) * BB(1));
  H(1, i + 1) = CC(1) + BBB(1) + A(1, 1, i) * H(1, i) + A(2, 1, i) * H(2, i) +
                A(3, 1, i) * H(3, i);  // (3.23)
  H(2, i + 1) = CC(2) + BBB(2) + A(1, 2, i) * H(1, i) + A(2, 2, i) * H(2, i) +
                A(3, 2, i) * H(3, i);  // (3.24)
  H(3, i + 1) = row("H", CC(3) + BBB(3) + A(1, 3, i) * H(1, i) + A(2, 3, i) * H(2, i) +
                             A(3, 3, i) * H(3, i));  // (3.25)
}

/// (d), (e): acceleration of the centre of mass, force.
template <Scalar T>
void set_net_force(const T& m, int i, Arrays<T>& arrays) {
  auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = arrays;
  Column<T> CAR, BAR, B2, AA;
  Row<T> row;
  CAR(1) = CX(2, i + 1) * AR(3, i) - CX(3, i + 1) * AR(2, i);  // (3.27)
  CAR(2) = CX(3, i + 1) * AR(1, i) - CX(1, i + 1) * AR(3, i);
  CAR(3) = row("CAR", CX(1, i + 1) * AR(2, i) - CX(2, i + 1) * AR(1, i));
  BAR(1) = B(2, i + 1) * AR(3, i) - B(3, i + 1) * AR(2, i);  // (3.28)
  BAR(2) = B(3, i + 1) * AR(1, i) - B(1, i + 1) * AR(3, i);
  BAR(3) = row("BAR", B(1, i + 1) * AR(2, i) - B(2, i + 1) * AR(1, i));
  B2(1) = B(2, i + 1) * BAR(3) - B(3, i + 1) * BAR(2);  // (3.29)
  B2(2) = B(3, i + 1) * BAR(1) - B(1, i + 1) * BAR(3);
  B2(3) = row("B2", B(1, i + 1) * BAR(2) - B(2, i + 1) * BAR(1));
  AA(1) = CAR(1) + B2(1) + H(1, i + 1);             // (3.31)
  AA(2) = CAR(2) + B2(2) + H(2, i + 1);             // (3.32)
  AA(3) = row("AA", CAR(3) + B2(3) + H(3, i + 1));  // (3.33)
  F(1, i) = m * AA(1);                              // (3.34)
  F(2, i) = m * AA(2);
  F(3, i) = row("F", m * AA(3));
}

/// (f): moment about the centre of mass.
template <Scalar T>
void set_net_moment(int i, Arrays<T>& arrays) {
  auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = arrays;
  Column<T> XJC, XJB, BIB;
  Row<T> row;
  XJC(1) = J(1, i) * CX(1, i + 1);  // (3.34)
  XJC(2) = J(2, i) * CX(2, i + 1);
  XJC(3) = row("XJC", J(3, i) * CX(3, i + 1));
  XJB(1) = J(1, i) * B(1, i + 1);  // (3.35)
  XJB(2) = J(2, i) * B(2, i + 1);
  XJB(3) = row("XJB", J(3, i) * B(3, i + 1));
  BIB(1) = B(2, i + 1) * XJB(3) - B(3, i + 1) * XJB(2);  // (3.36)
  BIB(2) = B(3, i + 1) * XJB(1) - B(1, i + 1) * XJB(3);
  BIB(3) = row("BIB", B(1, i + 1) * XJB(2) - B(2, i + 1) * XJB(1));
  AN(1, i) = XJC(1) + BIB(1);  // (3.37)
  AN(2, i) = XJC(2) + BIB(2);
  AN(3, i) = row("AN", XJC(3) + BIB(3));
}

/// (g): force on link i.
template <Scalar T>
void set_joint_force(int i, Arrays<T>& arrays) {
  auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = arrays;
  const Row<T> row("RF");
  RF(1, i) = A(1, 1, i + 1) * RF(1, i + 1) + A(1, 2, i + 1) * RF(2, i + 1) +
             A(1, 3, i + 1) * RF(3, i + 1) + F(1, i);  // (3.40)
  RF(2, i) = A(2, 1, i + 1) * RF(1, i + 1) + A(2, 2, i + 1) * RF(2, i + 1) +
             A(2, 3, i + 1) * RF(3, i + 1) + F(2, i);
  RF(3, i) = A(3, 1, i + 1) * RF(1, i + 1) + A(3, 2, i + 1) * RF(2, i + 1) +
             A(3, 3, i + 1) * RF(3, i + 1) + F(3, i);
}

/// (g): moment on link i; the force of link i+1 adds to it in that link's frame.
template <Scalar T>
void set_joint_moment(int i, Arrays<T>& arrays) {
  auto& [A, R, AR, J, B, CX, H, F, AN, RF, U] = arrays;
  Column<T> YK, YKR, U2, AU2, PF;
  Row<T> row;
  YK(1) = A(1, 1, i + 1) * R(1, i) + A(2, 1, i + 1) * R(2, i) + A(3, 1, i + 1) * R(3, i);  // (3.41)
  YK(2) = A(1, 2, i + 1) * R(1, i) + A(2, 2, i + 1) * R(2, i) + A(3, 2, i + 1) * R(3, i);
  YK(3) = row("YK", A(1, 3, i + 1) * R(1, i) + A(2, 3, i + 1) * R(2, i) + A(3, 3, i + 1) * R(3, i));
  YKR(1) = YK(2) * RF(3, i + 1) - YK(3) * RF(2, i + 1);  // (3.42)
  YKR(2) = YK(3) * RF(1, i + 1) - YK(1) * RF(3, i + 1);
  YKR(3) = row("YKR", YK(1) * RF(2, i + 1) - YK(2) * RF(1, i + 1));
  U2(1) = U(1, i + 1) + YKR(1);  // (3.43)
  U2(2) = U(2, i + 1) + YKR(2);
  U2(3) = row("U2", U(3, i + 1) + YKR(3));
  AU2(1) = A(1, 1, i + 1) * U2(1) + A(1, 2, i + 1) * U2(2) + A(1, 3, i + 1) * U2(3);  // (3.44)
  AU2(2) = A(2, 1, i + 1) * U2(1) + A(2, 2, i + 1) * U2(2) + A(2, 3, i + 1) * U2(3);
  AU2(3) = row("AU2", A(3, 1, i + 1) * U2(1) + A(3, 2, i + 1) * U2(2) + A(3, 3, i + 1) * U2(3));
  PF(1) = AR(3, i) * F(2, i) - AR(2, i) * F(3, i);
  PF(2) = AR(1, i) * F(3, i) - AR(3, i) * F(1, i);
  PF(3) = row("PF", AR(2, i) * F(1, i) - AR(1, i) * F(2, i));
  U(1, i) = AU2(1) + PF(1) + AN(1, i);            // (3.45)
  U(2, i) = AU2(2) + PF(2) + AN(2, i);            // (3.46)
  U(3, i) = row("U", AU2(3) + PF(3) + AN(3, i));  // (3.47)
}

}  // namespace equidyn::sasaki
