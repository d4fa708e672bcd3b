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
///   book     code          meaning, in frame 0 (block i, j of link i and joint j)
///   T_ij     T_            [e_j; e_j x (C_i - O_j)] or [0; e_j], zero for j > i
///   Td_ij    Td            its rate
///   M_i      M_times       diag(I_i, m_i E)
///   W_i      w[i].cross    diag([w_i x], 0)
///
/// M T and M Td + W M T are formed once, block by block, and so is every entry of the two matrices
/// that T^t makes of them; of the first one, I of (7.58), which is symmetric, one half. A moving
/// base adds its own twist to that of every link; gravity enters as its acceleration.
#pragma once

#include <algorithm>

#include "equidyn/formulations/shared/base_frame.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn {

struct NaturalOrthogonalComplement {
  static constexpr FormulationInfo info{
      .name = "natural_orthogonal_complement",
      .title = "Natural orthogonal complement",
      .reference = "Angeles, section 7.5, (7.54)-(7.58)",
      .order = 3,
      .frames = Frames::kStandardDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
      .positions = Positions::kFromBase,
  };

  /// A twist, its rate, or a wrench: angular part, then linear part at the centre of mass.
  template <Scalar T>
  struct Pair {
    Vec3<T> angular, linear;
  };
  template <Scalar T>
  static T dot(const Pair<T>& a, const Pair<T>& b) {
    return a.angular.dot(b.angular) + a.linear.dot(b.linear);
  }

  /// Block i, j of T, of its rate, and of the products M T and M Td + W M T.
  template <Scalar T>
  struct Blocks {
    Pair<T> T_, Td, MT, by_rates;
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : at(arm.n),
          motion(arm.n),
          base(arm.n),
          side(static_cast<std::size_t>(arm.n) + 1),
          blocks(side * side) {}
    Blocks<T>& operator()(int i, int j) {
      return blocks[static_cast<std::size_t>(i) * side + static_cast<std::size_t>(j)];
    }

    BaseFrame<T> at;
    BaseFrameMotion<T> motion;
    PerLink<Pair<T>> base;  ///< wrench that each link needs because the base moves
    std::size_t side;
    std::vector<Blocks<T>> blocks;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    Row<T> row;
    work.at.set(arm, x);
    work.motion.set(arm, x, base, work.at);
    set_shape(arm, work);
    set_shape_rate(arm, work);
    set_products(arm, work);
    set_rate_products(arm, work);

    const Vec3<T> f = work.at.R[arm.n] * tip.f, n = work.at.R[arm.n] * tip.n;
    for (int i = 1; i <= arm.n; ++i) work.base[i] = base_wrench(arm, base, i, work);
    for (int j = 1; j <= arm.n; ++j) {
      tau[j] = row("tip and base", f.dot(work.at.velocity(arm, j, work.at.O[arm.n + 1])) +
                                       n.dot(work.at.turning(arm, j)));
      for (int i = j; i <= arm.n; ++i)
        tau[j] += row("tip and base", dot(work(i, j).T_, work.base[i]));
    }

    for (int j = 1; j <= arm.n; ++j) {
      if (abandoned()) return;
      for (int k = 1; k <= arm.n; ++k) {
        if (k <= j) {
          const T I_jk = row("T^t M T", inertia(arm, j, k, work));
          tau[j] += row("tau", I_jk * x.qdd[k]);  // (7.57)
          if (k < j) tau[k] += row("tau", I_jk * x.qdd[j]);
        }
        T C_jk(0);
        for (int i = std::max(j, k); i <= arm.n; ++i)
          C_jk += row("T^t (M Td + W M T)", dot(work(i, j).T_, work(i, k).by_rates));
        tau[j] += row("tau", C_jk * x.qd[k]);  // (7.57)
      }
    }
  }

  /// T (7.54)
  template <Scalar T>
  static void set_shape(const Arm<T>& arm, Workspace<T>& work) {
    const Row<T> row("T");
    for (int i = 1; i <= arm.n; ++i)
      for (int j = 1; j <= i; ++j)
        work(i, j).T_ = {work.at.turning(arm, j), work.at.velocity(arm, j, work.at.C[i])};
  }

  /// The rate of T (7.56), with ed_j = w_{j-1} x e_j.
  template <Scalar T>
  static void set_shape_rate(const Arm<T>& arm, Workspace<T>& work) {
    const auto& [w, al, Cd, Cdd, Od, Odd] = work.motion;
    const auto& [R, I, e, O, C] = work.at;
    const Row<T> row("Td");
    for (int j = 1; j <= arm.n; ++j) {
      const Vec3<T> ed = w[j - 1].cross(e[j]);
      for (int i = j; i <= arm.n; ++i) {
        work(i, j).Td = arm.link[j].revolute
                            ? Pair<T>{ed, ed.cross(C[i] - O[j]) + e[j].cross(Cd[i] - Od[j])}
                            : Pair<T>{Vec3<T>::Zero(), ed};
      }
    }
  }

  /// M T
  template <Scalar T>
  static void set_products(const Arm<T>& arm, Workspace<T>& work) {
    const Row<T> row("M T");
    for (int i = 1; i <= arm.n; ++i)
      for (int j = 1; j <= i; ++j) work(i, j).MT = M_times(arm, i, work(i, j).T_, work.at);
  }

  /// M Td + W M T
  template <Scalar T>
  static void set_rate_products(const Arm<T>& arm, Workspace<T>& work) {
    const Row<T> row("M Td + W M T");
    for (int i = 1; i <= arm.n; ++i) {
      for (int j = 1; j <= i; ++j) {
        auto& [T_ij, Td, MT, by_rates] = work(i, j);
        by_rates = M_times(arm, i, Td, work.at);
        by_rates.angular += work.motion.w[i].cross(MT.angular);
      }
    }
  }

  /// Entry j, k of T^t M T, for k <= j. (7.58)
  template <Scalar T>
  static T inertia(const Arm<T>& arm, int j, int k, Workspace<T>& work) {
    T I_jk(0);
    for (int i = j; i <= arm.n; ++i) I_jk += dot(work(i, j).T_, work(i, k).MT);
    return I_jk;
  }

  /// M_i t
  template <Scalar T>
  static Pair<T> M_times(const Arm<T>& arm, int i, const Pair<T>& t, const BaseFrame<T>& at) {
    return {at.I[i] * t.angular, arm.link[i].body.m * t.linear};
  }

  /// The wrench on link i due to gravity and the motion of the base: M_i times the rate of the base's
  /// twist at C_i, and W_i M_i times that twist.
  template <Scalar T>
  static Pair<T> base_wrench(const Arm<T>& arm, const BaseMotion<T>& base, int i,
                             const Workspace<T>& work) {
    const Vec3<T>& C = work.at.C[i];
    const Pair<T> rate{base.al, base.a + base.al.cross(C) + base.w.cross(work.motion.Cd[i])};
    Pair<T> wrench = M_times(arm, i, rate, work.at);
    wrench.angular += work.motion.w[i].cross(work.at.I[i] * base.w);
    return wrench;
  }
};

}  // namespace equidyn
