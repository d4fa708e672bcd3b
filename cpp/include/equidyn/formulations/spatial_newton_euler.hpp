/// @file spatial_newton_euler.hpp
/// Inverse dynamics by the recursive Newton-Euler algorithm in spatial (6-D) vectors, O(n).
///
/// R. Featherstone, Rigid Body Dynamics Algorithms, Springer, 2008, table 5.1 (equations in body
/// coordinates). Motion vectors are [angular; linear], force vectors [moment; force], both at
/// origin i.
///
///   book        code    meaning, in coordinates of link i
///   iXp(i)      X       takes a motion vector from link i-1 to link i
///   S_i         S       motion subspace of joint i: z in the angular or in the linear part
///   v_i, a_i    v, a    spatial velocity; spatial acceleration, less gravity
///   I_i         I       spatial inertia
///   f_i         f       spatial force by link i-1 on link i
#pragma once

#include "equidyn/arm/inertial_moments.hpp"
#include "equidyn/arm/modified_dh.hpp"
#include "equidyn/formulation.hpp"

namespace equidyn {

template <Scalar T>
using Vec6 = Eigen::Matrix<T, 6, 1>;
template <Scalar T>
using Mat6 = Eigen::Matrix<T, 6, 6>;

struct SpatialNewtonEuler {
  static constexpr FormulationInfo info{
      .name = "spatial_newton_euler",
      .title = "Newton-Euler in spatial vectors",
      .reference = "Featherstone 2008, table 5.1",
      .order = "n",
      .frames = Frames::kModifiedDh,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : I(arm.n), S(arm.n), X(arm.n), v(arm.n), a(arm.n), f(arm.n) {
      for (int i = 1; i <= arm.n; ++i) {
        I[i] = spatial_inertia(arm.link[i].body);
        S[i] = Vec6<T>::Unit(arm.link[i].revolute ? 2 : 5);
      }
    }
    PerLink<Mat6<T>> I;
    PerLink<Vec6<T>> S;
    PerLink<Mat6<T>> X;
    PerLink<Vec6<T>> v, a, f;
  };

  template <Scalar T>
  static void inverse_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, PerLink<T>& tau, Workspace<T>& work) noexcept {
    auto& [I, S, X, v, a, f] = work;
    Row<T> row;
    v[0] << base.w, Vec3<T>::Zero();
    a[0] << base.al, base.a;

    for (int i = 1; i <= arm.n; ++i) {
      row = "X";
      X[i] = motion_transform(arm.link[i], x, i);
      row = "v_i";
      const Vec6<T> v_joint = S[i] * x.qd[i];
      v[i] = X[i] * v[i - 1] + v_joint;
      row = "a_i";
      a[i] = X[i] * a[i - 1] + S[i] * x.qdd[i] + cross_motion(v[i], v_joint);
      row = "f_i";
      const Vec6<T> momentum = I[i] * v[i];
      f[i] = I[i] * a[i] + cross_force(v[i], momentum);
    }

    Vec6<T> f_next;
    f_next << tip.n, tip.f;
    for (int i = arm.n; i >= 1; --i) {
      row = "f_lambda(i)";
      f[i] += f_next;
      tau[i] = S[i].dot(f[i]);
      f_next = X[i].transpose() * f[i];
    }
  }

  /// [[E, 0], [-E [P x], E]] with E = R^t: a motion vector of link i-1 seen from link i. (2.24)
  template <Scalar T>
  static Mat6<T> motion_transform(const Link<T>& link, const JointState<T>& x, int i) {
    const Mat3<T> E = modified_dh::rotation(link, x.c[i], x.s[i]).matrix().transpose();
    Mat6<T> X;
    X.template topLeftCorner<3, 3>() = E;
    X.template topRightCorner<3, 3>().setZero();
    X.template bottomLeftCorner<3, 3>() = -E * skew(modified_dh::offset(link, x.d[i]));
    X.template bottomRightCorner<3, 3>() = E;
    return X;
  }

  /// [[J, [S x]], [[S x]^t, M E]] about origin i. (2.63)
  template <Scalar T>
  static Mat6<T> spatial_inertia(const Body<T>& body) {
    const auto [M, S, K] = moments_about_origin(body);
    Mat6<T> I;
    I.template topLeftCorner<3, 3>() = inertia_tensor(K);
    I.template topRightCorner<3, 3>() = skew(S);
    I.template bottomLeftCorner<3, 3>() = skew(S).transpose();
    I.template bottomRightCorner<3, 3>() = M * Mat3<T>::Identity();
    return I;
  }

  /// v x m for a motion vector m. (2.31)
  template <Scalar T>
  static Vec6<T> cross_motion(const Vec6<T>& v, const Vec6<T>& m) {
    const Vec3<T> w = v.template head<3>(), u = v.template tail<3>();
    const Vec3<T> angular = m.template head<3>(), linear = m.template tail<3>();
    Vec6<T> product;
    product << w.cross(angular), w.cross(linear) + u.cross(angular);
    return product;
  }

  /// v x* f for a force vector f. (2.32)
  template <Scalar T>
  static Vec6<T> cross_force(const Vec6<T>& v, const Vec6<T>& f) {
    const Vec3<T> w = v.template head<3>(), u = v.template tail<3>();
    const Vec3<T> moment = f.template head<3>(), force = f.template tail<3>();
    Vec6<T> product;
    product << w.cross(moment) + u.cross(force), w.cross(force);
    return product;
  }
};

}  // namespace equidyn
