/// @file symmetric_unit_accelerations.hpp
/// The mass matrix by unit accelerations, each run over the links that move, O(n^2).
///
/// M. W. Walker, D. E. Orin, Efficient Dynamic Computer Simulation of Robotic Mechanisms, Journal
/// of Dynamic Systems, Measurement, and Control 104, 1982, method 2. As in unit_accelerations.hpp,
/// the torques of a unit acceleration of joint j are column j of M. Links before j rest, so that
/// the run outward begins at link j. M is symmetric, so that of column j the torques of joints 1 to
/// j suffice. Runs are those of newton_euler.hpp at rest, with its symbols.
///
///   code    meaning, in frame i
///   al, a   angular acceleration of link i; acceleration of origin i
///   F, N    force, and moment about origin i-1, that move link i; zero before link j
///   f, n    force, moment by link i-1 on link i, about origin i-1
#pragma once

#include "equidyn/formulations/shared/standard_dh_recursion.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn::mass_matrix {

struct SymmetricUnitAccelerations {
  static constexpr FormulationInfo info{
      .name = "symmetric_unit_accelerations",
      .title = "Unit accelerations, one half of M",
      .reference = "Walker & Orin 1982, method 2",
      .order = 2,
      .frames = Frames::kStandardDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n) {}
    standard_dh::Recursion<T> link;
  };

  /// M: n times n, symmetric.
  template <Scalar T>
  static void mass_matrix(const Arm<T>& arm, const JointState<T>& x, T* M,
                          Workspace<T>& work) noexcept {
    auto& link = work.link;
    for (int i = 1; i <= arm.n; ++i) {
      link.R[i] = standard_dh::rotation(arm.link[i], x.c[i], x.s[i]);
      link.r[i] = standard_dh::offset(arm.link[i], x.d[i]);
    }
    for (int j = 1; j <= arm.n; ++j) {
      if (abandoned()) return;
      move_outward(arm, j, link);
      carry_inward(arm, j, M, link);
    }
  }

 private:
  /// The motion of links j to n when joint j alone accelerates, and what it takes.
  template <Scalar T>
  static void move_outward(const Arm<T>& arm, int j, standard_dh::Recursion<T>& link) {
    auto& [R, r, w, al, at, a, F, N, f, n] = link;
    for (int i = j; i <= arm.n; ++i) {
      const auto& [m, c, I] = arm.link[i].body;
      Row<T> row;
      if (i == j) {
        const Vec3<T> e = standard_dh::joint_axis(arm.link[j]), none = Vec3<T>::Zero();
        al[j] = arm.link[j].revolute ? e : none;
        at[j] = arm.link[j].revolute ? none : e;
      } else {
        const auto Rt = R[i].transpose();
        al[i] = row("alpha_i", Rt * al[i - 1]);
        at[i] = row("a_i", Rt * a[i - 1]);
      }
      a[i] = row("a_i", al[i].cross(r[i]) + at[i]);
      F[i] = row("f_i", m * (al[i].cross(c) + a[i]));
      N[i] = row("n_i", I * al[i] + (r[i] + c).cross(F[i]));
    }
  }

  /// The force and moment at each joint, and their component along its axis.
  template <Scalar T>
  static void carry_inward(const Arm<T>& arm, int j, T* M, standard_dh::Recursion<T>& link) {
    auto& [R, r, w, al, at, a, F, N, f, n] = link;
    f[arm.n] = F[arm.n];
    n[arm.n] = N[arm.n];
    Row<T> row;
    for (int i = arm.n; i >= 1; --i) {
      if (i < arm.n) {
        const Vec3<T> f_next = R[i + 1] * f[i + 1];
        f[i] = f_next;
        n[i] = row("n_i", r[i].cross(f_next) + R[i + 1] * n[i + 1]);
        if (i >= j) {
          f[i] += row("add f, n", F[i]);
          n[i] += row("add f, n", N[i]);
        }
      }
      if (i > j) continue;
      const T entry_ij = row("M_ij", standard_dh::along_axis(arm.link[i], f[i], n[i]));
      M[(i - 1) * arm.n + (j - 1)] = entry_ij;
      M[(j - 1) * arm.n + (i - 1)] = entry_ij;
    }
  }
};

}  // namespace equidyn::mass_matrix
