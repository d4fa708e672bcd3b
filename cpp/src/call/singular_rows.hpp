/// @file singular_rows.hpp
/// Detection of states in which a joint moves no mass, so that its acceleration is undefined.
#pragma once

#include <mutex>

#include "call/arms_of_call.hpp"
#include "call/singular_joint_at.hpp"

namespace equidyn {

/// Keeps the first row in which a joint has no acceleration.
class SingularRows {
 public:
  SingularRows(const kernels::Quantity& quantity, const ArmsOfCall& arms, const Batch& batch)
      : quantity_(quantity), arms_(arms), batch_(batch) {}

  /// On any thread, in any order.
  void examine(std::ptrdiff_t row);

  /// Raises ValueError that names quantity, joint and state, if there is such a row.
  void require_none() const;

 private:
  const kernels::Quantity& quantity_;
  const ArmsOfCall arms_;
  const Batch& batch_;
  std::mutex access_;
  std::ptrdiff_t row_ = 0;
  SingularJoint found_;
};

}  // namespace equidyn
