/// @file kane.hpp
/// Inverse dynamics by Kane's equations, evaluated directly, O(n^2).
///
/// T. R. Kane, D. A. Levinson, The Use of Kane's Dynamical Equations in Robotics, The International
/// Journal of Robotics Research 2(3), 1983 (reference 4 of Sasaki 1990): generalised active and
/// inertia forces balance, F_r + F_r* = 0, for each generalised speed qd_r. Symbols:
/// base_frame.hpp.
///
///   tau_r = sum_{i>=r} m_i Cdd_i . dCd_i/dqd_r + (I_i al_i + w_i x I_i w_i) . dw_i/dqd_r
///           + f_{n+1} . dOd_{n+1}/dqd_r + n_{n+1} . dw_n/dqd_r
#pragma once

#include "equidyn/formulations/shared/base_frame.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn {

struct Kane {
  static constexpr FormulationInfo info{
      .name = "kane",
      .title = "Kane's equations, direct",
      .reference = "Kane & Levinson 1983",
      .order = 2,
      .frames = Frames::kStandardDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
      .positions = Positions::kFromBase,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : at(arm.n), motion(arm.n), F(arm.n), N(arm.n) {}
    BaseFrame<T> at;
    BaseFrameMotion<T> motion;
    PerLink<Vec3<T>> F, N;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [at, motion, F, N] = work;
    at.set(arm, x);
    motion.set(arm, x, base, at);

    // inertia force and inertia torque of each link, with their sign reversed
    Row<T> row;
    for (int i = 1; i <= arm.n; ++i) {
      const Vec3<T>& w = motion.w[i];
      F[i] = arm.link[i].body.m * motion.Cdd[i];
      N[i] = row("inertia forces", at.I[i] * motion.al[i] + w.cross(at.I[i] * w));
    }

    // generalised force of each speed, from the partial velocities of the links that it moves
    const Vec3<T> f = at.R[arm.n] * tip.f, n = at.R[arm.n] * tip.n;
    for (int r = 1; r <= arm.n; ++r) {
      if (abandoned()) return;
      const Vec3<T> turning = at.turning(arm, r);
      tau[r] = row("tip wrench", f.dot(at.velocity(arm, r, at.O[arm.n + 1])) + n.dot(turning));
      for (int i = r; i <= arm.n; ++i) {
        const Vec3<T> velocity = row("partial velocities", at.velocity(arm, r, at.C[i]));
        tau[r] += row("generalised forces", F[i].dot(velocity) + N[i].dot(turning));
      }
    }
  }
};

}  // namespace equidyn
