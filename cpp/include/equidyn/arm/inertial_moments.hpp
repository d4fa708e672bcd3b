/// @file inertial_moments.hpp
/// Inertial parameters of a link about the origin of its frame, and their regrouping: what of link
/// i lies on the axis of joint i belongs equally to link i-1, and can be moved there before any
/// motion is known. Joint torques stay exactly the same; internal forces and moments do not.
#pragma once

#include "equidyn/arm/arm.hpp"
#include "equidyn/arm/modified_dh.hpp"

namespace equidyn {

/// Moments of mass of order zero, one and two about the origin of the link's frame.
template <Scalar T>
struct Moments {
  T M;        ///< mass                     kg
  Vec3<T> S;  ///< integral of d dm         kg m
  Mat3<T> K;  ///< integral of d d^t dm     kg m^2
};

template <Scalar T>
Moments<T> moments_about_origin(const Body<T>& body) {
  const auto& [m, c, I] = body;
  return {m, m * c, central_second_moment(body) + m * c * c.transpose()};
}

/// The inertia tensor that belongs to a second moment, Tr(K) E - K. Nothing cancels on its diagonal:
/// that about the long axis of a slender body keeps its digits.
template <Scalar T>
Mat3<T> inertia_tensor(const Mat3<T>& K) {
  Mat3<T> I = -K;
  I.diagonal() << K(1, 1) + K(2, 2), K(2, 2) + K(0, 0), K(0, 0) + K(1, 1);
  return I;
}

/// Moments on the axis of a revolute joint that are grouped with the link before.
enum class Regroup {
  kMass,         ///< the mass: "augmented links"
  kMassMoments,  ///< and what of the first moment and of K lies along the axis: S_z = K_zz = 0
};

/// The moments of the links of an arm in modified DH frames, regrouped from the tip inward. A
/// prismatic joint, whose links never turn against each other, passes on its whole K instead.
template <Scalar T>
PerLink<Moments<T>> regrouped_moments(const Arm<T>& arm, Regroup what) {
  PerLink<Moments<T>> body(arm.n);
  for (int i = 1; i <= arm.n; ++i) body[i] = moments_about_origin(arm.link[i].body);

  // the base takes what link 1 passes on
  body[0] = {T(0), Vec3<T>::Zero(), Mat3<T>::Zero()};
  for (int i = arm.n; i >= 1; --i) {
    const Link<T>& link = arm.link[i];
    auto& [M0, S0, K0] = body[i - 1];
    auto& [M, S, K] = body[i];
    if (!link.revolute) {
      using std::cos, std::sin;
      const Mat3<T> R =
          modified_dh::rotation(link, T(cos(link.theta)), T(sin(link.theta))).matrix();
      K0 += R * K * R.transpose();
      K.setZero();
      continue;
    }
    const Vec3<T> P = modified_dh::offset(link, link.d);
    M0 += M;
    S0 += M * P;
    K0 += M * P * P.transpose();
    M = T(0);
    if (what == Regroup::kMass) continue;

    const Vec3<T> axis(T(0), -link.sin_twist, link.cos_twist);  // axis of joint i in frame i-1
    S0 += S.z() * axis;
    K0 += S.z() * (P * axis.transpose() + axis * P.transpose()) + K(2, 2) * axis * axis.transpose();
    S.z() = T(0);
    K(2, 2) = T(0);
  }
  return body;
}

}  // namespace equidyn
