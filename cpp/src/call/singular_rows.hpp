/// @file singular_rows.hpp
/// The rows of a batch that the kernel of forward dynamics leaves open: does every joint move mass?
#pragma once

#include <mutex>

#include "call/batch.hpp"
#include "call/singular_joint_at.hpp"

namespace equidyn {

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
