/// @file prefix.hpp
/// Sums and products of all links from the base to each link, or from each link to the tip, by
/// recursive doubling.
///
/// P. M. Kogge, H. S. Stone, A Parallel Algorithm for the Efficient Solution of a General Class of
/// Recurrence Equations, IEEE Transactions on Computers C-22(8), 1973. Before the step of distance k
/// each value joins those of k links, after it those of 2 k: n links take ceil(log2 n) steps, where
/// the sum from link to link takes n - 1. The values of a step do not depend on each other, so that
/// as many processors form them at once. One processor takes them in an order in which it reads each
/// value before it replaces it.
#pragma once

#include "equidyn/arm/arm.hpp"

namespace equidyn {

/// y_i <- y_1 + ... + y_i
template <Scalar T>
PerLink<Vec3<T>>& prefix_sums(int n, PerLink<Vec3<T>>& y) {
  for (int k = 1; k < n; k *= 2)
    for (int i = n; i > k; --i) y[i] += y[i - k];
  return y;
}

/// y_i <- y_i + ... + y_n
template <Scalar T>
PerLink<Vec3<T>>& suffix_sums(int n, PerLink<Vec3<T>>& y) {
  for (int k = 1; k < n; k *= 2)
    for (int i = 1; i + k <= n; ++i) y[i] += y[i + k];
  return y;
}

/// R_i <- R_1 ... R_i
template <Scalar T>
PerLink<Mat3<T>>& prefix_products(int n, PerLink<Mat3<T>>& R) {
  for (int k = 1; k < n; k *= 2)
    for (int i = n; i > k; --i) R[i] = R[i - k] * R[i];
  return R;
}

}  // namespace equidyn
