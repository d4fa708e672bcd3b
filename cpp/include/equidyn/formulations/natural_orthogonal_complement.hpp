/// @file natural_orthogonal_complement.hpp
/// Inverse dynamics by the natural orthogonal complement, O(n^3).
///
/// J. Angeles, Fundamentals of Robotic Mechanical Systems, section 7.5; numbers are those of the
/// book. The twists t_i = [w_i; Cd_i] of all links are T qd, with T the twist-shaping matrix, whose
/// columns span the null space of the joints' constraints; projecting the Newton-Euler equations of
/// the uncoupled links onto them leaves n equations:
///
///   tau = (T^t M T) qdd + T^t (M Td + W M T) qd - T^t w^G - T^t w^tip                  (7.57)
///
///   book     code    meaning, in frame 0 (block i, j of link i and joint j)
///   T_ij     T       [e_j; e_j x (C_i - O_j)] or [0; e_j], zero for j > i
///   Td_ij    Td      its rate
///   M_i      M       diag(I_i, m_i E)
///   W_i      W       diag([w_i x], 0)
///
/// A moving base adds its own twist to that of every link; gravity enters as its acceleration.
#pragma once

#include "equidyn/formulation.hpp"
#include "equidyn/formulations/shared/base_frame.hpp"

namespace equidyn {

struct NaturalOrthogonalComplement {
  static constexpr FormulationInfo info{
      .name = "natural_orthogonal_complement",
      .title = "Natural orthogonal complement",
      .reference = "Angeles, section 7.5, (7.57)",
      .order = "n^3",
      .frames = Frames::kStandardDh,
  };

  /// A twist, its rate, or a wrench: angular part, then linear part at the mass centre.
  template <Scalar T>
  struct Pair {
    Vec3<T> angular, linear;
  };
  template <Scalar T>
  static T dot(const Pair<T>& a, const Pair<T>& b) {
    return a.angular.dot(b.angular) + a.linear.dot(b.linear);
  }

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : at(arm.n),
          motion(arm.n),
          side(static_cast<std::size_t>(arm.n) + 1),
          T_(side * side),
          Td_(side * side) {}
    Pair<T>& shape(int i, int j) { return T_[index(i, j)]; }
    Pair<T>& shape_rate(int i, int j) { return Td_[index(i, j)]; }
    std::size_t index(int i, int j) const {
      return static_cast<std::size_t>(i) * side + static_cast<std::size_t>(j);
    }

    BaseFrame<T> at;
    BaseFrameMotion<T> motion;
    std::size_t side;
    std::vector<Pair<T>> T_, Td_;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    work.at.set(arm, x);
    work.motion.set(arm, x, base, work.at);
    set_shape(arm, work);

    for (int j = 1; j <= arm.n; ++j) {
      tau[j] = tip_torque(arm, tip, j, work.at);
      for (int i = j; i <= arm.n; ++i) {
        // row j of T^t M T, then of T^t (M Td + W M T)
        for (int k = 1; k <= i; ++k) {
          const Pair<T> MT = times_inertia(arm, i, work.shape(i, k), work.at);
          const Pair<T> MTd = times_inertia(arm, i, work.shape_rate(i, k), work.at);
          const Pair<T> WMT{work.motion.w[i].cross(MT.angular), Vec3<T>::Zero()};
          const Pair<T> rate{MTd.angular + WMT.angular, MTd.linear};
          tau[j] += dot(work.shape(i, j), MT) * x.qdd[k] + dot(work.shape(i, j), rate) * x.qd[k];
        }
        tau[j] += dot(work.shape(i, j), base_wrench(arm, base, i, work));
      }
    }
  }

  /// T and its rate, with ed_j = w_{j-1} x e_j.                                       (7.47)-(7.53)
  template <Scalar T>
  static void set_shape(const Arm<T>& arm, Workspace<T>& work) {
    const auto& [w, al, Cd, Cdd, Od, Odd] = work.motion;
    const auto& [R, I, e, O, C] = work.at;
    for (int j = 1; j <= arm.n; ++j) {
      const Vec3<T> ed = w[j - 1].cross(e[j]);
      for (int i = j; i <= arm.n; ++i) {
        work.shape(i, j) = {work.at.turning(arm, j), work.at.velocity(arm, j, C[i])};
        work.shape_rate(i, j) = arm.link[j].revolute
                                    ? Pair<T>{ed, ed.cross(C[i] - O[j]) + e[j].cross(Cd[i] - Od[j])}
                                    : Pair<T>{Vec3<T>::Zero(), ed};
      }
    }
  }

  /// M_i t
  template <Scalar T>
  static Pair<T> times_inertia(const Arm<T>& arm, int i, const Pair<T>& t, const BaseFrame<T>& at) {
    return {at.I[i] * t.angular, arm.link[i].body.m * t.linear};
  }

  /// What link i needs because the base moves and falls not: M_i times the rate of the base's twist
  /// at C_i, and W_i M_i times that twist.
  template <Scalar T>
  static Pair<T> base_wrench(const Arm<T>& arm, const BaseMotion<T>& base, int i,
                             const Workspace<T>& work) {
    const Vec3<T>& C = work.at.C[i];
    const Pair<T> rate{base.al, base.a + base.al.cross(C) + base.w.cross(work.motion.Cd[i])};
    Pair<T> wrench = times_inertia(arm, i, rate, work.at);
    wrench.angular += work.motion.w[i].cross(work.at.I[i] * base.w);
    return wrench;
  }

  /// The wrench by the last link on the environment, projected on joint j.
  template <Scalar T>
  static T tip_torque(const Arm<T>& arm, const Wrench<T>& tip, int j, const BaseFrame<T>& at) {
    const Vec3<T> f = at.R[arm.n] * tip.f, n = at.R[arm.n] * tip.n;
    return f.dot(at.velocity(arm, j, at.O[arm.n + 1])) + n.dot(at.turning(arm, j));
  }
};

}  // namespace equidyn
