/// @file tool_ranks.hpp
/// Detection of states in which the tool cannot move in all directions, so that its inertia has no
/// bounds.
#pragma once

#include <mutex>

#include "call/arms_of_call.hpp"

namespace equidyn {

/// Keeps the first row of those in which the tool moves in the fewest directions.
class ToolRanks {
 public:
  ToolRanks(const ArmsOfCall& arms, const Batch& batch) : arms_(arms), batch_(batch) {}

  /// On any thread, in any order.
  void examine(std::ptrdiff_t row);

  /// Raises ValueError that names rank and state, if there is such a row.
  void require_full() const;

 private:
  const ArmsOfCall arms_;
  const Batch& batch_;
  std::mutex access_;
  std::ptrdiff_t row_ = 0;
  int rank_ = 6;
};

}  // namespace equidyn
