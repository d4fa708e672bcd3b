/// @file decoupled_orthogonal_complement.hpp
/// Forward dynamics by the decoupled natural orthogonal complement, O(n).
///
/// S. K. Saha, A Decomposition of the Manipulator Inertia Matrix, IEEE Transactions on Robotics and
/// Automation 13, 1997: elimination from the last joint to the first one makes the inertia matrix
/// I = U D U^t, with 1 on the diagonal of the upper triangular U, and its pivots need no entry of I.
/// Then I qdd = phi is solved in three sweeps, of which the first one goes with the elimination.
///
///   U phi^ = phi,  D phi~ = phi^,  U^t qdd = phi~
///
/// The matrices p, B, M are those of decoupled_complement.hpp; U_ij = p_i^t B_ji^t psi_j.
///
///   paper      code    meaning, in the axes of frame 0, at C_i
///   M^_i       M       articulated inertia of links i to n
///   psi^_i     psi     M^_i p_i
///   m^_i       per_m   p_i^t psi^_i, entry i of D: here 1 over it
///   phi_i      phi     tau - h: torque that is left to accelerate; then phi^
///   eta_i      eta     wrench on link i that the torques beyond account for
///   mu_i       mu      rate of the twist of link i that the joints up to i account for
///
/// The inertia of a motor, on the joint side, adds to m^_i. The torques h of no acceleration are
/// those of newton_euler.hpp.
#pragma once

#include "equidyn/formulations/newton_euler.hpp"
#include "equidyn/formulations/shared/decoupled_complement.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn::forward_dynamics {

struct DecoupledOrthogonalComplement {
  static constexpr FormulationInfo info{
      .name = "decoupled_orthogonal_complement",
      .title = "Decoupled natural orthogonal complement, U D U^t",
      .reference = "Saha 1997",
      .order = 1,
      .frames = NewtonEuler::info.frames,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : newton_euler(arm), complement(arm.n), h(arm.n), phi(arm.n), per_m(arm.n), psi(arm.n) {}
    typename NewtonEuler::Workspace<T> newton_euler;
    DecoupledComplement<T> complement;
    PerLink<T> h, phi, per_m;
    PerLink<Vec6<T>> psi;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x, whose
  /// accelerations are zero.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    auto& [newton_euler, complement, h, phi, per_m, psi] = work;
    auto& [R, B, p, M] = complement;
    Row<T> row;
    row("h", run_formulation<NewtonEuler>(arm, x, base, tip, h, newton_euler));
    complement.set(arm, x);

    // inward: I = U D U^t, and U phi^ = phi
    Vec6<T> eta = Vec6<T>::Zero();
    for (int i = arm.n; i >= 1; --i) {
      psi[i] = row("psi^_i", M[i] * p[i]);
      per_m[i] = row("m^_i", T(1) / (p[i].dot(psi[i]) + motor_inertia[i]));
      phi[i] = row("phi^_i", tau[i] - h[i] - p[i].dot(eta));
      if (i == 1) break;
      const Vec6<T> psi_per_m = row("psi_i", psi[i] * per_m[i]);
      const Mat6<T> yielding = M[i] - psi_per_m * psi[i].transpose();
      M[i - 1] += row("M^_i", B[i].congruent(yielding));
      eta = row("eta_i", B[i].transposed_times(psi_per_m * phi[i] + eta));
    }

    // outward: D phi~ = phi^, U^t qdd = phi~
    Vec6<T> mu = Vec6<T>::Zero();
    for (int i = 1; i <= arm.n; ++i) {
      mu = B[i] * mu;
      qdd[i] = row("qdd_i", (phi[i] - psi[i].dot(mu)) * per_m[i]);
      mu += row("mu_i", p[i] * qdd[i]);
    }
  }
};

}  // namespace equidyn::forward_dynamics
