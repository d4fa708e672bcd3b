/// @file lagrange_euler.hpp
/// Inverse dynamics by Lagrange's equation in trace form, each shared product computed once,
/// O(n^3).
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980: the torque after (2.10), evaluated by the strategy of their
/// appendix, with the errata of both. Symbols: trace_form.hpp.
///
///   tau_i = sum_{q>=i} Tr{ K_q J_q (dT_0^q/dq_i)^t } - m_q (g;0)^t dT_0^q/dq_i (c_q;1)
///   K_q   = sum_{j<=q} dT_0^q/dq_j qdd_j + sum_{j,k<=q} d2T_0^q/dq_j dq_k qd_j qd_k
///
/// K_q, the kinetic term, does not depend on i: that is what saves an order in n.
#pragma once

#include "equidyn/formulations/shared/trace_form.hpp"

namespace equidyn {

struct LagrangeEuler {
  static constexpr FormulationInfo info{
      .name = "lagrange_euler",
      .title = "Lagrange-Euler, shared products",
      .reference = "Turney, Mudge & Lee 1980, after (2.10), and appendix",
      .order = 3,
      .frames = Frames::kStandardDh,
      .family = Family::kLagrange,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : terms(arm), KJ(arm.n), weight(arm.n) {}
    trace_form::Terms<T> terms;
    PerLink<Derivative<T>> KJ, weight;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [terms, KJ, weight] = work;
    Row<T> row;
    row("T", trace_form::set_transforms(arm, x, terms.H));
    row("dT/dq", trace_form::set_first_derivatives(arm, terms.H, terms.dH));

    // terms of each link that do not depend on i
    for (int q = 1; q <= arm.n; ++q) {
      if (abandoned()) return;
      const Derivative<T> K =
          kinetic_term(arm, x, q, terms) + trace_form::base_rotation_term(base, x, q, terms);
      KJ[q] = row("kinetic term", K * terms.J[q]);
      weight[q] = row("gravity", gravity_weight(arm.link[q].body, base));
    }

    // Tr{A B^t} is the sum of the products of their entries
    const Wrench<T> tip_0 = trace_form::in_frame_0(arm, tip, terms);
    for (int i = 1; i <= arm.n; ++i) {
      tau[i] = row("tip wrench", trace_form::tip_torque(arm, tip_0, i, terms));
      for (int q = i; q <= arm.n; ++q) {
        const Derivative<T>& dH = terms.dH(i, q);
        tau[i] += row("trace", trace_of(KJ[q], dH));        // (2.9), (2.10)
        tau[i] -= row("gravity", trace_of(weight[q], dH));  // (2.8)
      }
    }
  }

  /// K_q: dT_0^q/dq_j qdd_j, and twice each d2T_0^q/dq_j dq_k qd_j qd_k with j < k.
  template <Scalar T>
  static Derivative<T> kinetic_term(const Arm<T>& arm, const JointState<T>& x, int q,
                                    const trace_form::Terms<T>& terms) {
    const Row<T> row("kinetic term");
    Derivative<T> K = zero_derivative<T>();
    for (int j = 1; j <= q; ++j) K += terms.dH(j, q) * x.qdd[j];
    for (int k = 1; k <= q; ++k) {
      const QTimes<T, 1> QH = trace_form::Q_times(arm.link[k], terms.H(k - 1, q));
      for (int j = 1; j <= k; ++j) {
        const T rates = x.qd[j] * x.qd[k];
        K += second_derivative(arm, j, k, q, QH, terms) * (j < k ? T(rates + rates) : rates);
      }
    }
    return K;
  }

  /// d2T_0^q/dq_j dq_k = (dT_0^{k-1}/dq_j) (Q_k T_{k-1}^q) for j < k; for j = 1 it is Q_1
  /// dT_0^q/dq_k, and for j = k it is T_0^{k-1} Q_k Q_k T_{k-1}^q: of its rotation (1.12), of its
  /// translation (1.19).
  template <Scalar T>
  static Derivative<T> second_derivative(const Arm<T>& arm, int j, int k, int q,
                                         const QTimes<T, 1>& QH,
                                         const trace_form::Terms<T>& terms) {
    const Row<T> row("d2T/dq2");
    if (j == 1) return trace_form::Q_times(arm.link[1], terms.dH(k, q)).matrix();
    if (j < k) return terms.dH(j, k - 1) * QH;
    return terms.H(0, k - 1) * trace_form::Q_times(arm.link[k], QH);
  }

  /// m_q (g;0) (c_q;1)^t, with the acceleration of the base minus gravity in place of -g.
  template <Scalar T>
  static Derivative<T> gravity_weight(const Body<T>& body, const BaseMotion<T>& base) {
    const Vec3<T> mg = -(body.m * base.a);
    Derivative<T> weight = zero_derivative<T>();
    weight.rotation() = mg * body.c.transpose();
    weight.translation() = mg;
    return weight;
  }
};

}  // namespace equidyn
