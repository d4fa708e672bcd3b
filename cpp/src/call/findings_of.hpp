/// @file findings_of.hpp
/// The findings on an arm, with the joints that move no inertia.
#pragma once

#include <vector>

#include "call/singular_joint_at.hpp"
#include "equidyn/model/findings.hpp"

namespace equidyn {

/// Of an arm that was compiled from these data.
inline std::vector<model::Finding> findings_of(const model::ArmData& data,
                                               const CompiledArm& compiled) {
  if (!data.has_bodies()) return model::findings_on(data, {});
  const std::vector<double> q = usual_position(compiled);
  return model::findings_on(data, {singular_joints_at(compiled, q, false, Beyond::kHeld),
                                   singular_joints_at(compiled, q, false, Beyond::kYields)});
}

}  // namespace equidyn
