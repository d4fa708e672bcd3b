/// @file generalized_dalembert.hpp
/// Inverse dynamics by the generalized d'Alembert equations, each effect apart, O(n^3).
///
/// C. S. G. Lee, B. H. Lee, R. Nigam, Development of the Generalized d'Alembert Equations of Motion
/// for Mechanical Manipulators, IEEE Conference on Decision and Control, 1983; also in K. S. Fu,
/// R. C. Gonzalez, C. S. G. Lee, Robotics: Control, Sensing, Vision, and Intelligence, 1987. The
/// torques in closed form, as of Lagrange, but by vectors: inertia, Coriolis and centrifugal effects
/// of translation and of rotation, and gravity are separate terms. Numbers are of
/// this header; generalised to prismatic joints, a moving base and a wrench at the tip:
///
///   tau_i    = sum_j D_ij qdd_j + h_i^tran + h_i^rot + c_i                                    (1)
///   D_ij     = sum_{s>=j} z_i . I_s z_j + m_s v_sj . v_si         for i <= j                  (2)
///   h_i^tran = sum_{s>=i} m_s Cdd_s . v_si                                                    (3)
///   h_i^rot  = sum_{s>=i} z_i . (I_s al_s + w_s x I_s w_s)                                    (4)
///   c_i      = -g . sum_{s>=i} m_s v_si                                                       (5)
///   v_si     = e_i x (C_s - O_i), or e_i at a prismatic joint                                 (6)
///
/// z_i is axis i in frame s, or zero at a prismatic joint: rotation is computed in the frames of the
/// links, translation in frame 0. w_s, al_s and Cdd_s are those of all qdd_j zero and no gravity:
/// a sum that occurs in several terms of the paper is formed once.
///
///   paper            code      meaning
///   z_i, I_s z_j     z, Iz     axis, and angular momentum that it gives, in frame s
///   v_si, m_s v_si   v, mv     velocity of centre of mass s that joint i gives, in frame 0
///   w_s, al_s        w, al     angular velocity and acceleration of link s, in frame 0
///   Cdd_s            Cdd       acceleration of centre of mass s, in frame 0
#pragma once

#include "equidyn/formulations/shared/base_frame.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn {

struct GeneralizedDAlembert {
  static constexpr FormulationInfo info{
      .name = "generalized_dalembert",
      .title = "Generalized d'Alembert",
      .reference = "Lee, Lee & Nigam 1983",
      .order = 3,
      .frames = Frames::kStandardDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
      .positions = Positions::kFromBase,
  };

  /// Contribution of joint i to the motion of link s.
  template <Scalar T>
  struct Pair {
    Vec3<T> z, Iz, v, mv;
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : at(arm.n),
          w(arm.n),
          al(arm.n),
          Cdd(arm.n),
          side(static_cast<std::size_t>(arm.n) + 1),
          pairs(side * side) {}
    Pair<T>& operator()(int s, int i) {
      return pairs[static_cast<std::size_t>(s) * side + static_cast<std::size_t>(i)];
    }

    BaseFrame<T> at;
    PerLink<Vec3<T>> w, al, Cdd;
    std::size_t side;
    std::vector<Pair<T>> pairs;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& at = work.at;
    at.set_points(arm, x);
    set_pairs(arm, x, work);
    set_motion(arm, x, base, work);

    Row<T> row;
    const Vec3<T> f = at.R[arm.n] * tip.f, n = at.R[arm.n] * tip.n;
    for (int i = 1; i <= arm.n; ++i)
      tau[i] = row("tip wrench",
                   f.dot(at.velocity(arm, i, at.O[arm.n + 1])) + n.dot(at.turning(arm, i)));

    add_velocity_torques(arm, work, tau);
    for (int i = 1; i <= arm.n; ++i) {
      Vec3<T> moment = Vec3<T>::Zero();
      for (int s = i; s <= arm.n; ++s) moment += work(s, i).mv;
      tau[i] += row("c_i", base.a.dot(moment));  // (5)
    }

