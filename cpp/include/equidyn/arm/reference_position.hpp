/// @file reference_position.hpp
/// The arm at its reference position, where every joint variable is 0: screw axes of the joints,
/// centres of mass and inertias of the links, and the tip, all in the space frame. They are constant,
/// and a formulation that reads them needs no frame at any joint.
///
/// K. M. Lynch, F. C. Park, Modern Robotics, Cambridge University Press, 2017, chapter 4.
#pragma once

#include "equidyn/arm/arm.hpp"
#include "equidyn/arm/modified_dh.hpp"
#include "equidyn/math/screws.hpp"
#include "equidyn/math/sincos.hpp"

namespace equidyn {

/// In frame 0, at theta_i = 0 of the revolute joints and d_i = 0 of prismatic ones.
template <Scalar T>
struct ReferencePosition {
  explicit ReferencePosition(int n) : axis(n), body(n) {}
  PerLink<ScrewAxis<T>> axis;
  PerLink<Body<T>> body;
  Pose<T> tip;  ///< of frame n
};

/// From modified DH frames: joint axis i is z of frame i.
template <Scalar T>
ReferencePosition<T> reference_position(const Arm<T>& arm) {
  ReferencePosition<T> at(arm.n);
  Pose<T>& frame = at.tip;
  for (int i = 1; i <= arm.n; ++i) {
    const Link<T>& link = arm.link[i];
    T c(1), s(0);
    if (!link.revolute) set_cosine_and_sine(link.theta, c, s);
    const T d = link.revolute ? link.d : T(0);
    frame = compose(
        frame, Pose<T>{modified_dh::rotation(link, c, s).matrix(), modified_dh::offset(link, d)});
    const Vec3<T> z = frame.R.col(2);
    at.axis[i] = link.revolute ? ScrewAxis<T>::turning(z, frame.p) : ScrewAxis<T>::sliding(z);
    const auto& [m, c_of_link, I] = link.body;
    at.body[i] = {m, frame.R * c_of_link + frame.p, frame.R * I * frame.R.transpose()};
  }
  return at;
}

}  // namespace equidyn
