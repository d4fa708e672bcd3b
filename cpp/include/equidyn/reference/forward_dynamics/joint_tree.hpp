/// @file joint_tree.hpp
/// The joints of a chain as a binary tree: of bodies that are single links, a joint makes one of
/// two, pairs become pairs of pairs, until all links are one body. Between a link and the whole
/// there are ceil(log2 n) joints. Joints of bodies of one size do not wait for each other.
#pragma once

#include <algorithm>

namespace equidyn::forward_dynamics {

/// Calls visit(i, k, j) for each joint k that joins the bodies of links i to k-1, of this many, and
/// of links k to j.
template <class Visit>
void visit_joints(int n, int size, const Visit& visit) {
  for (int k = 1 + size; k <= n; k += 2 * size) visit(k - size, k, std::min(k + size - 1, n));
}

/// Visits all joints: those between single links first, that of the whole last.
template <class Visit>
void from_links(int n, const Visit& visit) {
  for (int size = 1; size < n; size *= 2) visit_joints(n, size, visit);
}

/// Visits them in the opposite order.
template <class Visit>
void to_links(int n, const Visit& visit) {
  int size = 1;
  while (2 * size < n) size *= 2;
  for (; size > 0; size /= 2) visit_joints(n, size, visit);
}

}  // namespace equidyn::forward_dynamics
