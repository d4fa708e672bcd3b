/// @file modified_dh_recursion.hpp
/// The steps common to every Newton-Euler recursion in modified DH frames: the motion that a joint
/// adds to that of the link before, and the forces and moments from link to link back to the base.
/// Each formulation computes the inertial force and moment of a link in its own header.
///
/// Tutorial on serial-arm dynamics in modified (Craig) DH frames, section 3.1.5, which numbers no
/// equations; generalised to any gravity, a moving base and a wrench at the tip.
///
///   tutorial        code    meaning, in frame i unless said otherwise
///   R_i^{i-1}       R       takes a vector from frame i to frame i-1
///   r_{i-1,i}       P       from origin i-1 to origin i, in frame i-1               m
///   omega, alpha    w, al   angular velocity, angular acceleration of link i        rad/s, rad/s^2
///                   A       acceleration of a body-fixed vector b is A b            1/s^2
///   a_i             a       acceleration of origin i, minus g                       m/s^2
///                   F, N    force, and moment about origin i, that move link i      N, N m
///   f_i, mu_i       f, n    force, moment by link i-1 on link i, about origin i     N, N m
#pragma once

#include "equidyn/arm/ends.hpp"
#include "equidyn/arm/joint_state.hpp"
#include "equidyn/arm/modified_dh.hpp"
#include "equidyn/math/axis.hpp"

namespace equidyn::modified_dh {

template <Scalar T>
struct Recursion {
  explicit Recursion(int links)
      : R(links),
        A(links),
        P(links),
        w(links),
        al(links),
        a(links),
        F(links),
        N(links),
        f(links),
        n(links) {}
  PerLink<Rotation<T>> R;
  PerLink<Mat3<T>> A;
  PerLink<Vec3<T>> P, w, al, a, F, N, f, n;
};

/// The motion of the base, with an acceleration of minus gravity.
template <Scalar T>
void start(const BaseMotion<T>& base, Recursion<T>& link) {
  link.w[0] = base.w;
  link.al[0] = base.al;
  link.a[0] = base.a;
  Row<T> row;
  link.A[0] = row("A_i", acceleration_matrix(base.w, base.al));
}

/// The motion of link i from that of link i-1.
template <Scalar T>
void cross_joint(const Arm<T>& arm, const JointState<T>& x, int i, Recursion<T>& link) {
  auto& [R, A, P, w, al, a, F, N, f, n] = link;
  constexpr UnitZ z;
  R[i] = rotation(arm.link[i], x.c[i], x.s[i]);
  P[i] = offset(arm.link[i], x.d[i]);
  const auto Rt = R[i].transpose();

  Row<T> row;
  const Vec3<T> w_before = Rt * w[i - 1];
  w[i] = row("omega_i", w_before + x.thd[i] * z);
  al[i] = row("alpha_i", Rt * al[i - 1] + cross(w_before, x.thd[i] * z) + x.thdd[i] * z);
  const Vec3<T> slide = cross(w_before, T(2) * x.dd[i] * z) + x.ddd[i] * z;
  a[i] = row("a_i", Rt * (a[i - 1] + A[i - 1] * P[i]) + slide);
  A[i] = row("A_i", acceleration_matrix(w[i], al[i]));
}

/// Inward, tip to base: force and moment at each joint, and their component along its axis.
template <Scalar T>
void propagate_wrenches_inward(const Arm<T>& arm, const Wrench<T>& tip, PerLink<T>& tau,
                               Recursion<T>& link) {
  auto& [R, A, P, w, al, a, F, N, f, n] = link;

  // the wrench on the environment, in frame n
  R[arm.n + 1] = {};
  P[arm.n + 1].setZero();
  f[arm.n + 1] = tip.f;
  n[arm.n + 1] = tip.n;

  Row<T> row;
  for (int i = arm.n; i >= 1; --i) {
    const Vec3<T> f_next = R[i + 1] * f[i + 1];
    f[i] = row("f_i", F[i] + f_next);
    n[i] = row("n_i", N[i] + P[i + 1].cross(f_next) + R[i + 1] * n[i + 1]);
    const Vec3<T>& along = arm.link[i].revolute ? n[i] : f[i];
    tau[i] = along.z();
  }
}

}  // namespace equidyn::modified_dh
