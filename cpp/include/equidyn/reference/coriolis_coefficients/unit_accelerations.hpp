/// @file unit_accelerations.hpp
/// The coefficients of the products of joint velocities by unit velocities ("strobing") in any
/// formulation of inverse dynamics; the method is named as for the mass matrix.
///
/// J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
/// University of Michigan, 1980, end of section 3, with its erratum: without acceleration, gravity
/// and tip wrench, the torques of a unit velocity of joint j are C_jj; those of unit velocities of
/// j and k contain the squares too, which the two runs with one joint each subtract.
#pragma once

#include "equidyn/interface/interruption.hpp"
#include "equidyn/reference/unit_motions.hpp"

namespace equidyn::coriolis_coefficients {

template <class F>
struct UnitAccelerations : UnitMotions<F> {
  static constexpr int kRunsExponent = 2;
  static constexpr FormulationInfo info = UnitMotions<F>::info_of("Unit velocities", kRunsExponent);
  template <Scalar T>
  using Workspace = typename UnitMotions<F>::template Workspace<T>;

  /// C: n times n times n, symmetric in its last two indices.
  template <Scalar T>
  static void coriolis_coefficients(const Arm<T>& arm, const JointState<T>& x, T* C,
                                    Workspace<T>& work) noexcept {
    const int n = arm.n;
    const auto entry_of = [=](int i, int j, int k) -> T& {
      return C[((i - 1) * n + (j - 1)) * n + (k - 1)];
    };
    work.state = x;
    for (int j = 1; j <= n; ++j) {
      if (abandoned()) return;
      work.state.set_unit_velocities(arm, j, j);
      work.run(arm);
      for (int i = 1; i <= n; ++i) entry_of(i, j, j) = work.tau[i];
    }
    for (int j = 1; j <= n; ++j) {
      for (int k = j + 1; k <= n; ++k) {
        if (abandoned()) return;
        work.state.set_unit_velocities(arm, j, k);
        work.run(arm);
        for (int i = 1; i <= n; ++i) {
          const T mixed = (work.tau[i] - entry_of(i, j, j) - entry_of(i, k, k)) * T(0.5);
          entry_of(i, j, k) = mixed;
          entry_of(i, k, j) = mixed;
        }
      }
    }
  }
};

}  // namespace equidyn::coriolis_coefficients
