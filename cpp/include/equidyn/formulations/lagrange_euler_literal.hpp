/// @file lagrange_euler_literal.hpp
/// Inverse dynamics by Lagrange's equation in trace form, evaluated term by term, O(n^4).
///
/// C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical Manipulators,
/// University of Michigan: equations (3.7)-(3.10) with their errata, evaluated as their Table 1
/// counts them. Symbols: trace_form.hpp; D_ij, h_ijk and G_i as in the paper.
///
///   tau_i = sum_j D_ij qdd_j + sum_jk h_ijk qd_j qd_k + G_i
///
/// Every term of every sum forms its own matrix products in full; only the symmetries D_ij = D_ji
/// and h_ijk = h_ikj are used. Like Table 1 this includes the terms of h_ijk with m < i, which are
/// zero.
#pragma once

#include "equidyn/formulations/shared/trace_form.hpp"

namespace equidyn {

struct LagrangeEulerLiteral {
  static constexpr FormulationInfo info{
      .name = "lagrange_euler_literal",
      .title = "Lagrange-Euler, term by term",
      .reference = "Lee, Chung, Mudge & Turney 1982, (3.7)-(3.10)",
      .order = 4,
      .frames = Frames::kStandardDh,
      .family = Family::kLagrange,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : terms(arm) {}
    trace_form::Terms<T> terms;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& terms = work.terms;
    Row<T> row;
    row("T", trace_form::set_transforms(arm, x, terms.H));
    row("G_i", trace_form::set_first_derivatives(arm, terms.H, terms.dH));

    const Wrench<T> tip_0 = trace_form::in_frame_0(arm, tip, terms);
    for (int i = 1; i <= arm.n; ++i) {
      if (abandoned()) return;
      tau[i] = row("G_i", gravity_torque(arm, base, i, terms) +
                              trace_form::tip_torque(arm, tip_0, i, terms) +
                              base_rotation_torque(arm, base, x, i, terms));
    }

    // inertia: each D_ij with i <= j serves two torques
    for (int i = 1; i <= arm.n; ++i) {
      for (int j = i; j <= arm.n; ++j) {
        if (abandoned()) return;
        const T D = inertia(arm, i, j, terms);
        tau[i] += row("tau_i", D * x.qdd[j]);
        if (i < j) tau[j] += row("tau_i", D * x.qdd[i]);
      }
    }

    // Coriolis and centrifugal: each h_ijk with j <= k stands for two terms
    for (int i = 1; i <= arm.n; ++i) {
      for (int j = 1; j <= arm.n; ++j) {
        for (int k = j; k <= arm.n; ++k) {
          if (abandoned()) return;
          const T h = coriolis(arm, i, j, k, terms);
          const T torque = h * x.qd[j] * x.qd[k];
          tau[i] += row("tau_i", j < k ? T(torque + torque) : torque);
        }
      }
    }
  }

  /// Adds a term to its sum, which has a row of its own in Table 1.
  template <Scalar T>
  static void add(const T& term, T& sum, const char* name) {
    const Row<T> row(name);
    sum += term;
  }

  /// dT_0^m/dq_j = T_0^{j-1} Q_j T_{j-1}^m, formed anew.                                     (2.6)
  template <Scalar T>
  static Derivative<T> derivative(const Arm<T>& arm, int j, int m,
                                  const trace_form::Terms<T>& terms) {
    return terms.H(0, j - 1) * trace_form::Q_times(arm.link[j], terms.H(j - 1, m));
  }

  /// D_ij = sum_{k>=j} Tr{ dT_0^k/dq_j J_k (dT_0^k/dq_i)^t } for i <= j.                     (3.8)
  template <Scalar T>
  static T inertia(const Arm<T>& arm, int i, int j, const trace_form::Terms<T>& terms) {
    const Row<T> row("D_ij");
    T D(0);
    for (int k = j; k <= arm.n; ++k) {
      const Derivative<T> dHJ = derivative(arm, j, k, terms) * terms.J[k];
      const T trace = full_trace(dHJ, derivative(arm, i, k, terms));
      add(trace, D, "sum of D_ij");
    }
    return D;
  }

  /// h_ijk = sum_{m>=k} Tr{ d2T_0^m/dq_j dq_k J_m (dT_0^m/dq_i)^t } for j <= k, where
  /// d2T_0^m/dq_j dq_k = T_0^{j-1} Q_j T_{j-1}^{k-1} Q_k T_{k-1}^m.                   (3.9), (2.10)
  template <Scalar T>
  static T coriolis(const Arm<T>& arm, int i, int j, int k, const trace_form::Terms<T>& terms) {
    const Row<T> row("h_ijk");
    T h(0);
    for (int m = k; m <= arm.n; ++m) {
      const Derivative<T> d2H =
          derivative(arm, j, k - 1, terms) * trace_form::Q_times(arm.link[k], terms.H(k - 1, m));
      const Derivative<T> d2HJ = d2H * terms.J[m];
      const T trace = full_trace(d2HJ, terms.dH(i, m));
      add(trace, h, "sum of h_ijk");
    }
    return h;
  }

  /// G_i = -sum_{j>=i} m_j (g;0)^t dT_0^j/dq_i (c_j;1).                                     (3.10)
  template <Scalar T>
  static T gravity_torque(const Arm<T>& arm, const BaseMotion<T>& base, int i,
                          const trace_form::Terms<T>& terms) {
    T G(0);
    for (int j = i; j <= arm.n; ++j) {
      const auto& [m, c, I] = arm.link[j].body;
      const Vec4<T> moment(m * c.x(), m * c.y(), m * c.z(), m);
      const Vec4<T> lift = terms.dH(i, j).upper().transpose() * base.a;
      const T torque = lift.dot(moment);
      add(torque, G, "sum of G_i");
    }
    return G;
  }

  /// sum_{m>=i} Tr{ (T_b'' T_0^m + 2 T_b' (T_0^m)') J_m (dT_0^m/dq_i)^t }: the base turns.
  template <Scalar T>
  static T base_rotation_torque(const Arm<T>& arm, const BaseMotion<T>& base,
                                const JointState<T>& x, int i, const trace_form::Terms<T>& terms) {
    T torque(0);
    for (int m = i; m <= arm.n; ++m) {
      const Derivative<T> term = trace_form::base_rotation_term(base, x, m, terms) * terms.J[m];
      torque += trace_of(term, terms.dH(i, m));
    }
    return torque;
  }
};

}  // namespace equidyn
