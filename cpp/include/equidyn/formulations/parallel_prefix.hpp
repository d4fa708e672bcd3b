/// @file parallel_prefix.hpp
/// Inverse dynamics by recursive doubling: O(n log n) operations, of which only O(log n) have to
/// wait for each other.
///
/// R. H. Lathrop, Parallelism in Manipulator Dynamics, The International Journal of Robotics
/// Research 4(2), 1985; C. S. G. Lee, P. R. Chang, Efficient Parallel Algorithm for Robot Inverse
/// Dynamics Computation, IEEE Transactions on Systems, Man, and Cybernetics 16(4), 1986. In the
/// base frame every recursion of Newton and Euler is a sum or a product over links, which
/// prefix.hpp forms by recursive doubling. Moments are about the base: about the joints, their sum
/// would have to wait for that of the forces. Numbers are of this header.
///
///   symbol        code    meaning, in frame 0
///   R_0^i         R       takes a vector from frame i to frame 0
///   z_{i-1}       z       axis of joint i
///   l_i           l       moment of that axis about origin 0                          m
///   r_i           r       from origin i-1 to origin i                                 m
///   p_i           p       from origin 0 to origin i                                   m
///   w_i           w       angular velocity of link i                                  rad/s
///   alpha_i       al      angular acceleration of link i                              rad/s^2
///   a_i           a       acceleration of origin i, minus g                           m/s^2
///   f_i, n_i      f, n    force, moment about origin 0, by link i-1 on link i         N, N m
#pragma once

#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/formulations/shared/prefix.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct ParallelPrefix {
  static constexpr FormulationInfo info{
      .name = "parallel_prefix",
      .title = "Newton-Euler by recursive doubling",
      .reference = "Lathrop 1985; Lee & Chang 1986",
      .order = "n log n",
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
      .positions = Positions::kFromBase,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : R(arm.n),
          z(arm.n),
          l(arm.n),
          r(arm.n),
          p(arm.n),
          w(arm.n),
          al(arm.n),
          a(arm.n),
          f(arm.n),
          n(arm.n) {}
    PerLink<Mat3<T>> R;
    PerLink<Vec3<T>> z, l, r, p, w, al, a, f, n;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    set_geometry(arm, x, work);
    set_motion(arm, x, base, work);
    set_wrenches(arm, tip, work);

    const auto& [R, z, l, r, p, w, al, a, f, n] = work;
    Row<T> row;
    for (int i = 1; i <= arm.n; ++i) {
      const bool revolute = arm.link[i].revolute;
      tau[i] =
          row("tau_i", revolute ? T(z[i].dot(n[i]) + l[i].dot(f[i])) : z[i].dot(f[i]));  // (12)
    }
  }

  /// Rotations, origins and joint axes.
  template <Scalar T>
  static void set_geometry(const Arm<T>& arm, const JointState<T>& x, Workspace<T>& work) {
    auto& [R, z, l, r, p, w, al, a, f, n] = work;
    Row<T> row;
    R[0].setIdentity();
    for (int i = 1; i <= arm.n; ++i)
      R[i] = standard_dh::rotation(arm.link[i], x.c[i], x.s[i]).matrix();
    row("R_i", prefix_products(arm.n, R));  // (1)

    p[0].setZero();
    for (int i = 1; i <= arm.n; ++i)
      p[i] = r[i] = row("r_i", R[i] * standard_dh::offset(arm.link[i], x.d[i]));
    row("p_i", prefix_sums(arm.n, p));  // (2)
    for (int i = 1; i <= arm.n; ++i) {
      z[i] = R[i - 1].col(2);
      l[i] = row("l_i", p[i - 1].cross(z[i]));  // (3)
    }
  }

  /// Each value starts as what joint i adds to it, the first with the motion of the base.
  template <Scalar T>
  static void set_motion(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                         Workspace<T>& work) {
    auto& [R, z, l, r, p, w, al, a, f, n] = work;
    Row<T> row;
    w[0] = base.w;
    for (int i = 1; i <= arm.n; ++i) w[i] = x.thd[i] * z[i];
    w[1] += base.w;
    row("omega_i", prefix_sums(arm.n, w));  // (4)

    for (int i = 1; i <= arm.n; ++i) al[i] = w[i - 1].cross(x.thd[i] * z[i]) + x.thdd[i] * z[i];
    al[1] += base.al;
    row("alpha_i", prefix_sums(arm.n, al));  // (5)

    for (int i = 1; i <= arm.n; ++i) {
      const Vec3<T> slide = w[i - 1].cross(T(2) * x.dd[i] * z[i]) + x.ddd[i] * z[i];
      a[i] = acceleration(i, r[i], work) + slide;
    }
    a[1] += base.a;
    row("a_i", prefix_sums(arm.n, a));  // (6)
  }

  /// Acceleration of link i at a distance b from a point, relative to that point. (7)
  template <Scalar T>
  static Vec3<T> acceleration(int i, const Vec3<T>& b, const Workspace<T>& work) {
    return work.al[i].cross(b) + work.w[i].cross(work.w[i].cross(b));
  }

  /// Each value starts as what link i takes, the last with the wrench at the tip.
  template <Scalar T>
  static void set_wrenches(const Arm<T>& arm, const Wrench<T>& tip, Workspace<T>& work) {
    auto& [R, z, l, r, p, w, al, a, f, n] = work;
    Row<T> row;
    for (int i = 1; i <= arm.n; ++i) {
      const auto& [m, c_of_link, I_of_link] = arm.link[i].body;
      const Vec3<T> c = row("rbar_i", R[i] * c_of_link);
      const Mat3<T> I = row("I_i", R[i] * I_of_link * R[i].transpose());
      const Vec3<T> ab = row("abar_i", acceleration(i, c, work) + a[i]);
      f[i] = row("F_i", m * ab);                                                       // (8)
      n[i] = row("N_i", (I * al[i] + w[i].cross(I * w[i])) + (p[i] + c).cross(f[i]));  // (9)
    }
    const Vec3<T> f_tip = R[arm.n] * tip.f;
    n[arm.n] += R[arm.n] * tip.n + p[arm.n].cross(f_tip);
    f[arm.n] += row("tip wrench", f_tip);
    row("f_i", suffix_sums(arm.n, f));  // (10)
    row("n_i", suffix_sums(arm.n, n));  // (11)
  }
};

}  // namespace equidyn
