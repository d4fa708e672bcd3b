/// @file mass_matrix_derivatives.hpp
/// The mass matrix and its derivatives by the joint variables, by composite rigid bodies.
///
/// A joint moves all links beyond it as one body, and the axes of their joints with them. In the
/// spatial vectors of frame 0, with m = max(k, r), this gives for i <= k
///
///   M_ik       = S_i . I_k S_k                                                                (1)
///   dM_ik/dq_r = (S_i x S_r) . I_m S_k + (S_k x S_r) . I_r S_i                                (2)
///
/// where the first term is zero for r <= i and the second one for r <= k. A base that turns is joint
/// 0, of unit velocity. As its momentum M_0i changes with q, Lagrange's equation has the torque
///
///   sum_j (dM_0i/dq_j - dM_0j/dq_i) qd_j                                                      (3)
///
///   code   meaning, in frame 0
///   S      motion subspace of joint i; S_0: velocity of the base
///   I      inertia of links i to n, about the origin
///   SxS    S_i x S_r
///   IS     I_m S_k, m >= k
#pragma once

#include <algorithm>

#include "equidyn/arm/spatial_link.hpp"
#include "equidyn/formulations/shared/base_frame.hpp"

namespace equidyn {

template <Scalar T>
class MassMatrixDerivatives {
 public:
  explicit MassMatrixDerivatives(int n)
      : links_(n), at_(n), S_(n), I_(n), SxS_(index(n + 1, 1)), IS_(SxS_.size()) {}

  /// With the angular velocity w of the base.
  void set(const Arm<T>& arm, const JointState<T>& x, const Vec3<T>& w) {
    at_.set(arm, x);
    Row<T> row;
    S_[0] << w, Vec3<T>::Zero();
    for (int r = 1; r <= links_; ++r) {
      S_[r] << at_.turning(arm, r), row("S_i", at_.velocity(arm, r, Vec3<T>::Zero()));
      for (int i = 0; i < r; ++i) SxS_[index(i, r)] = row("S_i x S_r", cross_motion(S_[i], S_[r]));
    }
    for (int m = links_; m >= 1; --m) {
      I_[m] = row("I_m", spatial_inertia(Body<T>{arm.link[m].body.m, at_.C[m], at_.I[m]}));
      if (m < links_) {
        I_[m].J += I_[m + 1].J;
        I_[m].S += I_[m + 1].S;
        I_[m].M += row("I_m", I_[m + 1].M);
      }
      for (int k = 0; k <= m; ++k) IS_[index(k, m)] = row("I_m S_k", I_[m] * S_[k]);
    }
  }

  /// M_ik, i <= k.
  T mass(int i, int k) const { return S_[i].dot(IS_[index(k, k)]); }  // (1)

  /// dM_ik/dq_r, i <= k.
  T derivative(int i, int k, int r) const {  // (2)
    if (r <= i) return T(0);
    const T first = SxS_[index(i, r)].dot(IS_[index(k, std::max(k, r))]);
    return r <= k ? first : T(first + SxS_[index(k, r)].dot(IS_[index(i, r)]));
  }

  /// Adds (3), the torques of the base's turning and of the joints' velocities qd together.
  PerLink<T>& add_torques_of_turning(const PerLink<T>& qd, PerLink<T>& torques) const {
    for (int i = 1; i <= links_; ++i) {
      for (int j = i + 1; j <= links_; ++j) {
        const T rate = derivative(0, i, j) - derivative(0, j, i);
        torques[i] += rate * qd[j];
        torques[j] -= rate * qd[i];
      }
    }
    return torques;
  }

 private:
  /// Index of joint i, 0 to n, and r, 1 to n.
  std::size_t index(int i, int r) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(links_) +
           static_cast<std::size_t>(r - 1);
  }

  int links_;
  BaseFrame<T> at_;
  PerLink<Vec6<T>> S_;
  PerLink<SpatialInertia<T>> I_;
  std::vector<Vec6<T>> SxS_, IS_;
};

}  // namespace equidyn
