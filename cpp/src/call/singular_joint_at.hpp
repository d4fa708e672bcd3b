/// @file singular_joint_at.hpp
/// Whether every joint of an arm in a state moves mass; knows no Python.
#pragma once

#include <span>

#include "call/compiled_arm.hpp"
#include "equidyn/forward_dynamics/singular_joint.hpp"

namespace equidyn {

/// Which joint of a state moves no mass, if any; of whose motors, if they take part.
SingularJoint singular_joint_at(const CompiledArm& compiled, std::span<const long double> q,
                                bool motors);

}  // namespace equidyn
