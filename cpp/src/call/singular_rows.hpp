/// @file singular_rows.hpp
/// Detection of states in which a joint moves no mass, so that its acceleration is undefined.
#pragma once

#include <mutex>
#include <span>

#include "call/batch.hpp"
#include "call/compiled_arm.hpp"
#include "equidyn/forward_dynamics/singular_joint.hpp"

namespace equidyn {

/// The joint of a state that moves no mass, if any; with or without the inertia of its motor.
SingularJoint singular_joint_at(const CompiledArm& compiled, std::span<const long double> q,
                                bool motors);

/// Keeps the first row in which a joint has no acceleration.
class SingularRows {
 public:
  SingularRows(const kernels::Quantity& quantity, const CompiledArm& arm, const Batch& batch)
      : quantity_(quantity), arm_(arm), batch_(batch) {}

  /// On any thread, in any order.
  void examine(std::ptrdiff_t row);

  /// Raises ValueError that names quantity, joint and state, if there is such a row.
  void require_none() const;

 private:
  const kernels::Quantity& quantity_;
  const CompiledArm& arm_;
  const Batch& batch_;
  std::mutex access_;
  std::ptrdiff_t row_ = 0;
  SingularJoint found_;
};

}  // namespace equidyn
