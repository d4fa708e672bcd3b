/// @file linear_equations.hpp
/// The equations A x = b of a symmetric positive definite A, n times n, row after row. Neither
/// method pivots, so no numbers are compared.
#pragma once

#include <algorithm>

#include "equidyn/interface/interruption.hpp"
#include "equidyn/math/spatial.hpp"

namespace equidyn {

/// Elimination, then substitution; x takes the place of b, and of A's diagonal its pivots.
struct Elimination {
  template <Divisible T>
  static void solve(int n, T* A, T* b) noexcept {
    for (int k = 0; k < n; ++k) {
      if (abandoned()) return;
      const T per_pivot = T(1) / A[k * n + k];
      for (int i = k + 1; i < n; ++i) {
        const T factor = A[i * n + k] * per_pivot;
        for (int j = k + 1; j < n; ++j) A[i * n + j] -= factor * A[k * n + j];
        b[i] -= factor * b[k];
      }
    }
    for (int k = n - 1; k >= 0; --k) {
      for (int j = k + 1; j < n; ++j) b[k] -= A[k * n + j] * b[j];
      b[k] = b[k] / A[k * n + k];
    }
  }
};

/// Cholesky's factors without square roots, A = L D L^t; only the lower half of A is read;
/// x takes the place of b, and of A's diagonal its pivots D.
struct Cholesky {
  template <Divisible T>
  static void solve(int n, T* A, T* b) noexcept {
    set_factors(n, A);
    substitute(n, A, b);
    for (int k = n - 1; k >= 0; --k) {
      b[k] = b[k] / A[k * n + k];
      for (int i = k + 1; i < n; ++i) b[k] -= A[i * n + k] * b[i];
    }
  }

  /// Puts L below A's diagonal, and D on it.
  template <Divisible T>
  static T* set_factors(int n, T* A) noexcept {
    for (int k = 0; k < n; ++k) {
      if (abandoned()) break;
      const T per_pivot = T(1) / A[k * n + k];
      for (int i = k + 1; i < n; ++i) {
        upper(n, A, i, k) = A[i * n + k];
        A[i * n + k] = A[i * n + k] * per_pivot;
        for (int j = k + 1; j <= i; ++j) A[i * n + j] -= A[i * n + k] * upper(n, A, j, k);
      }
    }
    return A;
  }

  /// Puts L^-1 b in the place of b.
  template <Scalar T>
  static T* substitute(int n, const T* factors, T* b) noexcept {
    for (int i = 1; i < n; ++i)
      for (int k = 0; k < i; ++k) b[i] -= factors[i * n + k] * b[k];
    return b;
  }

  /// The derivatives of L and D, in the place of those of A; only their lower half is read.
  ///
  /// S. P. Smith, Differentiation of the Cholesky Algorithm, Journal of Computational and Graphical
  /// Statistics 4, 1995: each step of the algorithm is differentiated.
  template <Divisible T>
  static T* differentiate(int n, const T* factors, T* dA) noexcept {
    for (int k = 0; k < n; ++k) {
      if (abandoned()) break;
      const T per_pivot = T(1) / factors[k * n + k];
      for (int i = k + 1; i < n; ++i) {
        const T L = factors[i * n + k];
        upper(n, dA, i, k) = dA[i * n + k];
        dA[i * n + k] = (dA[i * n + k] - L * dA[k * n + k]) * per_pivot;
        for (int j = k + 1; j <= i; ++j)
          dA[i * n + j] -= dA[i * n + k] * upper(n, factors, j, k) + L * upper(n, dA, j, k);
      }
    }
    return dA;
  }

 private:
  /// The upper half keeps L D, for the rows below.
  template <class T>
  static T& upper(int n, T* A, int i, int k) {
    return A[k * n + i];
  }
};

}  // namespace equidyn
