/// @file trace_form.hpp
/// The mass matrix of Lagrange's equation in trace form, O(n^3).
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, section 2: the matrix M of (2.11). Each
/// dT_0^q/dq_j J_q is formed once, and serves all its traces.
///
///   paper             code      meaning (the rest stands in formulations/shared/trace_form.hpp)
///   dT_0^q/dq_j J_q   dHJ(j, q)
///   M_ij              M         sum of Tr{ dT_0^q/dq_j J_q (dT_0^q/dq_i)^t } over q >= i, j
#pragma once

#include "equidyn/formulations/shared/trace_form.hpp"

namespace equidyn::mass_matrix {

struct TraceForm {
  static constexpr FormulationInfo info{
      .name = "trace_form",
      .title = "Lagrange's equation in trace form",
      .reference = "Turney, Mudge & Lee 1980, M of (2.11)",
      .order = 3,
      .frames = Frames::kStandardDh,
      .family = Family::kLagrange,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : terms(arm), dHJ(arm.n) {}
    trace_form::Terms<T> terms;
    trace_form::Pairs<Derivative<T>> dHJ;
  };

  /// M: n times n, symmetric.
  template <Scalar T>
  static void mass_matrix(const Arm<T>& arm, const JointState<T>& x, T* M,
                          Workspace<T>& work) noexcept {
    auto& [terms, dHJ] = work;
    Row<T> row;
    row("T_r^s", trace_form::set_transforms(arm, x, terms.H));
    row("dT_0^q/dq_j", trace_form::set_first_derivatives(arm, terms.H, terms.dH));
    for (int q = 1; q <= arm.n; ++q)
      for (int j = 1; j <= q; ++j) dHJ(j, q) = row("dT_0^q/dq_j J_q", terms.dH(j, q) * terms.J[q]);

    for (int j = 1; j <= arm.n; ++j) {
      if (abandoned()) return;
      for (int i = 1; i <= j; ++i) {
        T D(0);
        for (int q = j; q <= arm.n; ++q) D += row("D_ij", trace_of(dHJ(j, q), terms.dH(i, q)));
        M[(i - 1) * arm.n + (j - 1)] = D;
        M[(j - 1) * arm.n + (i - 1)] = D;
      }
    }
  }
};

}  // namespace equidyn::mass_matrix
