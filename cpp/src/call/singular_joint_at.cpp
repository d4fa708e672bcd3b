#include "call/singular_joint_at.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace equidyn {
namespace {

/// A power of two near the longest length of an arm and its state.
double unit_of_length(const Arm<double>& arm, std::span<const double> q) {
  double longest = arm.tool.p.cwiseAbs().maxCoeff();
  for (int i = 1; i <= arm.n; ++i) {
    const Link<double>& link = arm.link[i];
    const double slid = link.revolute ? 0.0 : q[static_cast<std::size_t>(i - 1)];
    longest = std::max({longest, std::abs(link.a), std::abs(link.a_y), std::abs(link.d),
                        std::abs(slid), link.body.c.cwiseAbs().maxCoeff()});
  }
  constexpr int kLeast = -300, kMost = 1022;
  return longest > 0 ? std::ldexp(1.0, std::clamp(std::ilogb(longest), kLeast, kMost)) : 1.0;
}

/// The same arm with lengths in another unit.
template <Scalar T>
Arm<T> in_unit(Arm<T> arm, const T& unit) {
  for (int i = 1; i <= arm.n; ++i) {
    Link<T>& link = arm.link[i];
    link.a /= unit, link.a_y /= unit, link.d /= unit, link.body.c /= unit;
    link.body.I /= unit, link.body.I /= unit;
  }
  arm.tool.p /= unit;
  return arm;
}

/// Calls `found` with the singular joints of a state, the outermost first, until it returns false.
template <Beyond beyond, class Found>
void find_at(const CompiledArm& compiled, std::span<const double> q, bool motors,
             const Found& found) {
  using T = DoubleDouble;
  const double unit = unit_of_length(compiled.over<double>().modified, q);
  const Arm<T> arm = in_unit(compiled.over<T>().modified, T(unit));
  JointState<T> x(arm.n);
  std::vector<T> position(q.begin(), q.end());
  PerLink<T> motor_inertia(arm.n);
  for (int i = 1; i <= arm.n; ++i) {
    const auto k = static_cast<std::size_t>(i - 1);
    if (motors) motor_inertia[i] = compiled.drives.motor_inertia[k];
    if (arm.link[i].revolute)
      motor_inertia[i] = motor_inertia[i] / unit / unit;
    else
      position[k] /= unit;
  }
  x.set(arm, position, position, position);  // inertia is independent of velocities
  find_singular_joints<beyond>(arm, x, motor_inertia, unit, found);
}

}  // namespace

SingularJoint singular_joint_at(const CompiledArm& compiled, std::span<const double> q,
                                bool motors) {
  SingularJoint first;
  // if the inertia of an arm overflows, its size does not give the errors of its data
  find_at<Beyond::kYields>(compiled, q, motors, [&](const SingularJoint& found) {
    if (first.joint == 0 || found.too_heavy) first = found;
    return !found.too_heavy;
  });
  return first;
}

std::vector<int> singular_joints_at(const CompiledArm& compiled, std::span<const double> q,
                                    bool motors, Beyond beyond) {
  std::vector<int> joints;
  const auto keep = [&](const SingularJoint& found) {
    if (!found.too_heavy) joints.insert(joints.begin(), found.joint);
    return true;
  };
  if (beyond == Beyond::kHeld)
    find_at<Beyond::kHeld>(compiled, q, motors, keep);
  else
    find_at<Beyond::kYields>(compiled, q, motors, keep);
  return joints;
}

std::vector<double> usual_position(const CompiledArm& compiled) {
  constexpr double kGolden = std::numbers::phi - 1;
  const Arm<double>& arm = compiled.over<double>().modified;
  const double length = unit_of_length(arm, std::vector<double>(static_cast<std::size_t>(arm.n)));
  std::vector<double> q;
  for (int i = 1; i <= arm.n; ++i) {
    const double part = 2 * std::fmod(i * kGolden, 1.0) - 1;  // from -1 to 1, no two alike
    q.push_back(part * (arm.link[i].revolute ? std::numbers::pi : length));
  }
  return q;
}

}  // namespace equidyn
