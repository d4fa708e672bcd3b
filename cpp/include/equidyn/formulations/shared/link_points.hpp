/// @file link_points.hpp
/// Positions and velocities of link origins and centres of mass. No torque needs them, so that
/// recursions leave them out; kinetic energy does, and `Arm.link_motion` shows them.
///
/// Frames at the joints: tutorial on serial-arm dynamics in modified (Craig) DH frames, sections
/// 3.1.2 and 3.1.3, which number no equations. Frames at the far ends: algorithm 7.4.1 of J.
/// Angeles, Fundamentals of Robotic Mechanical Systems, with its errata; numbers are his.
///
///   tutorial    book            code    meaning, in frame i
///               c_i + delta_i   p       origin i, from origin 0                  m
///   dP_i/dt                     pd      velocity of origin i                     m/s
///               c_i             c       centre of mass, from origin 0               m
///   dP_ci/dt    cd_i            cd      velocity of the centre of mass              m/s
///
/// Velocities are relative to the origin of frame 0, in axes that do not rotate.
#pragma once

#include "equidyn/formulations/shared/modified_dh_recursion.hpp"
#include "equidyn/formulations/shared/standard_dh_recursion.hpp"

namespace equidyn {

template <Scalar T>
struct LinkPoints {
  explicit LinkPoints(int n) : p(n), pd(n), c(n), cd(n) {
    for (PerLink<Vec3<T>>* start : {&p, &pd, &c, &cd}) (*start)[0].setZero();
  }
  PerLink<Vec3<T>> p, pd, c, cd;
};

namespace modified_dh {

/// From the rotations and angular velocities of a recursion.
template <Scalar T>
void follow(const Arm<T>& arm, const JointState<T>& x, const Recursion<T>& link,
            LinkPoints<T>& at) {
  auto& [p, pd, c, cd] = at;
  constexpr UnitZ z;
  for (int i = 1; i <= arm.n; ++i) {
    const auto Rt = link.R[i].transpose();
    const Vec3<T>& to_mass = arm.link[i].body.c;
    p[i] = Rt * (p[i - 1] + link.P[i]);
    pd[i] = Rt * (pd[i - 1] + link.w[i - 1].cross(link.P[i])) + x.dd[i] * z;
    c[i] = p[i] + to_mass;
    cd[i] = pd[i] + link.w[i].cross(to_mass);
  }
}

}  // namespace modified_dh

namespace standard_dh {

/// From the rotations and angular velocities of a recursion. One equation serves both joints: rho_i
/// goes from O_i to the centre of mass, and so includes b_i e_i at a prismatic joint.
template <Scalar T>
void follow(const Arm<T>& arm, const JointState<T>& x, const Recursion<T>& link,
            LinkPoints<T>& at) {
  auto& [p, pd, c, cd] = at;
  constexpr UnitZ e;
  Vec3<T> delta_before = Vec3<T>::Zero();
  for (int i = 1; i <= arm.n; ++i) {
    const auto Qt = link.R[i].transpose();
    const Vec3<T> delta = -arm.link[i].body.c, rho = link.r[i] - delta;
    const Vec3<T> u = link.w[i - 1].cross(delta_before), v = link.w[i].cross(rho);
    c[i] = Qt * (c[i - 1] + delta_before) + rho;              // (7.32b, d)
    cd[i] = Qt * (Vec3<T>(cd[i - 1] + u) + x.dd[i] * e) + v;  // (7.33a), (7.34e)
    p[i] = c[i] + delta;
    pd[i] = cd[i] + link.w[i].cross(delta);
    delta_before = delta;
  }
}

}  // namespace standard_dh

}  // namespace equidyn
