/// @file newton_euler_base_frame.hpp
/// Inverse dynamics by the recursive Newton-Euler equations, with all vectors and tensors in the
/// base frame, O(n).
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, section 3; the numbers are theirs. These are the equations from
/// which that paper and its successors come to link frames: vectors of different links are added as
/// they are, but all constants of a link have to be rotated into the base frame at every
/// evaluation, the tensor as R I R^t. The wrench at the tip is rotated too, and prismatic
/// joints, any gravity and a moving base are added.
///
///   paper        code   meaning, in frame 0
///   R_0^i        R      takes a vector from frame i to frame 0
///   z_{i-1}*     z      axis of joint i
///   r_i*         r      from origin i-1 to origin i                               m
///   rbar_i*      c      from origin i to the centre of mass of link i             m
///   I_i*         I      inertia of link i about its centre of mass                kg m^2
///   w_i*         w      angular velocity of link i                                rad/s
///   alpha_i*     al     angular acceleration of link i                            rad/s^2
///   a_i*         a      acceleration of origin i, minus g                         m/s^2
///   abar_i*      ab     acceleration of the centre of mass, minus g               m/s^2
///   N_i          N      moment that moves link i: here about origin i-1,
///                       in the paper about the centre of mass                        N m
///   f_i*, n_i*   f, n   force, moment by link i-1 on link i, about origin i-1     N, N m
///
/// alpha x b + w x (w x b) is written A b, and rows of operations have their names, as in
/// newton_euler.hpp, to be compared.
#pragma once

#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn {

struct NewtonEulerBaseFrame {
  static constexpr FormulationInfo info{
      .name = "newton_euler_base_frame",
      .title = "Newton-Euler in the base frame",
      .reference = "Turney, Mudge & Lee 1980, (3.3)-(3.13)",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : R(arm.n),
          z(arm.n),
          r(arm.n),
          w(arm.n),
          al(arm.n),
          a(arm.n),
          F(arm.n),
          N(arm.n),
          f(arm.n),
          n(arm.n) {}
    PerLink<Mat3<T>> R;
    PerLink<Vec3<T>> z, r, w, al, a, F, N, f, n;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [R, z, r, w, al, a, F, N, f, n] = work;
    Row<T> row;
    R[0].setIdentity();
    w[0] = base.w;
    al[0] = base.al;
    a[0] = base.a;

    // outward, base to tip: motion of each link, and the force and moment that this motion takes
    for (int i = 1; i <= arm.n; ++i) {
      const Link<T>& link = arm.link[i];
      const T& m = link.body.m;

      // constants of frame i, in frame 0
      z[i] = R[i - 1].col(2);
      R[i] = row("R_i", R[i - 1] * standard_dh::rotation(link, x.c[i], x.s[i]).matrix());
      r[i] = row("r_i", R[i] * standard_dh::offset(link, x.d[i]));
      const Vec3<T> c = row("rbar_i", R[i] * link.body.c);
      const Mat3<T> I = row("I_i", R[i] * link.body.I * R[i].transpose());

      const Vec3<T> turn = x.thd[i] * z[i];
      w[i] = row("omega_i", w[i - 1] + turn);                                       // (3.3)
      al[i] = row("alpha_i", al[i - 1] + w[i - 1].cross(turn) + x.thdd[i] * z[i]);  // (3.4)
      const Mat3<T> A = row("A_i", acceleration_matrix(w[i], al[i]));
      const Vec3<T> slide = w[i - 1].cross(T(2) * x.dd[i] * z[i]) + x.ddd[i] * z[i];
      a[i] = row("a_i", A * r[i] + (a[i - 1] + slide));  // (3.7)
      const Vec3<T> ab = row("abar_i", A * c + a[i]);    // (3.8)

      F[i] = row("f_i", m * ab);  // (3.9)
      const Vec3<T> swing = row("I alpha", I * al[i]);
      const Vec3<T> spin = row("omega x I omega", w[i].cross(I * w[i]));
      const Vec3<T> lever = row("m (r + rbar) x abar", (r[i] + c).cross(F[i]));
      N[i] = row("add n", swing + spin + lever);  // (3.10)
    }

    // inward, tip to base: vectors of two links are added as they are
    f[arm.n + 1] = R[arm.n] * tip.f;
    n[arm.n + 1] = row("tip wrench", R[arm.n] * tip.n);
    for (int i = arm.n; i >= 1; --i) {
      f[i] = row("f_i", F[i] + f[i + 1]);  // (3.9)
      const Vec3<T> lever = row("r x R f", r[i].cross(f[i + 1]));
      n[i] = row("add n", N[i] + lever + n[i + 1]);                         // (3.12)
      tau[i] = row("tau_i", z[i].dot(arm.link[i].revolute ? n[i] : f[i]));  // (3.13)
    }
  }
};

}  // namespace equidyn
