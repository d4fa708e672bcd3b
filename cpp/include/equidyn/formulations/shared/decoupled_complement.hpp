/// @file decoupled_complement.hpp
/// The matrices of the decoupled natural orthogonal complement at one configuration.
///
/// S. K. Saha, A Decomposition of the Manipulator Inertia Matrix, IEEE Transactions on Robotics and
/// Automation 13, 1997, and Dynamics of Serial Multibody Systems Using the Decoupled Natural
/// Orthogonal Complement Matrices, Journal of Applied Mechanics 66, 1999. The twists
/// t_i = [w_i; v_i] of all links, v_i that of the centre of mass, are t = N_l N_d qd: the twist of link
/// i is that of link i-1, seen at another point, and the motion of joint i.
///
///   t_i = B_{i,i-1} t_{i-1} + p_i qd_i
///
///   paper       code      meaning, in the axes of frame 0
///   e_i         e         axis of joint i
///   d_i         d         from a point on that axis to C_i
///   c_{i,i-1}   c         from C_i to C_{i-1}
///   B_{i,i-1}   B         [[1, 0], [c x, 1]]: a twist at C_{i-1}, seen at C_i; blocks of N_l are
///                         products of these
///   p_i         p         [e; e x d] or [0; e]: the blocks of N_d
///   M_i         M         diag(I_i, m_i 1)
#pragma once

#include "equidyn/arm/joint_state.hpp"
#include "equidyn/arm/standard_dh.hpp"
#include "equidyn/math/spatial_vectors.hpp"

namespace equidyn {

/// B_{i,i-1}, of which the vector c is all that is not constant.
template <Scalar T>
struct TwistPropagation {
  Vec3<T> c;

  /// B t
  Vec6<T> operator*(const Vec6<T>& t) const {
    const Vec3<T> w = t.template head<3>(), v = t.template tail<3>();
    Vec6<T> seen;
    seen << w, v + c.cross(w);
    return seen;
  }

  /// B^t w, of a wrench w = [moment; force]
  Vec6<T> transposed_times(const Vec6<T>& w) const {
    const Vec3<T> n = w.template head<3>(), f = w.template tail<3>();
    Vec6<T> seen;
    seen << n - c.cross(f), f;
    return seen;
  }

  /// B^t M B, of a symmetric M
  Mat6<T> congruent(const Mat6<T>& M) const {
    const Mat3<T> cross = skew(c);
    const Mat3<T> M_wv = M.template topRightCorner<3, 3>(),
                  M_v = M.template bottomRightCorner<3, 3>();
    const Mat3<T> wv = M_wv - cross * M_v;
    const Mat3<T> w = M.template topLeftCorner<3, 3>() + M_wv * cross - cross * wv.transpose();
    Mat6<T> seen;
    seen << w, wv, wv.transpose(), M_v;
    return seen;
  }
};

template <Scalar T>
struct DecoupledComplement {
  explicit DecoupledComplement(int n) : R(n), B(n), p(n), M(n) {}
  PerLink<Mat3<T>> R;  ///< takes a vector from frame i to frame 0
  PerLink<TwistPropagation<T>> B;
  PerLink<Vec6<T>> p;
  PerLink<Mat6<T>> M;

  void set(const Arm<T>& arm, const JointState<T>& x) {
    Row<T> row;
    R[0].setIdentity();
    Vec3<T> to_centre =
        Vec3<T>::Zero();  // centre of mass of link i-1 from origin i-1, which is on axis i
    for (int i = 1; i <= arm.n; ++i) {
      const Link<T>& link = arm.link[i];
      const Vec3<T> e = R[i - 1].col(2), none = Vec3<T>::Zero();
      R[i] = row("R_i", R[i - 1] * standard_dh::rotation(link, x.c[i], x.s[i]).matrix());
      const Vec3<T> own_centre = R[i] * link.body.c;
      const Vec3<T> d = R[i] * standard_dh::offset(link, x.d[i]) + own_centre;
      B[i].c = row("c_i", to_centre - d);
      if (link.revolute)
        p[i] << e, row("p_i", e.cross(d));
      else
        p[i] << none, e;
      M[i].setZero();
      M[i].template topLeftCorner<3, 3>() = row("M_i", R[i] * link.body.I * R[i].transpose());
      M[i].diagonal().template tail<3>().setConstant(link.body.m);
      to_centre = own_centre;
    }
  }
};

}  // namespace equidyn
