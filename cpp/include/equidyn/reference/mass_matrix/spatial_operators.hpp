/// @file spatial_operators.hpp
/// The mass matrix by the innovations factors of spatial operators, O(n^3).
///
/// G. Rodriguez, A. Jain, K. Kreutz-Delgado, A Spatial Operator Algebra for Manipulator Modeling and
/// Control, International Journal of Robotics Research 10, 1991: the mass matrix is
///
///   M = H phi M phi^t H^t = (1 + H phi K) D (1 + H phi K)^t,  (1 + H phi K)^-1 = 1 - H psi K
///
/// The filter gives K and D without M; here the product of the factors is formed from them. The
/// operators are those of formulations/shared/spatial_operators.hpp.
///
///   paper            code      meaning
///   (H phi K)_ij     U(i, j)   component along joint i of the force G(j), carried from j to i
#pragma once

#include "equidyn/formulations/shared/spatial_operators.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn::mass_matrix {

struct SpatialOperators {
  static constexpr FormulationInfo info{
      .name = "spatial_operators",
      .title = "Spatial operators, innovations factors",
      .reference = "Rodriguez, Jain & Kreutz-Delgado 1991",
      .order = 3,
      .frames = Frames::kModifiedDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : operators(arm), no_motors(arm.n), U(static_cast<std::size_t>(arm.n * arm.n)), DU(U) {}
    equidyn::SpatialOperators<T> operators;
    PerLink<T> no_motors;
    std::vector<T> U, DU;  ///< 1 + H phi K above the diagonal, and D times its transpose
  };

  /// M: n times n, symmetric.
  template <Divisible T>
  static void mass_matrix(const Arm<T>& arm, const JointState<T>& x, T* M,
                          Workspace<T>& work) noexcept {
    for (int i = 1; i <= arm.n; ++i) work.no_motors[i] = T(0);
    work.operators.set(arm, x, work.no_motors);
    set_factors(arm.n, work);
    const T *const U = work.U.data(), *const DU = work.DU.data();
    const auto& D = work.operators.D;
    const int n = arm.n;
    const Row<T> row("(1 + H phi K) D (1 + H phi K)^t");
    for (int j = 1; j <= n; ++j) {
      if (abandoned()) return;
      for (int i = 1; i <= j; ++i) {
        T sum = i == j ? D[j] : DU[at(n, i, j)];
        for (int k = j + 1; k <= n; ++k) sum += U[at(n, i, k)] * DU[at(n, j, k)];
        M[at(n, i, j)] = sum;
        M[at(n, j, i)] = sum;
      }
    }
  }

 private:
  static std::size_t at(int n, int i, int j) {
    return static_cast<std::size_t>(i - 1) * static_cast<std::size_t>(n) +
           static_cast<std::size_t>(j - 1);
  }

  template <Scalar T>
  static void set_factors(int n, Workspace<T>& work) {
    auto& [I, S, X, P, G, D, per_D] = work.operators;
    const Row<T> row("H phi K");
    for (int j = 2; j <= n; ++j) {
      if (abandoned()) return;
      Vec6<T> f = G[j];
      for (int i = j - 1; i >= 1; --i) {
        f = X[i + 1].transpose() * f;
        work.U[at(n, i, j)] = S[i].dot(f);
        work.DU[at(n, i, j)] = work.U[at(n, i, j)] * D[j];
      }
    }
  }
};

}  // namespace equidyn::mass_matrix
