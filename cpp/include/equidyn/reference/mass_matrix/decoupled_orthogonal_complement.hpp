/// @file decoupled_orthogonal_complement.hpp
/// The mass matrix by the decoupled natural orthogonal complement, O(n^2).
///
/// S. K. Saha, Dynamics of Serial Multibody Systems Using the Decoupled Natural Orthogonal
/// Complement Matrices, Journal of Applied Mechanics 66, 1999: the inertia matrix is
/// N_d^t (N_l^t M N_l) N_d, whose entries are p_i^t M~_i B_ij p_j for j <= i. The matrices are those
/// of decoupled_complement.hpp.
///
///   paper   code     meaning, in the axes of frame 0, at C_i
///   M~_i    M        mass of links i to n, as one body: a block of N_l^t M N_l
///           w        wrench that joint i's unit acceleration takes
#pragma once

#include "equidyn/formulations/shared/decoupled_complement.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn::mass_matrix {

struct DecoupledOrthogonalComplement {
  static constexpr FormulationInfo info{
      .name = "decoupled_orthogonal_complement",
      .title = "Decoupled natural orthogonal complement",
      .reference = "Saha 1999",
      .order = 2,
      .frames = Frames::kStandardDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : complement(arm.n) {}
    DecoupledComplement<T> complement;
  };

  /// M: n times n, symmetric.
  template <Scalar T>
  static void mass_matrix(const Arm<T>& arm, const JointState<T>& x, T* I,
                          Workspace<T>& work) noexcept {
    work.complement.set(arm, x);
    auto& [R, B, p, M] = work.complement;
    Row<T> row;
    for (int i = arm.n; i >= 1; --i) {
      if (abandoned()) return;
      if (i < arm.n) M[i] += row("M~_i", B[i + 1].congruent(M[i + 1]));
      Vec6<T> w = row("M~_i p_i", M[i] * p[i]);
      for (int j = i; j >= 1; --j) {
        const T I_ij = row("p_j B_ij M~_i p_i", p[j].dot(w));
        I[(i - 1) * arm.n + (j - 1)] = I_ij;
        I[(j - 1) * arm.n + (i - 1)] = I_ij;
        if (j > 1) w = row("p_j B_ij M~_i p_i", B[j].transposed_times(w));
      }
    }
  }
};

}  // namespace equidyn::mass_matrix
