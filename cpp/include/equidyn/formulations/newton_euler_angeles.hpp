/// @file newton_euler_angeles.hpp
/// Inverse dynamics by the recursive Newton-Euler algorithms 7.4.1 and 7.4.2 of Angeles, O(n).
///
/// J. Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7; numbers are those of the
/// book, with their errata: all vectors of link i are in frame i here (his F_{i+1}), the lever b e
/// of a prismatic joint is counted, and the projections use Q_i. Accelerations are followed from
/// centre of mass to centre of mass, so that the origins of the frames never appear.
///
///   book         code     meaning, in frame i
///   Q_i          Q        rotation from frame i to frame i-1, in two factors (8M 4A)
///   w_i, wd_i    w, wd    angular velocity, angular acceleration of link i    rad/s, rad/s^2
///   rho_i        rho      from the reference point of link i to its centre of mass            m
///   delta_i      delta    from the centre of mass of link i to origin i                       m
///   u_i, v_i     u, v     velocities about the centres of mass, in (7.33) and (7.34)        m/s
///   c_i          c        position of the centre of mass, from origin 0                   m
///   cd_i         cd       its velocity, relative to origin 0                           m/s
///   cdd_i        cdd      its acceleration, minus g                                    m/s^2
///   f_i, n_i     f, n     force, moment by link i-1 on link i, about that point       N, N m
///
/// The reference point of link i is O_i on a revolute axis, and O_i + b_i e_i, which slides with
/// the link, on a prismatic one. The positions and the velocities of the centres of mass are computed
/// as in the book, though no torque needs them: counts have them where dead code is counted.
#pragma once

#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/math/axis.hpp"

namespace equidyn {

struct NewtonEulerAngeles {
  static constexpr FormulationInfo info{
      .name = "newton_euler_angeles",
      .title = "Newton-Euler between centres of mass",
      .reference = "Angeles, algorithms 7.4.1 and 7.4.2",
      .order = 1,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : Q(arm.n),
          rho(arm.n),
          delta(arm.n),
          w(arm.n),
          wd(arm.n),
          c(arm.n),
          cd(arm.n),
          cdd(arm.n),
          f(arm.n),
          n(arm.n) {
      for (Vec3<T>* start : {&delta[0], &c[0], &cd[0]}) start->setZero();
      for (int i = 1; i <= arm.n; ++i) {
        const Link<T>& link = arm.link[i];
        rho[i] = standard_dh::offset(link, link.revolute ? link.d : T(0)) + link.body.c;
        delta[i] = -link.body.c;
      }
    }
    PerLink<standard_dh::Rotation<T>> Q;
    PerLink<Vec3<T>> rho, delta, w, wd, c, cd, cdd, f, n;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [Q, rho, delta, w, wd, c, cd, cdd, f, n] = work;
    constexpr UnitZ e;
    Row<T> row;
    w[0] = base.w;
    wd[0] = base.al;
    cdd[0] = base.a;

    // algorithm 7.4.1, outward
    for (int i = 1; i <= arm.n; ++i) {
      Q[i] = standard_dh::rotation(arm.link[i], x.c[i], x.s[i]);
      const auto Qt = Q[i].transpose();
      w[i] = row("omega_i", Qt * (w[i - 1] + x.thd[i] * e));  // (7.26a)
      wd[i] = row("omega_dot_i",
                  Qt * (wd[i - 1] + cross(w[i - 1], x.thd[i] * e) + x.thdd[i] * e));  // (7.26b)
      if (arm.link[i].revolute) {
        c[i] = row("c_i", Qt * (c[i - 1] + delta[i - 1]) + rho[i]);  // (7.32b)
        const Vec3<T> u = w[i - 1].cross(delta[i - 1]), v = w[i].cross(rho[i]);
        cd[i] = row("c_dot_i", Qt * (cd[i - 1] + u) + v);  // (7.33a)
        cdd[i] =
            row("c_ddot_i", Qt * (cdd[i - 1] + wd[i - 1].cross(delta[i - 1]) + w[i - 1].cross(u)) +
                                wd[i].cross(rho[i]) + w[i].cross(v));  // (7.33b)
      } else {
        const Vec3<T> u = Qt * (delta[i - 1] + x.d[i] * e) + rho[i];  // (7.34c)
        c[i] = row("c_i", Qt * c[i - 1] + u);                         // (7.32d)
        const Vec3<T> v = w[i].cross(u);                              // (7.34d)
        cd[i] = row("c_dot_i", Qt * (cd[i - 1] + x.dd[i] * e) + v);   // (7.34e)
        const Vec3<T> slide = cross(w[i - 1], T(2) * x.dd[i] * e) + x.ddd[i] * e;
        cdd[i] =
            row("c_ddot_i", Qt * (cdd[i - 1] + slide) + wd[i].cross(u) + w[i].cross(v));  // (7.34f)
      }
    }

    // algorithm 7.4.2, inward, by the rows of table 7.2; the tip's wrench is that at origin n
    Vec3<T> phi = tip.f, n_next = tip.n, lever = delta[arm.n];
    for (int i = arm.n; i >= 1; --i) {
      const Link<T>& link = arm.link[i];
      const auto& [m, to_mass, I] = link.body;
      f[i] = row(i == arm.n ? "f_n" : "f_i", m * cdd[i] + phi);  // (7.38a, c)
      n[i] = row(i == arm.n ? "n_n" : "n_i",
                 I * wd[i] + w[i].cross(I * w[i]) + rho[i].cross(f[i]) + n_next + lever.cross(phi));

      // seen from link i-1, for which n_i is rotated in its row of the table; link 1 has none
      phi = row(i == 1 ? "tau_1" : "phi_i", Q[i] * f[i]);
      n_next = Q[i] * n[i];
      tau[i] = link.revolute ? n_next.z() : phi.z();  // (7.39), (7.40)
      lever = row(i == 1 ? "tau_1" : "n_i",
                  link.revolute ? delta[i - 1] : Vec3<T>(delta[i - 1] + x.d[i] * e));
    }
  }
};

}  // namespace equidyn
