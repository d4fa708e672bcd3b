/// @file boltzmann_hamel.hpp
/// Forward dynamics by Boltzmann's and Hamel's equations in quasi-velocities, O(n^4).
///
/// G. Hamel, Die Lagrange-Eulerschen Gleichungen der Mechanik, 1904, after L. Boltzmann, 1902, with
/// the quasi-velocities of A. Jain, G. Rodriguez, Diagonalized Lagrangian Robot Dynamics, IEEE
/// Transactions on Robotics and Automation 11, 1995: nu = L^t qd, where M = L L^t. The kinetic
/// energy is |nu|^2 / 2, so that no mass matrix stands before the rates nud:
///
///   nud_k + C_k = eps_k,  eps = L^-1 (tau - h),  C_k = sum_ij gamma^i_kj nu_i nu_j            (1)
///   gamma^i_kj = sum_rs (dL_si/dq_r - dL_ri/dq_s) B_sk B_rj,  B = L^-t                        (2)
///
/// Column k of B, b_k, is the motion with nu_k = 1 alone. Hamel's coefficients gamma are those of
/// the Lie brackets [b_k, b_j] = sum_i gamma^i_kj b_i. Since gamma^i_kj = -gamma^i_jk, C does no
/// work: nu . C = 0. To save operations the sums are formed in this order:
///
///   G_rs = sum_i dL_si/dq_r nu_i,  F_sr = G_rs - G_sr,  C = L^-1 F qd                         (3)
///
/// The derivatives of L follow from those of M, step by step as L itself, so that no difference of
/// positions is taken. The code has no square roots: M = L D L^t, u_k is nu_k / sqrt(D_k), row k of
/// (1) is multiplied by sqrt(D_k), and dL nu becomes (dL D + L dD / 2) u.
///
/// Velocities are relative to the base: h is the torques at rest, of gravity, base and tip, and
/// those of the base's turning, which do no work either.
///
///   code   meaning
///   L, dL  L below the diagonal, D on it; dM/dq_r, then the derivatives of L and D
///   p      h, then tau - h, eps and nud
///   turn   (dL along qd)^t qd: nud is L^t qdd and this
#pragma once

#include "equidyn/formulations/newton_euler.hpp"
#include "equidyn/formulations/shared/mass_matrix_derivatives.hpp"
#include "equidyn/math/linear_equations.hpp"

namespace equidyn::forward_dynamics {

struct BoltzmannHamel {
  static constexpr FormulationInfo info{
      .name = "boltzmann_hamel",
      .title = "Boltzmann's and Hamel's equations in quasi-velocities",
      .reference = "Hamel 1904; Jain & Rodriguez 1995",
      .order = 4,
      .frames = NewtonEuler::info.frames,
      .family = Family::kLagrange,
      .inertia = Inertia::kTensorAboutCentre,
      .positions = Positions::kFromBase,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : n(arm.n), mass(n), newton_euler(arm), rest(n), p(n), u(n), C(n), turn(n) {
      for (std::vector<T>* square : {&factors, &derivatives, &forms})
        square->resize(index(n + 1, 1));
    }
    std::size_t index(int k, int i) const {
      const auto row = static_cast<std::size_t>(k - 1), column = static_cast<std::size_t>(i - 1);
      return row * static_cast<std::size_t>(n) + column;
    }
    T& L(int k, int i) { return factors[index(k, i)]; }
    T& derivative(int k, int i) { return derivatives[index(k, i)]; }
    T& G(int r, int s) { return forms[index(r, s)]; }

    int n;
    MassMatrixDerivatives<T> mass;
    typename NewtonEuler::Workspace<T> newton_euler;
    JointState<T> rest;
    PerLink<T> p, u, C, turn;
    std::vector<T> factors, derivatives, forms;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    auto& [n, mass, newton_euler, rest, p, u, C, turn, factors, derivatives, forms] = work;
    const auto& qd = x.qd;
    Row<T> row;
    mass.set(arm, x, base.w);
    for (int k = 1; k <= n; ++k) {
      for (int i = 1; i <= k; ++i) work.L(k, i) = mass.mass(i, k);
      work.L(k, k) += row("M", motor_inertia[k]);
    }
    row("M = L D L^t", Cholesky::set_factors(n, factors.data()));

    rest = x;
    rest.set_unit_acceleration(arm, 0);
    run_formulation<NewtonEuler>(arm, rest, base, tip, p, newton_euler);
    row("h", mass.add_torques_of_turning(qd, p));
    for (int k = 1; k <= n; ++k) p[k] = tau[k] - p[k];
    row("eps", Cholesky::substitute(n, factors.data(), &p[1]));

    for (int k = 1; k <= n; ++k) {
      u[k] = qd[k], C[k] = turn[k] = T(0);
      for (int i = k + 1; i <= n; ++i) u[k] += row("u", work.L(i, k) * qd[i]);
    }
    for (int r = 1; r <= n; ++r) {
      if (abandoned()) return;
      differentiate(r, qd, work);
    }
    for (int s = 1; s <= n; ++s) {
      for (int r = 1; r < s; ++r) {
        const T F = work.G(r, s) - work.G(s, r);  // (3)
        C[s] += F * qd[r];
        C[r] -= F * qd[s];
      }
    }
    row("C", Cholesky::substitute(n, factors.data(), &C[1]));

    for (int k = 1; k <= n; ++k) p[k] -= row("nud", C[k]);  // (1)
    for (int i = n; i >= 1; --i) {
      qdd[i] = (p[i] - turn[i]) / work.L(i, i);
      for (int k = i + 1; k <= n; ++k) qdd[i] -= row("qdd", work.L(k, i) * qdd[k]);
    }
  }

 private:
  /// G_rs for all s, and the part of `turn` that is due to qd_r.
  template <Divisible T>
  static void differentiate(int r, const PerLink<T>& qd, Workspace<T>& work) {
    auto& [n, mass, newton_euler, rest, p, u, C, turn, factors, derivatives, forms] = work;
    Row<T> row;
    for (int k = 1; k <= n; ++k) {
      work.G(r, k) = T(0);
      for (int i = 1; i <= k; ++i) work.derivative(k, i) = row("dM/dq_r", mass.derivative(i, k, r));
    }
    row("dL/dq_r", Cholesky::differentiate(n, factors.data(), derivatives.data()));
    for (int k = 1; k <= n; ++k) {
      const T momentum = work.L(k, k) * u[k], stretch = T(0.5) * work.derivative(k, k) * u[k];
      T lean(0);
      work.G(r, k) += stretch;
      for (int s = k + 1; s <= n; ++s) {
        work.G(r, s) += row("dL nu", work.derivative(s, k) * momentum + work.L(s, k) * stretch);
        lean += work.derivative(s, k) * qd[s];
      }
      turn[k] += row("(dL along qd)^t qd", (work.L(k, k) * lean + stretch) * qd[r]);
    }
  }
};

}  // namespace equidyn::forward_dynamics
