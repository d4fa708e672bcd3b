/// @file symmetric_inverse-inl.hpp
/// The inverse of a symmetric positive definite matrix, n^3 / 2 multiply-adds, in place.
///
/// M = L^t D L with a unit lower triangular L, from the last row to the first: of a mass matrix, D
/// holds the articulated inertias along the joints (R. Featherstone, Rigid Body Dynamics
/// Algorithms, 2008, section 6.5). With X = L^-1, M^-1 = X D^-1 X^t.
///
/// Included once for each instruction set (all_algorithms-inl.hpp).

namespace equidyn::EQUIDYN_TARGET {

/// Replaces the lower triangle of M, n x n, by L, and its diagonal by that of D^-1.
template <class T>
EQUIDYN_INLINE void factorise(int n, T* M) {
  for (int k = n - 1; k >= 0; --k) {
    T* const pivot_row = M + static_cast<std::ptrdiff_t>(k) * n;
    const T inverse = T(1) / pivot_row[k];
    pivot_row[k] = inverse;
    for (int i = k - 1; i >= 0; --i) {
      T* const row = M + static_cast<std::ptrdiff_t>(i) * n;
      const T factor = pivot_row[i] * inverse;
      for (int j = 0; j <= i; ++j) row[j] = row[j] - factor * pivot_row[j];
      pivot_row[i] = factor;
    }
    if (abandoned(n)) return;
  }
}

/// Replaces a unit lower triangular L by its inverse; the diagonal is not read.
template <class T>
EQUIDYN_INLINE void invert_triangle(int n, T* L) {
  for (int i = 1; i < n; ++i) {
    T* const row = L + static_cast<std::ptrdiff_t>(i) * n;
    for (int j = 0; j < i; ++j) {
      T sum = row[j];
      for (int k = j + 1; k < i; ++k) sum = sum + row[k] * L[k * n + j];
      row[j] = -sum;
    }
    if (abandoned(n)) return;
  }
}

/// Replaces M by its inverse; only the lower triangle is read. `scaled` is scratch memory for n
/// numbers: a row of X D^-1.
template <class T>
EQUIDYN_INLINE void invert_symmetric(int n, T* M, T* scaled) {
  factorise(n, M);
  invert_triangle(n, M);
  for (int i = n - 1; i >= 0; --i) {
    T* const row = M + static_cast<std::ptrdiff_t>(i) * n;
    for (int k = 0; k < i; ++k) scaled[k] = row[k] * M[k * n + k];
    scaled[i] = row[i];
    for (int j = i; j >= 0; --j) {
      const T* const other = M + static_cast<std::ptrdiff_t>(j) * n;
      T sum = scaled[j];
      for (int k = 0; k < j; ++k) sum = sum + scaled[k] * other[k];
      row[j] = sum;
      M[j * n + i] = sum;
    }
    if (abandoned(n)) return;
  }
}

}  // namespace equidyn::EQUIDYN_TARGET
