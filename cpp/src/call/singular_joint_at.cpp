#include "call/singular_joint_at.hpp"

namespace equidyn {
namespace {

/// Calls `found` with the singular joints of a state, the outermost first, until it returns false.
template <Beyond beyond, class Found>
void find_at(const CompiledArm& compiled, std::span<const long double> q, bool motors,
             const Found& found) {
  using T = long double;
  const Arm<T>& arm = compiled.over<T>().modified;
  JointState<T> x(arm.n);
  x.set(arm, q, q, q);  // inertia is independent of velocities
  PerLink<T> motor_inertia(arm.n);
  for (int i = 1; i <= arm.n && motors; ++i)
    motor_inertia[i] = compiled.drives.motor_inertia[static_cast<std::size_t>(i - 1)];
  find_singular_joints<beyond>(arm, x, motor_inertia, found);
}

}  // namespace

SingularJoint singular_joint_at(const CompiledArm& compiled, std::span<const long double> q,
                                bool motors) {
  SingularJoint first;
  // of an arm whose inertia overflows, the size tells nothing of its data's errors
  find_at<Beyond::kYields>(compiled, q, motors, [&](const SingularJoint& found) {
    if (first.joint == 0 || found.too_heavy) first = found;
    return !found.too_heavy;
  });
  return first;
}

std::vector<int> singular_joints_at(const CompiledArm& compiled, std::span<const long double> q,
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

}  // namespace equidyn
