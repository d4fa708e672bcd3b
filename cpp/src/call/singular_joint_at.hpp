/// @file singular_joint_at.hpp
/// The joint of an arm that moves no mass in a state, if any.
#pragma once

#include <span>

#include "call/compiled_arm.hpp"
#include "equidyn/forward_dynamics/singular_joint.hpp"

namespace equidyn {

/// The joint of a state that moves no mass, if any; with or without the inertia of its motor.
SingularJoint singular_joint_at(const CompiledArm& compiled, std::span<const long double> q,
                                bool motors);

}  // namespace equidyn