    for (int i = 1; i <= arm.n; ++i) {
      if (abandoned()) return;
      for (int j = i; j <= arm.n; ++j) {
        const T D = inertia(arm, i, j, work);
        tau[i] += row("tau_i", D * x.qdd[j]);  // (1)
        if (i < j) tau[j] += row("tau_i", D * x.qdd[i]);
      }
    }
  }

  /// The axes of all joints in the frame of each link, and the velocities that they give it.
  template <Scalar T>
  static void set_pairs(const Arm<T>& arm, const JointState<T>& x, Workspace<T>& work) {
    Row<T> row;
    for (int s = 1; s <= arm.n; ++s) {
      if (abandoned()) return;
      const Link<T>& link = arm.link[s];
      const auto R = standard_dh::rotation(link, x.c[s], x.s[s]);
      for (int i = 1; i <= s; ++i) {
        auto& [z, Iz, v, mv] = work(s, i);
        if (i < s)
          z = row("z_i", R.transpose() * work(s - 1, i).z);
        else
          z = link.revolute ? standard_dh::joint_axis(link) : Vec3<T>(Vec3<T>::Zero());
        Iz = row("I_s z_i", link.body.I * z);
        v = work.at.velocity(arm, i, work.at.C[s]);
        mv = row("v_si", link.body.m * v);  // (6)
      }
    }
  }

  /// The motion of each link at these velocities, all joint accelerations zero, without gravity.
  template <Scalar T>
  static void set_motion(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                         Workspace<T>& work) {
    auto& [at, w, al, Cdd, side, pairs] = work;
    Row<T> row;
    w[0] = base.w;
    al[0] = base.al;
    Vec3<T> Odd = Vec3<T>::Zero();
    for (int s = 1; s <= arm.n; ++s) {
      const Vec3<T> turn_rate = x.thd[s] * at.e[s], slide_rate = x.dd[s] * at.e[s];
      w[s] = row("omega_i", w[s - 1] + turn_rate);
      al[s] = row("alpha_i", al[s - 1] + w[s - 1].cross(turn_rate));
      const Mat3<T> A = acceleration_matrix(w[s], al[s]);
      const Vec3<T> slide = w[s].cross(T(2) * slide_rate);
      Cdd[s] = Odd + A * (at.C[s] - at.O[s]) + slide;
      Odd = row("C_ddot_i", Odd + A * (at.O[s + 1] - at.O[s]) + slide);
    }
  }

  /// Adds the Coriolis and centrifugal torques: of translation (3), of rotation (4).
  template <Scalar T>
  static void add_velocity_torques(const Arm<T>& arm, Workspace<T>& work, PerLink<T>& tau) {
    Row<T> row;
    for (int s = 1; s <= arm.n; ++s) {
      const Mat3<T>&I = arm.link[s].body.I, &R = work.at.R[s];
      const Vec3<T> w = R.transpose() * work.w[s], al = R.transpose() * work.al[s];
      const Vec3<T> N = row("h_i rot", I * al + w.cross(I * w));
      for (int i = 1; i <= s; ++i) {
        tau[i] += row("h_i tran", work.Cdd[s].dot(work(s, i).mv));  // (3)
        tau[i] += row("h_i rot", N.dot(work(s, i).z));              // (4)
      }
    }
  }

  /// D_ij for i <= j.                                                                           (2)
  template <Scalar T>
  static T inertia(const Arm<T>& arm, int i, int j, Workspace<T>& work) {
    Row<T> row;
    T D(0);
    for (int s = j; s <= arm.n; ++s) {
      D += row("D_ij rot", work(s, i).z.dot(work(s, j).Iz));
      D += row("D_ij tran", work(s, i).v.dot(work(s, j).mv));
    }
    return D;
  }
};

}  // namespace equidyn
