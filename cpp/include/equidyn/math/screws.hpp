/// @file screws.hpp
/// Screw axes, their exponentials, and what a displacement does to a twist and to a wrench.
///
/// K. M. Lynch, F. C. Park, Modern Robotics, Cambridge University Press, 2017, chapter 3. A twist
/// is [angular; linear] and a wrench [moment; force], both at the space origin.
#pragma once

#include "equidyn/math/spatial_vectors.hpp"

namespace equidyn {

/// The screw axis S = [w; v] of a joint. Where it turns, w is a unit vector and v = p x w, with any
/// point p of the axis; where it slides, w is 0 and v a unit vector.
template <Scalar T>
struct ScrewAxis {
  ScrewAxis() = default;
  static ScrewAxis turning(const Vec3<T>& w, const Vec3<T>& p) { return {true, w, p.cross(w)}; }
  static ScrewAxis sliding(const Vec3<T>& v) { return {false, Vec3<T>::Zero(), v}; }

  bool turns = false;
  Vec6<T> S;
  Mat3<T> w_squared;  ///< [w x][w x]
  Vec3<T> w_cross_v;

 private:
  ScrewAxis(bool is_turning, const Vec3<T>& w, const Vec3<T>& v)
      : turns(is_turning), w_squared(skew(w) * skew(w)), w_cross_v(w.cross(v)) {
    S << w, v;
  }
};

/// exp([S] theta): the displacement by an angle of this cosine and sine about a turning axis (no
/// pitch), or by a length d along a sliding one.
template <Scalar T>
Pose<T> exponential(const ScrewAxis<T>& axis, const T& cosine, const T& sine, const T& d) {
  const Vec3<T> w = axis.S.template head<3>(), v = axis.S.template tail<3>();
  if (!axis.turns) return {Mat3<T>::Identity(), d * v};
  const T versine = T(1) - cosine;
  return {Mat3<T>::Identity() + skew<T>(sine * w) + versine * axis.w_squared,
          sine * v + versine * axis.w_cross_v};
}

/// A twist of a body that moves along with the displacement: the adjoint map Ad.
template <Scalar T>
Vec6<T> moved_twist(const Pose<T>& by, const Vec6<T>& twist) {
  const Vec3<T> w = by.R * twist.template head<3>();
  Vec6<T> moved;
  moved << w, by.R * twist.template tail<3>() + by.p.cross(w);
  return moved;
}

/// A wrench on such a body: the inverse transpose of Ad.
template <Scalar T>
Vec6<T> moved_wrench(const Pose<T>& by, const Vec6<T>& wrench) {
  const Vec3<T> f = by.R * wrench.template tail<3>();
  Vec6<T> moved;
  moved << by.R * wrench.template head<3>() + by.p.cross(f), f;
  return moved;
}

}  // namespace equidyn
