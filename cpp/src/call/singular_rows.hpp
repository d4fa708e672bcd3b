/// @file singular_rows.hpp
/// The rows of a batch that the kernel of forward dynamics leaves open: does every joint move mass?
#pragma once

#include <mutex>
#include <span>

#include "call/batch.hpp"
#include "call/compiled_arm.hpp"
#include "equidyn/forward_dynamics/singular_joint.hpp"

namespace equidyn {

/// Which joint of a state moves no mass, if any; of whose motors, if they take part.
SingularJoint singular_joint_at(const CompiledArm& compiled, std::span<const long double> q,
                                bool motors);

/// Keeps the first row in which a joint has no acceleration.
class SingularRows {
 public:
  SingularRows(const CompiledArm& arm, const Batch& batch) : arm_(arm), batch_(batch) {}

  /// On any thread, in any order.
  void examine(std::ptrdiff_t row);

  /// Raises ValueError that names joint and state, where there is such a row.
  void require_none() const;

 private:
  const CompiledArm& arm_;
  const Batch& batch_;
  std::mutex access_;
  std::ptrdiff_t row_ = 0;
  SingularJoint found_;
};

}  // namespace equidyn
