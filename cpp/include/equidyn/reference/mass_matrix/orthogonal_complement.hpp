/// @file orthogonal_complement.hpp
/// The mass matrix by the natural orthogonal complement, O(n^3).
///
/// J. Angeles, Fundamentals of Robotic Mechanical Systems, section 7.5, (7.54), (7.58): the masses
/// and inertias M of the uncoupled links, projected onto the twists T that the joints allow, are
/// I = T^t M T. The blocks of T and M T are those of the formulation of the same name.
#pragma once

#include "equidyn/formulations/natural_orthogonal_complement.hpp"

namespace equidyn::mass_matrix {

struct OrthogonalComplement {
  using Noc = NaturalOrthogonalComplement;
  static constexpr FormulationInfo info{
      .name = "orthogonal_complement",
      .title = "Natural orthogonal complement",
      .reference = "Angeles, section 7.5, (7.54), (7.58)",
      .order = 3,
      .frames = Noc::info.frames,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutCentre,
      .positions = Positions::kFromBase,
  };

  template <Scalar T>
  using Workspace = Noc::Workspace<T>;

  /// M: n times n, symmetric.
  template <Scalar T>
  static void mass_matrix(const Arm<T>& arm, const JointState<T>& x, T* M,
                          Workspace<T>& work) noexcept {
    work.at.set(arm, x);
    Noc::set_shape(arm, work);
    Noc::set_products(arm, work);
    project(arm, M, work);
  }

  /// T^t M T of blocks that are set.
  template <Scalar T>
  static void project(const Arm<T>& arm, T* M, Workspace<T>& work) noexcept {
    const Row<T> row("T^t M T");
    for (int j = 1; j <= arm.n; ++j) {
      if (abandoned()) return;
      for (int k = 1; k <= j; ++k) {
        const T I_jk = Noc::inertia(arm, j, k, work);  // (7.58)
        M[(j - 1) * arm.n + (k - 1)] = I_jk;
        M[(k - 1) * arm.n + (j - 1)] = I_jk;
      }
    }
  }
};

}  // namespace equidyn::mass_matrix
