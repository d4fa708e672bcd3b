/// @file trace_form.hpp
/// The coefficients of the products of joint velocities in Lagrange's equation in trace form, one by
/// one, O(n^4).
///
/// C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical Manipulators,
/// 1982, (3.9): h_ijk, as in lagrange_euler_literal.hpp.
#pragma once

#include "equidyn/formulations/lagrange_euler_literal.hpp"

namespace equidyn::coriolis_coefficients {

struct TraceForm {
  static constexpr FormulationInfo info{
      .name = "trace_form",
      .title = "Lagrange's equation in trace form",
      .reference = "Lee, Chung, Mudge & Turney 1982, h of (3.9)",
      .order = 4,
      .frames = Frames::kStandardDh,
      .family = Family::kLagrange,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  using Workspace = trace_form::Terms<T>;

  /// C: n times n times n, symmetric in its last two indices.
  template <Scalar T>
  static void coriolis_coefficients(const Arm<T>& arm, const JointState<T>& x, T* C,
                                    Workspace<T>& terms) noexcept {
    const int n = arm.n;
    const auto entry_of = [=](int i, int j, int k) -> T& {
      return C[((i - 1) * n + (j - 1)) * n + (k - 1)];
    };
    Row<T> row;
    row("T_r^s", trace_form::set_transforms(arm, x, terms.H));
    row("dT_0^q/dq_j", trace_form::set_first_derivatives(arm, terms.H, terms.dH));
    for (int i = 1; i <= n; ++i) {
      for (int j = 1; j <= n; ++j) {
        for (int k = j; k <= n; ++k) {
          if (abandoned()) return;
          const T h = LagrangeEulerLiteral::coriolis(arm, i, j, k, terms);  // (3.9)
          entry_of(i, j, k) = h;
          entry_of(i, k, j) = h;
        }
      }
    }
  }
};

}  // namespace equidyn::coriolis_coefficients
