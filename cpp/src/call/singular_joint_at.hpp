/// @file singular_joint_at.hpp
/// The joints of an arm that move no mass in a state, if any.
#pragma once

#include <span>
#include <vector>

#include "call/compiled_arm.hpp"
#include "equidyn/reference/forward_dynamics/singular_joint.hpp"

namespace equidyn {

/// The outermost joint of a state that moves no mass, if any; with or without the inertia of its
/// motor.
SingularJoint singular_joint_at(const CompiledArm& compiled, std::span<const double> q,
                                bool motors);

/// All such joints, from 1, the innermost first, as the joints beyond each yield or are held.
std::vector<int> singular_joints_at(const CompiledArm& compiled, std::span<const double> q,
                                    bool motors, Beyond beyond);

/// Joint positions without special angles or lengths.
std::vector<double> usual_position(const CompiledArm& compiled);

}  // namespace equidyn
