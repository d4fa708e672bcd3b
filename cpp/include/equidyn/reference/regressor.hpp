/// @file regressor.hpp
/// The matrix Y that gives the joint torques from the inertial parameters of the links, tau = Y p,
/// O(n^2): the parameters enter linearly, and all else that the torques depend on is in Y.
///
/// C. G. Atkeson, C. H. An, J. M. Hollerbach, Estimation of Inertial Parameters of Manipulator
/// Loads and Links, The International Journal of Robotics Research 5(3), 1986, with Kane's partial
/// velocities in place of their transported wrenches. At the point r of link j the partial velocity
/// of joint i is v_i + s_i x r, and the acceleration a + A r; so the torque of joint i is
///
///   tau_i = sum_{j>=i} int (v_i + s_i x r) . (a + A r) dm
///         = sum_{j>=i} m v_i . a + m c . (A^t v_i + a x s_i) + Tr{G^t K},   G = [s_i x]^t A
///
/// where K = int r r^t dm = Tr(I)/2 E - I, which gives the columns of the entries of I.
///
///   code    meaning, in the frame of link j
///   s, v    per unit velocity of joint i: angular velocity of link j, velocity of its origin
///   A       acceleration of a body-fixed vector b is A b                      1/s^2
///   a       acceleration of the origin, minus g                               m/s^2
#pragma once

#include <algorithm>

#include "equidyn/formulations/shared/modified_dh_recursion.hpp"
#include "equidyn/formulations/shared/standard_dh_recursion.hpp"
#include "equidyn/kernels/quantities.hpp"

namespace equidyn {

using kernels::kInertialParameters;

/// Partial velocities by a joint on the z axis of their frame.
template <Scalar T>
void along_own_axis(const Link<T>& link, Vec3<T>& s, Vec3<T>& v) {
  s.setZero();
  v.setZero();
  (link.revolute ? s : v).z() = T(1);
}

namespace standard_dh {

/// Partial velocities in frame j from those in frame j-1; joint j is on the z axis of the latter.
template <Scalar T>
void carry(const Arm<T>& arm, int j, const Recursion<T>& link, PerLink<Vec3<T>>& s,
           PerLink<Vec3<T>>& v) {
  along_own_axis(arm.link[j], s[j], v[j]);
  for (int i = 1; i <= j; ++i) {
    s[i] = link.R[j].transpose() * s[i];
    v[i] = link.R[j].transpose() * v[i] + s[i].cross(link.r[j]);
  }
}

/// The acceleration of the origin of link j; returns A.
template <Scalar T>
Mat3<T> accelerate(int j, Recursion<T>& link) {
  const Mat3<T> A = acceleration_matrix(link.w[j], link.al[j]);
  link.a[j] = link.at[j] + A * link.r[j];
  return A;
}

}  // namespace standard_dh

namespace modified_dh {

/// Partial velocities in frame j from those in frame j-1; joint j is on the z axis of the former.
template <Scalar T>
void carry(const Arm<T>& arm, int j, const Recursion<T>& link, PerLink<Vec3<T>>& s,
           PerLink<Vec3<T>>& v) {
  for (int i = 1; i < j; ++i) {
    v[i] = link.R[j].transpose() * Vec3<T>(v[i] + s[i].cross(link.P[j]));
    s[i] = link.R[j].transpose() * s[i];
  }
  along_own_axis(arm.link[j], s[j], v[j]);
}

/// A of link j; the recursion has the acceleration of its origin.
template <Scalar T>
Mat3<T> accelerate(int j, const Recursion<T>& link) {
  return link.A[j];
}

}  // namespace modified_dh

/// The columns of one link in the row of one joint.
template <Scalar T>
void regressor_entries(const Vec3<T>& s, const Vec3<T>& v, const Vec3<T>& a, const Mat3<T>& A,
                       T* entries) {
  const Vec3<T> first = A.transpose() * v + a.cross(s);
  Mat3<T> G;
  for (int k = 0; k < 3; ++k) G.col(k) = A.col(k).cross(s);
  entries[0] = v.dot(a);
  for (int k = 0; k < 3; ++k) entries[1 + k] = first(k);
  entries[4] = T(0.5) * (G(1, 1) + G(2, 2) - G(0, 0));
  entries[5] = -(G(0, 1) + G(1, 0));
  entries[6] = T(0.5) * (G(2, 2) + G(0, 0) - G(1, 1));
  entries[7] = -(G(0, 2) + G(2, 0));
  entries[8] = -(G(1, 2) + G(2, 1));
  entries[9] = T(0.5) * (G(0, 0) + G(1, 1) - G(2, 2));
}

struct Regressor {
  /// R is the recursion of the convention of the arm.
  template <class R, Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : link(arm.n), s(arm.n), v(arm.n) {}
    R link;
    PerLink<Vec3<T>> s, v;
  };

  /// Writes rows of `width` numbers, of joints 1 to n; those of links that a joint does not move
  /// are zero, and those beyond the links are left as they are.
  template <class R, Scalar T>
  static void regressor(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base, T* Y,
                        int width, Workspace<R, T>& work) noexcept {
    auto& [link, s, v] = work;
    start(base, link);
    for (int j = 1; j <= arm.n; ++j) {
      cross_joint(arm, x, j, link);
      carry(arm, j, link, s, v);
      const Mat3<T> A = accelerate(j, link);
      T* block = Y + (j - 1) * kInertialParameters;
      for (int i = 1; i <= arm.n; ++i, block += width) {
        if (i <= j)
          regressor_entries<T>(s[i], v[i], link.a[j], A, block);
        else
          std::fill_n(block, kInertialParameters, T(0));
      }
    }
  }
};

}  // namespace equidyn
