#include "call/singular_joint_at.hpp"

namespace equidyn {

SingularJoint singular_joint_at(const CompiledArm& compiled, std::span<const long double> q,
                                bool motors) {
  using T = long double;
  const Arm<T>& arm = compiled.over<T>().modified;
  JointState<T> x(arm.n);
  x.set(arm, q, q, q);  // inertia is independent of velocities
  PerLink<T> motor_inertia(arm.n);
  for (int i = 1; i <= arm.n && motors; ++i)
    motor_inertia[i] = compiled.drives.motor_inertia[static_cast<std::size_t>(i - 1)];
  return singular_joint(arm, x, motor_inertia);
}

}  // namespace equidyn
