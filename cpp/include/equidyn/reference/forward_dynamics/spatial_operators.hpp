/// @file spatial_operators.hpp
/// Forward dynamics by spatial operators: a Kalman filter and a smoother, O(n).
///
/// G. Rodriguez, A. Jain, K. Kreutz-Delgado, A Spatial Operator Algebra for Manipulator Modeling and
/// Control, International Journal of Robotics Research 10, 1991: the inverse of the mass matrix is
/// (1 - H psi K)^t D^-1 (1 - H psi K). Its right factor filters the torques from tip to base, its
/// left one smooths the accelerations from base to tip. The operators and gains are those of
/// formulations/shared/spatial_operators.hpp.
///
///   paper      code         meaning, in coordinates of link i
///   V(i)       v            spatial velocity
///   a(i)       c            acceleration due to velocities alone
///   b(i)       b            force due to velocities alone
///   z(i)       z            predicted force; z+ = z + G eps the updated one
///   eps(i)     eps          innovation: torque that is left to accelerate joint i
///   nu(i)      nu           eps / D
///   alpha(i)   alpha        spatial acceleration, minus gravity; alpha+ before joint i adds to it
///
/// The wrench at the tip enters as z+ beyond link n, the motion of the base as V(0) and alpha(0).
#pragma once

#include "equidyn/arm/ends.hpp"
#include "equidyn/formulations/shared/spatial_operators.hpp"
#include "equidyn/interface/formulation.hpp"

namespace equidyn::forward_dynamics {

struct SpatialOperators {
  static constexpr FormulationInfo info{
      .name = "spatial_operators",
      .title = "Spatial operators, Kalman filter and smoother",
      .reference = "Rodriguez, Jain & Kreutz-Delgado 1991",
      .order = 1,
      .frames = Frames::kModifiedDh,
      .family = Family::kOther,
      .inertia = Inertia::kTensorAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm)
        : operators(arm), v(arm.n), c(arm.n), b(arm.n), nu(arm.n) {}
    equidyn::SpatialOperators<T> operators;
    PerLink<Vec6<T>> v, c, b;
    PerLink<T> nu;
  };

  /// Joint accelerations qdd due to the torques tau at the positions and velocities of x.
  template <Divisible T>
  static void forward_dynamics(const Arm<T>& arm, const JointState<T>& x, const BaseMotion<T>& base,
                               const Wrench<T>& tip, const PerLink<T>& tau,
                               const PerLink<T>& motor_inertia, PerLink<T>& qdd,
                               Workspace<T>& work) noexcept {
    auto& [operators, v, c, b, nu] = work;
    auto& [I, S, X, P, G, D, per_D] = operators;
    operators.set(arm, x, motor_inertia);
    set_velocity_terms(arm, x, base, work);

    // filter, from tip to base
    Row<T> row;
    Vec6<T> z;
    z << tip.n, tip.f;
    for (int i = arm.n; i >= 1; --i) {
      z += row("z", P[i] * c[i] + b[i]);
      const T eps = row("eps", tau[i] - S[i].dot(z));
      nu[i] = row("nu", eps * per_D[i]);
      if (i > 1) z = row("z+", X[i].transpose() * Vec6<T>(z + G[i] * eps));
    }

    // smoother, from base to tip
    Vec6<T> alpha;
    alpha << base.al, base.a;
    for (int i = 1; i <= arm.n; ++i) {
      const Vec6<T> before = row("alpha+", X[i] * alpha);
      qdd[i] = row("qdd", nu[i] - G[i].dot(before));
      alpha = row("alpha", before + S[i] * qdd[i] + c[i]);
    }
  }

 private:
  template <Scalar T>
  static void set_velocity_terms(const Arm<T>& arm, const JointState<T>& x,
                                 const BaseMotion<T>& base, Workspace<T>& work) {
    auto& [operators, v, c, b, nu] = work;
    Row<T> row;
    v[0] << base.w, Vec3<T>::Zero();
    for (int i = 1; i <= arm.n; ++i) {
      const JointMotion<T> v_joint = operators.S[i] * x.qd[i];
      v[i] = row("V", operators.X[i] * v[i - 1] + v_joint);
      c[i] = row("a", cross_motion(v[i], v_joint));
      const Vec6<T> momentum = operators.I[i] * v[i];
      b[i] = row("b", cross_force(v[i], momentum));
    }
  }
};

}  // namespace equidyn::forward_dynamics
