/// @file composite_rigid_bodies.hpp
/// The mass matrix by composite rigid bodies, O(n^2).
///
/// M. W. Walker, D. E. Orin, Efficient Dynamic Computer Simulation of Robotic Mechanisms, Journal
/// of Dynamic Systems, Measurement, and Control 104, 1982, method 3. When joint j alone
/// accelerates, all links beyond it move as one rigid body; the force and moment that this body
/// needs, carried inward, are column j of M.
///
///   code       meaning, in frame i (modified DH)
///   M, S, K    moments of mass of order 0, 1, 2 of links i to n, as one body, about origin i
///   f, n       force, moment about origin i, that joint j's unit acceleration takes at joint i
#pragma once

#include "equidyn/arm/inertial_moments.hpp"
#include "equidyn/interface/formulation.hpp"
#include "equidyn/interface/interruption.hpp"

namespace equidyn::mass_matrix {

struct CompositeRigidBodies {
  static constexpr FormulationInfo info{
      .name = "composite_rigid_bodies",
      .title = "Composite rigid bodies",
      .reference = "Walker & Orin 1982, method 3",
      .order = 2,
      .frames = Frames::kModifiedDh,
      .family = Family::kNewtonEuler,
      .inertia = Inertia::kMomentsAboutFrame,
  };

  template <Scalar T>
  struct Workspace {
    explicit Workspace(const Arm<T>& arm) : own(arm.n), body(arm.n), R(arm.n), P(arm.n) {
      for (int i = 1; i <= arm.n; ++i) own[i] = moments_about_origin(arm.link[i].body);
    }
    PerLink<Moments<T>> own, body;
    PerLink<modified_dh::Rotation<T>> R;
    PerLink<Vec3<T>> P;
  };

  /// M: n times n, symmetric, so that the order of rows and columns does not matter.
  template <Scalar T>
  static void mass_matrix(const Arm<T>& arm, const JointState<T>& x, T* M,
                          Workspace<T>& work) noexcept {
    auto& [own, body, R, P] = work;
    for (int i = 1; i <= arm.n; ++i) {
      R[i] = modified_dh::rotation(arm.link[i], x.c[i], x.s[i]);
      P[i] = modified_dh::offset(arm.link[i], x.d[i]);
      body[i] = own[i];
    }

    for (int j = arm.n; j >= 1; --j) {
      if (abandoned()) return;
      if (j > 1) add_seen_from_before(R[j].matrix(), P[j], body[j], body[j - 1]);
      Vec3<T> f, n;
      unit_acceleration(arm.link[j].revolute, body[j], f, n);
      for (int i = j; i >= 1; --i) {
        const T entry_ij = arm.link[i].revolute ? n.z() : f.z();
        M[(i - 1) * arm.n + (j - 1)] = entry_ij;
        M[(j - 1) * arm.n + (i - 1)] = entry_ij;
        f = R[i] * f;
        n = R[i] * n + P[i].cross(f);
      }
    }
  }

  /// Force and moment about origin j that turn a body about z, or move it along z.
  template <Scalar T>
  static void unit_acceleration(bool revolute, const Moments<T>& body, Vec3<T>& f, Vec3<T>& n) {
    const auto& [M, S, K] = body;
    if (revolute) {
      f = {-S.y(), S.x(), T(0)};
      n = {-K(0, 2), -K(1, 2), K(0, 0) + K(1, 1)};
    } else {
      f = {T(0), T(0), M};
      n = {S.y(), -S.x(), T(0)};
    }
  }

  /// Adds a body to another one; its frame is rotated by R and shifted by P in that of the other.
  template <Scalar T>
  static void add_seen_from_before(const Mat3<T>& R, const Vec3<T>& P, const Moments<T>& body,
                                   Moments<T>& before) {
    const Vec3<T> S = R * body.S;
    before.M += body.M;
    before.S += S + body.M * P;
    before.K += R * body.K * R.transpose() + S * P.transpose() + P * S.transpose() +
                body.M * P * P.transpose();
  }
};

}  // namespace equidyn::mass_matrix
