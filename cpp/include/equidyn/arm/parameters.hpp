/// @file parameters.hpp
/// The parameters of an arm as arrays and files hold them, and their conversion to an arm.
#pragma once

#include <string_view>

#include "equidyn/arm/arm.hpp"

namespace equidyn {

/// Of n links, where they lie; matrices row after row. They must have been checked.
struct ArmParameters {
  Frames frames;
  std::string_view joints;                           ///< a letter for each: R revolute, P prismatic
  const double *a, *a_y, *alpha, *d, *theta, *mass;  ///< n
  const double* com;                                 ///< n times 3
  const double* inertia;                             ///< n times 3 times 3
  const double* gravity;                             ///< 3
  const double *base, *tool;                         ///< 4 times 4
};

/// The arm over any scalar; the parameters themselves are not rounded.
template <Scalar T>
Arm<T> arm_of(const ArmParameters& given) {
  const auto vector = [](const double* v) { return Vec3<T>(T(v[0]), T(v[1]), T(v[2])); };
  const auto matrix = [](const double* m) -> Mat3<T> {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m).template cast<T>();
  };
  const auto pose = [](const double* H) {
    const Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> whole(H);
    return Pose<T>{whole.topLeftCorner<3, 3>().template cast<T>(),
                   whole.topRightCorner<3, 1>().template cast<T>()};
  };
  Arm<T> arm(given.frames, static_cast<int>(given.joints.size()));
  for (int i = 1; i <= arm.n; ++i) {
    const auto k = static_cast<std::size_t>(i - 1);
    Link<T>& link = arm.link[i];
    link.revolute = given.joints[k] == 'R';
    link.a = T(given.a[k]);
    link.a_y = T(given.a_y[k]);
    set_twist(link, T(given.alpha[k]));
    link.cos_twist = without_rounding(link.cos_twist);
    link.sin_twist = without_rounding(link.sin_twist);
    link.d = T(given.d[k]);
    link.theta = T(given.theta[k]);
    link.body = {T(given.mass[k]), vector(given.com + 3 * k), matrix(given.inertia + 9 * k)};
  }
  arm.base = pose(given.base);
  arm.tool = pose(given.tool);
  arm.gravity = vector(given.gravity);
  return arm;
}

}  // namespace equidyn
