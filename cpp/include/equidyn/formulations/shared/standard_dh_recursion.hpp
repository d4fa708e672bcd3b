/// @file standard_dh_recursion.hpp
/// The steps common to every Newton-Euler recursion in standard DH frames: the motion that a joint
/// adds to that of the link before, and the forces and moments from link to link back to the base.
/// Each formulation computes the inertial force and moment of a link in its own header.
///
/// Numbers (3.nn): J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for
/// Robot Arm Dynamics, University of Michigan, 1980; (3.16) with its erratum, and generalised to
/// prismatic joints, any gravity, a moving base and a wrench at the tip.
///
///   paper           code    meaning, in frame i
///   R_{i-1}^i       R       takes a vector from frame i to frame i-1
///   r_i             r       from origin i-1 to origin i                             m
///   w_i, alpha_i    w, al   angular velocity, angular acceleration of link i        rad/s, rad/s^2
///   R a_{i-1}       at      acceleration of origin i-1 and of the slide, minus g    m/s^2
///   a_i             a       acceleration of origin i, minus g                       m/s^2
///                   F, N    force, and moment about origin i-1, that move link i    N, N m
///   f_i, n_i        f, n    force, moment by link i-1 on link i, about origin i-1   N, N m
#pragma once

#include "equidyn/arm/ends.hpp"
#include "equidyn/arm/joint_state.hpp"
#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/math/axis.hpp"

namespace equidyn::standard_dh {

template <Scalar T>
struct Recursion {
  explicit Recursion(int links)
      : R(links),
        r(links),
        w(links),
        al(links),
        at(links),
        a(links),
        F(links),
        N(links),
        f(links),
        n(links) {}
  PerLink<Rotation<T>> R;
  PerLink<Vec3<T>> r, w, al, at, a, F, N, f, n;
};

/// The motion of the base, with an acceleration of minus gravity.
template <Scalar T>
void start(const BaseMotion<T>& base, Recursion<T>& link) {
  link.w[0] = base.w;
  link.al[0] = base.al;
  link.a[0] = base.a;
}

/// The motion of link i from that of link i-1.
template <Scalar T>
void cross_joint(const Arm<T>& arm, const JointState<T>& x, int i, Recursion<T>& link) {
  auto& [R, r, w, al, at, a, F, N, f, n] = link;
  constexpr UnitZ z;
  R[i] = rotation(arm.link[i], x.c[i], x.s[i]);
  r[i] = offset(arm.link[i], x.d[i]);
  const auto Rt = R[i].transpose();

  Row<T> row;
  w[i] = row("omega_i", Rt * (w[i - 1] + x.thd[i] * z));  // (3.15)
  al[i] =
      row("alpha_i", Rt * (al[i - 1] + cross(w[i - 1], x.thd[i] * z) + x.thdd[i] * z));  // (3.16)
  at[i] = row("a_i", Rt * (a[i - 1] + cross(w[i - 1], T(2) * x.dd[i] * z) + x.ddd[i] * z));
}

/// The wrench of the last link on the environment, in frame n.
template <Scalar T>
void set_tip_wrench(const Arm<T>& arm, const Wrench<T>& tip, Recursion<T>& link) {
  link.R[arm.n + 1] = {};
  link.f[arm.n + 1] = tip.f;
  link.n[arm.n + 1] = tip.n;
}

/// The component of force or moment along the axis of joint i.
template <Scalar T>
T along_axis(const Link<T>& link, const Vec3<T>& f, const Vec3<T>& n) {
  const Vec3<T>& v = link.revolute ? n : f;
  return link.sin_twist * v.y() + link.cos_twist * v.z();
}

/// Inward, tip to base: force and moment at each joint, and their component along its axis.
template <Scalar T>
void propagate_wrenches_inward(const Arm<T>& arm, const Wrench<T>& tip, PerLink<T>& tau,
                               Recursion<T>& link) {
  auto& [R, r, w, al, at, a, F, N, f, n] = link;
  set_tip_wrench(arm, tip, link);

  Row<T> row;
  for (int i = arm.n; i >= 1; --i) {
    const Vec3<T> f_next = R[i + 1] * f[i + 1];
    f[i] = row("f_i", F[i] + f_next);  // (3.19)
    const Vec3<T> lever = row("r x R f", r[i].cross(f_next));
    const Vec3<T> n_next = row("R n", R[i + 1] * n[i + 1]);
    n[i] = row("add n", N[i] + lever + n_next);                  // (3.20)
    tau[i] = row("tau_i", along_axis(arm.link[i], f[i], n[i]));  // (3.21)
  }
}

}  // namespace equidyn::standard_dh
